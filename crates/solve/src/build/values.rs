//! Building a directory of tables, layer by layer.

use std::time::{Duration, Instant};

use grenier_index::layer_size;
use grenier_table::{LayerFile, TableError, TableWriter};
use thiserror::Error;

use crate::engine::solver::Engine;
use crate::error::SolveError;
use crate::observer::{Event, Observer};
use crate::options::{Memory, SolveOptions};
use crate::report::LayerReport;

/// A build that is asked to stop saves work of at least this long.
const WORTH_SAVING: Duration = Duration::from_secs(5);

/// How tables are built.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// How much memory to use for the layer being solved.
    pub memory: Memory,
    /// Time between checkpoints of a layer in progress: the most work that a
    /// killed build loses. A build that is asked to stop loses a few seconds.
    pub checkpoint_every: Duration,
}

impl BuildOptions {
    /// Whether to save a state that is newer than the last saved one by `unsaved`.
    fn is_due(&self, unsaved: Duration, stopped: bool) -> bool {
        let stopped = stopped && unsaved >= WORTH_SAVING;
        stopped || unsaved >= self.checkpoint_every
    }
}

impl Default for BuildOptions {
    /// Normal memory, a checkpoint every five minutes.
    fn default() -> Self {
        Self {
            memory: Memory::Normal,
            checkpoint_every: Duration::from_mins(5),
        }
    }
}

/// Why a build failed. Finished layers stay; the same build, started again,
/// continues after them.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A layer could not be solved, or [`Observer::stopped`] returned true.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Builds the layers 0..=`up_to` that `dir` does not have yet, and reports on
/// all of them. It resumes a layer from its checkpoint, and works on rayon's
/// current thread pool.
///
/// # Errors
/// [`BuildError`]; finished layers stay. Nothing is built on a finished layer
/// whose payload is damaged.
///
/// # Panics
/// When `up_to` is above 48.
pub fn build(
    dir: &mut TableWriter,
    up_to: u32,
    options: &BuildOptions,
    observer: &dyn Observer,
) -> Result<Vec<LayerReport>, BuildError> {
    let mut engine = Engine::of(dir.kind(), *dir.rules(), Some(dir.path()));
    let mut lower: Vec<LayerFile> = Vec::new();
    let mut reports: Vec<LayerReport> = Vec::new();
    for seeds in 0..=up_to {
        let report = if let Some(record) = dir.manifest().layer(seeds) {
            LayerReport {
                record: record.clone(),
                seconds: 0.0,
                resumed: true,
                from_checkpoint: false,
            }
        } else {
            // Layers of earlier runs are used only after their hash is checked. A packed layer is unpacked and set aside.
            for seeds in lower.len() as u32..seeds {
                let file = dir.open_layer(dir.kind(), seeds)?;
                if reports[seeds as usize].resumed {
                    file.check_payload()?;
                }
                lower.push(file.set_aside(dir.path()));
            }
            build_layer(dir, &mut engine, &lower, options, observer)?
        };
        observer.event(Event::LayerDone(&report));
        reports.push(report);
    }
    Ok(reports)
}

/// Solves and writes the layer above `lower`.
fn build_layer(
    dir: &mut TableWriter,
    engine: &mut Engine,
    lower: &[LayerFile],
    options: &BuildOptions,
    observer: &dyn Observer,
) -> Result<LayerReport, BuildError> {
    let seeds = lower.len() as u32;
    let start = Instant::now();
    let positions = layer_size(seeds);
    observer.event(Event::LayerStarted { seeds, positions });
    let checkpoint = usable_checkpoint(dir, seeds, observer)?;
    let from_checkpoint = checkpoint.is_some();
    let lower: Vec<&[i8]> = lower.iter().map(LayerFile::values).collect();
    let mut saved = start;
    let solve_options = SolveOptions {
        memory: options.memory,
        start: checkpoint.map(|file| Box::new(file) as _),
        checkpoint: &mut |values| {
            if !options.is_due(saved.elapsed(), observer.stopped()) {
                return Ok(false);
            }
            dir.write_checkpoint(seeds, values)?;
            saved = Instant::now();
            Ok(true)
        },
        observer,
    };
    let values = engine.solve_with(&lower, solve_options)?;
    let record = dir.write_layer(seeds, &values)?;
    Ok(LayerReport {
        record,
        seconds: start.elapsed().as_secs_f64(),
        resumed: false,
        from_checkpoint,
    })
}

/// The checkpoint of a layer, if there is one that can be used.
fn usable_checkpoint(
    dir: &TableWriter,
    seeds: u32,
    observer: &dyn Observer,
) -> Result<Option<LayerFile>, TableError> {
    match dir.checkpoint(seeds) {
        Err(error @ TableError::Io { .. }) => Err(error),
        Err(why) => {
            let why = &why;
            observer.event(Event::CheckpointDropped { seeds, why });
            Ok(None)
        }
        Ok(checkpoint) => {
            if checkpoint.is_some() {
                observer.event(Event::LayerResumed { seeds });
            }
            Ok(checkpoint)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_keeps_what_is_worth_it() {
        let options = BuildOptions::default();
        let seconds = Duration::from_secs;
        assert!(!options.is_due(seconds(299), false));
        assert!(options.is_due(seconds(300), false));
        assert!(!options.is_due(seconds(4), true));
        assert!(options.is_due(seconds(5), true));
        let often = BuildOptions {
            checkpoint_every: seconds(1),
            ..options
        };
        assert!(often.is_due(seconds(1), true));
    }
}
