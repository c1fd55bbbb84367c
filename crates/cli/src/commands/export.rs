//! `grenier export`: tables in the layout of other programs.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use grenier_index::layer_size;
use grenier_rules::MAX_SEEDS;
use grenier_table::TableDir;

use crate::options::dir::{finished, layers_within};
use crate::options::number::span;
use crate::outcome::Outcome;
use crate::output::progress::Watch;
use crate::output::words;

/// Write tables in the layout of other programs
///
/// `vu` is the layout of the Awari score database that the VU Amsterdam has
/// published: a file `scores.N` for each layer, one signed byte per position at
/// its Goedel number. It has the rules `awari`, and so must the tables have.
/// Each table is checked before it is written out; a file is there as a whole
/// or not at all. `grenier compare` is the way back.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier export --format vu tables/awari scores\n  \
                        grenier export --format vu --layers 10..12 tables/awari scores"
)]
pub(crate) struct Args {
    /// The layout
    #[arg(long)]
    format: Format,
    /// Only these layers: A..B, with both ends, or a single one
    #[arg(long, value_name = "A..B", value_parser = span(0..=MAX_SEEDS))]
    layers: Option<RangeInclusive<u32>>,
    /// Directory of tables
    dir: PathBuf,
    /// Directory to write to; it is made if need be
    out: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Files scores.N, as the published Awari score database
    Vu,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    Watch::end_at_once("interrupted; each file is whole or not there")?;
    let dir = finished(TableDir::open(&args.dir)?)?;
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
