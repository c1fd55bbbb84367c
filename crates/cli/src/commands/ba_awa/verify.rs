//! `grenier ba-awa verify`: whether every value follows from its moves.

use std::io::Write;

use grenier_baawa::BaawaDir;
use grenier_baawa::VerifyError;
use grenier_solve::VerifiedLayer;
use serde::Serialize;

use super::game::{GameChoice, side_name};
use super::tables::open_dir;
use crate::options::dir::{DirArg, is_fault};
use crate::options::threads::Threads;
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::words;

/// Check that every value of every table follows from its moves
///
/// As for the Oware family: each file's hash, its record in the manifest, and
/// every value. It proves the tables consistent, not more: in layers 12 and 16
/// the values wanted are the least of those that agree with each other.
///
/// Exit code 0 when all is consistent; 1, and the first fault, when not; 2 when a
/// file is gone or cannot be opened as a table.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier ba-awa verify\n  grenier ba-awa verify --quick --owns 7-5"
)]
pub(crate) struct Args {
    #[command(flatten)]
    dir: DirArg,
    #[command(flatten)]
    choice: GameChoice,
    /// Only read the files and compare their checksums, and the SHA-256 of their
    /// values with the manifest's: nothing is derived
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
    owns: u8,
    starter: &'static str,
    kind: &'static str,
    endless: &'static str,
    consistent: bool,
    layers: Vec<Layer>,
    fault: Option<String>,
}

/// The answer to `--quick`.
#[derive(Serialize)]
struct QuickReport {
    rules: &'static str,
    owns: u8,
    starter: &'static str,
    kind: &'static str,
    endless: &'static str,
    intact: bool,
    layers: Vec<u32>,
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
        let checked = pool.install(|| grenier_baawa::check_files(&dir, &progress));
        progress.clear();
        return report_quick(&dir, checked, args.json, out);
    }
    let verified = pool.install(|| grenier_baawa::verify(&dir, &progress));
    progress.clear();
    let Some((layers, fault)) = told(verified)? else {
        return Ok(Outcome::Stopped);
    };
    let outcome = outcome(fault.as_deref());
    let (game, manifest) = (dir.rules(), dir.manifest());
    if args.json {
        let report = Report {
            rules: game.rules().name(),
            owns: game.owns(),
            starter: side_name(game.starter()),
            kind: manifest.kind.name(),
            endless: manifest.endless.name(),
            consistent: fault.is_none(),
            layers: layers.iter().map(Layer::of).collect(),
            fault,
        };
        emit(&report, out)?;
    } else if let Some(fault) = fault {
        writeln!(out, "WRONG: {fault}")?;
    } else {
        let positions = layers.iter().map(|layer| layer.positions).sum();
        writeln!(
            out,
            "{}: all {} in {} follow from their moves",
            dir.path().display(),
            words::positions(positions),
            words::counted(layers.len() as u64, "layer", "layers")
        )?;
    }
    Ok(outcome)
}

/// Says whether the files are what was written.
fn report_quick(
    dir: &BaawaDir,
    checked: Result<Vec<u32>, VerifyError>,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<Outcome> {
    let Some((layers, fault)) = told(checked)? else {
        return Ok(Outcome::Stopped);
    };
    let outcome = outcome(fault.as_deref());
    let (game, manifest) = (dir.rules(), dir.manifest());
    if json {
        let report = QuickReport {
            rules: game.rules().name(),
            owns: game.owns(),
            starter: side_name(game.starter()),
            kind: manifest.kind.name(),
            endless: manifest.endless.name(),
            intact: fault.is_none(),
            layers,
            fault,
        };
        emit(&report, out)?;
    } else if let Some(fault) = fault {
        writeln!(out, "WRONG: {fault}")?;
    } else {
        writeln!(
            out,
            "{}: the files of {} are what was written",
            dir.path().display(),
            words::counted(layers.len() as u64, "layer", "layers")
        )?;
    }
    Ok(outcome)
}

/// What was checked, none with a fault, and the first fault.
type Told<T> = (Vec<T>, Option<String>);

/// What is to be told; nothing when the user interrupted it, which is told here.
fn told<T>(checked: Result<Vec<T>, VerifyError>) -> Result<Option<Told<T>>, VerifyError> {
    match checked {
        Ok(layers) => Ok(Some((layers, None))),
        Err(VerifyError::Stopped) => {
            complain("interrupted");
            Ok(None)
        }
        Err(error) => Ok(Some((Vec::new(), Some(fault(error)?)))),
    }
}

fn outcome(fault: Option<&str>) -> Outcome {
    fault.map_or(Outcome::Done, |_| Outcome::Bad)
}

impl Layer {
    fn of(verified: &VerifiedLayer) -> Self {
        Self {
            layer: verified.layer,
            positions: verified.positions,
        }
    }
}

/// What is wrong with the tables; an error when they could not be read at all.
fn fault(error: VerifyError) -> Result<String, VerifyError> {
    match error {
        VerifyError::WrongValue { .. } | VerifyError::Record { .. } => Ok(error.to_string()),
        VerifyError::Table(fault) if is_fault(&fault) => Ok(fault.to_string()),
        other => Err(other),
    }
}
