//! Why a layer was not solved.

use std::error::Error as StdError;
use std::io;

use thiserror::Error;

/// Why a checkpoint could not be saved.
pub type CheckpointError = Box<dyn StdError + Send + Sync>;

/// Why a layer was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// [`Observer::stopped`](crate::Observer::stopped) returned true.
    #[error("stopped")]
    Stopped,
    /// The system did not give the memory for the layer.
    #[error("not enough memory: {0}")]
    Memory(#[from] io::Error),
    /// The system did not start the threads.
    #[error("cannot start the threads: {0}")]
    Threads(#[source] io::Error),
    /// [`SolveOptions::checkpoint`](crate::SolveOptions::checkpoint) failed.
    #[error(transparent)]
    Checkpoint(CheckpointError),
    /// The final check found values that do not follow from their children: a
    /// fault of the program or the machine. Nothing was written.
    #[error(
        "the check of layer {layer} failed at {wrong} positions: \
         a fault of this program or machine; please report it"
    )]
    CheckFailed {
        /// The layer's seeds.
        layer: u32,
        /// The number of wrong values.
        wrong: u64,
    },
}
