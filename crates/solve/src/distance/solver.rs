//! Distances of one layer: how many plies each position is away from the next
//! conversion, the move that leaves the layer or ends the game, when both sides
//! keep the score, the side that is ahead hurries and the other delays.
//! `docs/format.md` has the equations, and why they have one solution.
//!
//! Level by level: from the positions of distance d back to those that lead to
//! them by a move that keeps the score. One whose mover is ahead gets d + 1 with
//! the first such move, one whose mover is behind with the last; so each keeps
//! count of the moves that are left. Each position is followed back once.

use grenier_index::Layer;
use grenier_rules::{NetSeeds, RuleSet};
use grenier_table::{Distances, LONG, LONG_BYTES};
use rayon::prelude::*;

use crate::buffers::columns::{Columns, split};
use crate::buffers::memory::Bytes;
use crate::distance::check::first_wrong;
use crate::distance::retrograde::{BEHIND, Found, LISTED, OPEN, Retrograde};
use crate::error::SolveError;
use crate::halves::finished::{Block, Effects, FinishedLayers, MOVERS, ROWS};
use crate::halves::move_fold::{Folded, LegalMove, MoveFold};
use crate::halves::predecessors::Predecessors;
use crate::observer::{Observer, Phase, step};

/// While more than one position in this many has the distance at work, those
/// that have it are sought in the layer; after that they are listed when found.
const SPARSE_SHARE: u64 = 256;
/// Cells that are sought through at a time: what is found is listed.
pub(crate) const PIECE: usize = 1 << 22;
/// The same for each thread.
const SOUGHT: usize = 1 << 16;

/// Computes the distances of layers by rising number of seeds, under one rule
/// set, from their scores.
///
/// It works on rayon's current thread pool; the distances do not depend on the
/// number of threads.
#[derive(Debug)]
pub struct DistanceEngine {
    rules: RuleSet,
    index: Vec<Layer>,
    predecessors: Predecessors,
}

/// The distances of a layer.
#[derive(Debug)]
pub struct LayerDistances {
    cells: Bytes,
    long: Vec<[u8; LONG_BYTES]>,
}

impl LayerDistances {
    /// The distances, to be read or written.
    pub fn view(&self) -> Distances<'_> {
        Distances::new(&self.cells, &self.long)
    }
}

impl DistanceEngine {
    /// An engine for a rule set, which need not have a name.
    pub fn new(rules: RuleSet) -> Self {
        Self {
            rules,
            index: Vec::new(),
            predecessors: Predecessors::new(rules),
        }
    }

    /// The distances of the last layer of `scores`, which holds those of all
    /// layers from 0, endless play even, mover's view, in index order.
    ///
    /// # Errors
    /// [`SolveError`]; [`SolveError::CheckFailed`] when there is a position
    /// that is not 0 and whose score nobody can force, or whose distance does
    /// not follow from those of its children.
    ///
    /// # Panics
    /// When there are more than 49 layers, none, or one of the wrong size.
    pub fn solve(
        &mut self,
        scores: &[&[i8]],
        observer: &dyn Observer,
    ) -> Result<LayerDistances, SolveError> {
        for seeds in self.index.len()..scores.len() {
            self.index.push(Layer::new(seeds as u32));
        }
        for (layer, scores) in self.index.iter().zip(scores) {
            assert_eq!(layer.len(), scores.len() as u64, "scores of a whole layer");
        }
        self.predecessors.prepare(scores.len() as u32 - 1);
        let tables = FinishedLayers::of_scores(&self.rules, &self.index, scores);
        let predecessors = &self.predecessors;
        let work = Work {
            tables,
            predecessors,
            observer,
        };
        work.solve()
    }
}

/// A layer at work.
struct Work<'a> {
    tables: FinishedLayers<'a>,
    predecessors: &'a Predecessors,
    observer: &'a dyn Observer,
}

/// What is known of a position before any distance: how many quiet moves keep
/// the score in the low bits, and [`CONVERTS`] if a capture does.
struct Start;

const CONVERTS: u8 = 0x80;
const OVER: u8 = 0x40;

impl MoveFold for Start {
    type Cell = u8;
    const NONE: u8 = 0;
    const OVER: u8 = OVER;

    fn add(&self, cell: u8, played: LegalMove) -> u8 {
        let quiet = u8::from(played.keeps_score && played.quiet);
        let converts = u8::from(played.keeps_score && !played.quiet) * CONVERTS;
        (cell + quiet) | converts
    }
}

