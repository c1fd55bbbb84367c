//! Answers to questions about Ba-awa, as plain data: the command line prints them,
//! and `--json` serialises exactly them (`docs/json.md` describes each key).

mod directory;
mod drawing;
mod line;
mod matches;
mod position;
mod whole;

pub use directory::Statistics;
pub use drawing::draw;
pub use line::{LineAnswer, PlyAnswer};
pub use matches::MatchAnswer;
pub use position::{MoveAnswer, PositionAnswer};
pub use whole::GameAnswer;
