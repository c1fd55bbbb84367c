//! `grenier ba-awa stats`: what a directory of tables holds.

use std::io::Write;

use grenier_answer::LayerStatistics;
use grenier_baawa::Statistics;

use super::game::GameChoice;
use super::tables::open_dir;
use crate::commands::stats::print_layers;
use crate::options::dir::DirArg;
use crate::options::threads;
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;

/// Show what a directory of tables holds
///
/// Everything is counted from the files. Wins, draws and losses are those of the
/// player to move. Exit code 1 when a file is not what the manifest says.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier ba-awa stats\n  grenier ba-awa stats --owns 7 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    dir: DirArg,
    #[command(flatten)]
    choice: GameChoice,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    threads::start_global()?;
    let found = Statistics::of(&open_dir(args.dir.path(), &args.choice)?)?;
    for fault in &found.faults {
        complain(fault);
    }
    if args.json {
        emit(&found, out)?;
    } else {
        let (game, kind, endless) = (found.game, found.kind, found.endless);
        writeln!(out, "{game}, {kind} with endless play {endless}\n")?;
        let layers: Vec<_> = found
            .layers
            .into_iter()
            .map(LayerStatistics::Score)
            .collect();
        print_layers(&layers, out)?;
    }
    Ok(Outcome::of_check(found.faults.is_empty()))
}
