//! `grenier build`: solves layers and writes their tables.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use grenier_rules::RuleSet;
use grenier_solve::{BuildError, LayerReport, SolveError};
use grenier_table::{Endless, Kind, TableDir};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::open::{default_dir, rules_parser};
use crate::progress::{Progress, Watch};
use crate::{Outcome, complain, words};

/// Build the tables of all positions of up to N seeds
///
/// Layers that are there already are kept; a build that was interrupted, even
/// killed, goes on where it was when the same command is given again. A layer
/// takes one byte per position on the disk: 12 seeds are 1.3 million positions,
/// 16 are 13 million, 20 are 80 million. The bytes do not depend on the number
/// of threads.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier build --seeds 12\n  \
                        grenier build --rules oware --seeds 16 --out /data/oware --threads 8")]
pub(crate) struct Args {
    /// Rule set
    #[arg(long, value_name = "NAME", default_value = "awale", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Seeds of the largest layer, 0 to 48
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=48),
          allow_negative_numbers = true)]
    seeds: u32,
    /// Directory for the tables [default: tables/<rules>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let path = args.out.clone().unwrap_or_else(|| default_dir(args.rules));
    let mut dir = TableDir::create(&path, args.rules, Kind::Score, Endless::Even)?;
    let pool = pool(args.threads)?;
    let progress = Progress::new(Watch::start()?);
    let built = pool.install(|| grenier_solve::build(&mut dir, args.seeds, &progress));
    progress.clear();
    match built {
        Ok(reports) => {
            print(args.rules, &reports, out)?;
            writeln!(out, "\nThe tables are in {}.", path.display())?;
            Ok(Outcome::Done)
        }
        Err(BuildError::Solve(SolveError::Stopped)) => {
            complain("interrupted; finished layers are kept, the same command goes on from there");
            Ok(Outcome::Stopped)
        }
        Err(error) => Err(error.into()),
    }
}

/// A pool of so many threads; one per processor if not said.
pub(crate) fn pool(threads: Option<u16>) -> anyhow::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .build()
        .context("cannot start the threads")
}

fn print(rules: &RuleSet, reports: &[LayerReport], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{}: wins, draws and losses of the player to move\n",
        rules.name
    )?;
    writeln!(
        out,
        "layer{:>16}{:>16}{:>16}{:>16}{:>10}{:>14}",
        "positions", "wins", "draws", "losses", "seconds", "positions/s"
    )?;
    for LayerReport {
        record,
        seconds,
        resumed,
    } in reports
    {
        let (time, rate) = if *resumed {
            ("before".to_owned(), String::new())
        } else {
            timing(record.positions, *seconds)
        };
        writeln!(
            out,
            "{:5}{:>16}{:>16}{:>16}{:>16}{time:>10}{rate:>14}",
            record.layer,
            words::count(record.positions),
            words::count(record.wins),
            words::count(record.draws),
            words::count(record.losses),
        )?;
    }
    print_total(reports, out)
}

fn print_total(reports: &[LayerReport], out: &mut impl Write) -> anyhow::Result<()> {
    let sum = |part: fn(&LayerReport) -> u64| reports.iter().map(part).sum::<u64>();
    let seconds = reports.iter().map(|report| report.seconds).sum();
    let new = reports.iter().filter(|report| !report.resumed);
    let (time, rate) = timing(new.map(|report| report.record.positions).sum(), seconds);
    writeln!(
        out,
        "  all{:>16}{:>16}{:>16}{:>16}{time:>10}{rate:>14}",
        words::count(sum(|report| report.record.positions)),
        words::count(sum(|report| report.record.wins)),
        words::count(sum(|report| report.record.draws)),
        words::count(sum(|report| report.record.losses)),
    )?;
    Ok(())
}

/// Seconds, and positions per second.
fn timing(positions: u64, seconds: f64) -> (String, String) {
    let rate = words::per_second(positions, seconds);
    (format!("{seconds:.2}"), words::count(rate as u64))
}
