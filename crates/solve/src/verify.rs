//! Verifying a directory of tables: every value derived anew from its children.
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

use std::ops::Range;

use grenier_index::{Layer, open_unrank, unrank};
use grenier_rules::{Position, RuleSet};
use grenier_table::{DepthRecord, Kind, LayerFile, LayerRecord, TableDir, TableError};
use rayon::prelude::*;
use thiserror::Error;

use crate::count::Count;
use crate::derivation;
use crate::engine::{Engine, SolveError};
use crate::evaluate::evaluate;
use crate::gives::{Effect, effect, possible};
use crate::half_moves::{HalfMove, half_moves};
use crate::observer::{Observer, Phase, Progress, Silent};

/// Mover halves that a thread verifies at a time: about a cache line of values.
pub(crate) const MOVERS: usize = 64;
/// Waiting halves that it verifies at a time.
pub(crate) const ROWS: usize = 2048;

/// A layer in which every value follows from those of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedLayer {
    /// Seeds on the board.
    pub layer: u32,
    /// Positions whose value was derived anew.
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
    /// A distance is not what those of the children give.
    #[error(
        "layer {layer}: the distance of position {index} ({pits:?}) is {}, but its moves give {}; \
         remove the file of the layer's distances and build them again",
        told(*found),
        told(*expected),
        pits = position.pits()
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
    DepthRecord {
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
    /// [`Observer::stopped`] said so.
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
    let mut engine =
        (dir.kind() != Kind::Score).then(|| Engine::secure(*dir.rules(), Some(dir.path())));
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
        // Hashing is one long chain; the values are verified beside it.
        let (record, values) = rayon::join(
            || LayerRecord::of(seeds, file.values()),
            || match &mut engine {
                None => verify_layer(dir, &index, &files, file.values(), observer),
                Some(engine) => verify_secure(engine, dir, &index, &files, &file, observer),
            },
        );
        values?;
        if dir.manifest().layer(seeds) != Some(&record) {
            return Err(VerifyError::Record { layer: seeds });
        }
        files.push(file.set_aside(dir.path()));
        let distances = dir.manifest().depth(seeds).is_some();
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
    Tables::of_scores(dir.rules(), index, &layers).verify(observer)
}

/// A distance in an error message.
fn told(distance: Option<u32>) -> String {
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
    let tables = Tables::of_scores(dir.rules(), index, &layers);
    let seeds = tables.layer().seeds();
    let file = dir.open_depth(seeds)?;
    file.check_payload()?;
    let distances = file.distances();
    if dir.manifest().depth(seeds) != Some(&DepthRecord::of(seeds, &distances)) {
        return Err(VerifyError::DepthRecord { layer: seeds });
    }
    for waiting in 0..=seeds {
        if let Some(at) = derivation::first_wrong(&tables, &distances, waiting) {
            let position = tables.layer().position(at).expect("an index of the layer");
            let score = tables.values[at as usize];
            return Err(VerifyError::WrongDistance {
                layer: seeds,
                index: at,
                position,
                found: distances.get(at),
                expected: derivation::by_rules(&tables, &distances, &position, score),
            });
        }
        observer.progress(&Progress {
            seeds,
            positions: tables.layer().len(),
            phase: Phase::Check,
            number: waiting,
            changed: 0,
        });
        if observer.stopped() {
            return Err(VerifyError::Stopped);
        }
    }
    Ok(())
}

/// Verifies the last layer of `index`, of secure seeds or own-side bounds, which
/// satisfy the same equations. What the waiting player
/// forces is derived fast and verified like the table.
fn verify_secure(
    engine: &mut Engine,
    dir: &TableDir,
    index: &[Layer],
    files: &[LayerFile],
    file: &LayerFile,
    observer: &dyn Observer,
) -> Result<(), VerifyError> {
    let mut mover: Vec<&[i8]> = files.iter().map(LayerFile::values).collect();
    mover.push(file.values());
    let waiting = engine.waiting(&mover)?;
    let tables = |count, layers, values| Tables {
        count,
        rules: dir.rules(),
        index,
        layers,
        values,
    };
    let of_waiting = tables(Count::Waiting, &mover, waiting[files.len()]);
    of_waiting
        .verify(&Silent)
        .map_err(|_| VerifyError::Waiting {
            layer: files.len() as u32,
        })?;
    tables(Count::Mover, &waiting, file.values()).verify(observer)
}

/// All layers up to the one that is verified.
pub(crate) struct Tables<'a> {
    /// What the values count that are verified.
    pub count: Count,
    pub rules: &'a RuleSet,
    pub index: &'a [Layer],
    /// What the children of the positions count, of all layers.
    pub layers: &'a [&'a [i8]],
    /// Those of the last layer, which are verified.
    pub values: &'a [i8],
}

impl<'a> Tables<'a> {
    /// Scores of all `layers`; those of the last are verified.
    ///
    /// # Panics
    /// When there is no layer.
    pub fn of_scores(rules: &'a RuleSet, index: &'a [Layer], layers: &'a [&'a [i8]]) -> Self {
        Self {
            count: Count::Net,
            rules,
            index,
            layers,
            values: layers.last().expect("a layer"),
        }
    }

    /// Verifies all values of the layer.
    fn verify(&self, observer: &dyn Observer) -> Result<(), VerifyError> {
        let layer = self.layer();
        for waiting in 0..=layer.seeds() {
            if let Some(at) = self.first_wrong(waiting) {
                let position = layer.position(at).expect("an index of the layer");
                return Err(VerifyError::WrongValue {
                    layer: layer.seeds(),
                    index: at,
                    position,
                    found: self.values[at as usize],
                    expected: self.value_by_rules(&position),
                });
            }
            observer.progress(&Progress {
                seeds: layer.seeds(),
                positions: layer.len(),
                phase: Phase::Check,
                number: waiting,
                changed: 0,
            });
            if observer.stopped() {
                return Err(VerifyError::Stopped);
            }
        }
        Ok(())
    }
}

