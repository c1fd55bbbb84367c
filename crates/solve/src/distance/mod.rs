//! Distances: how many plies each position is away from the next conversion.

pub(crate) mod check;
mod retrograde;
pub(crate) mod solver;

pub use solver::{DistanceEngine, LayerDistances};
