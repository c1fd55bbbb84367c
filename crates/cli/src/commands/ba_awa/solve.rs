//! `grenier ba-awa solve`: the value of a whole game of Ba-awa.

use std::io::Write;

use anyhow::ensure;
use grenier_baawa::Game;
use grenier_baawa::{Proof, Rated, Search, line, prove};
use serde::Serialize;

use super::board::Moment;
use super::game::{heading, letter, side_name};
use super::line::Shown;
use super::tables::{TablesChoice, tables};
use crate::machine;
use crate::options::number;
use crate::options::threads::pool;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::words;

/// Solve a game of Ba-awa from its start: value, best moves, a best game
///
/// The layers with 12 and 16 seeds are solved, or taken from tables; from the
/// start a search goes down to them. The value is net seeds for whoever begins:
/// that player's seeds of the 48 less the other's, when both play for seeds.
/// Endless sowing and endless play split evenly what is left.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier ba-awa solve\n  \
                        grenier ba-awa solve --owns 7-5 --starter north --json\n  \
                        grenier ba-awa solve --last-eight after-move\n  \
                        grenier ba-awa solve --proof")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: TablesChoice,
    /// Value every position that can come up, from 20 seeds on, from all of its
    /// moves, nothing pruned, and compare; the first game has 73 million such
    /// positions, which takes about two minutes and 2 GB of memory
    #[arg(long)]
    proof: bool,
    /// Threads for the layers, 1 to 256 [default: one per processor]
    #[arg(long, value_name = "N", value_parser = number::threads)]
    threads: Option<u16>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    owns: u8,
    starter: &'static str,
    value: i8,
    best_moves: Vec<String>,
    line: Vec<String>,
    nodes: u64,
}

/// A game, solved.
struct Solution {
    game: Game,
    value: i8,
    moves: Vec<Rated>,
    line: Shown,
    nodes: u64,
    proof: Option<Proof>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let pool = pool(machine::threads(args.threads))?;
    let Some(tables) = tables(&args.choice, &pool)? else {
        return Ok(Outcome::Stopped);
    };
    let game = *tables.layers.game();
    let start = game.start();
    let mut search = Search::new(&tables.layers);
    let moves = search.rated(&start);
    let nodes = search.nodes();
    let value = moves.iter().map(|rated| rated.value).max();
    let solution = Solution {
        game,
        value: value.expect("no pit is empty at the start"),
        moves,
        line: Shown::new(
            Moment::start(&game),
            line(&tables.layers, &mut search, &start),
        ),
        nodes,
        proof: args.proof.then(|| prove(&tables.layers, &start)),
    };
    if let Some(proof) = &solution.proof {
        let (proved, found) = (proof.value, solution.value);
        ensure!(
            proved == found,
            "the search found {found}, the enumeration {proved}: this is a fault of grenier"
        );
    }
    if args.json {
        let report = solution.report();
        emit(&report, out)?;
    } else {
        solution.print(out)?;
    }
    Ok(Outcome::Done)
}

impl Solution {
    fn report(&self) -> Report {
        let game = &self.game;
        let best = self.moves.iter().filter(|rated| rated.value == self.value);
        let plies = self.line.plies.iter();
        Report {
            rules: game.rules().name(),
            owns: game.owns(),
            starter: side_name(game.starter()),
            value: self.value,
            best_moves: best.map(|rated| letter(game, &rated.played)).collect(),
            line: plies.map(|ply| letter(game, &ply.played)).collect(),
            nodes: self.proof.as_ref().map_or(self.nodes, Proof::positions),
        }
    }

    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let game = &self.game;
        write!(out, "{}\n\n", heading(game))?;
        write!(out, "{}.\n\n", words::value(game.starter(), self.value, 48))?;
        writeln!(out, "move  value")?;
        for rated in &self.moves {
            let (letter, value) = (letter(game, &rated.played), words::signed(rated.value));
            let best = if rated.value == self.value {
                "  best"
            } else {
                ""
            };
            writeln!(out, "{letter:>4}{value:>7}{best}")?;
        }
        writeln!(
            out,
            "\nA game of best moves; the position is written with both stores:\n"
        )?;
        self.line.print(game, out)?;
        let positions = words::positions(self.nodes);
        writeln!(out, "\nSearched: {positions} above the tables to 16 seeds.")?;
        if let Some(proof) = &self.proof {
            writeln!(
                out,
                "Proved: all {} with 20 seeds or more that can come up were valued, each from all \
                 of its moves; the value is the same.",
                words::positions(proof.positions())
            )?;
            for (seeds, &positions) in &proof.by_seeds {
                writeln!(out, "{seeds:8} seeds{:>14}", words::count(positions))?;
            }
        }
        Ok(())
    }
}
