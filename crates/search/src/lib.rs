//! Best moves above the tables.
//!
//! A [`Search`] looks ahead from a [`Root`] until it reaches tabled positions, and gives
//! each move a [`Worth`]: an estimate and two proved bounds. It deepens step by step,
//! can be stopped at any time by [`Limits`], and ends by itself when the value is
//! proved.
//!
//! Values are net seeds from here on for the mover, as in the tables; seeds in stores do
//! not count. Endless play counts as [`Settings::endless`] says: even, as in the score
//! tables, or each player keeps their own side. A position that a game has had since the
//! last capture ends it when it is repeated.
//!
//! With one thread, the same question to the same tables gets the same answer unless
//! a time limit stops it.
//!
//! ```
//! use grenier_probe::Tablebase;
//! use grenier_rules::{Position, RuleSet};
//! use grenier_search::{Limits, Root, Search, Settings, Tables};
//!
//! let tables = Tables::new(Tablebase::embedded(&RuleSet::AWALE).unwrap(), Vec::new());
//! let mut search = Search::new(tables.into(), Settings::default());
//! let position = Position::new([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 8]).unwrap();
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let found = search.run(&Root::new(position), &limits, &mut |_| {}).unwrap();
//! assert_eq!(found.moves[0].played.pit, 5);
//! ```

mod alpha_beta;
mod deepening;
mod estimate;
mod found;
mod growth;
mod limits;
mod memo;
#[cfg(test)]
mod naive;
mod order;
mod path;
mod report;
mod root;
mod search;
mod settings;
mod tables;

pub use limits::Limits;
pub use report::{Effort, Rated, Report, Worth};
pub use root::Root;
pub use search::Search;
pub use settings::Settings;
pub use tables::Tables;
