//! What a search knows of a value, and what it took, for players and for
//! programs.

use grenier_probe::Verdict;
use grenier_rules::{Centiseeds, NetSeeds};
use grenier_search::{Effort, Worth};
use serde::Serialize;

use crate::output::words;

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Certainty {
    /// It is proved.
    Exact,
    /// It is this or more.
    #[serde(rename = "at least")]
    AtLeast,
    /// It is this or less.
    #[serde(rename = "at most")]
    AtMost,
    /// Both bounds say something.
    Between,
    /// Nothing is proved.
    Estimate,
}

impl Certainty {
    /// How sure a value of a position, or of a move from it, is; `seeds` are on
    /// the board of the position.
    pub(crate) fn of(worth: &Worth, seeds: u32) -> Self {
        let all = NetSeeds(seeds as i8);
        match (worth.at_least > -all, worth.at_most < all) {
            _ if worth.value().is_some() => Self::Exact,
            (true, true) => Self::Between,
            (true, false) => Self::AtLeast,
            (false, true) => Self::AtMost,
            (false, false) => Self::Estimate,
        }
    }
}

/// `exactly +3`, `at least +2 (about +2.6)`, `about +1.7 (an estimate)`.
pub(crate) fn told(worth: &Worth, seeds: u32) -> String {
    let (least, most) = (worth.at_least, worth.at_most);
    let about = format!("about {}", tenths(worth.estimate));
    match Certainty::of(worth, seeds) {
        Certainty::Exact => format!("exactly {least}"),
        Certainty::AtLeast => format!("at least {least} ({about})"),
        Certainty::AtMost => format!("at most {most} ({about})"),
        Certainty::Between => format!("between {least} and {most} ({about})"),
        Certainty::Estimate => format!("{about} (an estimate)"),
    }
}

/// In a few characters: `+3`, or `~+1.7` for an estimate.
pub(crate) fn marked(worth: &Worth) -> String {
    match worth.value() {
        Some(value) => value.to_string(),
        None => format!("~{}", tenths(worth.estimate)),
    }
}

/// A loss, 0 or more, in a few characters: `4`, or `~1.7` for an estimate.
pub(crate) fn loss(lost: &Worth) -> String {
    marked(lost).replace('+', "")
}

/// What a game is for a player whose store is ahead by so many seeds, when what is
/// left is worth this.
pub(crate) fn verdict(ahead: i32, worth: &Worth) -> Verdict {
    let least = ahead + i32::from(worth.at_least.0);
    let most = ahead + i32::from(worth.at_most.0);
    match (least, most) {
        (1.., _) => Verdict::Win,
        (_, ..=-1) => Verdict::Loss,
        (0, 0) => Verdict::Draw,
        _ => Verdict::Open,
    }
}

/// Hundredths of a seed with one decimal: `+1.7`, `0.0`.
fn tenths(estimate: Centiseeds) -> String {
    let tenths = (estimate.seeds() * 10.0).round();
    if tenths == 0.0 {
        return "0.0".to_owned();
    }
    format!("{:+.1}", tenths / 10.0)
}

/// `1.24 million nodes, 340,112 table hits, depth 17, 2.10 s`.
pub(crate) fn effort(effort: &Effort, depth: u32) -> String {
    let nodes = words::rounded(effort.nodes, "node", "nodes");
    let hits = words::rounded(effort.table_hits, "table hit", "table hits");
    let time = words::duration(effort.elapsed.as_secs_f64());
    let solved = match effort.solved {
        0 => String::new(),
        solved => format!(
            ", {} solved",
            words::rounded(solved, "position", "positions")
        ),
    };
    format!("{nodes}, {hits}{solved}, depth {depth}, {time}")
}

/// [`Worth`] for programs.
#[derive(Serialize)]
pub(crate) struct WorthReport {
    /// Net seeds, within the bounds.
    estimate: f64,
    at_least: NetSeeds,
    at_most: NetSeeds,
    /// When it is proved.
    value: Option<NetSeeds>,
    certainty: Certainty,
}

impl WorthReport {
    pub(crate) fn new(worth: &Worth, seeds: u32) -> Self {
        Self {
            estimate: worth.estimate.seeds(),
            at_least: worth.at_least,
            at_most: worth.at_most,
            value: worth.value(),
            certainty: Certainty::of(worth, seeds),
        }
    }
}

/// [`Effort`] for programs.
#[derive(Serialize)]
pub(crate) struct EffortReport {
    nodes: u64,
    table_hits: u64,
    solved: u64,
    /// Plies searched to the end.
    depth: u32,
    seconds: f64,
}

impl EffortReport {
    pub(crate) fn new(effort: &Effort, depth: u32) -> Self {
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
    use std::time::Duration;

    fn worth(estimate: i16, at_least: i8, at_most: i8) -> Worth {
        Worth {
            estimate: Centiseeds(estimate),
            at_least: NetSeeds(at_least),
            at_most: NetSeeds(at_most),
        }
    }

    #[test]
    fn what_is_proved_is_told_and_no_more() {
        for (known, expected) in [
            (worth(300, 3, 3), "exactly +3"),
            (worth(-1100, -11, -11), "exactly -11"),
            (worth(260, 2, 11), "at least +2 (about +2.6)"),
            (worth(260, -11, 4), "at most +4 (about +2.6)"),
            (worth(275, 2, 4), "between +2 and +4 (about +2.8)"),
            (worth(-170, -11, 11), "about -1.7 (an estimate)"),
            (worth(-4, -11, 11), "about 0.0 (an estimate)"),
        ] {
            assert_eq!(told(&known, 11), expected);
        }
    }

    #[test]
    fn programs_read_the_same() {
        let json = |known| serde_json::to_string(&WorthReport::new(&known, 11)).unwrap();
        insta::assert_snapshot!(json(worth(170, -3, 11)), @r#"{"estimate":1.7,"at_least":-3,"at_most":11,"value":null,"certainty":"at least"}"#);
        insta::assert_snapshot!(json(worth(-200, -2, -2)), @r#"{"estimate":-2.0,"at_least":-2,"at_most":-2,"value":-2,"certainty":"exact"}"#);
        insta::assert_snapshot!(json(worth(0, -11, 11)), @r#"{"estimate":0.0,"at_least":-11,"at_most":11,"value":null,"certainty":"estimate"}"#);
    }

    #[test]
    fn effort_is_told_in_round_numbers() {
        let took = Effort {
            nodes: 1_239_900,
            table_hits: 1,
            solved: 0,
            elapsed: Duration::from_millis(2_100),
        };
        assert_eq!(
            effort(&took, 17),
            "1.24 million nodes, 1 table hit, depth 17, 2.10 s"
        );
        let solved = Effort {
            solved: 92_000,
            ..took
        };
        assert!(effort(&solved, 1).contains("1 table hit, 92,000 positions solved, depth 1"));
    }
}
