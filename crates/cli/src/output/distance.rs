//! The best move and its distance to the next capture, in words.

use grenier_answer::DistanceSource;
use grenier_rules::NetSeeds;

use crate::output::words;

/// Why `letter` is best, in a sentence without its full stop. The position is worth
/// `value` and has `seeds` seeds on the board.
pub(crate) fn sentence(
    letter: char,
    value: NetSeeds,
    distance: Option<u32>,
    source: DistanceSource,
    seeds: u32,
) -> String {
    let untabled = format!("layer {seeds} has no distance table");
    let by = match source {
        DistanceSource::Search => format!(" (by search: {untabled})"),
        _ => String::new(),
    };
    let Some(plies) = distance else {
        return match source {
            DistanceSource::Unknown => format!(
                "Best is {letter}, the first move that keeps the value; which move makes progress \
                 is not known: {untabled}, and the search gave up"
            ),
            _ => format!("Best is {letter}, the first move that keeps it even"),
        };
    };
    let plies = words::counted(plies.into(), "ply", "plies");
    if value > NetSeeds(0) {
        format!(
            "Best is {letter}: it forces the next capture or the end of the game in {plies}{by}"
        )
    } else {
        format!(
            "Best is {letter}: it delays the next capture or the end of the game for {plies}{by}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::DistanceSource::{Even, Search, Table, Unknown};
    use super::*;
    use insta::assert_snapshot;

    #[test]
    fn every_source_has_its_words() {
        let said = |value, distance, source| sentence('F', NetSeeds(value), distance, source, 5);
        assert_snapshot!(said(5, Some(1), Table), @"Best is F: it forces the next capture or the end of the game in 1 ply");
        assert_snapshot!(said(-2, Some(12), Table), @"Best is F: it delays the next capture or the end of the game for 12 plies");
        assert_snapshot!(said(-2, Some(12), Search), @"Best is F: it delays the next capture or the end of the game for 12 plies (by search: layer 5 has no distance table)");
        assert_snapshot!(said(0, None, Even), @"Best is F, the first move that keeps it even");
        assert_snapshot!(said(3, None, Unknown), @"Best is F, the first move that keeps the value; which move makes progress is not known: layer 5 has no distance table, and the search gave up");
    }
}