/// The first cell of a position with this score.
fn first_cell(score: i8, seen: u8) -> u8 {
    let (quiet, converts) = (seen & !CONVERTS, seen & CONVERTS != 0);
    match score {
        0 => 0,
        _ if seen == OVER => 0,
        1.. => {
            if converts {
                1
            } else {
                OPEN
            }
        }
        // The side that is behind delays, and so captures only if it must.
        _ if quiet > 0 => BEHIND + quiet,
        _ if converts => 1,
        // No move keeps the score: it is wrong, and the cell stays open.
        _ => OPEN,
    }
}

/// What the first pass finds.
#[derive(Default)]
struct Started {
    /// Positions with a distance of 1.
    near: u64,
    /// Positions in which the game is over and somebody is ahead.
    over: Vec<u64>,
    /// Quiet moves that keep the score and that [`Predecessors`] does not have, since
    /// whether they may be played depends on both halves: child and position.
    others: Vec<(u64, u64)>,
}

impl Started {
    fn and(mut self, other: Self) -> Self {
        self.near += other.near;
        self.over.extend(other.over);
        self.others.extend(other.others);
        self
    }
}

impl Work<'_> {
    fn solve(&self) -> Result<LayerDistances, SolveError> {
        let size = self.tables.layer().len() as usize;
        let mut cells = Bytes::zeroed(size)?;
        let started = self.start(&mut cells)?;
        let long = self.levels(&mut cells, started)?;
        let open = |cell: &&u8| **cell >= LISTED;
        let open = cells.par_iter().filter(open).count() - long.len();
        if open > 0 {
            return Err(self.failed(open as u64));
        }
        let distances = finish(cells, long);
        self.check(&distances)?;
        Ok(distances)
    }

    /// The first cell of every position.
    fn start(&self, cells: &mut [u8]) -> Result<Started, SolveError> {
        let mut started = Started::default();
        for (waiting, section) in self.tables.layer().sections().iter().enumerate() {
            let waiting = waiting as u32;
            let effects = self.tables.effects(waiting);
            let cells = &mut cells[section.base as usize..][..section.len() as usize];
            let found = split(
                bytemuck::cast_slice_mut(cells),
                section.width as usize,
                MOVERS,
            )
            .into_par_iter()
            .map(|columns| self.start_columns(waiting, columns, &effects))
            .reduce(Started::default, Started::and);
            started = started.and(found);
            self.report(Phase::Captures, waiting, 0)?;
        }
        Ok(started)
    }

    fn start_columns(&self, waiting: u32, mut columns: Columns<'_>, effects: &Effects) -> Started {
        let mut started = Started::default();
        let rows = self.tables.layer().sections()[waiting as usize].rows as usize;
        for start in (0..rows).step_by(ROWS) {
            let block = Block {
                waiting,
                movers: columns.first..columns.first + columns.len,
                rows: start..rows.min(start + ROWS),
            };
            let folded = self.tables.fold(&Start, block, effects);
            for (row, column, seen) in folded.cells() {
                let index = folded.index(row, column);
                let score = self.tables.values[index as usize];
                let cell = first_cell(score, seen);
                columns.row(row)[column] = cell as i8;
                started.near += u64::from(cell == 1);
                if seen == OVER && score != 0 {
                    started.over.push(index);
                }
            }
            started.others.extend(self.others(&folded));
        }
        started
    }

    /// See [`Started::others`].
    fn others(&self, folded: &Folded<u8>) -> Vec<(u64, u64)> {
        let layer = self.tables.layer();
        let mut found = Vec::new();
        for &(row, column) in &folded.by_rules {
            let index = folded.index(row, column);
            let score = self.tables.values[index as usize];
            let position = layer.position(index).expect("an index of the layer");
            for played in self.tables.rules.moves(&position).iter() {
                let Some(child) = layer.index(&played.next) else {
                    continue; // A capture: its child is in another layer.
                };
                let kept = played.worth(NetSeeds(self.tables.values[child as usize])).0 == score;
                let column = folded.block.movers.start + column;
                if kept && score != 0 && !self.predecessors.has(&played.next, row, column) {
                    found.push((child, index));
                }
            }
        }
        found
    }

    /// Goes back level by level; the long distances.
    fn levels(&self, cells: &mut Bytes, started: Started) -> Result<Vec<(u64, u32)>, SolveError> {
        let size = self.tables.layer().len();
        let mut work = Retrograde::new(&self.tables, self.predecessors, started.others);
        let mut long = Vec::new();
        let mut found = work.go_back(cells, 0, &started.over, false);
        found.count += started.near;
        found.list = None;
        for level in 1.. {
            self.report(Phase::Distances, level, found.count)?;
            if level >= u32::from(LISTED) {
                let listed = found.list.iter().flatten();
                long.extend(listed.map(|&index| (index, level)));
            }
            if found.count == 0 {
                break;
            }
            // From LISTED on cells do not tell the distance any more.
            let listing = found.count * SPARSE_SHARE < size || level + 1 >= u32::from(LISTED);
            found = match found.list {
                Some(list) => work.go_back(cells, level, &list, listing),
                None => go_back_from_all(&mut work, cells, level, listing),
            };
        }
        long.sort_unstable();
        Ok(long)
    }

    /// Derives every distance from those of the children.
    fn check(&self, distances: &LayerDistances) -> Result<(), SolveError> {
        for waiting in 0..=self.tables.layer().seeds() {
            if first_wrong(&self.tables, &distances.view(), waiting).is_some() {
                return Err(self.failed(1));
            }
            self.report(Phase::Check, waiting, 0)?;
        }
        Ok(())
    }

    fn failed(&self, wrong: u64) -> SolveError {
        SolveError::CheckFailed {
            layer: self.tables.layer().seeds(),
            wrong,
        }
    }

    fn report(&self, phase: Phase, number: u32, changed: u64) -> Result<(), SolveError> {
        step(self.observer, self.tables.layer(), phase, number, changed)
    }
}

