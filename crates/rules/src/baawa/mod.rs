//! Ba-awa, the relay game of the Twi in Ghana.
//!
//! On the board of the Oware family, four seeds in each of twelve pits, pits of
//! four are captured in passing and a sowing goes on from its last pit while
//! that was occupied. A move is global, so nothing of it is shared with the
//! sowing of the Oware family; what is shared are [`crate::Board`], its
//! notation and [`Side`](crate::Side).
//!
//! [`Rules`] are the choices where the sources leave gaps. A [`Game`] is one
//! game of a match: rules, how many pits South owns, who began. Unlike a
//! position of the Oware family, a [`Position`] is absolute: South's pits come
//! first whoever is to move, because sides may own unlike numbers of pits.
//! `docs/rules.md` names the source of every choice.
//!
//! ```
//! use grenier_rules::baawa::{Game, Position, Rules};
//!
//! let game = Game::first(Rules::DEFAULT);
//! let moves = game.moves(&Position::START);
//! assert_eq!(moves.len(), 6);
//! assert_eq!(moves[0].pit, Some(0));
//! ```

mod game;
mod match_rules;
mod moves;
mod notation;
mod position;
mod rules;
mod sowing;

pub use game::{Game, OwnsError};
pub use match_rules::{GoalError, MatchRules, Next};
pub use moves::{After, End, Move, Moves, Settlement};
pub use notation::PitLetterError;
pub use position::{FOUR, LAST_EIGHT, Position, PositionError};
pub use rules::{LastEight, LiftedPit, NoMove, Rules};
pub use sowing::{Sown, Stop};
