//! `grenier line`: how play goes on when both sides play best.

use std::io::Write;

use grenier_probe::{Distance, Line, LineEnd};
use grenier_rules::{Board, NetSeeds, Side, move_letter};
use serde::Serialize;

use crate::options::number::number;
use crate::options::tables::{Choice, Opened};
use crate::outcome::Outcome;
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::{board, conversion, words};

/// Show a line of best play to its end
///
/// Every move keeps the value. Where a side is ahead, it takes the shortest
/// forced way to the next capture that keeps the value (or to the end of the
/// game), and the other side delays as long as it can; among equal moves the
/// lowest pit is sown. `to go` is how many plies that takes, this move included.
/// It comes from the distance tables; where there are none it is searched for
/// within a bound and marked with `*`, and a move taken without it is marked with
/// `?`. An even position may go round for ever: the line stops at the first repetition, and what is left
/// counts as shared evenly. See `grenier probe --help` for positions and values.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier line 0-0-0-0-1-2-1-0-0-0-1-2\n  \
                        grenier line --plies 10 0-0-0-0-1-2-1-0-0-0-1-2-22-19-N")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    position: PositionArg,
    /// Most moves to show
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = number(0..=1_000_000_usize))]
    plies: usize,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

/// A line with the boards and the letters that a player sees.
struct Shown {
    first: Board,
    line: Line,
    plies: Vec<ShownPly>,
    /// Net seeds for the first mover over the whole line, with what the end
    /// gives; `None` when the end gives nothing.
    net: Option<i32>,
    /// The player to move at the end.
    last_side: Side,
}

struct ShownPly {
    side: Side,
    letter: char,
    after: Board,
}

#[derive(Serialize)]
struct Report {
    position: String,
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    layer: u32,
    value: NetSeeds,
    plies: Vec<PlyReport>,
    end: &'static str,
    repeats_from: Option<usize>,
    net: Option<i32>,
}

#[derive(Serialize)]
struct PlyReport {
    ply: usize,
    #[serde(rename = "move")]
    letter: char,
    captured: u8,
    conceded: u8,
    value: NetSeeds,
    conversion: Option<u32>,
    conversion_source: &'static str,
    position: String,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position.text)?;
    let opened = args.choice.open()?;
    let line = opened.tables.line(&board.position(), args.plies, &|| false);
    let line = line.map_err(|error| opened.explain(error))?;
    let shown = Shown::new(board, line);
    if args.json {
        let report = Report::new(&board, &opened, &shown);
        emit(&report, out)?;
    } else {
        print(&board, &opened, &shown, out)?;
    }
    Ok(Outcome::Done)
}

impl Shown {
    fn new(first: Board, line: Line) -> Self {
        let (mut side, mut after) = (first.side(), first);
        let mut net = 0;
        let mut plies = Vec::new();
        for ply in &line.plies {
            let played = &ply.best.played;
            let gain = i32::from(played.captured) - i32::from(played.conceded);
            net += if side == first.side() { gain } else { -gain };
            after = after.after(played);
            plies.push(ShownPly {
                side,
                letter: move_letter(side, played.pit),
                after,
            });
            side = side.other();
        }
        let net = match line.end {
            LineEnd::PlyLimit | LineEnd::Stopped => None,
            LineEnd::Repeats { .. } => Some(net),
            LineEnd::GameOver(left) if side == first.side() => Some(net + i32::from(left.net().0)),
            LineEnd::GameOver(left) => Some(net - i32::from(left.net().0)),
        };
        Self {
            first,
            line,
            plies,
            net,
            last_side: side,
        }
    }
}

