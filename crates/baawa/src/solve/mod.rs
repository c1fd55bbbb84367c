//! Solving Ba-awa.
//!
//! A relay move reaches all round the board, so halves are of no use here; but
//! there are few positions. Values are as everywhere in Grenier: net seeds that
//! the mover still makes, endless play sharing evenly, the least fixpoint in the
//! order "0 below ±1 below ±2 …".
//!
//! Moves that capture nothing can lead round in circles with 12 and 16 seeds
//! only. Those two layers are solved by the fixpoint; in those with 20 and more
//! every position is valued once, after its children. From the tables to 16
//! seeds a search with memory ([`Search`]) finds the value of the start in
//! seconds; [`prove`] finds it again without leaving out anything.

mod build;
mod layer;
mod line;
mod match_play;
mod memo;
mod outcome;
mod proof;
mod search;

pub use build::{VerifyError, build, verify};
pub use layer::{Layers, solve_layer};
pub use line::{LineEnd, line};
pub use match_play::{NotMonotone, Opening, openings, solve_match};
pub use outcome::{Outcome, Stage};
pub use proof::{Proof, prove};
pub use search::{Rated, Search};
