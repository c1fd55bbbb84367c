//! Best moves above the tables.
//!
//! A [`Search`] looks ahead from a [`Root`] until it meets tabled positions, and
//! says of each move what it is worth: a [`Worth`] is an estimate and two
//! bounds that are proved. It deepens step by step and can be stopped at any
//! time by [`Limits`]; it ends by itself when the value is proved.
//!
//! Values are in net seeds from here on, the mover's less the other's, as in the
//! tables; seeds in stores do not count. Play that never ends counts as
//! [`Settings::ending`] says: evenly, as in the tables of scores, or each player
//! keeps their own side. Positions that a game has had since the last capture
//! end it when they come back.
//!
//! With one thread the same question to the same tables gets the same answer, time
//! limits aside.
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
mod tables;

pub use limits::Limits;
pub use report::{Effort, Rated, Report, Worth};
pub use root::Root;
pub use search::{Search, Settings};
pub use tables::Tables;
