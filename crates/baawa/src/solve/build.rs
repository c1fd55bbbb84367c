//! Building and verifying directories of Ba-awa's tables.

use std::time::Instant;

use crate::index::{LAYERS, layer_size, position};
use crate::table::{BaawaDir, BaawaWriter};
use grenier_table::{LayerFile, LayerRecord, TableError};
use rayon::prelude::*;
use thiserror::Error;

use super::layer::{Layers, solve_layer, value_by_moves};
use grenier_solve::BuildError;
use grenier_solve::LayerReport;
use grenier_solve::VerifiedLayer;
use grenier_solve::{Event, Observer, Phase, Progress};

/// Builds the layers to `up_to` that `dir` does not have yet, and reports on all
/// of them. An interrupted layer is lost. Works on rayon's current thread pool.
///
/// # Errors
/// [`BuildError`]; finished layers stay. Nothing is built on a
/// finished layer whose payload is damaged.
pub fn build(
    dir: &mut BaawaWriter,
    up_to: u32,
    observer: &dyn Observer,
) -> Result<Vec<LayerReport>, BuildError> {
    let mut lower: Layers<LayerFile> = Layers::new(dir.rules());
    let mut reports = Vec::new();
    for seeds in LAYERS.into_iter().filter(|&seeds| seeds <= up_to) {
        let report = if let Some(record) = dir.manifest().layer(seeds) {
            LayerReport {
                record: record.clone(),
                seconds: 0.0,
                resumed: true,
                from_checkpoint: false,
            }
        } else {
            let start = Instant::now();
            observer.event(Event::LayerStarted {
                seeds,
                positions: layer_size(seeds),
            });
            let values = solve_layer(&lower, observer)?;
            LayerReport {
                record: dir.write_layer(seeds, &values)?,
                seconds: start.elapsed().as_secs_f64(),
                resumed: false,
                from_checkpoint: false,
            }
        };
        let file = dir.open_layer(dir.kind(), seeds)?;
        if report.resumed {
            file.check_payload()?;
        }
        observer.event(Event::LayerDone(&report));
        reports.push(report);
        lower.push(file);
    }
    Ok(reports)
}

/// Why tables did not pass.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A value is not what its moves give.
    #[error(
        "layer {layer}: the value of position {index} is {found}, but its moves give {expected}; \
         remove the layer's file and those above and build them again"
    )]
    WrongValue {
        /// Seeds on the board.
        layer: u32,
        /// The first wrong position's index.
        index: u64,
        /// The value in the table.
        found: i8,
        /// The value that its moves give.
        expected: i8,
    },
    /// The table is not the one that the manifest records.
    #[error(
        "layer {layer} is not what the manifest says of it (counts or SHA-256); \
         remove the layer's file and those above and build them again"
    )]
    Record {
        /// Seeds on the board.
        layer: u32,
    },
    /// A table could not be read, or its payload does not have the hash that
    /// its header names.
    #[error(transparent)]
    Table(#[from] TableError),
    /// [`Observer::stopped`] said so.
    #[error("stopped")]
    Stopped,
}

/// Positions between two looks at whether to stop.
const STRETCH: u64 = 1 << 22;

/// Checks the payload hash, every value and the manifest's record of each layer
/// in `dir`, by rising layer; stops at the first fault. That every value is what
/// its moves give shows the tables consistent; that in layers 12 and 16 the
/// values are the least that are rests on how they were solved. Works on rayon's
/// current thread pool.
///
/// # Errors
/// [`VerifyError`] for the first fault found.
pub fn verify(dir: &BaawaDir, observer: &dyn Observer) -> Result<Vec<VerifiedLayer>, VerifyError> {
    let mut layers: Layers<LayerFile> = Layers::new(dir.rules());
    let mut verified = Vec::new();
    for seeds in dir.layers() {
        let file = dir.open_layer(dir.kind(), seeds)?;
        file.check_payload()?;
        let record = LayerRecord::of(seeds, file.values());
        let positions = layer_size(seeds);
        observer.event(Event::LayerStarted { seeds, positions });
        layers.push(file);
        for start in (0..positions).step_by(STRETCH as usize) {
            let end = positions.min(start + STRETCH);
            if let Some(wrong) = first_wrong(&layers, seeds, start..end) {
                return Err(wrong);
            }
            observer.event(Event::Step(Progress {
                seeds,
                positions,
                phase: Phase::Check,
                number: (start / STRETCH) as u32,
                changed: 0,
            }));
            if observer.stopped() {
                return Err(VerifyError::Stopped);
            }
        }
        if dir.manifest().layer(seeds) != Some(&record) {
            return Err(VerifyError::Record { layer: seeds });
        }
        verified.push(VerifiedLayer {
            layer: seeds,
            positions,
            distances: false,
        });
    }
    Ok(verified)
}

/// The first of these positions whose value is not what its moves give.
fn first_wrong(
    layers: &Layers<LayerFile>,
    seeds: u32,
    range: std::ops::Range<u64>,
) -> Option<VerifyError> {
    let values = layers.layer(seeds).expect("the layer at work");
    range.into_par_iter().find_map_first(|index| {
        let position = position(seeds, index).expect("an index of the layer");
        let found = values[index as usize];
        let expected = value_by_moves(layers, &position);
        (found != expected).then_some(VerifyError::WrongValue {
            layer: seeds,
            index,
            found,
            expected,
        })
    })
}
