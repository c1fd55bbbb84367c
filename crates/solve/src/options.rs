//! Options for solving one layer.

use std::fmt;

use crate::error::CheckpointError;
use crate::observer::Observer;

/// How much memory the engine may use for the layer that it solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// The values and most of the floor (what captures are worth): 2.1 bytes per
    /// position, twice as many for secure seeds and own-side bounds.
    #[default]
    Normal,
    /// The values alone: 1.1 bytes per position, twice as many for secure seeds
    /// and own-side bounds. Every sweep computes again what captures are worth.
    Low,
}

/// Options for solving one layer.
pub struct SolveOptions<'a> {
    /// How much memory to use.
    pub memory: Memory,
    /// The state to resume from: values that an earlier run passed to
    /// `checkpoint`. They are copied and dropped before the first step, so a
    /// mapped file may be replaced by the next checkpoint. `None` solves the
    /// layer from the start.
    pub start: Option<Box<dyn AsRef<[i8]> + 'a>>,
    /// Called after each step with the values so far, also when the observer
    /// stops the computation. It may save them; it returns whether it did.
    pub checkpoint: &'a mut dyn FnMut(&[i8]) -> Result<bool, CheckpointError>,
    /// Receives the progress, and may stop the computation.
    pub observer: &'a dyn Observer,
}

impl fmt::Debug for SolveOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveOptions")
            .field("memory", &self.memory)
            .field("resumes", &self.start.is_some())
            .finish_non_exhaustive()
    }
}
