//! How a long computation says where it is, and is told to stop.

use std::fmt;

use grenier_table::TableError;

use crate::report::{DepthReport, LayerReport};

/// What a layer's computation is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Valuing captures and the ends of games.
    Captures,
    /// Valuing every position from its children, again and again.
    Sweeps,
    /// Following the last changes one by one.
    Rounds,
    /// Deriving every value from its children once more.
    Check,
    /// Going back from the positions of one distance to those one ply further.
    Distances,
    /// Writing a checkpoint, from which a killed build goes on.
    Checkpoint,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Captures => "captures",
            Self::Sweeps => "sweep",
            Self::Rounds => "round",
            Self::Check => "check",
            Self::Distances => "distance",
            Self::Checkpoint => "checkpoint",
        })
    }
}

/// A step of a layer's computation that is done.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The layer.
    pub seeds: u32,
    /// Positions in the layer.
    pub positions: u64,
    /// What was done.
    pub phase: Phase,
    /// Which step of the phase.
    pub number: u32,
    /// How many values it changed.
    pub changed: u64,
}

/// Watches a computation. Every method has a default that does nothing.
pub trait Observer: Sync {
    /// A layer's computation begins.
    fn layer_starts(&self, seeds: u32, positions: u64) {
        let _ = (seeds, positions);
    }

    /// The checkpoint of the layer that has just begun cannot be used, so it begins
    /// anew.
    fn checkpoint_dropped(&self, seeds: u32, why: &TableError) {
        let _ = (seeds, why);
    }

    /// The layer that has just begun goes on from a checkpoint of an earlier
    /// build: its first steps are spared.
    fn layer_goes_on(&self, seeds: u32) {
        let _ = seeds;
    }

    /// A step is done.
    fn progress(&self, progress: &Progress) {
        let _ = progress;
    }

    /// A layer is done and, when tables are built, safely on disk.
    fn layer_done(&self, report: &LayerReport) {
        let _ = report;
    }

    /// The distances of a layer are done and safely on disk.
    fn distances_done(&self, report: &DepthReport) {
        let _ = report;
    }

    /// Asked now and then: whether to give up. What is not finished is lost,
    /// what is finished stays.
    fn stopped(&self) -> bool {
        false
    }
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
