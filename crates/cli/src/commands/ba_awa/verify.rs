//! `grenier ba-awa verify`: whether every value follows from its moves.

use std::io::Write;

use grenier_answer::is_fault;
use grenier_baawa::{Game, VerifyError, verify};
use grenier_solve::SolveError;
use grenier_table::{EndlessCode, Kind};
use serde::Serialize;

use super::game::GameChoice;
use super::tables::open_dir;
use crate::commands::verify::{print_consistent, quick};
use crate::options::dir::DirArg;
use crate::options::threads::Threads;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};

/// Check every value of every table against its moves
///
/// Compares each file with its checksum and with the manifest. Then derives every
/// value again: it must equal the value of the best move. This proves that the
/// tables are consistent. It does not prove that they are right: in layers 12 and
/// 16 several sets of values are consistent, and the right one is the least.
///
/// Exit code 0: consistent. 1: something is wrong; prints the first fault. 2: a file
/// is missing or is not a table.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier ba-awa verify\n  grenier ba-awa verify --quick --owns 7-5"
)]
pub(crate) struct Args {
    #[command(flatten)]
    dir: DirArg,
    #[command(flatten)]
    choice: GameChoice,
    /// Compare checksums only, also SHA-256 with the manifest; derive nothing.
    /// Files may be absent: they are listed
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
    #[serde(flatten)]
    game: Game,
    kind: Kind,
    endless: EndlessCode,
    consistent: bool,
    layers: Vec<Layer>,
    fault: Option<String>,
}

#[derive(Serialize)]
struct Layer {
    layer: u32,
    positions: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let dir = open_dir(args.dir.path(), &args.choice)?;
    let pool = args.threads.pool()?;
    let progress = Progress::new(Watch::start()?);
    if args.quick {
        return quick::run(&dir, dir.rules(), args.json, &pool, &progress, out);
    }
    let verified = pool.install(|| verify(&dir, &progress));
    progress.clear();
    let (layers, fault) = match verified {
        Ok(layers) => (layers, None),
        Err(error) => (Vec::new(), Some(fault(error)?)),
    };
    let layers = layers.iter().map(|verified| Layer {
        layer: verified.layer,
        positions: verified.positions,
    });
    let report = Report {
        game: dir.rules(),
        kind: dir.kind(),
        endless: dir.kind().endless(),
        consistent: fault.is_none(),
        layers: layers.collect(),
        fault,
    };
    if args.json {
        emit(&report, out)?;
    } else if let Some(fault) = &report.fault {
        writeln!(out, "WRONG: {fault}")?;
    } else {
        let positions = report.layers.iter().map(|layer| layer.positions);
        print_consistent(dir.path(), positions, out)?;
    }
    Ok(Outcome::of_check(report.consistent))
}

/// What is wrong with the tables; an error when they cannot be read at all.
fn fault(error: VerifyError) -> anyhow::Result<String> {
    match error {
        VerifyError::WrongValue { .. } | VerifyError::Record { .. } => Ok(error.to_string()),
        VerifyError::Table(fault) if is_fault(&fault) => Ok(fault.to_string()),
        VerifyError::Stopped => Err(SolveError::Stopped.into()),
        VerifyError::Table(unreadable) => Err(unreadable.into()),
    }
}
