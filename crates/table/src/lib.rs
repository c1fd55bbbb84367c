//! Table files: one per layer and kind, checked on opening, with a manifest.
//!
//! A [`TableDir`] is a directory of tables under one rule set. It writes a
//! layer to a temporary name and renames it when it is complete, so that a
//! build may be killed at any moment; it opens a layer as a [`LayerFile`],
//! mapped, one signed byte per position in index order. [`Manifest`] says what
//! is there, with counts and SHA-256. `docs/format.md` is the specification of
//! the files, also of the checkpoints of a layer that takes hours;
//! [`embedded_layer`] gives small tables that need no file at all.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use grenier_table::TableDir;
//!
//! # fn main() -> Result<(), grenier_table::TableError> {
//! let tables = TableDir::open(Path::new("tables/awale"))?;
//! let layer = tables.open_layer(7)?;
//! println!("{} positions", layer.values().len());
//! # Ok(())
//! # }
//! ```

mod atomic;
pub mod baawa;
mod checkpoint;
mod comparison;
mod depth;
mod dir;
mod disk;
mod embedded;
mod error;
mod header;
mod kind;
mod layer_file;
mod manifest;
mod map;
mod pack;
mod packed;
mod quick;
mod reader;
mod record;
mod rules_id;
mod scratch;
mod vu;

pub use atomic::{Abandoned, abandon_files, write_whole};
pub use comparison::{Comparison, Difference};
pub use depth::{DepthFile, DepthRecord, Distances, LONG, LONG_BYTES};
pub use dir::TableDir;
pub use disk::{Disk, SystemDisk};
pub use embedded::{EMBEDDED_LAYERS, embedded_kind_layer, embedded_layer};
pub use error::TableError;
pub use header::{
    FIELDS, FORM_CHECKPOINT, FORM_PACKED, FORM_PLAIN, Form, HEADER_BYTES, Header, HeaderError,
    MAGIC, VERSION,
};
pub use kind::{Endless, Kind, UnknownCode};
pub use layer_file::LayerFile;
pub use manifest::{MANIFEST_VERSION, Manifest, RulesText};
pub use pack::Packing;
pub use reader::{Access, LayerReader};
pub use record::{FileRecord, LayerRecord};
pub use scratch::Scratch;
pub use vu::{vu_layer, vu_name};
