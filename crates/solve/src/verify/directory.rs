//! Verifying a directory of tables: every value derived again from its children.
//!
//! This is slow and plain beside the engine: for each mover half, each of its
//! moves and each waiting half, one look at the child. It shares with the engine
//! what a move does to either half, not how values are combined, moved about or
//! made to settle; every position in which halves do not show all (an empty
//! side, grand slams under rules that make them special) is valued by the rules.
//!
//! It proves that the values satisfy the recurrence. That they are the *least*
//! values that do, so that no cycle props itself up, follows for scores whose
//! distances are there and verified too (`docs/format.md`); without them it is
//! the engine's order of work, and is compared with other solvers in the tests.

use grenier_index::Layer;
use grenier_rules::{Board, NetSeeds, Position};
use grenier_table::{DistanceRecord, Kind, LayerFile, LayerRecord, TableDir, TableError};
use thiserror::Error;

use crate::distance::check;
use crate::engine::waiting::WaitingBounds;
use crate::error::SolveError;
use crate::halves::finished::FinishedLayers;
use crate::objective::Objective;
use crate::observer::{Event, Observer, Phase, Silent, step};

/// A layer in which every value follows from those of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedLayer {
    /// Seeds on the board.
    pub layer: u32,
    /// Positions whose value was derived again.
    pub positions: u64,
    /// Whether their distances were, too. Where those of all layers are, the
    /// values are the least that satisfy the recurrence.
    pub distances: bool,
}

/// Why tables did not pass.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A value is not what its children give.
    #[error(
        "layer {layer}, index {index}, position {}: the table says {}, its moves say {}; \
         remove the layer's file and those above and build them again",
        Board::from_position(position),
        NetSeeds(*found),
        NetSeeds(*expected)
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
    /// A distance is not what those of the children give.
    #[error(
        "distances of layer {layer}, index {index}, position {}: the table says {}, \
         its moves say {}; remove the file of the layer's distances and build them again",
        Board::from_position(position),
        or_none(*found),
        or_none(*expected)
    )]
    WrongDistance {
        /// Seeds on the board.
        layer: u32,
        /// The first wrong position's index.
        index: u64,
        /// That position.
        position: Position,
        /// The distance in the table, in plies; none when it is not in the list.
        found: Option<u32>,
        /// The distance that its moves give, if they give one.
        expected: Option<u32>,
    },
    /// The distances are not those that the manifest records.
    #[error(
        "the distances of layer {layer} are not what the manifest says of them; \
         remove their file and build them again"
    )]
    DistanceRecord {
        /// Seeds on the board.
        layer: u32,
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
    /// What is derived on the way, see [`SolveError`]; nothing is said of the
    /// tables.
    #[error(transparent)]
    Derive(#[from] SolveError),
    /// What the waiting player forces, which is in no table, was derived from
    /// this layer wrongly: a fault of the program or the machine.
    #[error(
        "the check of what the waiting player forces in layer {layer} failed; please report it"
    )]
    Waiting {
        /// Seeds on the board.
        layer: u32,
    },
    /// [`Observer::stopped`] returned true.
    #[error("stopped")]
    Stopped,
}

