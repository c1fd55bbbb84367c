//! Rules of the Oware family of sowing games, as data.
//!
//! A [`RuleSet`] is a struct of choices, each choice an enum of its own; the
//! four rule sets that people play by (`awale`, `awele`, `oware`, `awari`) and
//! the further grand-slam readings are constants of that struct. A
//! [`Position`] is twelve pits seen from the player to move; [`RuleSet::moves`]
//! lists what that player may do, and [`RuleSet::settlement`] says who takes
//! what when there is nothing to do. A [`Board`] is the same with owners and
//! stores, as people write it; a [`Game`] keeps score, moves and repetitions,
//! and [`ogn`] reads and writes game files.
//! `docs/rules.md` names the source of every
//! choice.
//!
//! No I/O, no threads, no global state.
//!
//! ```
//! use grenier_rules::{Position, RuleSet};
//!
//! let rules = RuleSet::named("awale").unwrap();
//! let position = Position::new([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3]).unwrap();
//! let moves = rules.moves(&position);
//! assert_eq!(moves.len(), 1);
//! assert_eq!((moves[0].pit, moves[0].captured), (5, 2));
//! ```

mod board;
mod game;
mod moves;
mod notation;
pub mod ogn;
mod perft;
mod position;
mod rule_set;
mod sowing;
mod values;

pub use board::{Board, BoardError, Side};
pub use game::{FinalScore, Game, GameError, Outcome, WINNING_SEEDS};
pub use moves::{Move, Moves, Settlement};
pub use notation::{Field, NotationError, move_letter, parse_move};
pub use position::{MAX_SEEDS, PITS, Position, PositionError, SIDE};
pub use rule_set::{Endless, Feeding, GameOver, GrandSlam, RuleSet};
pub use sowing::Sowing;
pub use values::{Centiseeds, NetSeeds};
