//! How a layer is solved: with how much memory, from where, watched by whom; and
//! why it may not be.

use grenier_table::TableError;
use thiserror::Error;

use crate::observer::Observer;

/// How much memory the engine may use for the layer that it solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// The values and most of the floor, what captures are worth: 2.1 bytes per
    /// position, twice as many for secure seeds.
    #[default]
    Normal,
    /// The values alone, about 1.1 bytes per position, twice as many for secure
    /// seeds; what captures are worth is computed anew in every sweep.
    Low,
}

/// How a layer is solved, beyond what it is.
pub struct Course<'a> {
    /// How much memory to use.
    pub memory: Memory,
    /// Values to go on from: the state of the layer that `keep` was given
    /// before, or nothing for a fresh start. Copied and dropped before the first
    /// step, so that a mapped file makes room for the next one.
    pub start: Option<Box<dyn AsRef<[i8]> + 'a>>,
    /// Called between steps with the values so far, also when the observer
    /// says stop. May write them down, and says whether it did.
    pub keep: &'a mut dyn FnMut(&[i8]) -> Result<bool, TableError>,
    /// Told how far it is.
    pub observer: &'a dyn Observer,
}

impl std::fmt::Debug for Course<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Course")
            .field("memory", &self.memory)
            .field("resumes", &self.start.is_some())
            .finish_non_exhaustive()
    }
}

/// Why a layer was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// [`Observer::stopped`] said so.
    #[error("stopped")]
    Stopped,
    /// The system did not give the memory for the layer.
    #[error("not enough memory: {0}")]
    Memory(#[from] std::io::Error),
    /// A checkpoint could not be written.
    #[error(transparent)]
    Checkpoint(#[from] TableError),
    /// The last check found values that their children do not give: a fault of
    /// the program or the machine. Nothing was written.
    #[error(
        "the check of layer {layer} failed at {wrong} positions: \
         a fault of this program or machine; please report it"
    )]
    CheckFailed {
        /// The layer's seeds.
        layer: u32,
        /// How many values were wrong.
        wrong: u64,
    },
}
