//! Building a directory of tables, layer by layer.

use std::time::Instant;

use grenier_index::layer_size;
use grenier_table::{LayerFile, LayerRecord, TableDir, TableError};
use thiserror::Error;

use crate::engine::{Engine, SolveError};
use crate::observer::Observer;

/// A finished layer.
#[derive(Clone, Debug)]
pub struct LayerReport {
    /// Size, counts and hash.
    pub record: LayerRecord,
    /// Seconds of wall time from the start of the layer until it was safely on
    /// disk; 0 when it was there already.
    pub seconds: f64,
    /// Whether the layer had been built before.
    pub resumed: bool,
}

/// Why a build did not come to its end. Layers finished before are kept; the
/// same build, started again, goes on behind them.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A layer could not be solved, or [`Observer::stopped`] said so.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Builds the layers 0..=`up_to` that `dir` does not have yet, and reports on
/// all of them. Works on rayon's current thread pool.
///
/// # Errors
/// [`BuildError`]; whatever layers were finished stay.
///
/// # Panics
/// When `up_to` is above 48.
pub fn build(
    dir: &mut TableDir,
    up_to: u32,
    observer: &dyn Observer,
) -> Result<Vec<LayerReport>, BuildError> {
    let mut engine = Engine::new(*dir.rules());
    let mut lower: Vec<LayerFile> = Vec::new();
    let mut reports = Vec::new();
    for seeds in 0..=up_to {
        let report = match dir.manifest().layer(seeds) {
            Some(record) => LayerReport {
                record: record.clone(),
                seconds: 0.0,
                resumed: true,
            },
            None => build_layer(dir, &mut engine, &lower, observer)?,
        };
        observer.layer_done(&report);
        reports.push(report);
        lower.push(dir.open_layer(seeds)?);
    }
    Ok(reports)
}

/// Solves and writes the layer above `lower`.
fn build_layer(
    dir: &mut TableDir,
    engine: &mut Engine,
    lower: &[LayerFile],
    observer: &dyn Observer,
) -> Result<LayerReport, BuildError> {
    let seeds = lower.len() as u32;
    let start = Instant::now();
    observer.layer_starts(seeds, layer_size(seeds));
    let lower: Vec<&[i8]> = lower.iter().map(LayerFile::values).collect();
    let values = engine.solve(&lower, observer)?;
    let record = dir.write_layer(seeds, &values)?;
    Ok(LayerReport {
        record,
        seconds: start.elapsed().as_secs_f64(),
        resumed: false,
    })
}
