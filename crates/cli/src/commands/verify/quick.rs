//! `grenier verify --quick`: whether the files are what was written.

use std::io::Write;

use anyhow::bail;
use grenier_solve::{Observer, SolveError};
use grenier_table::{TableDir, TableError};
use rayon::ThreadPool;
use serde::Serialize;

use crate::options::dir::{is_fault, tell_others};
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::progress::Progress;
use crate::output::words;

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    intact: bool,
    /// None when there is a fault.
    layers: Vec<u32>,
    fault: Option<String>,
}

/// Compares the checksums of all files.
pub(crate) fn run(
    dir: &TableDir,
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
        rules: dir.rules().name,
        kind: dir.kind().name(),
        endless: dir.kind().endless().name(),
        intact: fault.is_none(),
        layers,
        fault,
    };
    if json {
        emit(&report, out)?;
    } else {
        report.print(dir, out)?;
    }
    Ok(match report.fault {
        None => Outcome::Done,
        Some(_) => Outcome::Bad,
    })
}

/// Blames nobody when the directory was written to meanwhile.
fn check_unchanged(dir: &TableDir) -> anyhow::Result<()> {
    let now = TableDir::open_kind(dir.path(), dir.kind())?;
    if now.manifest() != dir.manifest() {
        bail!(
            "another program is writing to {}; ask again when it is done",
            dir.path().display()
        );
    }
    Ok(())
}

impl Report {
    fn print(&self, dir: &TableDir, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(fault) = &self.fault {
            writeln!(out, "WRONG: {fault}")?;
            return Ok(());
        }
        writeln!(
            out,
            "{}: the files of {} are what was written",
            dir.path().display(),
            words::counted(self.layers.len() as u64, "layer", "layers")
        )?;
        tell_others(dir, out)
    }
}

/// What is wrong with a file; an error when it could not be read at all.
fn told(error: TableError) -> Result<String, TableError> {
    if is_fault(&error) {
        return Ok(error.to_string());
    }
    Err(error)
}
