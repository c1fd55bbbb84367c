//! Answers to questions about positions, games and tables, as plain data.
//!
//! Every front end returns these types: the command line prints them, and
//! `--json` serialises exactly them (`docs/json.md` describes each key). Nothing
//! here prints or reads options.
//!
//! An [`Oracle`] holds the tables of one rule set. It values a position
//! ([`Oracle::position`]), advises a move from tables or by search
//! ([`Oracle::advise`]) and shows a line of best play ([`Oracle::line`]). An
//! [`Analyst`] finds what each move of a game lost, an [`Opponent`] plays at a
//! [`Level`], [`statistics`] counts what a directory of tables holds, and
//! [`compare_rules`] finds where rule sets differ.
//!
//! Values are net seeds from here on, always from the view of the player to
//! move: what they will still capture minus what the other will.
//!
//! ```
//! use grenier_answer::{Limits, Oracle, Settings};
//! use grenier_rules::{Board, NetSeeds, RuleSet};
//!
//! let oracle = Oracle::embedded(&RuleSet::AWALE);
//! let board: Board = "0-0-0-0-0-1-1-0-0-0-0-3".parse().unwrap();
//! let answer = oracle.position(&board).unwrap();
//! assert_eq!((answer.value, answer.play), (Some(NetSeeds(5)), Some('F')));
//! assert_eq!(answer.moves[0].loss, Some(NetSeeds(0)));
//!
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let advice = oracle.advise(&board, &Settings::default(), &limits, &mut |_| {}).unwrap();
//! assert_eq!((advice.play, advice.worth.value), (Some('F'), Some(NetSeeds(5))));
//!
//! let line = oracle.line(&board, 10, None).unwrap();
//! assert_eq!((line.plies.len(), line.net), (3, Some(5)));
//! ```

mod advice;
mod analysis;
mod assessment;
mod differences;
mod drawing;
mod error;
mod game;
mod guarantees;
mod judge;
mod level;
mod line;
mod moves;
mod names;
mod opponent;
mod oracle;
mod position;
mod rule_comparison;
pub mod sentences;
mod statistics;

pub use advice::{Advice, AdvisedMove, SearchedPosition};
pub use analysis::{AnalysedMove, Analyst, GameAnalysis, Loss, Mark, PlayerAnalysis};
pub use assessment::{Assessment, Certainty, SearchEffort};
pub use differences::{Difference, Scored};
pub use drawing::draw;
pub use error::AnswerError;
pub use game::advise_game;
pub use grenier_probe::{Options, ProbeError, Verdict};
pub use grenier_search::{Limits, Report, Settings};
pub use guarantees::{Guaranteed, Guarantees, Readings, Warning};
pub use level::Level;
pub use line::{BestLine, LinePly};
pub use moves::{LineMove, MoveAnswer, line_moves};
pub use names::{DistanceSource, Source};
pub use opponent::Opponent;
pub use oracle::{Oracle, check_rules, default_dir, has_kind, rules_of_dir};
pub use position::PositionAnswer;
pub use rule_comparison::{Example, LayerDifference, RuleComparison, RulePair, compare_rules};
pub use statistics::{BoundsStatistics, LayerStatistics, Statistics, is_fault, statistics};
