//! Table files: one per layer and kind, checked on opening, with a manifest.
//!
//! A [`TableDir`] is a directory of tables under one rule set. It opens a layer as
//! a [`LayerFile`], mapped, one signed byte per position in index order, or as a
//! [`LayerReader`] for values one by one. A [`TableWriter`] writes a layer to a
//! temporary name and renames it when it is complete, so that a build may be
//! killed at any moment. [`Manifest`] says what is there, with counts and SHA-256.
//! `docs/format.md` is the specification of the files, also of the checkpoints of
//! a layer that takes hours; [`embedded_layer`] gives small tables that need no
//! file at all.
//!
//! Tables that are not in a directory of the file system are read through a
//! [`TableSource`]; other games are tabled by [`TableRules`] of their own.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use grenier_table::{Kind, TableDir};
//!
//! # fn main() -> Result<(), grenier_table::TableError> {
//! let tables = TableDir::open(Path::new("tables/awale"))?;
//! let layer = tables.open_layer(Kind::Score, 7)?;
//! println!("{} positions", layer.values().len());
//! # Ok(())
//! # }
//! ```

mod atomic;
mod dir;
mod disk;
mod distances;
mod embedded;
mod error;
mod file;
mod header;
mod kind;
mod manifest;
mod map;
mod opened;
mod packed;
mod rules;
mod scratch;
mod source;

pub use atomic::{Abandoned, abandon_files, write_whole};
pub use dir::{Comparison, Difference, Dir, FileCheck, Packing, Writer, vu_layer, vu_name};
pub use disk::Disk;
pub use distances::{Distances, LONG, LONG_BYTES};
pub use embedded::{EMBEDDED_LAYERS, embedded_layer};
pub use error::TableError;
pub use file::{Access, LayerFile, LayerReader};
pub use header::{Form, HEADER_BYTES, Header, HeaderError};
pub use kind::{EndlessCode, Kind};
pub use manifest::{DistanceRecord, FileRecord, LayerRecord, Manifest};
pub use map::Bytes;
pub use rules::{RulesText, TableRules};
pub use scratch::Scratch;
pub use source::{ReadAt, TableSource};

/// The tables of a rule set of the Oware family, open for reading.
pub type TableDir = Dir<&'static grenier_rules::RuleSet>;
/// The tables of a rule set of the Oware family, open for reading and writing.
pub type TableWriter = Writer<&'static grenier_rules::RuleSet>;
