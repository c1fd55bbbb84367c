//! Games with comments on their moves.

use grenier_answer::{AnalysedMove, GameAnalysis};
use grenier_rules::ogn::Record;

use super::print::{loss, turned};
use crate::machine::PROGRAM;
use crate::output::worth;

/// How a comment of this program begins and ends, inside of others.
const OURS: (&str, char) = ("(grenier: ", ')');

/// The game with a comment on each analysed move, behind those it has; an earlier
/// comment of this program is replaced.
pub(super) fn record(mut record: Record, analysis: &GameAnalysis) -> Record {
    for played in &analysis.moves {
        let (begin, end) = OURS;
        let at = played.ply - 1;
        let before = without_ours(record.comment(at));
        record.set_comment(at, &format!("{before} {begin}{}{end}", comment(played)));
    }
    let known = record.tag("Annotator").unwrap_or_default();
    let annotator = annotator(known, analysis.endless.name());
    record.set_tag("Annotator", &annotator);
    record
}

/// Who else made comments, and this program.
fn annotator(known: &str, endless: &str) -> String {
    let others = known.split("grenier ").next().unwrap_or_default();
    let ours = format!("grenier {}, endless play {endless}", PROGRAM.version);
    match others.trim_end_matches([',', ' ']) {
        "" => ours,
        others => format!("{others}, {ours}"),
    }
}

/// `+6, loses 4, best is B, a won game is drawn ??`.
fn comment(played: &AnalysedMove) -> String {
    let mut words = vec![worth::short(played.value.value, played.value.estimate)];
    if played.forced {
        words.push("the only move".to_owned());
    } else if played.is_best() {
        words.push("best".to_owned());
    } else {
        words.push(format!("loses {}", loss(played)));
        words.extend(played.better().map(|better| format!("best is {better}")));
    }
    words.extend(played.turning_point.map(|turn| turned(turn).to_owned()));
    let comment = format!("{} {}", words.join(", "), played.mark.sign());
    comment.trim_end().to_owned()
}

fn without_ours(comment: &str) -> String {
    let (begin, end) = OURS;
    let Some((before, ours)) = comment.split_once(begin) else {
        return comment.to_owned();
    };
    let behind = ours.split_once(end).map_or("", |(_, behind)| behind);
    format!("{before}{behind}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_annotators_stay() {
        let ours = annotator("", "even");
        assert_eq!(annotator(&ours, "even"), ours);
        let both = annotator("Esi", "even");
        assert_eq!(both, format!("Esi, {ours}"));
        assert_eq!(annotator(&both, "even"), both);
    }

    #[test]
    fn only_what_this_program_said_is_replaced() {
        for (comment, left) in [
            ("", ""),
            ("a good move", "a good move"),
            ("(grenier: +3, best)", ""),
            (
                "a (good) move (grenier: ~+1.7, best) so",
                "a (good) move  so",
            ),
            ("cut (grenier: +3", "cut "),
        ] {
            assert_eq!(without_ours(comment), left);
        }
    }
}
