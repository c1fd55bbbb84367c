//! `grenier ba-awa perft`: counts lines of play.

use std::io::Write;

use grenier_baawa::{Game, Moment};
use serde::Serialize;

use super::game::{GameChoice, heading, parse_or_start};
use crate::commands::perft::{Depth, depths, print};
use crate::options::number::number;
use crate::outcome::Outcome;
use crate::output::board::not_an_option;
use crate::output::json::emit;

/// Count lines of play, the usual check of a move generator
///
/// Counts, for each depth from 1 to D, the sequences of exactly that many moves;
/// passes are moves. A line that ends earlier because the game is over does not
/// count.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier ba-awa perft --depth 4\n  grenier ba-awa perft --depth 4 --owns 8-4"
)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: GameChoice,
    /// Depth in moves; each further move takes about four times as long
    #[arg(long, value_name = "D", value_parser = number(1..=30_u32))]
    depth: u32,
    /// Position to start from: 12 pits, or 12 pits, two stores and the side to
    /// move [default: the start of a game]
    #[arg(allow_hyphen_values = true, value_parser = not_an_option)]
    position: Option<String>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: Moment,
    #[serde(flatten)]
    game: Game,
    depths: Vec<Depth>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let game = args.choice.game();
    let position = parse_or_start(args.position.as_deref(), &game)?;
    let depths = depths(args.depth, |depth| game.perft(position.position(), depth));
    if args.json {
        let depths = depths.collect();
        let report = Report {
            position,
            game,
            depths,
        };
        emit(&report, out)?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "{}\nfrom {position}\n", heading(&game))?;
    print(depths, out)?;
    Ok(Outcome::Done)
}
