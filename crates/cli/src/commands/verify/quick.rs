//! `grenier verify --quick`: whether the files are what was written.

use std::io::{self, Write};

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
    /// Files of these layers that do not exist.
    absent: Vec<String>,
    /// Good files whose record is of the other form, or missing.
    unrecorded: Vec<String>,
    /// Files that no writer has finished or recorded.
    unfinished: Vec<String>,
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
    let mut report = Report {
        name,
        kind: dir.kind().name(),
        endless: dir.kind().endless().name(),
        intact: true,
        layers: Vec::new(),
        absent: Vec::new(),
        unrecorded: Vec::new(),
        unfinished: dir.unfinished_files(),
        fault: None,
    };
    for record in &dir.manifest().layers {
        if progress.stopped() {
            progress.clear();
            return Err(SolveError::Stopped.into());
        }
        progress.layer_started(record.layer, record.positions);
        match pool.install(|| dir.check_files(record.layer)) {
            Ok(check) => {
                if !check.absent.contains(&dir.kind().file_name(record.layer)) {
                    report.layers.push(record.layer);
                }
                report.absent.extend(check.absent);
                report.unrecorded.extend(check.unrecorded);
            }
            Err(error) => {
                progress.clear();
                check_unchanged(dir)?;
                report.fault = Some(fault(error)?);
                report.intact = false;
                report.layers.clear();
                break;
            }
        }
    }
    progress.clear();
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
        report.print_rest(out)?;
        tell_others(dir, out)?;
    }
    Ok(Outcome::of_check(report.intact))
}

impl<N> Report<N> {
    /// Says which files are not as the manifest records them, though none is damaged.
    fn print_rest(&self, out: &mut impl Write) -> io::Result<()> {
        let mut say = |what: &str, files: &[String]| match files {
            [] => Ok(()),
            files => writeln!(out, "{what}: {}", files.join(", ")),
        };
        say("Absent, though the manifest lists them", &self.absent)?;
        say(
            "Good, but left by an interrupted pack or unpack (run it again)",
            &self.unrecorded,
        )?;
        say(
            "Unfinished: being written, or left by an interrupted command (run it again)",
            &self.unfinished,
        )
    }
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
fn fault(error: TableError) -> Result<String, TableError> {
    if is_fault(&error) {
        return Ok(error.to_string());
    }
    Err(error)
}