/// Seeks the positions of this level, piece by piece, and goes back from them.
fn go_back_from_all(
    work: &mut Retrograde<'_>,
    cells: &mut Bytes,
    level: u32,
    listing: bool,
) -> Found {
    let mut all = Found {
        count: 0,
        list: listing.then(Vec::new),
    };
    for start in (0..cells.len()).step_by(PIECE) {
        let end = cells.len().min(start + PIECE);
        let list: Vec<u64> = cells[start..end]
            .par_chunks(SOUGHT)
            .enumerate()
            .flat_map_iter(|(number, cells)| {
                let first = (start + number * SOUGHT) as u64;
                memchr::memchr_iter(level as u8, cells).map(move |at| first + at as u64)
            })
            .collect();
        let more = work.go_back(cells, level, &list, listing);
        all.count += more.count;
        if let (Some(list), Some(more)) = (&mut all.list, more.list) {
            list.extend(more);
        }
    }
    all
}

/// Puts the listed distances where they belong.
fn finish(mut cells: Bytes, mut listed: Vec<(u64, u32)>) -> LayerDistances {
    listed.retain(|&(index, plies)| {
        cells[index as usize] = plies.min(LONG.into()) as u8;
        plies >= LONG.into()
    });
    let entry = |(index, plies)| Distances::long_entry(index, plies);
    LayerDistances {
        cells,
        long: listed.into_iter().map(entry).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::solver::Engine;
    use crate::observer::Silent;

    /// Here `LISTED` is low. The solver's own check would find any fault; the
    /// largest distances are those of a plain search (`tests/distances.rs`).
    #[test]
    fn listed_distances_are_right() {
        const { assert!(LISTED < 58) };
        for (rules, largest) in [(RuleSet::OWARE, [58, 56]), (RuleSet::AWELE, [31, 34])] {
            let mut engine = Engine::new(rules);
            let mut layers = Vec::new();
            for _ in 0..=8 {
                let lower: Vec<&[i8]> = layers.iter().map(AsRef::as_ref).collect();
                layers.push(engine.solve(&lower, &Silent).unwrap());
            }
            let scores: Vec<&[i8]> = layers.iter().map(AsRef::as_ref).collect();
            let mut engine = DistanceEngine::new(rules);
            for (seeds, largest) in [7, 8].into_iter().zip(largest) {
                let found = engine.solve(&scores[..=seeds], &Silent).unwrap();
                assert_eq!(found.view().largest(), largest, "{}", rules.name);
            }
        }
    }

    #[test]
    fn only_what_does_not_fit_stays_listed() {
        let mut cells = Bytes::zeroed(6).unwrap();
        cells.copy_from_slice(&[0, LISTED, 3, LISTED, LISTED, LISTED]);
        let listed = vec![(1, 254), (3, 255), (4, 250), (5, 70_000)];
        let distances = finish(cells, listed);
        let view = distances.view();
        let read: Vec<_> = (0..6).map(|index| view.get(index)).collect();
        let expected = [0, 254, 3, 255, 250, 70_000].map(Some);
        assert_eq!(read, expected);
        assert_eq!(view.cells(), [0, 254, 3, 255, 250, 255]);
        assert_eq!(distances.long.len(), 2);
    }
}
