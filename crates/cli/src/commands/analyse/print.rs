//! What a player reads.

use std::io::Write;

use grenier_probe::Verdict;
use grenier_rules::Side;

use super::game::Analysed;
use super::ply::Ply;
use super::tally::Tally;
use crate::output::{words, worth};

const LEGEND: &str = "\
Values and losses are net seeds, from the view of who moves. ~ marks an estimate;
everything else is proved. ? is a mistake: it loses 2 or more; ?? is a blunder: it
loses 6 or more, or changes who wins.";

/// What is counted of a player: all moves, those that are best, those with an
/// exact loss, what they lost in all and in the mean, what the others lost, marks.
const TALLY: &str = "moves  best  exact  lost  mean  about    ?   ??  turning points";
const SIDES: [Side; 2] = [Side::South, Side::North];

/// A game with all of its moves.
pub(super) fn game(game: &Analysed, out: &mut impl Write) -> anyhow::Result<()> {
    let [south, north] = SIDES.map(|side| game.player(side));
    let result = game.record.result();
    writeln!(out, "{}: {south} - {north}, {result}", game.place)?;
    writeln!(out, "{}\n", game.heading)?;
    if game.missing() > 0 {
        let all = game.record.game().played().len();
        let done = game.plies.len();
        writeln!(
            out,
            "Interrupted: the last {done} of {all} moves were looked at.\n"
        )?;
    }
    writeln!(out, "move           value   loss  best")?;
    for (at, ply) in game.numbered() {
        let row = row(&game.number(at), ply, game.occurrences[at]);
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out, "\n       {TALLY}")?;
    for side in SIDES {
        writeln!(out, "{side:<5}  {}", tally(&game.tally(side)))?;
    }
    turning_points(game, out)?;
    writeln!(out, "\n{}.\n", searched(game))?;
    Ok(())
}

/// What it took, without the full stop.
fn searched(game: &Analysed) -> String {
    let (effort, searches) = &game.effort;
    if *searches == 0 {
        return "No search was needed".to_owned();
    }
    let positions = words::positions(u64::from(*searches));
    let nodes = words::rounded(effort.nodes, "node", "nodes");
    let time = words::duration(effort.elapsed.as_secs_f64());
    format!("Searched: {positions}, {nodes}, {time}")
}

fn row(number: &str, ply: &Ply, occurrences: usize) -> String {
    let loss = worth::loss(&ply.loss());
    let value = worth::marked(&ply.before);
    let best = ply.better().map_or(String::new(), String::from);
    let mut notes = Vec::new();
    if ply.is_forced {
        notes.push("only move".to_owned());
    }
    if let Some(turn) = ply.turn() {
        notes.push(turned(turn).to_owned());
    }
    if occurrences > 1 {
        notes.push(format!("the position was there {occurrences} times by now"));
    }
    let (written, mark) = (ply.written(), ply.grade().mark());
    let notes = notes.join(", ");
    format!("{number:>6} {written:<6}{value:>7}{loss:>7}  {best:<4}  {mark:<2}  {notes}")
}

/// The columns below [`TALLY`].
fn tally(tally: &Tally) -> String {
    let mean = tally
        .mean()
        .map_or("-".to_owned(), |mean| format!("{mean:.2}"));
    let about = match tally.moves - tally.exact {
        0 => "-".to_owned(),
        _ => format!("~{:.1}", tally.estimated()),
    };
    format!(
        "{:>5}{:>6}{:>7}{:>6}{mean:>6}{about:>7}{:>5}{:>5}{:>16}",
        tally.moves,
        tally.best,
        tally.exact,
        tally.lost,
        tally.mistakes,
        tally.blunders,
        tally.turns
    )
}

fn turning_points(game: &Analysed, out: &mut impl Write) -> anyhow::Result<()> {
    for (at, ply) in game.numbered() {
        let (Some(turn), Some(better)) = (ply.turn(), ply.better()) else {
            continue;
        };
        let (side, number, written) = (ply.side, game.number(at), ply.written());
        let told = turned(turn);
        writeln!(
            out,
            "{side}, {number} {written}: {told}; {better} keeps it."
        )?;
    }
    Ok(())
}

/// What a turning point does, for the player who makes it.
pub(super) fn turned(turn: (Verdict, Verdict)) -> &'static str {
    match turn {
        (Verdict::Win, Verdict::Draw) => "a won game is drawn",
        (Verdict::Win, _) => "a won game is lost",
        _ => "a drawn game is lost",
    }
}

/// A table of all games, if there are several, and what the signs mean.
pub(super) fn end(games: &[Analysed], out: &mut impl Write) -> anyhow::Result<()> {
    if games.len() > 1 {
        table(games, out)?;
    }
    writeln!(out, "{LEGEND}")?;
    Ok(())
}

/// Two lines for each game, one for each player.
fn table(games: &[Analysed], out: &mut impl Write) -> anyhow::Result<()> {
    let names = games
        .iter()
        .map(|game| game.place.to_string().chars().count());
    let name = names.max().unwrap_or(0).max("game".len());
    let players = games
        .iter()
        .flat_map(|game| SIDES.map(|side| game.player(side)));
    let players = players.map(|player| player.chars().count());
    let player = players.max().unwrap_or(0).max("player".len());
    writeln!(
        out,
        "{:name$}  {:>9}  {:player$}  {TALLY}",
        "game", "result", "player"
    )?;
    for game in games {
        let result = game.record.result().to_string();
        for side in SIDES {
            let (title, result) = match side {
                Side::South => (game.place.to_string(), result.as_str()),
                Side::North => (String::new(), ""),
            };
            let (who, row) = (game.player(side), tally(&game.tally(side)));
            writeln!(out, "{title:name$}  {result:>9}  {who:player$}  {row}")?;
        }
    }
    writeln!(out)?;
    Ok(())
}
