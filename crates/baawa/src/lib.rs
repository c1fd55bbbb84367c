//! Ba-awa, the relay game of the Twi in Ghana.
//!
//! It is played on the board of the Oware family, with four seeds in each of twelve
//! pits. A pit of four is captured as soon as it is made, and a sowing continues
//! from its last pit if that was occupied. So a move can change the whole board, and
//! the engine of the Oware family is of no use. Shared are
//! [`Board`](grenier_rules::Board), its notation, [`Side`](grenier_rules::Side) and
//! the table files.
//!
//! [`Rules`] are the choices where the sources leave gaps. A [`Game`] is one game of
//! a match: rules, how many pits South owns, who began. A [`Position`] is absolute:
//! South's pits come first for either side to move, because the sides may own
//! different numbers of pits. `docs/ba-awa.md` names the source of every choice.
//!
//! [`Tables`] hold the layers of a game, from files or solved when a position needs
//! them. The answers ([`PositionAnswer`], [`LineAnswer`], [`GameAnswer`],
//! [`MatchAnswer`], [`Statistics`]) are plain data.
//!
//! ```
//! use grenier_baawa::{Game, Position, Rules};
//!
//! let game = Game::first(Rules::DEFAULT);
//! let moves = game.moves(&Position::START);
//! assert_eq!(moves.len(), 6);
//! assert_eq!(moves[0].pit, Some(0));
//! ```

mod answer;
pub mod index;
mod names;
mod rules;
mod solve;
mod table;
mod tables;

pub use answer::{
    GameAnswer, LineAnswer, MatchAnswer, MoveAnswer, PlyAnswer, PositionAnswer, Statistics, draw,
};
pub use names::side_name;
pub use rules::{
    After, End, FOUR, Game, GoalError, LAST_EIGHT, LastEight, LiftedPit, MatchRules, Moment, Move,
    Moves, Next, NoMove, OwnsError, PitLetterError, Position, PositionError, Rules, Settlement,
    Sown, Stop,
};
pub use solve::{
    Layers, LineEnd, NotMonotone, Opening, Outcome, Proof, Rated, Search, Stage, VerifyError,
    build, line, memory_needed, openings, prove, solve_layer, solve_match, verify,
};
pub use table::{BaawaDir, BaawaWriter, GameText};
pub use tables::{Source, Tables, Values};
