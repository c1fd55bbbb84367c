//! `build.log`: what ran, when, on what, kept beside the tables.

use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use grenier_solve::{Event, LayerReport, Observer, Phase};
use grenier_table::TableWriter;
use tracing::{info, warn};

use crate::machine::{Machine, PROGRAM};
use crate::outcome::complain;
use crate::output::progress::{Progress, checkpoint_dropped};
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

    fn step(&self, progress: &grenier_solve::Progress) {
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
    }

    fn layer_done(&self, report: &LayerReport) {
        let (layer, sha256) = (report.record.layer, &report.record.sha256);
        if report.resumed {
            info!(layer, sha256, "layer built before");
            return;
        }
        let Steps { sweeps, rounds } = self.with_steps(|steps| *steps);
        let seconds = report.seconds;
        info!(layer, sweeps, rounds, seconds, sha256, "layer done");
    }
}

impl Observer for Log<'_> {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::LayerStarted { seeds, positions } => {
                self.with_steps(|steps| *steps = Steps::default());
                info!(layer = seeds, positions, "layer starts");
            }
            Event::CheckpointDropped { seeds, why } => warn!("{}", checkpoint_dropped(seeds, why)),
            Event::LayerResumed { seeds } => {
                info!(layer = seeds, "layer goes on from a checkpoint");
            }
            Event::Step(progress) => self.step(&progress),
            Event::LayerDone(report) => self.layer_done(report),
            Event::DistancesDone(report) => info!(
                layer = report.record.layer,
                largest = report.record.largest,
                seconds = report.seconds,
                sha256 = report.record.sha256,
                "{}",
                if report.resumed {
                    "distances built before"
                } else {
                    "distances done"
                }
            ),
        }
        self.progress.event(event);
    }

    fn stopped(&self) -> bool {
        self.progress.stopped()
    }
}
