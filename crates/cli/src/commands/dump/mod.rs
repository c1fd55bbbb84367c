//! `grenier dump`: positions with their values, for those who learn from them.

mod csv;
mod parquet;
mod pick;
mod row;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use grenier_index::{Layer, layer_size};
use grenier_rules::MAX_SEEDS;
use grenier_table::{LayerFile, TableDir, TableError, write_whole};
use rand::rngs::StdRng;
use rand::{SeedableRng, seq};

use crate::commands::dump::csv::Csv;
use crate::commands::dump::parquet::Parquet;
use crate::commands::dump::pick::Pick;
use crate::commands::dump::row::{Row, Sink};
use crate::machine::{PROGRAM, check_room};
use crate::options::dir::{DirChoice, layers_within};
use crate::options::number::{number, span};
use crate::options::threads;
use crate::outcome::Outcome;
use crate::output::progress::Watch;

/// Print positions with their values, as CSV or Parquet
///
/// One row per position: its layer (seeds on the board), its index in the layer,
/// the pits m0 to m5 of the player to move, the pits w0 to w5 of the other player,
/// both in sowing order, and the value for the player to move (see
/// docs/values.md). Positions with seeds in all of w0 to w5 are in no table: no
/// move leads to them.
///
/// Rows are sorted by layer and index. --layers, --index and --worth choose
/// positions; --every or --sample thin them out; --limit ends the output. The
/// same tables and options give the same rows.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier dump --layers 6 --limit 10\n  \
                        grenier dump --worth 1.. --sample 100000 --random-seed 7 --out wins.parquet\n  \
                        grenier dump tables/oware --layers 10..12 --every 1000 > some.csv")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: DirChoice,
    /// Only these layers: A..B (inclusive), A.., ..B, or a single one
    #[arg(long, value_name = "A..B", value_parser = span(0..=MAX_SEEDS))]
    layers: Option<RangeInclusive<u32>>,
    /// Only these indices within each layer
    #[arg(long, value_name = "A..B", value_parser = span(0..=layer_size(MAX_SEEDS) - 1))]
    index: Option<RangeInclusive<u64>>,
    /// Only positions with these values; 1.. selects those where the player to
    /// move comes out ahead
    #[arg(long, value_name = "A..B", allow_hyphen_values = true,
          value_parser = span(-(MAX_SEEDS as i8)..=MAX_SEEDS as i8))]
    worth: Option<RangeInclusive<i8>>,
    /// Every K-th of the chosen positions, beginning with the first
    #[arg(long, value_name = "K", conflicts_with = "sample", value_parser = number(1..=u64::MAX))]
    every: Option<u64>,
    /// N random positions of the chosen ones, none twice; all if there are
    /// fewer
    #[arg(long, value_name = "N", value_parser = number(1..=MAX_SAMPLE))]
    sample: Option<usize>,
    /// Number that determines the sample of --sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    random_seed: u64,
    /// At most N rows
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX))]
    limit: Option<u64>,
    /// File format [default: parquet if FILE ends in .parquet, else csv]
    #[arg(long)]
    format: Option<Format>,
    /// File to write; it appears when it is complete [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A sample is drawn in memory, eight bytes a row.
const MAX_SAMPLE: usize = 1_000_000_000;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values, the names of the columns first
    Csv,
    /// Apache Parquet
    Parquet,
}

/// A layer to be written out, its payload checked.
struct Source {
    layer: Layer,
    file: LayerFile,
}

/// Bytes of memory that writing Parquet takes.
const PARQUET_BYTES: u64 = 24 << 20;

pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    Watch::end_at_once("interrupted")?;
    threads::start_global()?;
    let dir = args.choice.open()?;
    let layers = layers_within(&dir, args.layers.as_ref())?;
    let sources = layers.into_iter().map(|seeds| Source::open(&dir, seeds));
    let sources: Vec<Source> = sources.collect::<Result<_, TableError>>()?;
    let format = args.format();
    if format == Format::Parquet {
        check_room("writing Parquet", PARQUET_BYTES)?;
    }
    match &args.out {
        Some(path) => write_whole(path, |file| args.dump(&dir, &sources, BufWriter::new(file)))?,
        None if format == Format::Parquet && io::stdout().is_terminal() => {
            bail!("Parquet is no text for a terminal; give --out FILE");
        }
        None => args.dump(&dir, &sources, BufWriter::new(io::stdout()))?,
    }
    Ok(Outcome::Done)
}

impl Source {
    /// `None` when there is no such position; never so.
    fn row(&self, index: u64, value: i8) -> Option<Row> {
        let position = self.layer.position(index)?;
        Some(Row {
            layer: self.layer.seeds() as u8,
            index,
            pits: position.pits(),
            value,
        })
    }

    fn open(dir: &TableDir, seeds: u32) -> Result<Self, TableError> {
        let file = dir.open_layer(dir.kind(), seeds)?;
        file.check_payload()?;
        Ok(Self {
            layer: Layer::new(seeds),
            file,
        })
    }
}

impl Args {
    fn format(&self) -> Format {
        let path = self.out.as_deref();
        let is_parquet = path.is_some_and(|path| path.extension() == Some("parquet".as_ref()));
        let guess = if is_parquet {
            Format::Parquet
        } else {
            Format::Csv
        };
        self.format.unwrap_or(guess)
    }

    /// Writes the rows that were asked for.
    fn dump(&self, dir: &TableDir, sources: &[Source], out: impl Write + Send) -> io::Result<()> {
        let mut sink: Box<dyn Sink> = match self.format() {
            Format::Csv => Box::new(Csv::new(out)?),
            Format::Parquet => Box::new(Parquet::new(out, &about(dir))?),
        };
        let mut pick = self.pick(sources);
        let mut left = self.limit.unwrap_or(u64::MAX);
        for source in sources {
            for (index, value) in self.chosen(source) {
                if left == 0 {
                    break;
                }
                if pick.takes_next()
                    && let Some(row) = source.row(index, value)
                {
                    sink.row(&row)?;
                    left -= 1;
                }
            }
        }
        sink.finish()
    }

    /// Index and value of the positions of a layer in the chosen ranges.
    fn chosen(&self, source: &Source) -> impl Iterator<Item = (u64, i8)> {
        let values = source.file.values();
        let whole = 0..=source.layer.len() - 1;
        let index = self.index.as_ref().unwrap_or(&whole);
        let (from, to) = (*index.start(), *index.end().min(whole.end()));
        // Empty where the layer ends before the range begins.
        let values = values.get(from as usize..=to as usize).unwrap_or_default();
        let all = (from..).zip(values.iter().copied());
        all.filter(|(_, value)| {
            self.worth
                .as_ref()
                .is_none_or(|range| range.contains(value))
        })
    }

    fn pick(&self, sources: &[Source]) -> Pick {
        let Some(wanted) = self.sample else {
            return Pick::every(self.every.unwrap_or(1));
        };
        let all = sources
            .iter()
            .map(|source| self.chosen(source).count())
            .sum();
        let mut random = StdRng::seed_from_u64(self.random_seed);
        let mut these = seq::index::sample(&mut random, all, wanted.min(all)).into_vec();
        these.sort_unstable();
        Pick::these(these)
    }
}

/// What the rows are, for a form that has a place for it.
fn about(dir: &TableDir) -> [(&'static str, &'static str); 4] {
    [
        ("rules", dir.rules().name),
        ("kind", dir.kind().name()),
        ("endless", dir.kind().endless().name()),
        ("program", PROGRAM.version),
    ]
}
