//! Questions to the tables: what a position is worth, which move is best, how
//! play goes on.
//!
//! A [`Tablebase`] answers from a directory of tables, and where that has
//! nothing from the small tables inside the program. A value is in net seeds
//! from here on: what the mover will still capture minus what the other will,
//! under best play, -n..=n with n seeds on the board. Play without end counts
//! as [`Tablebase::endless`] says. What is not tabled is
//! [`ProbeError::NotTabled`], never a zero.
//!
//! No global state; a [`Tablebase`] may be shared between threads.
//!
//! ```
//! use grenier_probe::Tablebase;
//! use grenier_rules::{Position, RuleSet};
//!
//! let tables = Tablebase::embedded(&RuleSet::AWALE).unwrap();
//! let position = Position::new([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3]).unwrap();
//! let best = tables.best(&position).unwrap().unwrap();
//! assert_eq!((best.played.pit, best.played.captured), (5, 2));
//! assert_eq!(best.value, tables.value(&position).unwrap());
//! ```

mod answer;
mod bounds;
mod cache;
mod conversion;
mod error;
mod line;
mod rated;
mod reading;
mod tablebase;

pub use answer::{Answer, BestMove};
pub use bounds::{BoundTables, Bounds, Verdict};
pub use conversion::ToConversion;
pub use error::ProbeError;
pub use line::{Line, LineEnd, Ply};
pub use rated::RatedMove;
pub use reading::{Options, SolvedLayer, Source};
pub use tablebase::Tablebase;
