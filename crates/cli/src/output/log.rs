//! `build.log`: what ran, when, on what, kept beside the tables.

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use grenier_solve::{DepthReport, LayerReport, Observer, Phase};
use grenier_table::{TableError, TableWriter};
use tracing::{info, warn};

use crate::machine::{Machine, PROGRAM};
use crate::outcome::complain;
use crate::output::progress::Progress;
use crate::output::words;

/// The file's name in a directory of tables.
const NAME: &str = "build.log";

/// Sends what is logged from now on to the end of the log of a directory.
pub(crate) fn open(dir: &Path) -> anyhow::Result<()> {
    let path = dir.join(NAME);
    let file = File::options().append(true).create(true).open(&path);
    let file = file.with_context(|| format!("cannot write {}", path.display()))?;
    let log = tracing_subscriber::fmt()
        .with_writer(Arc::new(file))
        .with_ansi(false)
        .with_target(false)
        // A full disk is told by what fails to be written next to the log.
        .log_internal_errors(false)
        .finish();
    tracing::subscriber::set_global_default(log).context("cannot start the log")
}

/// Logs what runs, and on what.
pub(crate) fn starts(rules: &str, seeds: u32, threads: usize, memory: &str) {
    let command: Vec<_> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let machine = Machine::this();
    info!(
        version = PROGRAM.version,
        commit = PROGRAM.commit,
        compiler = PROGRAM.compiler,
        command = command.join(" "),
        "program"
    );
    info!(
        cpu = machine.cpu,
        cores = machine.cores,
        memory = machine.memory_bytes.map(words::bytes),
        "machine"
    );
    info!(rules, seeds, threads, memory, "build starts");
}

/// Logs the checkpoints that were removed because they cannot be used, and tells
/// the user.
pub(crate) fn tell_dropped_checkpoints(dir: &TableWriter) {
    for (layer, why) in dir.dropped_checkpoints() {
        let told = checkpoint_dropped(*layer, why);
        warn!("{told}");
        complain(&told);
    }
}

/// That a layer begins anew, and why. What an error advises is done already.
pub(crate) fn checkpoint_dropped(layer: u32, why: &TableError) -> String {
    let why = why.to_string();
    let what = why.split_once("; ").map_or(&*why, |(what, _)| what);
    format!("layer {layer} begins anew, its checkpoint is of no use: {what}")
}

/// Logs a build and shows its progress.
pub(crate) struct Log<'a> {
    progress: &'a Progress,
    steps: Mutex<Steps>,
}

/// Steps of the layer at work.
#[derive(Clone, Copy, Default)]
struct Steps {
    sweeps: u32,
    rounds: u32,
}

impl<'a> Log<'a> {
    pub(crate) fn new(progress: &'a Progress) -> Self {
        Self {
            progress,
            steps: Mutex::default(),
        }
    }

    fn with_steps<T>(&self, work: impl FnOnce(&mut Steps) -> T) -> T {
        work(&mut self.steps.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Observer for Log<'_> {
    fn layer_starts(&self, seeds: u32, positions: u64) {
        self.with_steps(|steps| *steps = Steps::default());
        info!(layer = seeds, positions, "layer starts");
        self.progress.layer_starts(seeds, positions);
    }

    fn checkpoint_dropped(&self, seeds: u32, why: &TableError) {
        warn!("{}", checkpoint_dropped(seeds, why));
        self.progress.checkpoint_dropped(seeds, why);
    }

    fn layer_goes_on(&self, seeds: u32) {
        info!(layer = seeds, "layer goes on from a checkpoint");
        self.progress.layer_goes_on(seeds);
    }

    fn progress(&self, progress: &grenier_solve::Progress) {
        self.with_steps(|steps| match progress.phase {
            Phase::Sweeps => steps.sweeps += 1,
            Phase::Rounds => steps.rounds += 1,
            Phase::Checkpoint => info!(
                layer = progress.seeds,
                sweeps = steps.sweeps,
                rounds = steps.rounds,
                "checkpoint written"
            ),
            Phase::Captures | Phase::Distances | Phase::Check => {}
        });
        self.progress.progress(progress);
    }

    fn layer_done(&self, report: &LayerReport) {
        let record = &report.record;
        if report.resumed {
            info!(
                layer = record.layer,
                sha256 = record.sha256,
                "layer built before"
            );
        } else {
            let Steps { sweeps, rounds } = self.with_steps(|steps| *steps);
            info!(
                layer = record.layer,
                sweeps,
                rounds,
                seconds = report.seconds,
                sha256 = record.sha256,
                "layer done"
            );
        }
        self.progress.layer_done(report);
    }

    fn distances_done(&self, report: &DepthReport) {
        let record = &report.record;
        info!(
            layer = record.layer,
            largest = record.largest,
            seconds = report.seconds,
            sha256 = record.sha256,
            "{}",
            if report.resumed {
                "distances built before"
            } else {
                "distances done"
            }
        );
        self.progress.distances_done(report);
    }

    fn stopped(&self) -> bool {
        self.progress.stopped()
    }
}
