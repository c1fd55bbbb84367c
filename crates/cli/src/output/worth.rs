//! What is known of a value, and what a search took, in words.

use grenier_answer::{Assessment, Certainty, SearchEffort};
use grenier_rules::{Centiseeds, NetSeeds};

use crate::output::words;

/// `exactly +3`, `at least +2 (about +2.6)`, `about +1.7 (an estimate)`.
pub(crate) fn sentence(worth: &Assessment) -> String {
    let (least, most) = (worth.at_least, worth.at_most);
    let about = format!("about {}", tenths(worth.estimate));
    match worth.certainty {
        Certainty::Exact => format!("exactly {least}"),
        Certainty::AtLeast => format!("at least {least} ({about})"),
        Certainty::AtMost => format!("at most {most} ({about})"),
        Certainty::Between => format!("between {least} and {most} ({about})"),
        Certainty::Estimate => format!("{about} (an estimate)"),
    }
}

/// In a few characters: `+3`, or `~+1.7` for an estimate.
pub(crate) fn short(value: Option<NetSeeds>, estimate: Centiseeds) -> String {
    match value {
        Some(value) => value.to_string(),
        None => format!("~{}", tenths(estimate)),
    }
}

/// Net seeds with one decimal: `+1.7`, `0.0`.
fn tenths(estimate: Centiseeds) -> String {
    let tenths = (f64::from(estimate.0) / 10.0).round();
    if tenths == 0.0 {
        return "0.0".to_owned();
    }
    format!("{:+.1}", tenths / 10.0)
}

/// `1.24 million nodes, 340,112 table hits, depth 17, 2.10 s`.
pub(crate) fn effort(effort: &SearchEffort) -> String {
    let nodes = words::rounded(effort.nodes, "node", "nodes");
    let hits = words::rounded(effort.table_hits, "table hit", "table hits");
    let time = words::duration(effort.seconds);
    let solved = match effort.solved {
        0 => String::new(),
        solved => format!(
            ", {} solved",
            words::rounded(solved, "position", "positions")
        ),
    };
    format!("{nodes}, {hits}{solved}, depth {}, {time}", effort.depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_search::Worth;

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
            assert_eq!(sentence(&Assessment::new(&worth, 11)), expected);
        }
    }

    #[test]
    fn effort_is_rounded() {
        let took = SearchEffort {
            nodes: 1_239_900,
            table_hits: 1,
            solved: 0,
            depth: 17,
            seconds: 2.1,
        };
        assert_eq!(
            effort(&took),
            "1.24 million nodes, 1 table hit, depth 17, 2.10 s"
        );
        let solved = SearchEffort {
            solved: 92_000,
            depth: 1,
            ..took
        };
        assert!(effort(&solved).contains("1 table hit, 92,000 positions solved, depth 1"));
    }
}
