//! What is known of a value, and what a search took, in words.

use grenier_answer::SearchEffort;
use grenier_rules::{Centiseeds, NetSeeds};

use crate::output::words;

/// In a few characters: `+3`, or `~+1.7` for an estimate.
pub(crate) fn short(value: Option<NetSeeds>, estimate: Centiseeds) -> String {
    match value {
        Some(value) => value.to_string(),
        None => format!("~{estimate}"),
    }
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
