//! `grenier stats`: what a directory of tables holds.

use std::io::Write;

use grenier_answer::{LayerStatistics, statistics};
use grenier_table::DistanceRecord;

use crate::options::dir::DirChoice;
use crate::options::threads;
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;
use crate::output::table::Table;
use crate::output::words;

/// Digits of a hash that are shown.
const DIGITS: usize = 16;
const SHA256: &str = "<sha256 (first 16 digits)";

/// Show what a directory of tables holds
///
/// Everything is counted from the files. Wins, draws and losses are those of the
/// player to move. For secure seeds and own-side bounds the positions in which
/// nothing is open are counted: the two players can force all seeds together.
/// sha256 is the hash of the values alone, one signed byte per position in index
/// order. Exit code 1 when a file is not what the manifest says, or is damaged and
/// left out.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier stats\n  grenier stats tables/awale --json\n  \
                        grenier stats --rules oware --values secure"
)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: DirChoice,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    threads::start_global()?;
    let found = statistics(&args.choice.open()?)?;
    for fault in &found.faults {
        complain(fault);
    }
    if args.json {
        emit(&found, out)?;
    } else {
        let (rules, kind, endless) = (found.rules, found.kind, found.endless);
        writeln!(out, "{rules}, {kind} with endless play {endless}\n")?;
        print_layers(&found.layers, out)?;
        print_distances(&found.distances, out)?;
    }
    Ok(Outcome::of_check(found.faults.is_empty()))
}

/// The layers of a directory, a line each.
pub(crate) fn print_layers(layers: &[LayerStatistics], out: &mut impl Write) -> anyhow::Result<()> {
    let heads = match layers.first() {
        Some(LayerStatistics::Bounds(_)) => ["layer", "positions", "nothing open"].as_slice(),
        _ => &["layer", "positions", "wins", "draws", "losses"],
    };
    let mut table = Table::new([heads, &[SHA256]].concat());
    let mut all = 0;
    for layer in layers {
        let (seeds, positions, counts, sha256) = match layer {
            LayerStatistics::Score(record) => {
                let counts = [record.wins, record.draws, record.losses];
                let counts = counts.map(words::count).to_vec();
                (record.layer, record.positions, counts, &record.sha256)
            }
            LayerStatistics::Bounds(bounds) => {
                let exact = bounds.exact.map_or_else(|| "-".to_owned(), words::count);
                (bounds.layer, bounds.positions, vec![exact], &bounds.sha256)
            }
        };
        all += positions;
        let first = vec![seeds.to_string(), words::count(positions)];
        table.row([first, counts, vec![sha256[..DIGITS].to_owned()]].concat());
    }
    let mut sum = vec![String::new(); heads.len() + 1];
    (sum[0], sum[1]) = ("all".to_owned(), words::count(all));
    table.row(sum);
    Ok(table.print(out)?)
}

fn print_distances(records: &[DistanceRecord], out: &mut impl Write) -> anyhow::Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    let distance = "plies (single moves) to the next capture or the end of the game";
    writeln!(out, "\nDistances: {distance}\n")?;
    let mut table = Table::new(["layer", "positions", "largest", SHA256]);
    for record in records {
        table.row([
            record.layer.to_string(),
            words::count(record.positions),
            record.largest.to_string(),
            record.sha256[..DIGITS].to_owned(),
        ]);
    }
    Ok(table.print(out)?)
}
