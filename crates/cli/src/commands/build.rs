//! `grenier build`: solves layers and writes their tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use grenier_answer::default_dir;
use grenier_rules::RuleSet;
use grenier_solve::{
    BuildError, BuildOptions, DistanceReport, LayerReport, Memory, build_distances,
};
use grenier_table::{Kind, TableDir, TableWriter};
use tracing::{error, info, warn};

use crate::machine;
use crate::options::memory;
use crate::options::memory::{Budget, Limit};
use crate::options::number::number;
use crate::options::rules::{check_kind, kind_parser, rules_parser};
use crate::options::threads::Threads;
use crate::outcome::{Outcome, is_interrupted, keeping, message};
use crate::output::log::Log;
use crate::output::progress::{Progress, Watch};
use crate::output::table::Table;
use crate::output::{log, words};

/// Build the tables of all positions with up to N seeds
///
/// Keeps layers that exist already. After an interruption, run the same command
/// again: it continues the unfinished layer from its last checkpoint. A build
/// writes a checkpoint every --checkpoint-every seconds, and on Ctrl-C.
///
/// A layer takes one byte of disk per position, and up to two while it is being
/// solved: layer 12 has 1.3 million positions, layer 16 has 13 million, layer 20
/// has 80 million. The files do not depend on the number of threads. `grenier
/// plan` estimates the cost. A build that needs more memory than allowed is
/// refused before it starts. The file build.log beside the tables records each
/// run: program, command, machine, time.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier build --seeds 12\n  \
                        grenier build --rules oware --seeds 16 --out /data/oware --threads 8")]
pub(crate) struct Args {
    /// Rule set
    #[arg(long, value_name = "NAME", default_value = "awale", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Seeds of the largest layer, 0 to 48
    #[arg(long, value_name = "N", value_parser = number(0..=48_u32),
          allow_negative_numbers = true)]
    seeds: u32,
    /// Kind of tables; a directory can hold several kinds. Secure seeds and
    /// own-side bounds need twice the memory, and twice the disk space during
    /// the build
    #[arg(long, value_name = "KIND", default_value = "score", value_parser = kind_parser())]
    values: Kind,
    /// Also build distance tables: plies (single moves) to the next capture.
    /// With them `probe` and `line` find the best move at once. They double the
    /// disk space, add 3.3 times the build time, and need up to a fifth more
    /// memory
    #[arg(long, alias = "depth")]
    distances: bool,
    /// Directory for the tables [default: tables/<rules>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Memory limit of the build, like 8G, 16GiB or 500M. If needed, a slower
    /// mode uses about half as much [default: the memory available on this
    /// machine]
    #[arg(long, value_name = "LIMIT", allow_negative_numbers = true)]
    memory: Option<Limit>,
    /// Seconds between checkpoints of a layer; 0 writes one after every step. A
    /// larger number spares a slow disk, a smaller one loses less work when the
    /// build is killed
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 300,
        value_parser = number(0..=1_000_000_u32),
        allow_negative_numbers = true
    )]
    checkpoint_every: u32,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    check_kind(args.rules, args.values)?;
    let path = args.out.clone().unwrap_or_else(|| default_dir(args.rules));
    let threads = args.threads.number();
    let budget = Budget::new(args.memory);
    let kinds = kinds(args.values, args.distances)?;
    let mode = match largest_missing(&path, &kinds, args.seeds) {
        Some(seeds) => budget.mode_or_refusal(&kinds, seeds, threads)?,
        None => Memory::Normal,
    };
    let watch = Watch::start()?;
    let mut dir = TableWriter::create(&path, args.rules, args.values)?;
    dir.set_commit(machine::PROGRAM.commit)?;
    log::open(&path)?;
    let memory = format!("{} mode, {budget}", memory::name(mode));
    log::starts(args.rules.name, args.seeds, threads, &memory);
    log::tell_dropped_checkpoints(&dir);
    let options = BuildOptions {
        memory: mode,
        checkpoint_every: Duration::from_secs(args.checkpoint_every.into()),
    };
    let built = build(args, &mut dir, &options, watch);
    match &built {
        Ok(_) => info!("build done"),
        Err(error) if is_interrupted(error) => warn!("interrupted"),
        Err(error) => error!("{}", message(error)),
    }
    let kept = "finished layers and the last checkpoint are kept, \
                the same command continues from there";
    let (reports, distances) = built.map_err(|error| keeping(error, kept))?;
    print(args.rules.name, args.values, &reports, out)?;
    print_distances(&distances, out)?;
    writeln!(out, "\nThe tables are in {}.", path.display())?;
    Ok(Outcome::Done)
}

