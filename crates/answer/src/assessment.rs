//! What is proved of a value, and what is estimated.

use std::fmt;

use grenier_probe::Verdict;
use grenier_rules::{Centiseeds, NetSeeds};
use grenier_search::{Effort, Worth};
use serde::Serialize;

use crate::names::seeds;

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// It is proved.
    Exact,
    /// A lower bound is proved.
    #[serde(rename = "at least")]
    AtLeast,
    /// An upper bound is proved.
    #[serde(rename = "at most")]
    AtMost,
    /// Both bounds are proved.
    Between,
    /// Nothing is proved.
    Estimate,
}

/// What is known of a value, in net seeds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Assessment {
    /// The best guess, within the bounds.
    #[serde(serialize_with = "seeds")]
    pub estimate: Centiseeds,
    /// The value is this or more: proved.
    pub at_least: NetSeeds,
    /// The value is this or less: proved.
    pub at_most: NetSeeds,
    /// The value, when it is proved.
    pub value: Option<NetSeeds>,
    /// The same in a word.
    pub certainty: Certainty,
}

impl Assessment {
    /// What a search knows of a position with `seeds` seeds on the board, or of a
    /// move from it.
    pub fn new(worth: &Worth, seeds: u32) -> Self {
        let all = NetSeeds(seeds as i8);
        let certainty = match (worth.at_least > -all, worth.at_most < all) {
            _ if worth.value().is_some() => Certainty::Exact,
            (true, true) => Certainty::Between,
            (true, false) => Certainty::AtLeast,
            (false, true) => Certainty::AtMost,
            (false, false) => Certainty::Estimate,
        };
        Self {
            estimate: worth.estimate,
            at_least: worth.at_least,
            at_most: worth.at_most,
            value: worth.value(),
            certainty,
        }
    }

    /// How the whole game ends for a player whose store is ahead by `ahead` seeds
    /// and who gets this from the board.
    pub fn verdict(&self, ahead: i8) -> Verdict {
        match (ahead + self.at_least.0, ahead + self.at_most.0) {
            (1.., _) => Verdict::Win,
            (_, ..=-1) => Verdict::Loss,
            (0, 0) => Verdict::Draw,
            _ => Verdict::Open,
        }
    }
}

/// `exactly +3`, `at least +2 (about +2.6)`, `about +1.7 (an estimate)`.
impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most, about) = (self.at_least, self.at_most, self.estimate);
        match self.certainty {
            Certainty::Exact => write!(f, "exactly {least}"),
            Certainty::AtLeast => write!(f, "at least {least} (about {about})"),
            Certainty::AtMost => write!(f, "at most {most} (about {about})"),
            Certainty::Between => write!(f, "between {least} and {most} (about {about})"),
            Certainty::Estimate => write!(f, "about {about} (an estimate)"),
        }
    }
}

/// What an answer took to find.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SearchEffort {
    /// Positions looked at.
    pub nodes: u64,
    /// Values found in tables.
    pub table_hits: u64,
    /// Positions of layers above the tables that were solved on the way.
    pub solved: u64,
    /// Plies of the last step that was finished.
    pub depth: u32,
    /// Time in seconds.
    pub seconds: f64,
}

impl SearchEffort {
    /// The effort of a search that finished the step of `depth` plies.
    pub fn new(effort: &Effort, depth: u32) -> Self {
        Self {
            nodes: effort.nodes,
            table_hits: effort.table_hits,
            solved: effort.solved,
            depth,
            seconds: effort.elapsed.as_secs_f64(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_proved_is_said() {
        for (estimate, at_least, at_most, expected) in [
            (300, 3, 3, "exactly +3"),
            (-1100, -11, -11, "exactly -11"),
            (260, 2, 11, "at least +2 (about +2.6)"),
            (260, -11, 4, "at most +4 (about +2.6)"),
            (275, 2, 4, "between +2 and +4 (about +2.8)"),
            (-170, -11, 11, "about -1.7 (an estimate)"),
            (-4, -11, 11, "about 0.0 (an estimate)"),
        ] {
            let worth = Worth {
                estimate: Centiseeds(estimate),
                at_least: NetSeeds(at_least),
                at_most: NetSeeds(at_most),
            };
            assert_eq!(Assessment::new(&worth, 11).to_string(), expected);
        }
    }

    #[test]
    fn programs_read_what_is_proved_and_what_is_not() {
        let json = |estimate, at_least, at_most| {
            let worth = Worth {
                estimate: Centiseeds(estimate),
                at_least: NetSeeds(at_least),
                at_most: NetSeeds(at_most),
            };
            serde_json::to_string(&Assessment::new(&worth, 11)).unwrap()
        };
        insta::assert_snapshot!(json(170, -3, 11), @r#"{"estimate":1.7,"at_least":-3,"at_most":11,"value":null,"certainty":"at least"}"#);
        insta::assert_snapshot!(json(-200, -2, -2), @r#"{"estimate":-2.0,"at_least":-2,"at_most":-2,"value":-2,"certainty":"exact"}"#);
        insta::assert_snapshot!(json(0, -11, 11), @r#"{"estimate":0.0,"at_least":-11,"at_most":11,"value":null,"certainty":"estimate"}"#);
    }
}
