//! `grenier ba-awa stats`: what a directory of tables holds.

use std::io::Write;

use grenier_table::LayerRecord;
use serde::Serialize;

use super::game::{GameChoice, side_name};
use super::tables::open_dir;
use crate::commands::stats::{Layer, print_layers};
use crate::options::dir::DirArg;
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;

/// Say what a directory of tables holds
///
/// Everything is counted anew from the files. Wins, draws and losses are from
/// the view of the player to move. Exit code 1 when the manifest says otherwise.
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

#[derive(Serialize)]
struct Report<'a> {
    rules: &'static str,
    owns: u8,
    starter: &'static str,
    kind: &'static str,
    endless: &'static str,
    layers: &'a [Layer],
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let dir = open_dir(args.dir.path(), &args.choice)?;
    let mut layers = Vec::new();
    let mut outcome = Outcome::Done;
    for seeds in dir.layers() {
        let file = dir.open_layer(dir.kind(), seeds)?;
        let record = LayerRecord::of(seeds, file.values());
        if dir.manifest().layer(seeds) != Some(&record) {
            complain(&format!(
                "{} is not what the manifest says of layer {seeds}; \
                 remove it and build the layer again",
                file.path().display()
            ));
            outcome = Outcome::Bad;
        }
        layers.push(Layer::Score(record));
    }
    let (game, manifest) = (dir.rules(), dir.manifest());
    if args.json {
        let report = Report {
            rules: game.rules().name(),
            owns: game.owns(),
            starter: side_name(game.starter()),
            kind: manifest.kind.name(),
            endless: manifest.endless.name(),
            layers: &layers,
        };
        emit(&report, out)?;
    } else {
        let (kind, endless) = (manifest.kind, manifest.endless);
        writeln!(out, "{game}, {kind} with endless play {endless}\n")?;
        print_layers(&layers, out)?;
    }
    Ok(outcome)
}
