//! `grenier bench`: how fast tables are built and asked.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use grenier_index::Layer;
use grenier_probe::Tablebase;
use grenier_rules::{Position, RuleSet};
use grenier_solve::{BuildError, LayerReport, SolveError};
use grenier_table::{Endless, Kind, TableDir};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::Serialize;

use crate::open::rules_parser;
use crate::progress::{Progress, Watch};
use crate::{Outcome, complain, words};

/// Probes of one measurement.
const PROBES: u64 = 1_000_000;
/// Seed of the random positions: the same ones each time.
const SEED: u64 = 1;

/// Measure how fast tables are built and asked
///
/// Builds all layers up to N in a temporary directory, once for each number of
/// threads, and checks that the tables are the same each time; then asks the
/// largest layer for a million values from one thread, in index order and in
/// random order.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier bench\n  \
                        grenier bench --rules awari --seeds 14 --threads 1,2,4 --json")]
pub(crate) struct Args {
    /// Rule set
    #[arg(long, value_name = "NAME", default_value = "awale", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Seeds of the largest layer, 0 to 48
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(0..=48))]
    seeds: u32,
    /// Numbers of threads, with commas between [default: 1 and one per
    /// processor]
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    seeds: u32,
    build: Vec<Build>,
    probe: Vec<Probe>,
}

/// All layers, built with one number of threads.
#[derive(Serialize)]
struct Build {
    threads: u16,
    positions: u64,
    seconds: f64,
    positions_per_second: f64,
    layers: Vec<LayerTime>,
}

#[derive(Serialize)]
struct LayerTime {
    layer: u32,
    positions: u64,
    seconds: f64,
    positions_per_second: f64,
}

#[derive(Serialize)]
struct Probe {
    order: &'static str,
    layer: u32,
    probes: u64,
    seconds: f64,
    probes_per_second: f64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let progress = Progress::new(Watch::start()?);
    let mut build = Vec::new();
    let mut probe = Vec::new();
    let mut expected: Option<Vec<String>> = None;
    for threads in numbers_of_threads(&args.threads) {
        let dir = tempfile::tempdir().context("cannot make a temporary directory")?;
        let reports = match measure_build(args, threads, dir.path(), &progress) {
            Ok(reports) => reports,
            Err(error) if is_stopped(&error) => {
                complain("interrupted");
                return Ok(Outcome::Stopped);
            }
            Err(error) => return Err(error),
        };
        let hashes = |report: &LayerReport| report.record.sha256.clone();
        let found: Vec<_> = reports.iter().map(hashes).collect();
        if *expected.get_or_insert_with(|| found.clone()) != found {
            complain(&format!(
                "{threads} threads gave other tables; please report this"
            ));
            return Ok(Outcome::Bad);
        }
        build.push(Build::new(threads, &reports));
        if probe.is_empty() {
            probe = measure_probes(dir.path(), args.seeds)?;
        }
    }
    let report = Report {
        rules: args.rules.name,
        seeds: args.seeds,
        build,
        probe,
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&report, out)?;
    }
    Ok(Outcome::Done)
}

/// What to measure: what was asked for, or one thread and all.
fn numbers_of_threads(asked: &[u16]) -> Vec<u16> {
    if !asked.is_empty() {
        return asked.to_vec();
    }
    let all = std::thread::available_parallelism().map_or(1, |all| all.get().min(1024) as u16);
    if all == 1 { vec![1] } else { vec![1, all] }
}

fn is_stopped(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(BuildError::Solve(SolveError::Stopped))
    )
}

fn measure_build(
    args: &Args,
    threads: u16,
    path: &Path,
    progress: &Progress,
) -> anyhow::Result<Vec<LayerReport>> {
    let mut dir = TableDir::create(path, args.rules, Kind::Score, Endless::Even)?;
    let pool = crate::build::pool(Some(threads))?;
    let built = pool.install(|| grenier_solve::build(&mut dir, args.seeds, progress));
    progress.clear();
    Ok(built?)
}

impl Build {
    fn new(threads: u16, reports: &[LayerReport]) -> Self {
        let layers: Vec<LayerTime> = reports
            .iter()
            .map(|report| LayerTime {
                layer: report.record.layer,
                positions: report.record.positions,
                seconds: report.seconds,
                positions_per_second: words::per_second(report.record.positions, report.seconds),
            })
            .collect();
        let positions = layers.iter().map(|layer| layer.positions).sum();
        let seconds = layers.iter().map(|layer| layer.seconds).sum();
        Self {
            threads,
            positions,
            seconds,
            positions_per_second: words::per_second(positions, seconds),
            layers,
        }
    }
}

/// Asks the layer with `seeds` seeds in index order and in random order. The
/// positions are made before the clock starts.
fn measure_probes(path: &Path, seeds: u32) -> anyhow::Result<Vec<Probe>> {
    let tables = Tablebase::open(path)?;
    let layer = Layer::new(seeds);
    let mut random = StdRng::seed_from_u64(SEED);
    let sequential = |probe| probe % layer.len();
    let scattered = |_| random.random_range(0..layer.len());
    Ok(vec![
        measure(&tables, &layer, "sequential", sequential)?,
        measure(&tables, &layer, "random", scattered)?,
    ])
}

fn measure(
    tables: &Tablebase,
    layer: &Layer,
    order: &'static str,
    index: impl FnMut(u64) -> u64,
) -> anyhow::Result<Probe> {
    let positions: Vec<Position> = (0..PROBES)
        .map(index)
        .filter_map(|index| layer.position(index))
        .collect();
    let start = Instant::now();
    let mut sum = 0;
    for position in &positions {
        sum += i64::from(tables.value(position)?);
    }
    black_box(sum);
    let seconds = start.elapsed().as_secs_f64();
    Ok(Probe {
        order,
        layer: layer.seeds(),
        probes: PROBES,
        seconds,
        probes_per_second: words::per_second(PROBES, seconds),
    })
}

fn print(report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}, layers 0 to {}\n", report.rules, report.seeds)?;
    writeln!(
        out,
        "build  threads  layer{:>16}{:>10}{:>14}",
        "positions", "seconds", "positions/s"
    )?;
    for build in &report.build {
        for layer in &build.layers {
            let rate = words::count(layer.positions_per_second as u64);
            writeln!(
                out,
                "{:14}{:7}{:>16}{:>10.3}{rate:>14}",
                build.threads,
                layer.layer,
                words::count(layer.positions),
                layer.seconds
            )?;
        }
        let rate = words::count(build.positions_per_second as u64);
        let positions = words::count(build.positions);
        let (threads, seconds) = (build.threads, build.seconds);
        writeln!(
            out,
            "{threads:14}    all{positions:>16}{seconds:>10.3}{rate:>14}"
        )?;
    }
    writeln!(
        out,
        "\nprobe  order       layer{:>13}{:>10}{:>14}",
        "probes", "seconds", "probes/s"
    )?;
    for probe in &report.probe {
        let rate = words::count(probe.probes_per_second as u64);
        let probes = words::count(probe.probes);
        let (order, layer, seconds) = (probe.order, probe.layer, probe.seconds);
        writeln!(
            out,
            "       {order:10}{layer:7}{probes:>13}{seconds:>10.3}{rate:>14}"
        )?;
    }
    Ok(())
}
