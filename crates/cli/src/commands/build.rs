//! `grenier build`: solves layers and writes their tables.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use grenier_rules::RuleSet;
use grenier_solve::{BuildError, BuildOptions, DepthReport, LayerReport, Memory, build_distances};
use grenier_table::{Kind, TableDir, TableWriter};
use tracing::{error, info, warn};

use crate::machine;
use crate::options::memory;
use crate::options::memory::{Budget, Limit};
use crate::options::number::number;
use crate::options::rules::{check_kind, kind_parser, rules_parser};
use crate::options::tables::default_dir;
use crate::options::threads::Threads;
use crate::outcome::{Outcome, is_interrupted, keeping, message};
use crate::output::log::Log;
use crate::output::progress::{Progress, Watch};
use crate::output::table::Table;
use crate::output::{log, words};

/// Build the tables of all positions of up to N seeds
///
/// Layers that are there already are kept. When a build was interrupted or
/// killed, the same command goes on with the layer that was in progress, from
/// its last checkpoint: one is written every --checkpoint-every seconds, and on
/// Ctrl-C unless the last is a few seconds old; what came after it is done again.
/// A layer takes one byte per position on the disk, at times two while it is
/// solved: 12 seeds are 1.3 million positions, 16 are 13 million, 20 are 80
/// million. The bytes do not depend on the number of threads. `grenier plan`
/// says beforehand what a build will cost; a build that does not fit into the
/// memory is refused before it starts. What ran, when and on what is kept in the
/// file build.log beside the tables.
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
    /// What is tabled; several kinds may stand in one directory. Secure seeds
    /// and own-side bounds take twice the memory, and on the disk twice the room
    /// while they are built
    #[arg(long, value_name = "KIND", default_value = "score", value_parser = kind_parser())]
    values: Kind,
    /// Also build the distances beside the scores: plies to the next capture, with
    /// which `probe` and `line` know the best move at once. As much again on the
    /// disk, 3.3 times as long again, and up to a fifth more memory
    #[arg(long)]
    depth: bool,
    /// Directory for the tables [default: tables/<rules>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Memory that the build may take, like 8G, 16GiB or 500M; a slower mode
    /// that needs about half is used if it must be [default: what this machine
    /// has available]
    #[arg(long, value_name = "LIMIT", allow_negative_numbers = true)]
    memory: Option<Limit>,
    /// Seconds from one checkpoint of a layer to the next, which comes after the
    /// step then at work; 0: after every step. More spares a slow disk, less
    /// loses less when the build is killed
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
    let kinds = kinds(args.values, args.depth)?;
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
) -> anyhow::Result<(Vec<LayerReport>, Vec<DepthReport>)> {
    let pool = args.threads.pool()?;
    let progress = Progress::new(watch);
    let log = Log::new(&progress);
    let built = pool.install(|| {
        let layers = grenier_solve::build(dir, args.seeds, options, &log)?;
        let distances = if args.depth {
            build_distances(dir, args.seeds, options.memory, &log)?
        } else {
            Vec::new()
        };
        Ok::<_, BuildError>((layers, distances))
    });
    progress.clear();
    Ok(built?)
}

/// The largest layer up to `seeds` of which a directory lacks one of the kinds.
/// A directory that cannot be read is refused when it is opened for writing.
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
pub(crate) fn kinds(values: Kind, depth: bool) -> anyhow::Result<Vec<Kind>> {
    match (values, depth) {
        (_, false) => Ok(vec![values]),
        (Kind::Score, true) => Ok(vec![Kind::Score, Kind::Distance]),
        _ => bail!("--depth goes with scores; leave out --values {values}"),
    }
}

/// The distances that were built, if any.
fn print_distances(reports: &[DepthReport], out: &mut impl Write) -> anyhow::Result<()> {
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
    reports.iter().for_each(|report| row(cells(report)));
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
