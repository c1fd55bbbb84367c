//! `grenier ba-awa build`: solves layers and writes their tables.

use std::io::Write;
use std::path::PathBuf;

use grenier_baawa::index::LAYERS;
use grenier_baawa::{BaawaWriter, memory_needed};
use grenier_table::Kind;

use super::game::GameChoice;
use super::tables::default_dir;
use crate::commands::build::print;
use crate::machine;
use crate::options::threads::Threads;
use crate::outcome::{Outcome, keeping};
use crate::output::progress::{Progress, Watch};

/// Build the tables of a game of Ba-awa
///
/// Builds the layers with 12, 16, 20 and 24 seeds, up to --seeds. `grenier ba-awa
/// probe` searches quickly above them. The layers take 2, 14, 75 and 334 MB on
/// disk: two bytes for each board, one for each side to move. Layer 16 needs about
/// 300 MB of memory while it is solved, layer 24 its size and that of the layers
/// below. Keeps layers that exist already; an interrupted layer starts again.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier ba-awa build --seeds 16\n  \
                        grenier ba-awa build --owns 7 --starter north --seeds 20")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: GameChoice,
    /// Seeds of the largest layer: 12, 16, 20 or 24
    #[arg(long, value_name = "N", default_value = "16", value_parser = seeds,
          allow_negative_numbers = true)]
    seeds: u32,
    /// Directory for the tables [default: tables/<rules>/<owns>-<starter>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Reads a layer that can be tabled.
fn seeds(text: &str) -> Result<u32, String> {
    let seeds = text.parse().ok().filter(|seeds| LAYERS.contains(seeds));
    seeds.ok_or_else(|| {
        "expected 12, 16, 20 or 24: in ba-awa the seeds are a multiple of four, with 8 the game is \
         over, and above 24 there are no tables"
            .to_owned()
    })
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let game = args.choice.game();
    let path = args.out.clone().unwrap_or_else(|| default_dir(&game));
    machine::check_room(
        "building these layers",
        memory_needed(LAYERS[0], args.seeds),
    )?;
    let pool = args.threads.pool()?;
    let progress = Progress::new(Watch::start()?);
    let mut dir = BaawaWriter::create(&path, game, Kind::Score)?;
    dir.set_commit(machine::PROGRAM.commit)?;
    let built = pool.install(|| grenier_baawa::build(&mut dir, args.seeds, &progress));
    progress.clear();
    let note = "finished layers are kept, the same command continues after them";
    let reports = built.map_err(|error| keeping(error.into(), note))?;
    print(&game.to_string(), Kind::Score, &reports, out)?;
    writeln!(out, "\nThe tables are in {}.", path.display())?;
    Ok(Outcome::Done)
}
