//! Progress on stderr, and the wish to stop.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use grenier_solve::{Event, Observer, Phase};
use grenier_table::{TableError, abandon_files};
use indicatif::{ProgressBar, ProgressStyle};

use crate::outcome::{Outcome, complain};
use crate::output::words;

/// Steps of a bar.
const STEPS: u64 = 1000;
/// How often the time beside a bar moves on.
const TICK: Duration = Duration::from_millis(500);
/// How often a layer that takes long says where it is, without a terminal.
const QUIET: Duration = Duration::from_secs(30);

/// Dense sweeps of a layer: 24 to 26 from 17 to 22 seeds.
const SWEEPS: u32 = 25;
/// What follows them, in sweeps: 5 to 10 from 17 to 22 seeds.
const AFTERWARDS: f64 = 8.0;

/// Whether the user wants to stop: set by Ctrl-C and by a request to terminate.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<AtomicBool>);

impl Watch {
    /// From now on the first Ctrl-C asks to stop and the second one ends the
    /// process at once.
    pub(crate) fn start() -> anyhow::Result<Self> {
        let watch = Self::default();
        let flag = Arc::clone(&watch.0);
        on_ctrl_c(move || {
            if flag.swap(true, Ordering::Relaxed) {
                end("interrupted");
            }
        })?;
        Ok(watch)
    }

    /// From now on Ctrl-C and a request to terminate end the process at once, with
    /// these words and no part of a file left.
    pub(crate) fn end_at_once(words: &'static str) -> anyhow::Result<Self> {
        on_ctrl_c(move || end(words))?;
        Ok(Self::default())
    }

    /// What is set by [`Watch::start`].
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    pub(crate) fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// While nothing is at work, a Ctrl-C ends the process at once.
    pub(crate) fn rest(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Something is at work, for a Ctrl-C to stop.
    pub(crate) fn begin(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// How a command ends that answers all the same when it is stopped.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.stopped() {
            Outcome::Stopped
        } else {
            Outcome::Done
        }
    }
}

fn on_ctrl_c(work: impl FnMut() + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(work).context("cannot watch for Ctrl-C")
}

/// Ends the process. All files are written under a temporary name first.
fn end(words: &str) -> ! {
    let _abandoned = abandon_files();
    if io::stderr().is_terminal() {
        // Below the bar.
        eprintln!();
    }
    complain(words);
    std::process::exit(Outcome::Stopped.code().into())
}

/// Lets the time beside a bar on a terminal move on.
pub(crate) fn tick(bar: &ProgressBar) {
    // The bar panics where the system does not start a thread for it.
    if !bar.is_hidden() && thread::Builder::new().spawn(|| ()).is_ok() {
        bar.enable_steady_tick(TICK);
    }
}

/// Shows a computation layer by layer: a bar on a terminal, lines elsewhere.
pub(crate) struct Progress {
    watch: Watch,
    is_terminal: bool,
    layer: Mutex<Layer>,
}

/// The layer at work.
struct Layer {
    bar: ProgressBar,
    last_line: Instant,
    last_step: Instant,
}

impl Progress {
    pub(crate) fn new(watch: Watch) -> Self {
        Self {
            watch,
            is_terminal: io::stderr().is_terminal(),
            layer: Mutex::new(Layer {
                bar: ProgressBar::hidden(),
                last_line: Instant::now(),
                last_step: Instant::now(),
            }),
        }
    }

    /// Takes an unfinished bar away.
    pub(crate) fn clear(&self) {
        self.layer().bar.finish_and_clear();
    }

    /// A panic elsewhere does not make the bar unusable.
    fn layer(&self) -> MutexGuard<'_, Layer> {
        self.layer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// So many positions of the layer are done, in a computation of one step.
    pub(crate) fn share(&self, done: u64, positions: u64) {
        let mut layer = self.layer();
        layer.bar.set_position(STEPS * done / positions);
        if layer.last_line.elapsed() >= QUIET {
            layer.last_line = Instant::now();
            self.line(&format!(
                "{} of {} done",
                words::count(done),
                words::positions(positions)
            ));
        }
    }

    /// Such a layer is done.
    pub(crate) fn share_done(&self, told: &impl std::fmt::Display) {
        self.layer().bar.finish_and_clear();
        self.line(&told.to_string());
    }

    fn line(&self, text: &str) {
        if !self.is_terminal {
            // Nobody to tell if stderr is gone.
            let _ = io::Write::write_fmt(&mut io::stderr(), format_args!("{text}\n"));
        }
    }

    /// Shows a bar for a layer whose computation begins.
    pub(crate) fn layer_started(&self, seeds: u32, positions: u64) {
        let mut layer = self.layer();
        layer.last_line = Instant::now();
        layer.last_step = Instant::now();
        layer.bar.finish_and_clear();
        if self.is_terminal {
            let style = ProgressStyle::with_template("{prefix} [{bar:10}] {elapsed} {wide_msg}");
            layer.bar = ProgressBar::new(STEPS);
            layer
                .bar
                .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            tick(&layer.bar);
            let positions = words::positions(positions);
            layer
                .bar
                .set_prefix(format!("layer {seeds:2}, {positions}"));
        }
    }

