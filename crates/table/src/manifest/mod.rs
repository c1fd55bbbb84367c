//! `manifest.json`: what a directory of tables holds.

mod content;
mod record;

pub use content::Manifest;
pub use record::{DistanceRecord, FileRecord, LayerRecord};

pub(crate) use record::Record;
