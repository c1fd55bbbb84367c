//! Questions to the tables: the value of a position, the best move, a line of best
//! play.
//!
//! A [`Tablebase`] answers from a directory of tables, and for layers that are not
//! there from the small tables inside the program. A value is in net seeds from here
//! on: what the mover will still capture minus what the opponent will, under best
//! play, -n..=n with n seeds on the board. Endless play counts even. A position that
//! is not tabled is [`ProbeError::NotTabled`], never a zero. [`BoundTables`] tell the
//! seeds that each player can force.
//!
//! There is no global state. Tables can be shared between threads.
//!
//! ```
//! use grenier_probe::Tablebase;
//! use grenier_rules::{Position, RuleSet};
//!
//! let tables = Tablebase::embedded(&RuleSet::AWALE).unwrap();
//! let position = Position::new([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3]).unwrap();
//! let answer = tables.probe(&position).unwrap();
//! let best = tables.best_of(&answer).unwrap().unwrap();
//! assert_eq!((best.played.pit, best.played.captured), (5, 2));
//! assert_eq!(best.value, answer.value);
//! ```

mod answer;
mod bounds;
mod cache;
mod distance_search;
mod error;
mod layers;
mod line;
mod rated;
mod tablebase;

pub use answer::{Answer, BestMove};
pub use bounds::{BoundTables, Bounds, Verdict};
pub use distance_search::Distance;
pub use error::ProbeError;
pub use grenier_table::{Access, Kind, TableError};
pub use layers::{Layers, Options, SolvedLayer, Source};
pub use line::{Line, LineEnd, Ply};
pub use rated::RatedMove;
pub use tablebase::Tablebase;
