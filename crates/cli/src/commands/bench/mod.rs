//! `grenier bench`: how fast tables are built and asked.

mod meter;
mod record;

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use grenier_index::Layer;
use grenier_probe::{Access, Options, Tablebase};
use grenier_rules::{Position, RuleSet};
use grenier_solve::{BuildOptions, LayerReport, Memory};
use grenier_table::{Kind, TableWriter};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::commands::bench::meter::Meter;
use crate::commands::bench::record::{Build, Probe, Report};
use crate::machine;
use crate::options::memory::{Budget, Limit};
use crate::options::number::number;
use crate::options::rules::rules_parser;
use crate::options::{memory, number};
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::words;

/// Probes of one measurement.
const PROBES: u64 = 1_000_000;
/// Seed of the random positions: the same ones each time.
const SEED: u64 = 1;

/// Measure how fast tables are built and probed
///
/// Builds all layers up to N in a temporary directory, once per number of
/// threads, and checks that the tables are the same each time. Then probes the
/// largest layer a million times from one thread, in index order and in random
/// order. Run it on an otherwise idle machine.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier bench\n  \
                        grenier bench --rules awari --seeds 14 --threads 1,2,4 --json\n  \
                        grenier bench --rules oware --seeds 22 --markdown")]
pub(crate) struct Args {
    /// Rule set
    #[arg(long, value_name = "NAME", default_value = "awale", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Seeds of the largest layer, 0 to 48
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = number(0..=48_u32), allow_negative_numbers = true)]
    seeds: u32,
    /// Numbers of threads, 1 to 256, separated by commas [default: 1, 2, 4 and so
    /// on, up to one per processor]
    #[arg(long, value_name = "N,N", value_delimiter = ',',
          value_parser = number::threads)]
    threads: Vec<u16>,
    /// Memory limit of a build, like 8G, 16GiB or 500M; it decides the memory
    /// mode [default: the memory available on this machine]
    #[arg(long, value_name = "LIMIT", allow_negative_numbers = true)]
    memory: Option<Limit>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
    /// Print tables in Markdown, as in docs/results.md
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

/// Bytes of memory that measuring takes besides the build.
const BENCH_BYTES: u64 = 32 << 20;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let numbers = numbers_of_threads(&args.threads, machine::cores());
    let most = numbers.iter().copied().max().unwrap_or(1);
    let mode =
        Budget::new(args.memory).mode_or_refusal(&[Kind::Score], args.seeds, usize::from(most))?;
    machine::check_room("a benchmark", BENCH_BYTES)?;
    let progress = Progress::new(Watch::start()?);
    let mut report = Report::new(args.rules.name, args.seeds, memory::name(mode));
    let mut expected: Option<Vec<String>> = None;
    for threads in numbers {
        let dir = tempfile::tempdir().with_context(|| {
            let parent = std::env::temp_dir();
            format!("cannot make a temporary directory in {}", parent.display())
        })?;
        let meter = Meter::new(&progress);
        let hashes = build(args, threads, mode, dir.path(), &meter)?;
        if *expected.get_or_insert_with(|| hashes.clone()) != hashes {
            let threads = words::threads(threads.into());
            complain(&format!("{threads} gave other tables; please report this"));
            return Ok(Outcome::Bad);
        }
        report.build.push(Build::new(threads, meter.layers()));
        if report.probe.is_empty() {
            report.probe = measure_probes(dir.path(), args.seeds)?;
        }
    }
    if args.json {
        emit(&report, out)?;
    } else if args.markdown {
        report.print_markdown(out)?;
    } else {
        report.print(out)?;
    }
    Ok(Outcome::Done)
}

/// What to measure: what was asked for, or powers of 2 and all.
fn numbers_of_threads(asked: &[u16], cores: usize) -> Vec<u16> {
    if !asked.is_empty() {
        return asked.to_vec();
    }
    let cores = cores.min(machine::MAX_THREADS.into()) as u16;
    let powers = (0..8).map(|power| 1 << power);
    let mut numbers: Vec<u16> = powers.take_while(|&number| number < cores).collect();
    numbers.push(cores);
    numbers
}

/// Builds all layers and returns their hashes.
fn build(
    args: &Args,
    threads: u16,
    mode: Memory,
    path: &Path,
    meter: &Meter<'_>,
) -> anyhow::Result<Vec<String>> {
    let mut dir = TableWriter::create(path, args.rules, Kind::Score)?;
    let pool = crate::options::threads::pool(usize::from(threads))?;
    let options = BuildOptions {
        memory: mode,
        ..BuildOptions::default()
    };
    let built = pool.install(|| grenier_solve::build(&mut dir, args.seeds, &options, meter));
    meter.progress.clear();
    let hash = |report: LayerReport| report.record.sha256;
    Ok(built?.into_iter().map(hash).collect())
}

/// Asks the layer with `seeds` seeds in index order and in random order. The
/// positions are made before the clock starts.
fn measure_probes(path: &Path, seeds: u32) -> anyhow::Result<Vec<Probe>> {
    let options = Options {
        access: Access::Map,
        ..Options::default()
    };
    let tables = Tablebase::open_with(path, &options)?;
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
        sum += i64::from(tables.value(position)?.0);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_double_up_to_the_processors() {
        assert_eq!(numbers_of_threads(&[], 1), [1]);
        assert_eq!(numbers_of_threads(&[], 2), [1, 2]);
        assert_eq!(numbers_of_threads(&[], 12), [1, 2, 4, 8, 12]);
        assert_eq!(numbers_of_threads(&[], 4096).last(), Some(&256));
        assert_eq!(numbers_of_threads(&[3, 1], 2), [3, 1]);
    }
}
