//! `grenier ba-awa solve`: the value of a whole game.

use std::io::Write;

use anyhow::ensure;
use grenier_answer::sentences;
use grenier_baawa::{GameAnswer, Moment, Proof};

use super::game::heading;
use super::line;
use super::tables::TablesChoice;
use crate::options::threads::Threads;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::table::Table;
use crate::output::words;

/// Solve a game from its start: value, best moves, a best game
///
/// Solves the layers with 12 and 16 seeds, or reads them from tables, and searches
/// from the start down to them. The value is the net seeds of the player who begins:
/// their seeds of the 48 minus the opponent's, if both play for seeds. After endless
/// sowing or endless play, the seeds left are split evenly.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier ba-awa solve\n  \
                        grenier ba-awa solve --owns 7-5 --starter north --json\n  \
                        grenier ba-awa solve --last-eight after-move\n  \
                        grenier ba-awa solve --proof")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: TablesChoice,
    /// Prove the value: also value every reachable position with 20 seeds or more
    /// from all of its moves, without pruning. The first game has 73 million of them:
    /// about two minutes and 2 GB of memory
    #[arg(long)]
    proof: bool,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let pool = args.threads.pool()?;
    let mut opened = args.choice.open()?;
    opened.solve_for(&Moment::start(&opened.game()), &pool)?;
    let answer = GameAnswer::new(&opened.tables, args.proof);
    if let Some(proof) = &answer.proof {
        ensure!(
            proof.value == answer.value,
            "the search found {}, the enumeration {}: this is a fault of grenier",
            answer.value,
            proof.value
        );
    }
    if args.json {
        emit(&answer, out)?;
    } else {
        print(&answer, out)?;
    }
    Ok(Outcome::Done)
}

fn print(answer: &GameAnswer, out: &mut impl Write) -> anyhow::Result<()> {
    let game = &answer.game;
    let value = sentences::value(game.starter(), answer.value, 48);
    write!(out, "{}\n\n{value}.\n\n", heading(game))?;
    let mut table = Table::new(["move", "value", "<"]);
    for (name, value) in &answer.moves {
        let best = if *value == answer.value { "best" } else { "" };
        table.row([name.clone(), value.to_string(), best.to_owned()]);
    }
    table.print(out)?;
    let intro = "A game of best moves; the position is written with both stores:";
    writeln!(out, "\n{intro}\n")?;
    line::print(&answer.line, answer.end, out)?;
    let positions = words::positions(answer.searched);
    writeln!(out, "\nSearched: {positions} above the tables to 16 seeds.")?;
    match &answer.proof {
        Some(proof) => print_proof(proof, out),
        None => Ok(()),
    }
}

fn print_proof(proof: &Proof, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "Proved: all {} with 20 seeds or more that can be reached were valued, each from all \
         of its moves; the value is the same.",
        words::positions(proof.positions())
    )?;
    for (seeds, &positions) in &proof.by_seeds {
        writeln!(out, "{seeds:8} seeds{:>14}", words::count(positions))?;
    }
    Ok(())
}
