//! `grenier export`: tables in the layout of other programs.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use grenier_answer::default_dir;
use grenier_index::layer_size;
use grenier_rules::{MAX_SEEDS, RuleSet};
use grenier_table::TableDir;

use crate::options::dir::{DirArg, finished, layers_within};
use crate::options::number::span;
use crate::options::threads;
use crate::outcome::Outcome;
use crate::output::progress::Watch;
use crate::output::words;

/// Write tables in the layout of other programs
///
/// `vu` is the layout of the Awari score database published by VU Amsterdam: a
/// file `scores.N` for each layer, one signed byte per position at its Goedel
/// number. Its rules are `awari`, so the tables must have that rule set. Checks
/// each table before it writes it, and never leaves part of a file. `grenier
/// compare` reads such files.
#[derive(clap::Args)]
#[command(
    allow_missing_positional = true,
    after_help = "Examples:\n  grenier export --format vu tables/awari scores\n  \
                        grenier export --format vu --layers 10..12 tables/awari scores"
)]
pub(crate) struct Args {
    /// Layout of the files
    #[arg(long)]
    format: Format,
    /// Only these layers: A..B, with both ends, or a single one
    #[arg(long, value_name = "A..B", value_parser = span(0..=MAX_SEEDS))]
    layers: Option<RangeInclusive<u32>>,
    #[command(flatten)]
    dir: DirArg,
    /// Directory to write to; created if missing
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Files scores.N, as the published Awari score database
    Vu,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    Watch::end_at_once("interrupted; every file written is complete")?;
    threads::start_global()?;
    let path = args
        .dir
        .path()
        .map_or_else(|| default_dir(&RuleSet::AWARI), Path::to_owned);
    let dir = finished(TableDir::open(&path)?)?;
    let layers = layers_within(&dir, args.layers.as_ref())?;
    for &layer in &layers {
        let path = match args.format {
            Format::Vu => dir.export_vu(layer, &args.out)?,
        };
        let positions = words::positions(layer_size(layer));
        writeln!(out, "{}: {positions}", path.display())?;
        out.flush()?;
    }
    Ok(Outcome::Done)
}
