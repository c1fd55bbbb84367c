//! Solving layers of sowing games and building tables of their values.
//!
//! The value of a position is the net seeds that its mover still makes under
//! best play, endless play sharing what is left evenly. It is the least
//! fixpoint, from all values 0 and in the order "0 below ±1 below ±2 …", of
//!
//! ```text
//! value(p) = max over legal moves of (captured - conceded - value(child))
//! value(p) = what the settlement gives, where no move is legal
//! ```
//!
//! In that order the right-hand side is monotone, so any order of updates, in
//! place, from any number of threads, reaches the same values; what stays 0 is
//! even. Captured seeds never come back, so layers are solved by rising number
//! of seeds, and within a layer only *quiet* moves, which capture nothing, lead
//! from position to position.
//!
//! [`Engine`] solves one layer given those below; [`build`] fills a directory
//! of tables; [`verify`] derives every value of a directory again from its
//! children. `docs/architecture.md` explains how the engine does it fast.
//!
//! ```
//! use grenier_rules::RuleSet;
//! use grenier_solve::{Engine, Silent, Values};
//!
//! let mut engine = Engine::new(RuleSet::OWARE);
//! let mut layers: Vec<Values> = Vec::new();
//! for _ in 0..=4 {
//!     let lower: Vec<&[i8]> = layers.iter().map(|values| &**values).collect();
//!     let values = engine.solve(&lower, &Silent).unwrap();
//!     layers.push(values);
//! }
//! assert_eq!(layers[4].len(), 1365);
//! ```

mod buffers;
mod build;
mod distance;
mod engine;
mod error;
mod halves;
mod objective;
mod observer;
mod options;
mod plan;
mod report;
mod verify;

pub use buffers::memory::Values;
pub use build::{BuildError, BuildOptions, build, build_distances};
pub use distance::{DistanceEngine, LayerDistances};
pub use engine::{Engine, WaitingBounds};
pub use error::{CheckpointError, SolveError};
pub use observer::{Event, Observer, Phase, Progress, Silent};
pub use options::{Memory, SolveOptions};
pub use plan::{
    Calibration, DISK_RATE, DISTANCE_FACTOR, LOW_MEMORY_FACTOR, LayerPlan, Plan, THREAD_EFFICIENCY,
    memory_needed,
};
pub use report::{DistanceReport, LayerReport};
pub use verify::{VerifiedLayer, VerifyError, verify};
