//! `grenier probe`: what a position is worth, and every move.

use std::io::Write;

use grenier_probe::Answer;
use grenier_rules::{Board, move_letter};
use serde::Serialize;

use crate::open::{Choice, Opened, source_name};
use crate::{Outcome, board, words};

/// Say what a position is worth, and every move with its value
///
/// A position is 12 pits counter-clockwise from South's leftmost, joined by
/// dashes, with South to move; or the same with South's store, North's store
/// and the side to move (S or N). Values are net seeds from here on, from the
/// view of the player to move: what they will still capture minus what the
/// other will, under best play.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier probe 0-0-0-0-1-2-1-0-0-0-1-2\n  \
                        grenier probe 0-0-0-0-1-2-1-0-0-0-1-2-22-19-S\n  \
                        grenier probe --rules oware --json 0-0-0-0-1-2-1-0-0-0-1-2")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    /// The position: 12 pits, or 12 pits, two stores and the side to move
    #[arg(allow_hyphen_values = true, value_parser = board::not_an_option)]
    position: String,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    layer: u32,
    source: &'static str,
    value: i8,
    best: Vec<char>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    letter: char,
    captured: u8,
    conceded: u8,
    value: i8,
    position: String,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position)?;
    let opened = args.choice.open()?;
    let answer = opened.tables.probe(&board.position());
    let answer = answer.map_err(|error| opened.explain(error))?;
    if args.json {
        let report = Report::new(&board, &opened, &answer);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&board, &opened, &answer, out)?;
    }
    Ok(Outcome::Done)
}

impl Report {
    fn new(board: &Board, opened: &Opened, answer: &Answer) -> Self {
        let letter = |pit| move_letter(board.side(), pit);
        let moves = answer.moves.iter().map(|rated| MoveReport {
            letter: letter(rated.played.pit),
            captured: rated.played.captured,
            conceded: rated.played.conceded,
            value: rated.value,
            position: board.after(&rated.played).to_string(),
        });
        Self {
            position: board.to_string(),
            rules: opened.tables.rules().name,
            kind: opened.tables.kind().name(),
            endless: opened.tables.endless().name(),
            layer: answer.position.seeds(),
            source: source_name(answer.source),
            value: answer.value,
            best: answer
                .best()
                .map(|rated| letter(rated.played.pit))
                .collect(),
            moves: moves.collect(),
        }
    }
}

fn print(
    board: &Board,
    opened: &Opened,
    answer: &Answer,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (side, seeds) = (board.side(), answer.position.seeds());
    let heading = opened.heading(answer.source, seeds);
    write!(out, "{heading}\n\n{}\n", board::draw(board))?;
    match &answer.settlement {
        Some(left) => writeln!(out, "{}.", words::settlement(side, left))?,
        None => writeln!(out, "{}.", words::value(side, answer.value, seeds))?,
    }
    if let Some(stores) = board.stores() {
        let result = words::result(stores, side, answer.value, seeds);
        let reading = match answer.settlement {
            Some(_) => "",
            None if result.contains(".5") => " if what is left is shared evenly",
            None => ", endless play counting even",
        };
        writeln!(out, "{result}{reading}.")?;
    }
    if answer.moves.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nmove  takes  value")?;
    for rated in &answer.moves {
        let letter = move_letter(side, rated.played.pit);
        let takes = match rated.played.captured {
            0 => String::new(),
            captured => captured.to_string(),
        };
        let value = words::signed(rated.value);
        let best = if rated.value == answer.value {
            "  best"
        } else {
            ""
        };
        let gives = match rated.played.conceded {
            0 => String::new(),
            conceded => format!("  gives {conceded}"),
        };
        writeln!(out, "{letter:>4}{takes:>7}{value:>7}{best}{gives}")?;
    }
    Ok(())
}
