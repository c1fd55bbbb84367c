//! `grenier verify --quick`: whether the files are what was written.

use std::io::Write;

use anyhow::bail;
use grenier_answer::is_fault;
use grenier_solve::{Observer, SolveError};
use grenier_table::{Dir, TableError, TableRules};
use rayon::ThreadPool;
use serde::Serialize;

use crate::options::dir::tell_others;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::progress::Progress;
use crate::output::words;

#[derive(Serialize)]
struct Report<N> {
    #[serde(flatten)]
    name: N,
    kind: &'static str,
    endless: &'static str,
    intact: bool,
    /// None when there is a fault.
    layers: Vec<u32>,
    fault: Option<String>,
}

/// The rule set of a directory, as JSON has it.
#[derive(Serialize)]
pub(crate) struct Named {
    pub(crate) rules: &'static str,
}

/// Compares the checksums of all files; JSON says `name` of the rules.
pub(crate) fn run<R: TableRules>(
    dir: &Dir<R>,
    name: impl Serialize,
    json: bool,
    pool: &ThreadPool,
    progress: &Progress,
    out: &mut impl Write,
) -> anyhow::Result<Outcome> {
    let mut layers = dir.layers();
    let mut fault = None;
    for record in &dir.manifest().layers {
        if progress.stopped() {
            progress.clear();
            return Err(SolveError::Stopped.into());
        }
        progress.layer_started(record.layer, record.positions);
        if let Err(error) = pool.install(|| dir.check_files(record.layer)) {
            progress.clear();
            check_unchanged(dir)?;
            fault = Some(told(error)?);
            layers.clear();
            break;
        }
    }
    progress.clear();
    let report = Report {
        name,
        kind: dir.kind().name(),
        endless: dir.kind().endless().name(),
        intact: fault.is_none(),
        layers,
        fault,
    };
    if json {
        emit(&report, out)?;
    } else if let Some(fault) = &report.fault {
        writeln!(out, "WRONG: {fault}")?;
    } else {
        writeln!(
            out,
            "{}: the files of {} are what was written",
            dir.path().display(),
            words::counted(report.layers.len() as u64, "layer", "layers")
        )?;
        tell_others(dir, out)?;
    }
    Ok(Outcome::of_check(report.intact))
}

/// Blames nobody when the directory was written to meanwhile.
fn check_unchanged<R: TableRules>(dir: &Dir<R>) -> anyhow::Result<()> {
    let now = Dir::<R>::open_kind(dir.path(), dir.kind())?;
    if now.manifest() != dir.manifest() {
        bail!(
            "another program is writing to {}; ask again when it is done",
            dir.path().display()
        );
    }
    Ok(())
}

/// What is wrong with a file; an error when it could not be read at all.
fn told(error: TableError) -> Result<String, TableError> {
    if is_fault(&error) {
        return Ok(error.to_string());
    }
    Err(error)
}
