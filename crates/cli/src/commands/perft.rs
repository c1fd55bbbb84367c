//! `grenier perft`: counts lines of play.

use std::io::Write;

use grenier_rules::{Board, RuleSet};
use serde::Serialize;

use crate::options::number::number;
use crate::options::rules::rules_parser;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::{board, words};

/// Count lines of play, the usual check of a move generator
///
/// Counts, for each depth from 1 to D, the sequences of exactly that many moves.
/// A line that ends earlier because the game is over does not count.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier perft --depth 6\n  \
                        grenier perft --rules awari --depth 4 0-0-0-0-0-12-1-1-1-1-1-1")]
pub(crate) struct Args {
    /// Rule set
    #[arg(long, value_name = "NAME", default_value = "awale", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Depth in moves; each further move takes about five times as long
    #[arg(long, value_name = "D", value_parser = number(1..=30_u32))]
    depth: u32,
    /// Position to start from: 12 pits, or 12 pits, two stores and the side to
    /// move [default: the start of a game]
    #[arg(allow_hyphen_values = true, value_parser = board::not_an_option)]
    position: Option<String>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    rules: &'static str,
    depths: Vec<Depth>,
}

#[derive(Serialize)]
pub(crate) struct Depth {
    depth: u32,
    lines: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = match &args.position {
        Some(text) => board::parse(text)?,
        None => Board::START,
    };
    let position = board.position();
    let depths = depths(args.depth, |depth| args.rules.perft(&position, depth));
    if args.json {
        let report = Report {
            position: board.to_string(),
            rules: args.rules.name,
            depths: depths.collect(),
        };
        emit(&report, out)?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "{} from {board}\n", args.rules.name)?;
    print(depths, out)?;
    Ok(Outcome::Done)
}

/// The lines for each depth, as they are counted.
pub(crate) fn depths(to: u32, count: impl Fn(u32) -> u64) -> impl Iterator<Item = Depth> {
    (1..=to).map(move |depth| Depth {
        depth,
        lines: count(depth),
    })
}

/// Each depth as soon as it is counted.
pub(crate) fn print(
    depths: impl Iterator<Item = Depth>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(out, "depth{:>20}", "lines")?;
    for Depth { depth, lines } in depths {
        writeln!(out, "{depth:5}{:>20}", words::count(lines))?;
        out.flush()?;
    }
    Ok(())
}