impl Report {
    fn new(board: &Board, opened: &Opened, shown: &Shown) -> Self {
        let plies = shown.line.plies.iter().zip(&shown.plies).enumerate();
        let plies = plies.map(|(at, (ply, shown))| PlyReport {
            ply: at + 1,
            letter: shown.letter,
            captured: ply.best.played.captured,
            conceded: ply.best.played.conceded,
            value: ply.best.value,
            conversion: ply.best.distance.plies(),
            conversion_source: conversion::source(ply.best.distance),
            position: shown.after.to_string(),
        });
        let (end, repeats_from) = match shown.line.end {
            LineEnd::GameOver(_) => ("game over", None),
            LineEnd::Repeats { from } => ("repeats", Some(from + 1)),
            LineEnd::PlyLimit | LineEnd::Stopped => ("ply limit", None),
        };
        Self {
            position: board.to_string(),
            rules: opened.tables.rules().name,
            kind: opened.tables.layers().kind().name(),
            endless: opened.tables.endless().name(),
            layer: board.position().seeds(),
            value: shown.line.value,
            plies: plies.collect(),
            end,
            repeats_from,
            net: shown.net,
        }
    }
}

fn print(
    board: &Board,
    opened: &Opened,
    shown: &Shown,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let position = board.position();
    let source = opened.tables.probe(&position)?.source;
    write!(
        out,
        "{}\n\n{}\n",
        opened.heading(source, position.seeds()),
        board::draw(board)
    )?;
    if !shown.plies.is_empty() {
        let value = words::value(board.side(), shown.line.value.0, position.seeds());
        write!(out, "{value}.\n\n")?;
        print_plies(shown, out)?;
        writeln!(out)?;
    }
    print_end(shown, out)?;
    if let (Some(net), true) = (
        shown.net,
        shown.line.value != NetSeeds(0) && !shown.plies.is_empty(),
    ) {
        let side = board.side();
        writeln!(out, "Over the line {side} nets {net:+}.")?;
    }
    Ok(())
}

fn print_plies(shown: &Shown, out: &mut impl Write) -> anyhow::Result<()> {
    let view = if shown.first.stores().is_some() {
        ""
    } else {
        ", from the view of the player to move"
    };
    writeln!(
        out,
        " ply  move     takes  value  to go  position after{view}"
    )?;
    for (at, (ply, shown)) in shown.line.plies.iter().zip(&shown.plies).enumerate() {
        let takes = match ply.best.played.captured {
            0 => String::new(),
            captured => captured.to_string(),
        };
        let to_go = match ply.best.distance {
            Distance::Tabled(plies) => plies.to_string(),
            Distance::Searched(plies) => format!("{plies}*"),
            Distance::Even => String::new(),
            Distance::Unknown => "?".to_owned(),
        };
        writeln!(
            out,
            "{:4}  {} {}{takes:>7}{:>7}{to_go:>7}  {}",
            at + 1,
            shown.side,
            shown.letter,
            ply.best.value.to_string(),
            shown.after
        )?;
    }
    let searched = |ply: &grenier_probe::Ply| matches!(ply.best.distance, Distance::Searched(_));
    if shown.line.plies.iter().any(searched) {
        writeln!(out, "\n* by search: no distance table")?;
    }
    Ok(())
}

fn print_end(shown: &Shown, out: &mut impl Write) -> anyhow::Result<()> {
    let plies = shown.plies.len();
    match shown.line.end {
        LineEnd::GameOver(mut left) => {
            // What the last move conceded left the board with it.
            left.mover += shown
                .line
                .plies
                .last()
                .map_or(0, |ply| ply.best.played.conceded);
            writeln!(out, "{}.", words::settlement(shown.last_side, &left))?;
        }
        LineEnd::Repeats { from } => {
            let before = from + 1;
            let seeds = shown.line.last.seeds();
            writeln!(
                out,
                "Repeats: this is the position before ply {before} again. Endless play: \
                 what is left ({seeds} on the board) is split evenly."
            )?;
            if shown.line.plies[from].best.value != NetSeeds(0) {
                writeln!(
                    out,
                    "One side can force more than that, but the search for the way was given up."
                )?;
            }
        }
        LineEnd::PlyLimit | LineEnd::Stopped => {
            let plies = words::counted(plies as u64, "ply", "plies");
            writeln!(out, "Stopped after {plies} (see --plies).")?;
        }
    }
    Ok(())
}
