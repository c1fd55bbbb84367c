//! `grenier stats`: what a directory of tables holds.

use std::io::Write;

use grenier_table::LayerRecord;
use serde::Serialize;

use crate::open::DirChoice;
use crate::{Outcome, complain, words};

/// Say what a directory of tables holds
///
/// Everything is counted anew from the files. Wins, draws and losses are from
/// the view of the player to move; sha256 is of the values alone, one signed
/// byte per position in index order. Exit code 1 when the manifest says
/// otherwise.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier stats\n  grenier stats tables/awale --json")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: DirChoice,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    layers: Vec<LayerRecord>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let dir = args.choice.open()?;
    let mut report = Report {
        rules: dir.rules().name,
        kind: dir.kind().name(),
        endless: dir.endless().name(),
        layers: Vec::new(),
    };
    let mut outcome = Outcome::Done;
    for seeds in dir.layers() {
        let file = dir.open_layer(seeds)?;
        let record = LayerRecord::of(seeds, file.values());
        if dir.manifest().layer(seeds) != Some(&record) {
            complain(&format!(
                "{} is not what the manifest says of layer {seeds}; \
                 remove it and build the layer again",
                file.path().display()
            ));
            outcome = Outcome::Bad;
        }
        report.layers.push(record);
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&report, out)?;
    }
    Ok(outcome)
}

fn print(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    let (rules, kind, endless) = (report.rules, report.kind, report.endless);
    writeln!(out, "{rules}, {kind} with endless play {endless}\n")?;
    writeln!(
        out,
        "layer{:>16}{:>16}{:>16}{:>16}  sha256 (first 16 digits)",
        "positions", "wins", "draws", "losses"
    )?;
    for layer in &report.layers {
        writeln!(
            out,
            "{:5}{:>16}{:>16}{:>16}{:>16}  {:.16}",
            layer.layer,
            words::count(layer.positions),
            words::count(layer.wins),
            words::count(layer.draws),
            words::count(layer.losses),
            layer.sha256
        )?;
    }
    let positions = report.layers.iter().map(|layer| layer.positions).sum();
    writeln!(out, "  all{:>16}", words::count(positions))?;
    Ok(())
}
