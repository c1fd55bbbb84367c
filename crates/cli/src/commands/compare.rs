//! `grenier compare`: whether other tables say the same.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use grenier_answer::rules_of_dir;
use grenier_index::{Layer, layer_size};
use grenier_rules::{Board, MAX_SEEDS, NetSeeds};
use grenier_table::{Comparison, Kind, TableDir, TableError, vu_layer, vu_name};
use serde::Serialize;

use crate::options::dir::{DirArg, finished, layers_within};
use crate::options::number::span;
use crate::options::rules::{check_kind, kind_parser};
use crate::options::threads;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::table::Table;
use crate::output::words;

/// Compare tables with other tables, value by value
///
/// PATH is another directory of tables of the same rule set, a directory of
/// files `scores.N` in the layout of the published Awari score database (see
/// `grenier help export`), or one such file. Compares the layers that both
/// have. Exit code 1 if any value differs.
#[derive(clap::Args)]
#[command(
    allow_missing_positional = true,
    after_help = "Examples:\n  grenier compare tables/awari scores\n  \
                  grenier compare tables/awari scores/scores.12 --json\n  \
                  grenier compare --layers 8..10 tables/oware other/oware"
)]
pub(crate) struct Args {
    /// Only these layers: A..B, with both ends, or a single one
    #[arg(long, value_name = "A..B", value_parser = span(0..=MAX_SEEDS))]
    layers: Option<RangeInclusive<u32>>,
    /// Kind of tables
    #[arg(long, value_name = "KIND", default_value = "score", value_parser = kind_parser())]
    values: Kind,
    #[command(flatten)]
    dir: DirArg,
    /// What to compare with
    path: PathBuf,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

/// What there is to compare with.
enum Other {
    Tables(Box<TableDir>),
    /// Files in the published layout, by layer.
    Vu(BTreeMap<u32, PathBuf>),
}

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    /// "grenier" or "vu".
    layout: &'static str,
    equal: bool,
    layers: Vec<Compared>,
    /// Layers that are only in DIR.
    only_here: Vec<u32>,
    /// Layers that are only in PATH.
    only_there: Vec<u32>,
}

#[derive(Serialize)]
struct Compared {
    layer: u32,
    positions: u64,
    differences: u64,
    first: Option<First>,
}

/// The first position that differs.
#[derive(Serialize)]
struct First {
    position: String,
    index: u64,
    /// The offset in a file in the published layout; None elsewhere.
    offset: Option<u64>,
    here: i8,
    there: i8,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    threads::start_global()?;
    let Some(path) = args.dir.path() else {
        bail!("which tables? name their directory with --tables DIR");
    };
    if let Some(rules) = rules_of_dir(path) {
        check_kind(rules, args.values)?;
    }
    let dir = finished(TableDir::open_kind(path, args.values)?)?;
    let other = Other::open(&args.path, args.values)?;
    let mut there = other.layers();
    // One file is compared with its layer alone.
    let only = match there[..] {
        [layer] if args.path.is_file() => Some(layer..=layer),
        _ => args.layers.clone(),
    };
    let here = layers_within(&dir, only.as_ref())?;
    if let Some(range) = &args.layers {
        there.retain(|layer| range.contains(layer));
    }
    let (both, only_here): (Vec<u32>, Vec<u32>) =
        here.iter().partition(|layer| there.contains(layer));
    if both.is_empty() {
        bail!(
            "{} and {} have no layer in common; choose others",
            path.display(),
            args.path.display()
        );
    }
    there.retain(|layer| !here.contains(layer));
    let compared = both.iter().map(|&layer| other.compare(&dir, layer));
    let layers: Vec<Compared> = compared.collect::<Result<_, TableError>>()?;
    let report = Report {
        rules: dir.rules().name,
        kind: dir.kind().name(),
        endless: dir.kind().endless().name(),
        layout: other.layout(),
        equal: layers.iter().all(|layer| layer.differences == 0),
        layers,
        only_here,
        only_there: there,
    };
    if args.json {
        emit(&report, out)?;
    } else {
        report.print(path, args, out)?;
    }
    Ok(Outcome::of_check(report.equal))
}