fn build(
    args: &Args,
    dir: &mut TableWriter,
    options: &BuildOptions,
    watch: Watch,
) -> anyhow::Result<(Vec<LayerReport>, Vec<DistanceReport>)> {
    let pool = args.threads.pool()?;
    let progress = Progress::new(watch);
    let log = Log::new(&progress);
    let built = pool.install(|| {
        let layers = grenier_solve::build(dir, args.seeds, options, &log)?;
        let distances = if args.distances {
            build_distances(dir, args.seeds, options.memory, &log)?
        } else {
            Vec::new()
        };
        Ok::<_, BuildError>((layers, distances))
    });
    progress.clear();
    Ok(built?)
}

/// The largest layer up to `seeds` that lacks one of the kinds in a directory.
/// If the directory is unreadable, opening it for writing reports that.
fn largest_missing(path: &Path, kinds: &[Kind], seeds: u32) -> Option<u32> {
    let dir = TableDir::open_kind(path, kinds[0]).ok();
    let is_missing = |kind: &Kind, layer: u32| match (&dir, kind) {
        (None, _) => true,
        (Some(dir), Kind::Distance) => dir.manifest().distances(layer).is_none(),
        (Some(dir), _) => dir.manifest().layer(layer).is_none(),
    };
    let lacks = |&layer: &u32| kinds.iter().any(|kind| is_missing(kind, layer));
    (0..=seeds).rev().find(lacks)
}

/// The kinds of tables that a build makes, in this order.
pub(crate) fn kinds(values: Kind, distances: bool) -> anyhow::Result<Vec<Kind>> {
    match (values, distances) {
        (_, false) => Ok(vec![values]),
        (Kind::Score, true) => Ok(vec![Kind::Score, Kind::Distance]),
        _ => bail!("--distances needs scores; remove --values {values}"),
    }
}

/// The distance tables of a build, a line each; nothing without any.
fn print_distances(reports: &[DistanceReport], out: &mut impl Write) -> anyhow::Result<()> {
    if reports.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nDistances: plies to the next capture or the end of the game\n"
    )?;
    let mut table = Table::new(["layer", "positions", "largest", "seconds", "positions/s"]);
    for report in reports {
        let record = &report.record;
        let (time, rate) = if report.resumed {
            ("before".to_owned(), String::new())
        } else {
            timing(record.positions, report.seconds)
        };
        table.row([
            record.layer.to_string(),
            words::count(record.positions),
            record.largest.to_string(),
            time,
            rate,
        ]);
    }
    table.print(out)?;
    Ok(())
}

/// The layers of a build, a line each.
pub(crate) fn print(
    rules: &str,
    kind: Kind,
    reports: &[LayerReport],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let endless = kind.endless();
    match kind {
        Kind::Score => writeln!(
            out,
            "{rules}: wins, draws and losses of the player to move\n"
        )?,
        _ => writeln!(out, "{rules}: {kind}, endless play {endless}\n")?,
    }
    let heads = [
        "layer",
        "positions",
        "wins",
        "draws",
        "losses",
        "seconds",
        "positions/s",
    ];
    // Only a score says who wins.
    let columns: &[usize] = match kind {
        Kind::Score => &[0, 1, 2, 3, 4, 5, 6],
        _ => &[0, 1, 5, 6],
    };
    let mut table = Table::new(columns.iter().map(|&column| heads[column]));
    let mut row = |cells: [String; 7]| {
        table.row(columns.iter().map(|&column| cells[column].clone()));
    };
    for report in reports {
        row(cells(report));
    }
    row(total(reports));
    table.print(out)?;
    Ok(())
}

fn cells(report: &LayerReport) -> [String; 7] {
    let record = &report.record;
    let (time, rate) = if report.resumed {
        ("before".to_owned(), String::new())
    } else if report.from_checkpoint {
        (format!("{:.2}", report.seconds), "the rest".to_owned())
    } else {
        timing(record.positions, report.seconds)
    };
    let [positions, wins, draws, losses] =
        [record.positions, record.wins, record.draws, record.losses].map(words::count);
    let layer = record.layer.to_string();
    [layer, positions, wins, draws, losses, time, rate]
}

fn total(reports: &[LayerReport]) -> [String; 7] {
    let sum = |part: fn(&LayerReport) -> u64| words::count(reports.iter().map(part).sum());
    let seconds: f64 = reports.iter().map(|report| report.seconds).sum();
    // A layer resumed from a checkpoint says nothing about speed.
    let whole = |report: &&LayerReport| !report.resumed && !report.from_checkpoint;
    let whole = || reports.iter().filter(whole);
    let (_, rate) = timing(
        whole().map(|report| report.record.positions).sum(),
        whole().map(|report| report.seconds).sum(),
    );
    [
        "all".to_owned(),
        sum(|report| report.record.positions),
        sum(|report| report.record.wins),
        sum(|report| report.record.draws),
        sum(|report| report.record.losses),
        format!("{seconds:.2}"),
        rate,
    ]
}

/// Seconds, and positions per second.
fn timing(positions: u64, seconds: f64) -> (String, String) {
    let rate = words::per_second(positions, seconds);
    (format!("{seconds:.2}"), words::count(rate as u64))
}
