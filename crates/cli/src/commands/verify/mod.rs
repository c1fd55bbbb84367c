//! `grenier verify`: whether every value of every table follows from its moves.

pub(crate) mod quick;

use std::io::Write;
use std::path::Path;

use grenier_answer::is_fault;
use grenier_solve::{VerifiedLayer, VerifyError};
use grenier_table::TableDir;
use serde::Serialize;

use crate::options::dir::{DirChoice, tell_others};
use crate::options::threads::Threads;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::words;
use quick::Named;

/// Check every value of every table against its moves
///
/// Compares each file with its checksums and with the manifest. Then derives
/// every value again: it must equal the value of the best move, given the values
/// of the positions after each move. This proves that the tables are consistent.
/// It does not prove that they are right: endless play allows several consistent
/// sets of values, and the right one is the least. Distance tables (`build
/// --distances`) are derived again too. If every layer has them, they prove the
/// scores right: each score can be forced within that many plies.
///
/// A directory can hold several kinds of tables. Checks the scores, or the kind
/// given by --values, and lists the kinds that it did not check.
///
/// Exit code 0: consistent. 1: a value, a checksum or a record is wrong, or a
/// layer below another is missing from the manifest; prints the first fault.
/// 2: a file is missing or is not a table. With --quick: 0 if no file is damaged,
/// also if some are absent.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier verify\n  grenier verify --rules oware\n  \
                  grenier verify --json tables/awale\n  grenier verify --quick downloads/oware"
)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: DirChoice,
    /// Compare checksums only, also SHA-256 with the manifest; derive nothing.
    /// Files may be absent, as after a partial download: they are listed
    #[arg(long)]
    quick: bool,
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
    consistent: bool,
    least: bool,
    /// None when there is a fault.
    layers: Vec<Verified>,
    fault: Option<String>,
}

#[derive(Serialize)]
struct Verified {
    layer: u32,
    positions: u64,
    distances: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let dir = args.choice.open()?;
    let pool = args.threads.pool()?;
    let watch = Watch::start()?;
    let progress = Progress::new(watch);
    if args.quick {
        let name = Named {
            rules: dir.rules().name,
        };
        return quick::run(&dir, name, args.json, &pool, &progress, out);
    }
    let verified = pool.install(|| grenier_solve::verify(&dir, &progress));
    progress.clear();
    let (layers, fault) = match verified {
        Ok(layers) => (layers, None),
        Err(error) => (Vec::new(), Some(fault(error)?)),
    };
    let report = Report::new(&dir, &layers, fault);
    if args.json {
        emit(&report, out)?;
    } else {
        report.print(&dir, out)?;
    }
    Ok(Outcome::of_check(report.consistent))
}

impl Report {
    fn new(dir: &TableDir, layers: &[VerifiedLayer], fault: Option<String>) -> Self {
        let reported = layers.iter().map(|verified| Verified {
            layer: verified.layer,
            positions: verified.positions,
            distances: verified.distances,
        });
        Self {
            rules: dir.rules().name,
            kind: dir.kind().name(),
            endless: dir.kind().endless().name(),
            consistent: fault.is_none(),
            least: fault.is_none() && layers.iter().all(|layer| layer.distances),
            layers: reported.collect(),
            fault,
        }
    }

    fn print(&self, dir: &TableDir, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(fault) = &self.fault {
            writeln!(out, "WRONG: {fault}")?;
            return Ok(());
        }
        let positions = self.layers.iter().map(|layer| layer.positions);
        print_consistent(dir.path(), positions, out)?;
        if self.layers.iter().any(|layer| layer.distances) {
            let all = "So do their distances, which shows that no other scores are right.";
            let some = "So do the distances that are there.";
            writeln!(out, "{}", if self.least { all } else { some })?;
        }
        tell_others(dir, out)
    }
}

/// Says that the tables of a directory are consistent, with so many positions in
/// its layers.
pub(crate) fn print_consistent(
    dir: &Path,
    positions: impl ExactSizeIterator<Item = u64>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let layers = words::counted(positions.len() as u64, "layer", "layers");
    let (dir, positions) = (dir.display(), words::positions(positions.sum()));
    writeln!(
        out,
        "{dir}: all {positions} in {layers} follow from their moves"
    )?;
    Ok(())
}

/// What is wrong with the tables; an error when they could not be read at all.
fn fault(error: VerifyError) -> Result<String, VerifyError> {
    match &error {
        VerifyError::Table(fault) if !is_fault(fault) => Err(error),
        VerifyError::Derive(_) | VerifyError::Waiting { .. } | VerifyError::Stopped => Err(error),
        _ => Ok(error.to_string()),
    }
}
