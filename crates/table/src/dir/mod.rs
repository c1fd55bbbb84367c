//! A directory of tables: one rule set, and a file for each layer that is
//! finished; beside the scores of a layer its distances, if they were built.
//! Scores, secure seeds and own-side bounds stand side by side, each kind with a
//! manifest of its own.

mod check;
mod checkpoint;
mod compare;
mod pack;
mod read;
mod reconcile;
mod vu;
mod write;

pub use check::FileCheck;
pub use compare::{Comparison, Difference};
pub use pack::Packing;
pub use read::Dir;
pub use vu::{vu_layer, vu_name};
pub use write::Writer;
