//! An analysis in words.

use std::io::Write;

use grenier_answer::{AnalysedMove, GameAnalysis, PlayerAnalysis, Verdict};
use grenier_rules::Side;

use super::Analysed;
use crate::output::table::Table;
use crate::output::{words, worth};

const LEGEND: &str = "\
Values and losses are net seeds, for the player who moves. ~ marks an estimate;
everything else is proved. ? is a mistake: it loses 2 or more; ?? is a blunder: it
loses 6 or more, or changes who wins.";

/// Heads for [`player`]: all moves, those that are best, those with an exact loss,
/// what these lost in all and on average, what the others lost, marks.
const PLAYER: [&str; 9] = [
    "moves",
    "best",
    "exact",
    "lost",
    "mean",
    "about",
    "?",
    "??",
    "turning points",
];

/// A game with all of its moves.
pub(super) fn game(game: &Analysed, out: &mut impl Write) -> anyhow::Result<()> {
    let analysis = &game.analysis;
    let [south, north] = players(analysis).map(|(side, player)| name(side, player));
    let (place, result) = (&game.place, analysis.result);
    writeln!(out, "{place}: {south} - {north}, {result}")?;
    writeln!(out, "{}\n", game.heading)?;
    let (done, all) = (analysis.moves.len(), analysis.length);
    if done < all {
        writeln!(
            out,
            "Interrupted: only the last {done} of {all} moves are analysed.\n"
        )?;
    }
    let mut moves = Table::new(["", "<move", "value", "loss", "<best", "<", "<"]);
    for played in &analysis.moves {
        moves.row([
            number(analysis, played),
            written(played),
            worth::short(played.value.value, played.value.estimate),
            loss(played),
            played.better().map_or_else(String::new, String::from),
            played.mark.sign().to_owned(),
            notes(played),
        ]);
    }
    moves.print(out)?;
    writeln!(out)?;
    let mut tally = Table::new([["<"].as_slice(), &PLAYER].concat());
    for (side, counts) in players(analysis) {
        tally.row([vec![side.to_string()], player(counts)].concat());
    }
    tally.print(out)?;
    turning_points(analysis, out)?;
    writeln!(out, "\n{}.\n", searched(analysis))?;
    Ok(())
}

fn players(analysis: &GameAnalysis) -> [(Side, &PlayerAnalysis); 2] {
    [
        (Side::South, &analysis.south),
        (Side::North, &analysis.north),
    ]
}

/// A player's name, or their side.
fn name(side: Side, player: &PlayerAnalysis) -> String {
    player.name.clone().unwrap_or_else(|| side.to_string())
}

/// The number of a move as it is written: `12.` or, for North's, `12...`.
fn number(analysis: &GameAnalysis, played: &AnalysedMove) -> String {
    let ply = played.ply - 1 + usize::from(analysis.start.side() == Side::North);
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

/// `F+2`.
fn written(played: &AnalysedMove) -> String {
    match played.captured {
        0 => played.letter.to_string(),
        captured => format!("{}+{captured}", played.letter),
    }
}

/// A loss, 0 or more: `4`, or `~1.7` for an estimate.
pub(super) fn loss(played: &AnalysedMove) -> String {
    worth::short(played.loss.value, played.loss.estimate).replace('+', "")
}

/// What an analysis took, without the full stop.
fn searched(analysis: &GameAnalysis) -> String {
    if analysis.searches == 0 {
        return "No search was needed".to_owned();
    }
    let positions = words::positions(analysis.searches.into());
    let nodes = words::rounded(analysis.nodes, "node", "nodes");
    let time = words::duration(analysis.seconds);
    format!("Searched: {positions}, {nodes}, {time}")
}

fn notes(played: &AnalysedMove) -> String {
    let mut notes = Vec::new();
    if played.forced {
        notes.push("only move".to_owned());
    }
    if let Some(turn) = played.turning_point {
        notes.push(turned(turn).to_owned());
    }
    if played.occurrences > 1 {
        notes.push(format!(
            "the position was there {} times by now",
            played.occurrences
        ));
    }
    notes.join(", ")
}

/// The cells below [`PLAYER`].
fn player(player: &PlayerAnalysis) -> Vec<String> {
    let mean = player.mean.map(|mean| format!("{mean:.2}"));
    let about = match player.moves - player.exact {
        0 => "-".to_owned(),
        _ => format!("~{:.1}", player.estimated),
    };
    vec![
        player.moves.to_string(),
        player.best.to_string(),
        player.exact.to_string(),
        player.lost.to_string(),
        mean.unwrap_or_else(|| "-".to_owned()),
        about,
        player.mistakes.to_string(),
        player.blunders.to_string(),
        player.turning_points.to_string(),
    ]
}

fn turning_points(analysis: &GameAnalysis, out: &mut impl Write) -> anyhow::Result<()> {
    for played in &analysis.moves {
        let (Some(turn), Some(better)) = (played.turning_point, played.better()) else {
            continue;
        };
        let (side, number) = (played.side(), number(analysis, played));
        let (written, turned) = (written(played), turned(turn));
        writeln!(
            out,
            "{side}, {number} {written}: {turned}; {better} keeps it."
        )?;
    }
    Ok(())
}

/// What a turning point does, for the player who makes it.
pub(super) fn turned(turn: [Verdict; 2]) -> &'static str {
    match turn {
        [Verdict::Win, Verdict::Draw] => "a won game is drawn",
        [Verdict::Win, _] => "a won game is lost",
        _ => "a drawn game is lost",
    }
}

/// A table of all games, if there are several, and what the signs mean.
pub(super) fn end(games: &[Analysed], out: &mut impl Write) -> anyhow::Result<()> {
    if games.len() > 1 {
        let mut table = Table::new([["<game", "result", "<player"].as_slice(), &PLAYER].concat());
        for game in games {
            for (side, counts) in players(&game.analysis) {
                let (title, result) = match side {
                    Side::South => (game.place.to_string(), game.analysis.result.to_string()),
                    Side::North => (String::new(), String::new()),
                };
                table.row([vec![title, result, name(side, counts)], player(counts)].concat());
            }
        }
        table.print(out)?;
        writeln!(out)?;
    }
    writeln!(out, "{LEGEND}")?;
    Ok(())
}
