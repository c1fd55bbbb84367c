//! `grenier line`: a line of best play.

use std::io::Write;

use grenier_answer::{BestLine, DistanceSource, LinePly, Oracle, draw, sentences};
use grenier_probe::LineEnd;
use grenier_rules::NetSeeds;

use crate::options::number::number;
use crate::options::tables::Choice;
use crate::outcome::Outcome;
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::progress::Watch;
use crate::output::table::Table;
use crate::output::{advice, board, source, words};

/// Show a line of best play to its end
///
/// Every move keeps the value. The player who is ahead takes the shortest forced way
/// to the next capture that keeps the value (or to the end of the game), and the
/// other delays as long as possible; among equals the lowest pit is sown.
/// `distance` is the length of that way in plies (single moves), this move included.
/// It comes from the distance tables. Without them a bounded search finds it,
/// marked with `*`; `?` marks a move for which the search gave up. An even position
/// may repeat: the line stops at the first repetition, and what is left counts as
/// shared evenly. See `grenier probe --help` for positions and values.
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

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position.text)?;
    let oracle = args.choice.open()?;
    let watch = Watch::start()?;
    let line = oracle.line(&board, args.plies, Some(watch.flag()));
    let line = line.map_err(|error| source::explain(&oracle, error))?;
    if args.json {
        emit(&line, out)?;
    } else {
        print(&line, &oracle, out)?;
    }
    Ok(watch.outcome())
}

fn print(line: &BestLine, oracle: &Oracle, out: &mut impl Write) -> anyhow::Result<()> {
    let (board, side) = (&line.position, line.position.side());
    let heading = source::heading(oracle, line.source, line.layer);
    write!(out, "{heading}\n\n{}\n", draw(board))?;
    if !line.plies.is_empty() {
        let value = sentences::value(side, line.value, line.layer);
        write!(out, "{value}.\n\n")?;
        print_plies(line, out)?;
        writeln!(out)?;
    }
    print_end(line, out)?;
    if let (Some(net), true) = (
        line.net,
        line.value != NetSeeds(0) && !line.plies.is_empty(),
    ) {
        writeln!(out, "Over the line {side} nets {net:+}.")?;
    }
    Ok(())
}

fn print_plies(line: &BestLine, out: &mut impl Write) -> anyhow::Result<()> {
    let position = match line.position.stores() {
        Some(_) => "<position after",
        None => "<position after, for the player to move",
    };
    let mut table = Table::new(["ply", "<move", "takes", "value", "distance", position]);
    for ply in &line.plies {
        table.row([
            ply.ply.to_string(),
            format!("{} {}", ply.side, ply.letter),
            advice::takes(ply.captured),
            ply.value.to_string(),
            distance(ply),
            ply.position.to_string(),
        ]);
    }
    table.print(out)?;
    let is_searched = |ply: &LinePly| ply.distance_source == DistanceSource::Search;
    if line.plies.iter().any(is_searched) {
        writeln!(out, "\n* by search: no distance table")?;
    }
    Ok(())
}

fn distance(ply: &LinePly) -> String {
    let plies = ply.distance.unwrap_or_default();
    match ply.distance_source {
        DistanceSource::Table => plies.to_string(),
        DistanceSource::Search => format!("{plies}*"),
        DistanceSource::Even => String::new(),
        DistanceSource::Unknown => "?".to_owned(),
    }
}

fn print_end(line: &BestLine, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(left) = line.settlement() {
        writeln!(out, "{}.", sentences::settlement(line.last_side(), &left))?;
    }
    match line.end {
        LineEnd::GameOver(_) => {}
        LineEnd::Repeats { from } => {
            let (before, seeds) = (from + 1, line.last.position().seeds());
            writeln!(
                out,
                "Repeats: this is the position before ply {before} again. Endless play: \
                 what is left ({seeds} on the board) is split evenly."
            )?;
            if line.plies[from].value != NetSeeds(0) {
                writeln!(
                    out,
                    "One side can force more than that, but the search for the way gave up."
                )?;
            }
        }
        LineEnd::PlyLimit | LineEnd::Stopped => {
            let plies = words::counted(line.plies.len() as u64, "ply", "plies");
            let why = match line.end {
                LineEnd::PlyLimit => "see --plies",
                _ => "interrupted",
            };
            writeln!(out, "Stopped after {plies} ({why}).")?;
        }
    }
    Ok(())
}
