//! Ba-awa, the relay game of the Twi in Ghana.
//!
//! On the board of the Oware family, four seeds in each of twelve pits, pits of
//! four are captured in passing and a sowing goes on from its last pit while
//! that was occupied. A move is global, so nothing of it is shared with the
//! sowing of the Oware family; what is shared are [`grenier_rules::Board`], its
//! notation and [`Side`](grenier_rules::Side).
//!
//! [`Rules`] are the choices where the sources leave gaps. A [`Game`] is one
//! game of a match: rules, how many pits South owns, who began. Unlike a
//! position of the Oware family, a [`Position`] is absolute: South's pits come
//! first whoever is to move, because sides may own unlike numbers of pits.
//! `docs/ba-awa.md` names the source of every choice.
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
    GameAnswer, LineAnswer, MatchAnswer, MoveAnswer, PlyAnswer, PositionAnswer, Statistics,
};
pub use names::side_name;
pub use rules::{
    After, End, FOUR, Game, GoalError, LAST_EIGHT, LastEight, LiftedPit, MatchRules, Moment, Move,
    Moves, Next, NoMove, OwnsError, PitLetterError, Position, PositionError, Rules, Settlement,
    Sown, Stop,
};
pub use solve::{
    Layers, LineEnd, NotMonotone, Opening, Outcome, Proof, Rated, Search, Stage, VerifyError,
    build, line, openings, prove, solve_layer, solve_match, verify,
};
pub use table::{BaawaDir, BaawaWriter, GameText};
pub use tables::{Source, Tables, Values};
