//! Building the distances beside the scores of a directory.

use std::time::Instant;

use grenier_table::{LayerFile, TableWriter};

use crate::buffers::memory::Values;
use crate::build::values::BuildError;
use crate::distance::solver::DistanceEngine;
use crate::error::SolveError;
use crate::observer::{Event, Observer};
use crate::options::Memory;
use crate::report::DistanceReport;

/// Builds the distances of the layers 0..=`up_to` that `dir` does not have yet,
/// from its scores, and reports on all of them. Works on rayon's current thread
/// pool. With [`Memory::Low`] the scores of the layer at work are not copied into
/// memory, where they are found faster.
///
/// # Errors
/// [`BuildError`]; finished distances stay. Nothing is built on scores whose
/// payload is damaged or that nobody can force.
pub fn build_distances(
    dir: &mut TableWriter,
    up_to: u32,
    memory: Memory,
    observer: &dyn Observer,
) -> Result<Vec<DistanceReport>, BuildError> {
    let layers = 0..=up_to;
    let mut files: Vec<LayerFile> = Vec::new();
    let is_missing = |seeds| dir.manifest().distances(seeds).is_none();
    if let Some(last) = layers.clone().rev().find(|&seeds| is_missing(seeds)) {
        for seeds in 0..=last {
            let file = dir.open_layer(dir.kind(), seeds)?;
            file.check_payload()?;
            files.push(file);
        }
    }
    let mut engine = DistanceEngine::new(*dir.rules());
    let mut reports = Vec::new();
    for seeds in layers {
        let report = match dir.manifest().distances(seeds) {
            Some(record) => DistanceReport {
                record: record.clone(),
                seconds: 0.0,
                resumed: true,
            },
            None => build_layer(
                dir,
                &mut engine,
                &files[..=seeds as usize],
                memory,
                observer,
            )?,
        };
        observer.event(Event::DistancesDone(&report));
        reports.push(report);
    }
    Ok(reports)
}

/// Computes and writes the distances of the last of `files`.
fn build_layer(
    dir: &mut TableWriter,
    engine: &mut DistanceEngine,
    files: &[LayerFile],
    memory: Memory,
    observer: &dyn Observer,
) -> Result<DistanceReport, BuildError> {
    let start = Instant::now();
    let seeds = files.len() as u32 - 1;
    let mut scores: Vec<&[i8]> = files.iter().map(LayerFile::values).collect();
    let mapped = scores[files.len() - 1];
    let positions = mapped.len() as u64;
    observer.event(Event::LayerStarted { seeds, positions });
    let mut copied;
    if memory == Memory::Normal {
        copied = Values::zeroed(mapped.len()).map_err(SolveError::Memory)?;
        copied.copy_from_slice(mapped);
        scores[files.len() - 1] = &copied;
    }
    let distances = engine.solve(&scores, observer)?;
    let record = dir.write_distances(seeds, &distances.view())?;
    Ok(DistanceReport {
        record,
        seconds: start.elapsed().as_secs_f64(),
        resumed: false,
    })
}
