//! `grenier pack` and `grenier unpack`: from one form of tables to the other.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use grenier_table::{Access, Kind, Packing, TableDir, TableError, TableWriter};
use serde::Serialize;

use crate::machine;
use crate::options::dir::DirChoice;
use crate::options::threads::Threads;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::table::Table;
use crate::output::{log, words};

/// Compress tables: about 3 bits per position instead of 8
///
/// Replaces each file by a packed one, smallest layer first; with --out, keeps the
/// files and writes packed ones elsewhere. `grenier unpack` restores the same
/// bytes. All commands read packed and plain files, also mixed in one directory.
/// The first probe of a block of 8192 positions takes about 30 microseconds. A
/// build or `grenier verify` unpacks each layer into a temporary file beside the
/// tables, one byte per position. Distances are packed with the scores; for other
/// kinds of tables in the same directory use --values.
///
/// Checks every file before packing it, and unpacks and compares every block
/// before replacing the plain file. You can stop or kill the command at any time:
/// each layer stays whole, packed or plain, and the same command continues. The
/// bytes do not depend on the number of threads.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier pack\n  grenier pack tables/oware\n  \
                  grenier pack --rules oware --out /data/published/oware"
)]
pub(crate) struct PackArgs {
    #[command(flatten)]
    args: Args,
}

/// Restore packed tables to one byte per position
///
/// Replaces each file by a plain one, smallest layer first; with --out, keeps the
/// files and writes plain ones elsewhere. Checks every block against its checksum,
/// and each layer against its SHA-256 in the manifest, before replacing the packed
/// file. You can stop or kill the command at any time; the same command
/// continues.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier unpack\n  grenier unpack tables/oware\n  \
                  grenier unpack downloads/oware --out tables/oware"
)]
pub(crate) struct UnpackArgs {
    #[command(flatten)]
    args: Args,
}

