//! The best move and how far it is to the next conversion, in words.

use grenier_probe::{BestMove, Distance};

use grenier_rules::NetSeeds;

use crate::output::words;

/// Where a distance comes from, for programs.
pub(crate) fn source(distance: Distance) -> &'static str {
    match distance {
        Distance::Tabled(_) => "table",
        Distance::Searched(_) => "search",
        Distance::Even => "even",
        Distance::Unknown => "unknown",
    }
}

/// Why this move, in a sentence without its full stop; `seeds` are on the board.
pub(crate) fn sentence(letter: char, best: &BestMove, seeds: u32) -> String {
    let untabled = format!("layer {seeds} has no distance table");
    let by = match best.distance {
        Distance::Searched(_) => format!(" (by search: {untabled})"),
        _ => String::new(),
    };
    let Some(plies) = best.distance.plies() else {
        return match best.distance {
            Distance::Unknown => format!(
                "Best is {letter}, the first move that keeps the value; \
                 which makes progress is not known: {untabled}, and the search was given up"
            ),
            _ => format!("Best is {letter}, the first move that keeps it even"),
        };
    };
    let plies = words::counted(plies.into(), "ply", "plies");
    if best.value > NetSeeds(0) {
        format!(
            "Best is {letter}: the next capture or the end of the game is forced in {plies}{by}"
        )
    } else {
        format!(
            "Best is {letter}: it puts the next capture or the end of the game off for {plies}{by}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_rules::{Position, RuleSet};
    use insta::assert_snapshot;

    #[test]
    fn every_source_has_its_words() {
        let position = Position::new([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3]).unwrap();
        let played = RuleSet::AWALE.moves(&position)[0];
        let said = |value, distance| {
            let best = BestMove {
                played,
                value: NetSeeds(value),
                distance,
            };
            sentence('F', &best, 5)
        };
        assert_snapshot!(said(5, Distance::Tabled(1)), @"Best is F: the next capture or the end of the game is forced in 1 ply");
        assert_snapshot!(said(-2, Distance::Tabled(12)), @"Best is F: it puts the next capture or the end of the game off for 12 plies");
        assert_snapshot!(said(-2, Distance::Searched(12)), @"Best is F: it puts the next capture or the end of the game off for 12 plies (by search: layer 5 has no distance table)");
        assert_snapshot!(said(0, Distance::Even), @"Best is F, the first move that keeps it even");
        assert_snapshot!(said(3, Distance::Unknown), @"Best is F, the first move that keeps the value; which makes progress is not known: layer 5 has no distance table, and the search was given up");
    }
}
