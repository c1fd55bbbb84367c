//! A match, solved.

use grenier_rules::Side;
use serde::Serialize;

use crate::rules::MatchRules;
use crate::solve::{NotMonotone, Opening, Outcome, Stage, solve_match};

/// How a match ends, and what each of its games leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchAnswer {
    /// The name of the rules.
    pub rules: &'static str,
    /// Pits that win the match.
    pub goal: u8,
    /// Whether the players begin in turn.
    pub alternate: bool,
    /// How it ends from six pits each, South to begin, when both play for the match.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The games that can occur, by South's pits, then by who begins.
    pub stages: Vec<Stage>,
}

impl MatchAnswer {
    /// Solves a match from the values of [`crate::openings`].
    ///
    /// # Errors
    /// [`NotMonotone`] when values in seeds do not solve it.
    ///
    /// # Panics
    /// When `openings` lacks a game of the match.
    pub fn new(openings: &[Opening], rules: &MatchRules) -> Result<Self, NotMonotone> {
        let stages = solve_match(openings, rules)?;
        let first = first(&stages).expect("the first game of a match");
        Ok(Self {
            rules: rules.rules().name(),
            goal: rules.goal(),
            alternate: rules.alternate(),
            outcome: first.by_match,
            stages,
        })
    }

    /// The first game of the match: six pits each, South to begin.
    ///
    /// # Panics
    /// When it was taken out of `stages`.
    pub fn first(&self) -> &Stage {
        first(&self.stages).expect("the first game of a match")
    }
}

fn first(stages: &[Stage]) -> Option<&Stage> {
    stages
        .iter()
        .find(|stage| (stage.owns, stage.starter) == (6, Side::South))
}