#[derive(clap::Args)]
struct Args {
    #[command(flatten)]
    choice: DirChoice,
    /// Write to this directory instead of replacing the files
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    form: &'static str,
    layers: Vec<Layer>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the names are those in JSON")]
struct Layer {
    layer: u32,
    positions: u64,
    /// Bytes of the file.
    bytes: u64,
    /// Bytes of the file of its distances.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth_bytes: Option<u64>,
    /// Whether it was in that form before.
    before: bool,
}

pub(crate) fn pack(args: &PackArgs, out: &mut impl Write) -> anyhow::Result<Outcome> {
    run(&args.args, Packing::Packed, out)
}

pub(crate) fn unpack(args: &UnpackArgs, out: &mut impl Write) -> anyhow::Result<Outcome> {
    run(&args.args, Packing::Plain, out)
}

fn run(args: &Args, packing: Packing, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let from = args.choice.open()?;
    check_openable(&from)?;
    let path = args.out.as_deref().unwrap_or(from.path());
    if args.out.is_some() && is_same_dir(path, from.path()) {
        bail!(
            "--out {} holds the tables themselves; choose another directory, or leave out --out \
             to replace the files",
            path.display()
        );
    }
    let watch =
        Watch::end_at_once("interrupted; every layer is whole, the same command continues")?;
    let mut to = TableWriter::create(path, from.rules(), from.kind())?;
    log::tell_dropped_checkpoints(&to);
    to.set_commit(machine::PROGRAM.commit)?;
    let pool = args.threads.pool()?;
    let progress = Progress::new(watch);
    let mut report = Report {
        rules: from.rules().name,
        kind: from.kind().name(),
        endless: from.kind().endless().name(),
        form: packing.name(),
        layers: Vec::new(),
    };
    for seeds in from.layers() {
        let layer = pool.install(|| layer(&from, &mut to, seeds, packing, &progress))?;
        report.layers.push(layer);
    }
    progress.clear();
    if args.json {
        emit(&report, out)?;
    } else {
        report.print(&to, out)?;
    }
    Ok(Outcome::Done)
}

/// Whether two paths lead to one existing directory.
fn is_same_dir(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(Path::canonicalize);
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

/// Refuses a directory that lacks a file: opened for writing, it would be taken
/// for one that never had it.
fn check_openable(dir: &TableDir) -> Result<(), TableError> {
    for seeds in dir.layers() {
        for kind in kinds_of(dir, seeds) {
            dir.reader(kind, seeds, Access::Read)?;
        }
    }
    Ok(())
}

/// The kinds of tables of a layer.
fn kinds_of(dir: &TableDir, seeds: u32) -> impl Iterator<Item = Kind> {
    let mut kinds = dir.kinds();
    std::iter::from_fn(move || kinds.find(|&kind| dir.manifest().has(kind, seeds)))
}

/// Brings one layer into a form, and its distances.
fn layer(
    from: &TableDir,
    to: &mut TableWriter,
    seeds: u32,
    packing: Packing,
    progress: &Progress,
) -> anyhow::Result<Layer> {
    let record = from.manifest().layer(seeds);
    let positions = record.expect("the directory has the layer").positions;
    let done = |done| progress.share(done, positions);
    let mut before = true;
    for kind in kinds_of(from, seeds) {
        if is_in_form(from, to, kind, seeds, packing) {
            continue;
        }
        if before {
            progress.layer_started(seeds, positions);
        }
        before = false;
        to.copy_layer(from, kind, seeds, packing, &done)?;
    }
    let bytes = |kind: Kind| Some(to.manifest().file(&kind.file_name(seeds))?.bytes);
    let layer = Layer {
        layer: seeds,
        positions,
        bytes: bytes(from.kind()).unwrap_or(0),
        depth_bytes: bytes(Kind::Distance),
        before,
    };
    progress.share_done(&layer);
    Ok(layer)
}

/// Whether `to` has the table that `from` has, in this form.
fn is_in_form(from: &TableDir, to: &TableDir, kind: Kind, seeds: u32, packing: Packing) -> bool {
    let (have, want) = (to.manifest(), from.manifest());
    let is_same = match kind {
        Kind::Distance => have.distances(seeds) == want.distances(seeds),
        _ => have.layer(seeds) == want.layer(seeds),
    };
    let file = have.file(&kind.file_name(seeds));
    is_same && file.is_some_and(|file| file.form == packing.name())
}

impl Layer {
    /// Bits of the file for each position.
    fn bits(&self) -> f64 {
        8.0 * self.bytes as f64 / self.positions as f64
    }

    fn cells(&self, name: String) -> [String; 4] {
        let bits = format!("{:.2}", self.bits());
        [
            name,
            words::count(self.positions),
            words::count(self.bytes),
            bits,
        ]
    }
}

impl std::fmt::Display for Layer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let positions = words::positions(self.positions);
        write!(f, "layer {}: {positions}, ", self.layer)?;
        if self.before {
            write!(f, "done already")
        } else {
            write!(f, "{:.2} bits each", self.bits())
        }
    }
}

impl Report {
    fn print(&self, to: &TableDir, out: &mut impl Write) -> anyhow::Result<()> {
        let Self { rules, form, .. } = self;
        writeln!(out, "{rules}: layers in the {form} form\n")?;
        let mut table = Table::new(["layer", "positions", "bytes", "bits per position"]);
        for layer in &self.layers {
            table.row(layer.cells(layer.layer.to_string()));
        }
        let all = Layer {
            layer: 0,
            positions: self.layers.iter().map(|layer| layer.positions).sum(),
            bytes: self.layers.iter().map(|layer| layer.bytes).sum(),
            depth_bytes: None,
            before: false,
        };
        table.row(all.cells("all".to_owned()));
        table.print(out)?;
        writeln!(out, "\nThe tables are in {}.", to.path().display())?;
        Ok(())
    }
}
