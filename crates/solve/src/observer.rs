//! Progress of a long computation, and the request to stop it.

use std::fmt;

use grenier_index::Layer;
use grenier_table::TableError;

use crate::error::SolveError;
use crate::report::{DistanceReport, LayerReport};

/// A phase of a layer's computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Valuing captures and ends of the game.
    Captures,
    /// Valuing every position from its children, repeatedly.
    Sweeps,
    /// Following the last changes one by one.
    Rounds,
    /// Checking every value against its children.
    Check,
    /// Going back from the positions of one distance to those one ply further.
    Distances,
    /// Writing a checkpoint, from which a killed build resumes.
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

/// A finished step of a layer's computation.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The layer.
    pub seeds: u32,
    /// Positions in the layer.
    pub positions: u64,
    /// The phase.
    pub phase: Phase,
    /// The number of the step within its phase.
    pub number: u32,
    /// How many values it changed.
    pub changed: u64,
}

/// What a computation reports.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The computation of a layer begins.
    LayerStarted {
        /// Seeds on the board.
        seeds: u32,
        /// Positions in the layer.
        positions: u64,
    },
    /// The checkpoint of the layer just started cannot be used: the layer is
    /// solved from the start.
    CheckpointDropped {
        /// Seeds on the board.
        seeds: u32,
        /// What is wrong with the checkpoint.
        why: &'a TableError,
    },
    /// The layer just started resumes from the checkpoint of an earlier build.
    LayerResumed {
        /// Seeds on the board.
        seeds: u32,
    },
    /// A step is done.
    Step(Progress),
    /// A layer is done and, in a build, safely on disk.
    LayerDone(&'a LayerReport),
    /// The distances of a layer are done and safely on disk.
    DistancesDone(&'a DistanceReport),
}

/// Watches a computation. By default it ignores all events and never stops.
pub trait Observer: Sync {
    /// Receives an event.
    fn event(&self, event: Event<'_>) {
        let _ = event;
    }

    /// Asked after each step: whether to stop. The layer in progress is lost
    /// unless a checkpoint holds it; finished layers stay.
    fn stopped(&self) -> bool {
        false
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Reports a step of a layer, and stops if the observer asks for it.
pub(crate) fn step(
    observer: &dyn Observer,
    layer: &Layer,
    phase: Phase,
    number: u32,
    changed: u64,
) -> Result<(), SolveError> {
    observer.event(Event::Step(Progress {
        seeds: layer.seeds(),
        positions: layer.len(),
        phase,
        number,
        changed,
    }));
    if observer.stopped() {
        return Err(SolveError::Stopped);
    }
    Ok(())
}
