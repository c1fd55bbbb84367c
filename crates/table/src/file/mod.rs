//! One table file: opened, checked, read, written.

mod expected;
mod layer;
mod reader;
mod write;

pub use layer::LayerFile;
pub use reader::{Access, LayerReader};

pub(crate) use expected::{Expected, Stage};
