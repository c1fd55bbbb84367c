//! Building a directory of tables, layer by layer: their values, and the
//! distances beside them.

mod distances;
mod values;

pub use distances::build_distances;
pub use values::{BuildError, BuildOptions, build};
