//! Verifying a directory of tables: every value derived anew from its children.
//!
//! This shares nothing with the engine but the rules and the index. It proves
//! that the values satisfy the recurrence; that they are the *least* values
//! that do, so that no cycle props itself up, is the engine's order of work and
//! is compared with other solvers in the tests.

use grenier_index::Layer;
use grenier_rules::Position;
use grenier_table::{LayerFile, TableDir, TableError};
use rayon::prelude::*;
use thiserror::Error;

use crate::evaluate::evaluate;
use crate::observer::{Observer, Phase, Progress};

/// Positions verified between two reports.
const STRETCH: u64 = 1 << 22;

/// A layer in which every value is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedLayer {
    /// Seeds on the board.
    pub layer: u32,
    /// Positions whose value was derived anew.
    pub positions: u64,
}

/// Why tables did not pass.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A value is not what its children give.
    #[error(
        "layer {layer}: the value of position {index} ({pits:?}) is {found}, \
         but its moves give {expected}; remove the layer's file and those above and build them again",
        pits = position.pits()
    )]
    WrongValue {
        /// Seeds on the board.
        layer: u32,
        /// The first wrong position's index.
        index: u64,
        /// That position.
        position: Position,
        /// The value in the table.
        found: i8,
        /// The value that its moves give.
        expected: i8,
    },
    /// A layer is not there, though one above it is.
    #[error("layer {layer} is missing, so those above it cannot be verified; build it again")]
    Gap {
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

/// Checks the payload hashes and then every value of every layer in `dir`, by
/// rising layer; stops at the first fault. Works on rayon's current thread pool.
///
/// # Errors
/// [`VerifyError`] for the first fault found.
pub fn verify(dir: &TableDir, observer: &dyn Observer) -> Result<Vec<VerifiedLayer>, VerifyError> {
    let mut index = Vec::new();
    let mut files: Vec<LayerFile> = Vec::new();
    let mut verified = Vec::new();
    for seeds in dir.layers() {
        if seeds != files.len() as u32 {
            return Err(VerifyError::Gap {
                layer: files.len() as u32,
            });
        }
        let file = dir.open_layer(seeds)?;
        file.check_payload()?;
        let positions = file.values().len() as u64;
        observer.layer_starts(seeds, positions);
        index.push(Layer::new(seeds));
        verify_layer(dir, &index, &files, file.values(), observer)?;
        verified.push(VerifiedLayer {
            layer: seeds,
            positions,
        });
        files.push(file);
    }
    Ok(verified)
}

/// Verifies the last layer of `index`.
fn verify_layer(
    dir: &TableDir,
    index: &[Layer],
    files: &[LayerFile],
    values: &[i8],
    observer: &dyn Observer,
) -> Result<(), VerifyError> {
    let layer = &index[files.len()];
    let lower: Vec<&[i8]> = files.iter().map(LayerFile::values).collect();
    let wrong = |at: u64| {
        let position = layer.position(at).expect("an index of the layer");
        let value = |at: u64| values[at as usize];
        let expected = evaluate(dir.rules(), index, &lower, &position, value);
        let found = values[at as usize];
        (found != expected).then_some(VerifyError::WrongValue {
            layer: layer.seeds(),
            index: at,
            position,
            found,
            expected,
        })
    };
    for (number, start) in (0..layer.len()).step_by(STRETCH as usize).enumerate() {
        let end = layer.len().min(start + STRETCH);
        if let Some(error) = (start..end).into_par_iter().find_map_first(wrong) {
            return Err(error);
        }
        observer.progress(&Progress {
            seeds: layer.seeds(),
            positions: layer.len(),
            phase: Phase::Check,
            number: number as u32 + 1,
            changed: 0,
        });
        if observer.stopped() {
            return Err(VerifyError::Stopped);
        }
    }
    Ok(())
}
