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
struct Depth {
    depth: u32,
    lines: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = match &args.position {
        Some(text) => board::parse(text)?,
        None => Board::START,
    };
    let position = board.position();
    let count = |depth| Depth {
        depth,
        lines: args.rules.perft(&position, depth),
    };
    if args.json {
        let report = Report {
            position: board.to_string(),
            rules: args.rules.name,
            depths: (1..=args.depth).map(count).collect(),
        };
        emit(&report, out)?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "{} from {board}\n", args.rules.name)?;
    writeln!(out, "depth{:>20}", "lines")?;
    for depth in (1..=args.depth).map(count) {
        writeln!(out, "{:5}{:>20}", depth.depth, words::count(depth.lines))?;
        out.flush()?;
    }
    Ok(Outcome::Done)
}