    fn step(&self, progress: &grenier_solve::Progress) {
        let mut layer = self.layer();
        let seconds = layer.last_step.elapsed().as_secs_f64();
        layer.last_step = Instant::now();
        let step = told(progress, seconds);
        let done = (settled(progress) * STEPS as f64) as u64;
        layer.bar.set_position(done.max(layer.bar.position()));
        layer.bar.set_message(step.clone());
        if layer.last_line.elapsed() >= QUIET {
            layer.last_line = Instant::now();
            self.line(&format!("layer {}: {step}", progress.seeds));
        }
    }

    /// Ends the bar, and says how long a layer or its distances took.
    fn done(&self, layer: u32, what: &str, seconds: Option<f64>) {
        self.layer().bar.finish_and_clear();
        let time = seconds.map_or("built before".to_owned(), |seconds| {
            format!("{seconds:.2} s")
        });
        self.line(&format!("layer {layer}: {what}, {time}"));
    }
}

impl Observer for Progress {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::LayerStarted { seeds, positions } => self.layer_started(seeds, positions),
            Event::CheckpointDropped { seeds, why } => {
                let message = checkpoint_dropped(seeds, why);
                self.layer().bar.suspend(|| complain(&message));
            }
            Event::LayerResumed { seeds } => {
                self.layer().bar.set_message("goes on from a checkpoint");
                self.line(&format!("layer {seeds}: goes on from a checkpoint"));
            }
            Event::Step(progress) => self.step(&progress),
            Event::LayerDone(report) => {
                let what = words::positions(report.record.positions);
                let seconds = (!report.resumed).then_some(report.seconds);
                self.done(report.record.layer, &what, seconds);
            }
            Event::DistancesDone(report) => {
                let what = format!("distances to {}", report.record.largest);
                let seconds = (!report.resumed).then_some(report.seconds);
                self.done(report.record.layer, &what, seconds);
            }
        }
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }
}

/// Why a layer is solved from the start. The error's advice is left out, since
/// the checkpoint is removed already.
pub(crate) fn checkpoint_dropped(layer: u32, why: &TableError) -> String {
    let why = why.to_string();
    let what = why.split_once("; ").map_or(&*why, |(what, _)| what);
    format!("layer {layer} begins anew, its checkpoint is of no use: {what}")
}

/// What a step that took so many seconds did, and how long the layer will take
/// from here.
fn told(progress: &grenier_solve::Progress, seconds: f64) -> String {
    let (phase, number) = (progress.phase, progress.number);
    let changed = words::count(progress.changed);
    match phase {
        Phase::Captures | Phase::Check => phase.to_string(),
        Phase::Checkpoint => "checkpoint written".to_owned(),
        Phase::Sweeps => {
            let share = 100.0 * progress.changed as f64 / progress.positions as f64;
            let rate = words::per_second(progress.positions, seconds) / 1e6;
            let to_go = words::duration(seconds * sweeps_to_go(number));
            format!(
                "sweep {number}, about {to_go} to go, {changed} changed ({share:.1} %), \
                 {rate:.0} million positions/s"
            )
        }
        Phase::Rounds => format!("round {number}, {changed} changed"),
        Phase::Distances => format!("distance {number}: {changed} positions"),
    }
}

/// How many sweeps as long as the last one the rest of a layer takes: about
/// [`SWEEPS`] are made in layers of every size, and the rounds and the last
/// check take as long as [`AFTERWARDS`] more.
fn sweeps_to_go(number: u32) -> f64 {
    f64::from(SWEEPS.saturating_sub(number)) + AFTERWARDS
}

/// How much of a layer is done, 0 to 1: nobody knows how many steps it will
/// take, but the changes from step to step die out about exponentially.
fn settled(progress: &grenier_solve::Progress) -> f64 {
    let share = |part: u64| (part as f64 + 1.0).ln() / (progress.positions as f64 + 1.0).ln();
    match progress.phase {
        Phase::Captures | Phase::Checkpoint => 0.0,
        Phase::Sweeps | Phase::Rounds | Phase::Distances => 1.0 - share(progress.changed),
        Phase::Check => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_says_what_is_left() {
        let step = |phase, number, changed| {
            let progress = grenier_solve::Progress {
                seeds: 24,
                positions: 382_628_610,
                phase,
                number,
                changed,
            };
            told(&progress, 1.5)
        };
        assert_eq!(
            step(Phase::Sweeps, 7, 38_112_334),
            "sweep 7, about 39.0 s to go, 38,112,334 changed (10.0 %), 255 million positions/s"
        );
        assert!(step(Phase::Sweeps, 40, 9).starts_with("sweep 40, about 12.0 s to go, 9 changed"));
        assert_eq!(step(Phase::Rounds, 3, 1_234), "round 3, 1,234 changed");
        assert_eq!(step(Phase::Check, 1, 0), "check");
        assert_eq!(step(Phase::Checkpoint, 1, 0), "checkpoint written");
    }
}