impl Other {
    fn open(path: &Path, kind: Kind) -> anyhow::Result<Self> {
        let name = path.file_name().and_then(|name| name.to_str());
        if path.is_file() {
            let Some(layer) = name.and_then(vu_layer) else {
                let (least, most) = (vu_name(0), vu_name(MAX_SEEDS));
                bail!(
                    "{} is not called {least} to {most}; give it the name of its layer",
                    path.display()
                );
            };
            return Ok(Self::Vu([(layer, path.to_owned())].into()));
        }
        let files = vu_files(path)?;
        if files.is_empty() {
            let dir = finished(TableDir::open_kind(path, kind)?)?;
            return Ok(Self::Tables(Box::new(dir)));
        }
        Ok(Self::Vu(files))
    }

    fn layout(&self) -> &'static str {
        match self {
            Self::Tables(_) => "grenier",
            Self::Vu(_) => "vu",
        }
    }

    fn layers(&self) -> Vec<u32> {
        match self {
            Self::Tables(dir) => dir.layers(),
            Self::Vu(files) => files.keys().copied().collect(),
        }
    }

    fn compare(&self, dir: &TableDir, layer: u32) -> Result<Compared, TableError> {
        let comparison = match self {
            Self::Tables(other) => dir.compare(other, layer)?,
            Self::Vu(files) => dir.compare_vu(layer, &files[&layer])?,
        };
        Ok(Compared {
            layer,
            positions: layer_size(layer),
            differences: comparison.differences,
            first: self.first(layer, &comparison),
        })
    }

    fn first(&self, layer: u32, comparison: &Comparison) -> Option<First> {
        let first = comparison.first?;
        let position = Layer::new(layer).position(first.index)?;
        Some(First {
            position: Board::from_position(&position).to_string(),
            index: first.index,
            offset: matches!(self, Self::Vu(_)).then_some(first.number),
            here: first.ours,
            there: first.theirs,
        })
    }
}

/// The files of a directory that are called as in the published database.
fn vu_files(dir: &Path) -> anyhow::Result<BTreeMap<u32, PathBuf>> {
    let context = || format!("cannot list {}", dir.display());
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).with_context(context)? {
        let entry = entry.with_context(context)?;
        if let Some(layer) = entry.file_name().to_str().and_then(vu_layer) {
            files.insert(layer, entry.path());
        }
    }
    Ok(files)
}

impl Report {
    fn print(&self, here: &Path, args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(
            out,
            "{}, {} with endless play {}\n",
            self.rules, self.kind, self.endless
        )?;
        let mut table = Table::new(["layer", "positions", "differences", "<first"]);
        for layer in &self.layers {
            table.row([
                layer.layer.to_string(),
                words::count(layer.positions),
                words::count(layer.differences),
                layer
                    .first
                    .as_ref()
                    .map_or_else(String::new, First::message),
            ]);
        }
        table.print(out)?;
        writeln!(out)?;
        for (layers, path) in [(&self.only_here, here), (&self.only_there, &args.path)] {
            if !layers.is_empty() {
                let layers: Vec<String> = layers.iter().map(ToString::to_string).collect();
                writeln!(
                    out,
                    "only in {}: layers {}",
                    path.display(),
                    layers.join(", ")
                )?;
            }
        }
        self.print_sum(out)
    }

    fn print_sum(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let positions = self.layers.iter().map(|layer| layer.positions).sum();
        let differences: u64 = self.layers.iter().map(|layer| layer.differences).sum();
        let layers = words::counted(self.layers.len() as u64, "layer", "layers");
        let all = words::positions(positions);
        if self.equal {
            writeln!(out, "all {all} in {layers} have the same value")?;
        } else {
            let count = words::count(differences);
            writeln!(out, "WRONG: {count} of {all} in {layers} differ")?;
        }
        Ok(())
    }
}

impl First {
    fn message(&self) -> String {
        let place = match self.offset {
            Some(offset) => format!("byte {offset}"),
            None => format!("index {}", self.index),
        };
        let (here, there) = (NetSeeds(self.here), NetSeeds(self.there));
        format!("{}, {place}: {here} here, {there} there", self.position)
    }
}
