//! Solving Ba-awa.
//!
//! A relay move can change the whole board, so positions do not separate into
//! halves; but there are few of them. A value is the net seeds that the mover still
//! makes, endless play counted as even: the least fixpoint in the order "0 below ±1
//! below ±2 …".
//!
//! Moves that capture nothing can go in circles with 12 and 16 seeds only. Those two
//! layers are solved by the fixpoint. With 20 seeds or more, every position is valued
//! once, after its children. Above the layers to 16 seeds, a search with memory
//! ([`Search`]) finds the value of the start in seconds; [`prove`] finds it again
//! without pruning.

mod build;
mod layer;
mod line;
mod match_play;
mod memo;
mod outcome;
mod proof;
mod search;

pub use build::{VerifyError, build, verify};
pub use layer::{Layers, memory_needed, solve_layer};
pub use line::{LineEnd, line};
pub use match_play::{NotMonotone, Opening, openings, solve_match};
pub use outcome::{Outcome, Stage};
pub use proof::{Proof, prove};
pub use search::{Rated, Search};
