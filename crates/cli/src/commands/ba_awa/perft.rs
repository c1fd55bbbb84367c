//! `grenier ba-awa perft`: counts lines of play.

use std::io::Write;

use serde::Serialize;

use super::board::Moment;
use super::game::{GameChoice, heading, side_name};
use crate::options::number::number;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::{board, words};

/// Count lines of play, the usual check of a move generator
///
/// For each depth from 1 to D: how many sequences of exactly so many moves there
/// are, passes counted as moves. A line that meets the end of the game earlier
/// counts for nothing.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier ba-awa perft --depth 4\n  grenier ba-awa perft --depth 4 --owns 8-4"
)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: GameChoice,
    /// Depth in moves; the time grows about fourfold with each
    #[arg(long, value_name = "D", value_parser = number(1..=30_u32))]
    depth: u32,
    /// Where to start from: 12 pits, or 12 pits, two stores and the side to
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
    owns: u8,
    starter: &'static str,
    depths: Vec<Depth>,
}

#[derive(Serialize)]
struct Depth {
    depth: u32,
    lines: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let game = args.choice.game();
    let (moment, position) = match &args.position {
        Some(text) => Moment::parse(text)?,
        None => (Moment::start(&game), game.start()),
    };
    let text = moment.text();
    let count = |depth| Depth {
        depth,
        lines: game.perft(&position, depth),
    };
    if args.json {
        let report = Report {
            position: text,
            rules: game.rules().name(),
            owns: game.owns(),
            starter: side_name(game.starter()),
            depths: (1..=args.depth).map(count).collect(),
        };
        emit(&report, out)?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "{}\nfrom {text}\n", heading(&game))?;
    writeln!(out, "depth{:>20}", "lines")?;
    for depth in (1..=args.depth).map(count) {
        writeln!(out, "{:5}{:>20}", depth.depth, words::count(depth.lines))?;
        out.flush()?;
    }
    Ok(Outcome::Done)
}