/// Checks the payload hash, every value and the manifest's record of each layer
/// in `dir`, by rising layer; stops at the first fault. Works on rayon's
/// current thread pool.
///
/// # Errors
/// [`VerifyError`] for the first fault found.
pub fn verify(dir: &TableDir, observer: &dyn Observer) -> Result<Vec<VerifiedLayer>, VerifyError> {
    let mut index = Vec::new();
    let mut files: Vec<LayerFile> = Vec::new();
    let mut bounds =
        (dir.kind() != Kind::Score).then(|| WaitingBounds::new(*dir.rules(), Some(dir.path())));
    let mut verified = Vec::new();
    for seeds in dir.layers() {
        let layer = files.len() as u32;
        if seeds != layer {
            return Err(VerifyError::Gap { layer });
        }
        let file = dir.open_layer(dir.kind(), seeds)?;
        file.check_payload()?;
        let positions = file.values().len() as u64;
        observer.event(Event::LayerStarted { seeds, positions });
        index.push(Layer::new(seeds));
        // Hashing is one long chain; the values are verified beside it.
        let (record, values) = rayon::join(
            || LayerRecord::of(seeds, file.values()),
            || match &mut bounds {
                None => verify_layer(dir, &index, &files, file.values(), observer),
                Some(bounds) => verify_bounds(bounds, dir, &index, &files, &file, observer),
            },
        );
        values?;
        if dir.manifest().layer(seeds) != Some(&record) {
            return Err(VerifyError::Record { layer: seeds });
        }
        files.push(file.set_aside(dir.path()));
        let distances = dir.manifest().distances(seeds).is_some();
        if distances {
            verify_distances(dir, &index, &files, observer)?;
        }
        verified.push(VerifiedLayer {
            layer: seeds,
            positions,
            distances,
        });
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
    let mut layers: Vec<&[i8]> = files.iter().map(LayerFile::values).collect();
    layers.push(values);
    verify_values(
        &FinishedLayers::of_scores(dir.rules(), index, &layers),
        observer,
    )
}

/// A distance in an error message.
fn or_none(distance: Option<u32>) -> String {
    distance.map_or_else(|| "none".to_owned(), |plies| plies.to_string())
}

/// Verifies the distances of the last layer, whose scores are verified.
fn verify_distances(
    dir: &TableDir,
    index: &[Layer],
    files: &[LayerFile],
    observer: &dyn Observer,
) -> Result<(), VerifyError> {
    let layers: Vec<&[i8]> = files.iter().map(LayerFile::values).collect();
    let tables = FinishedLayers::of_scores(dir.rules(), index, &layers);
    let seeds = tables.layer().seeds();
    let file = dir.open_layer(Kind::Distance, seeds)?;
    file.check_payload()?;
    let distances = file.distances();
    if dir.manifest().distances(seeds) != Some(&DistanceRecord::of(seeds, &distances)) {
        return Err(VerifyError::DistanceRecord { layer: seeds });
    }
    for waiting in 0..=seeds {
        if let Some(at) = check::first_wrong(&tables, &distances, waiting) {
            let position = tables.layer().position(at).expect("an index of the layer");
            let score = tables.values[at as usize];
            return Err(VerifyError::WrongDistance {
                layer: seeds,
                index: at,
                position,
                found: distances.get(at),
                expected: check::by_rules(&tables, &distances, &position, score),
            });
        }
        section_done(tables.layer(), waiting, observer)?;
    }
    Ok(())
}

/// Verifies the last layer of `index`, of secure seeds or own-side bounds, which
/// satisfy the same equations. What the waiting player
/// forces is derived fast and verified like the table.
fn verify_bounds(
    bounds: &mut WaitingBounds,
    dir: &TableDir,
    index: &[Layer],
    files: &[LayerFile],
    file: &LayerFile,
    observer: &dyn Observer,
) -> Result<(), VerifyError> {
    let mut mover: Vec<&[i8]> = files.iter().map(LayerFile::values).collect();
    mover.push(file.values());
    bounds.derive(&mover)?;
    let waiting = bounds.values();
    let tables = |objective, layers, values| FinishedLayers {
        objective,
        rules: dir.rules(),
        index,
        layers,
        values,
    };
    let of_waiting = tables(Objective::WaiterSure, &mover, waiting[files.len()]);
    verify_values(&of_waiting, &Silent).map_err(|_| VerifyError::Waiting {
        layer: files.len() as u32,
    })?;
    verify_values(
        &tables(Objective::MoverSure, &waiting, file.values()),
        observer,
    )
}

/// Verifies all values of the last layer of `tables`.
fn verify_values(tables: &FinishedLayers<'_>, observer: &dyn Observer) -> Result<(), VerifyError> {
    let layer = tables.layer();
    for waiting in 0..=layer.seeds() {
        if let Some(at) = tables.first_wrong(waiting) {
            let position = layer.position(at).expect("an index of the layer");
            return Err(VerifyError::WrongValue {
                layer: layer.seeds(),
                index: at,
                position,
                found: tables.values[at as usize],
                expected: tables.value_by_rules(&position),
            });
        }
        section_done(layer, waiting, observer)?;
    }
    Ok(())
}

/// Reports a verified section, and stops if the observer asks for it.
fn section_done(layer: &Layer, waiting: u32, observer: &dyn Observer) -> Result<(), VerifyError> {
    step(observer, layer, Phase::Check, waiting, 0).map_err(|_| VerifyError::Stopped)
}
