//! `grenier ba-awa rules`: what the rules say.

use std::io::Write;

use grenier_baawa::{LastEight, LiftedPit, NoMove, Rules};
use serde::Serialize;

use super::game::rules_parser;
use crate::outcome::Outcome;
use crate::output::json::emit;

/// Where the rules are from.
const SOURCE: &str = "Bell 1969, by the encyclopedias; a relay game of the Twi, Ghana";

/// Explain the rules
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier ba-awa rules\n  grenier ba-awa rules ba-awa-late --json"
)]
pub(crate) struct Args {
    /// Rules: ba-awa, with a word for each choice that is not the default
    #[arg(value_name = "NAME", default_value = "ba-awa", value_parser = rules_parser())]
    name: &'static Rules,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    name: &'static str,
    lifted: String,
    last_eight: String,
    no_move: String,
    source: &'static str,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let rules = args.name;
    if args.json {
        let report = Report {
            name: rules.name(),
            lifted: format!("{:?}", rules.lifted),
            last_eight: format!("{:?}", rules.last_eight),
            no_move: format!("{:?}", rules.no_move),
            source: SOURCE,
        };
        emit(&report, out)?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "{}: {SOURCE}\n", rules.name())?;
    for sentence in [
        "Twelve pits, 48 seeds; South owns the first pits, North the others: six each, except in a match.",
        "Sowing goes counter-clockwise, one seed at a time; if the last pit was occupied, all its seeds \
         are lifted and sown on; if it was empty, the move ends.",
        lifted(rules.lifted),
        "A pit that a seed makes four is captured: by its owner; if it was the last seed of a lap, by the \
         player who moves, and the move ends.",
        last_eight(rules.last_eight),
        no_move(rules.no_move),
        "Endless sowing and endless play: what is left is shared evenly, as in the tables.",
        "No tables are inside grenier; `solve` and `probe` solve the layers they need.",
    ] {
        writeln!(out, "- {sentence}")?;
    }
    Ok(Outcome::Done)
}

fn lifted(choice: LiftedPit) -> &'static str {
    match choice {
        LiftedPit::Sown => "A lap that reaches the pit it was lifted from drops a seed there.",
        LiftedPit::Skipped => "A lap that reaches the pit it was lifted from skips it.",
    }
}

fn last_eight(choice: LastEight) -> &'static str {
    match choice {
        LastEight::AtCapture => {
            "When a capture leaves eight seeds, with those in the hand, the player who began takes \
             them and the game ends."
        }
        LastEight::AfterMove => {
            "When a move leaves eight seeds or fewer, the player who began takes them and the game ends."
        }
    }
}

fn no_move(choice: NoMove) -> &'static str {
    match choice {
        NoMove::Pass => "A player with nothing to lift passes.",
        NoMove::GameOver => {
            "When a player has nothing to lift the game ends: each takes what lies on their own pits."
        }
    }
}
