//! The rules: games, positions, moves, matches. No I/O, no threads.

mod game;
mod match_rules;
mod moment;
mod moves;
mod notation;
mod position;
mod readings;
mod sowing;

pub use game::{Game, OwnsError};
pub use match_rules::{GoalError, MatchRules, Next};
pub use moment::Moment;
pub use moves::{After, End, Move, Moves, Settlement};
pub use notation::PitLetterError;
pub use position::{FOUR, LAST_EIGHT, Position, PositionError};
pub use readings::{LastEight, LiftedPit, NoMove, Rules};
pub use sowing::{Sown, Stop};