/// What a give does to a waiting half, for looking up.
#[derive(Clone, Copy)]
pub(crate) struct Looked {
    /// Seeds captured, or [`SPECIAL`].
    pub captured: u8,
    pub after: u32,
}

/// What gives do to the waiting halves of a section, by given seeds; then
/// ending on the mover's or on the waiting side.
pub(crate) type Effects = Vec<[Vec<Looked>; 2]>;

/// Halves alone do not show what happens.
pub(crate) const SPECIAL: u8 = u8::MAX;
/// The value of a position that the rules must tell.
const UNKNOWN: i8 = i8::MAX;

impl Tables<'_> {
    pub fn layer(&self) -> &Layer {
        &self.index[self.layers.len() - 1]
    }

    fn value_by_rules(&self, position: &Position) -> i8 {
        let (here, lower) = self.layers.split_last().expect("a layer");
        let child = |at: u64| here[at as usize];
        evaluate(self.count, self.rules, self.index, lower, position, child)
    }

    /// The index of the first wrong value in the section with `waiting` waiting
    /// seeds.
    fn first_wrong(&self, waiting: u32) -> Option<u64> {
        let section = self.layer().sections()[waiting as usize];
        let effects = self.effects(waiting);
        let block = |first: usize| {
            let last = (section.width as usize).min(first + MOVERS);
            let rows = (0..section.rows as usize).step_by(ROWS);
            rows.filter_map(|start| {
                let end = (section.rows as usize).min(start + ROWS);
                self.first_wrong_of(waiting, first..last, start..end, &effects)
            })
            .min()
        };
        (0..section.width as usize)
            .into_par_iter()
            .step_by(MOVERS)
            .filter_map(block)
            .min()
    }

    /// What all gives do to the open halves with `waiting` seeds.
    pub fn effects(&self, waiting: u32) -> Effects {
        (0..=self.layer().seeds() - waiting)
            .into_par_iter()
            .map(|given| [false, true].map(|ends| self.effects_of(waiting, given, ends)))
            .collect()
    }

    /// What a give does to every open half with `waiting` seeds; nothing where
    /// no sowing gives so many and ends there.
    fn effects_of(&self, waiting: u32, given: u32, ends_on_waiting: bool) -> Vec<Looked> {
        if !possible(given, ends_on_waiting) {
            return Vec::new();
        }
        let rows = self.layer().sections()[waiting as usize].rows;
        let looked = |row| {
            let half = open_unrank(waiting, row).expect("a row of the section");
            match effect(self.rules, &half, given, ends_on_waiting) {
                Effect::Quiet { after } => Looked { captured: 0, after },
                Effect::Capture {
                    captured, after, ..
                } => Looked {
                    captured: captured as u8,
                    after,
                },
                Effect::Forbidden | Effect::Ending => Looked {
                    captured: SPECIAL,
                    after: 0,
                },
            }
        };
        (0..rows).map(looked).collect()
    }

    /// The same among some mover halves and some waiting halves.
    fn first_wrong_of(
        &self,
        waiting: u32,
        movers: Range<usize>,
        rows: Range<usize>,
        effects: &Effects,
    ) -> Option<u64> {
        let mover = self.layer().seeds() - waiting;
        let expected: Vec<Vec<i8>> = movers
            .clone()
            .map(|column| {
                let half = unrank(mover, column as u32).expect("a column of the section");
                let mut best = vec![i8::MIN; rows.len()];
                for played in half_moves(self.rules, &half, false) {
                    let effects = &effects[played.give.seeds as usize];
                    let effects = &effects[usize::from(played.give.ends_on_waiting)][rows.clone()];
                    raise(
                        self.count,
                        &mut best,
                        &self.children(mover, &played),
                        effects,
                    );
                }
                best
            })
            .collect();
        let section = self.layer().sections()[waiting as usize];
        let mut places = rows.enumerate().flat_map(|(number, row)| {
            let start = section.base as usize + row * section.width as usize;
            let columns = movers.clone().zip(&expected);
            columns.map(move |(column, best)| (start + column, best[number]))
        });
        let wrong = places.find(|&(at, expected)| {
            let told = expected != UNKNOWN && expected != i8::MIN && waiting > 0;
            let expected = if told {
                expected
            } else {
                let position = self.layer().position(at as u64);
                self.value_by_rules(&position.expect("an index of the layer"))
            };
            self.values[at] != expected
        });
        wrong.map(|(at, _)| at as u64)
    }

    /// The row in which a move of a half with `mover` seeds has its children,
    /// by captured seeds.
    pub fn children(&self, mover: u32, played: &HalfMove) -> Vec<&[i8]> {
        let left = (mover - u32::from(played.give.seeds)) as usize;
        self.layers
            .iter()
            .zip(self.index)
            .rev()
            .map_while(|(values, layer)| {
                let section = layer.sections().get(left)?;
                let width = section.width as usize;
                let start = section.base as usize + played.child as usize * width;
                Some(&values[start..][..width])
            })
            .collect()
    }
}

/// Raises the values of one mover half against some waiting halves to what one
/// of its moves is worth, given the rows of its children.
fn raise(count: Count, best: &mut [i8], children: &[&[i8]], effects: &[Looked]) {
    for (best, effect) in best.iter_mut().zip(effects) {
        *best = match effect.captured {
            SPECIAL => UNKNOWN,
            captured => {
                let child = children[captured as usize][effect.after as usize];
                (*best).max(count.gain(captured, 0).saturating_sub(child))
            }
        };
    }
}
