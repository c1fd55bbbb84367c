//! One level back: from the positions of a distance to those one ply further.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use grenier_index::{Layer, Section};
use rayon::prelude::*;

use crate::buffers::memory::Bytes;
use crate::halves::finished::FinishedLayers;
use crate::halves::predecessors::{NONE, Predecessors, gives};

/// The cell of a position with a distance that does not fit into a cell as long
/// as the layer is in progress. Below it, a cell is a distance. The tests of this
/// crate's inside have a low one, so that small layers reach it.
pub(crate) const LISTED: u8 = if cfg!(test) { 20 } else { 248 };
/// A cell of this and n: the mover is behind, and n moves that keep the score
/// lead to positions without a distance yet; 1 to 6.
pub(crate) const BEHIND: u8 = LISTED;
/// One move is left.
const NEARLY: u8 = BEHIND + 1;
/// The cell of a position without a distance yet, whose mover is ahead.
pub(crate) const OPEN: u8 = u8::MAX;

/// Positions that a thread goes back from at a time: enough for the processor
/// to wait for many cells at once instead of for one after the other.
const FOLLOWED: usize = 512;

/// A layer in which distances are found.
pub(crate) struct Retrograde<'a> {
    layer: &'a Layer,
    scores: &'a [i8],
    predecessors: &'a Predecessors,
    /// Seeds given, by slot.
    gives: Vec<u32>,
    /// Moves from positions to children that `predecessors` does not have, child
    /// first; those whose child has its distance are gone.
    others: Vec<(u64, u64)>,
}

/// Positions that got their distance.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub count: u64,
    /// When they were asked for.
    pub list: Option<Vec<u64>>,
}

/// Possible predecessors, each with the score that it has if the move from it
/// keeps the score.
type Candidates = Vec<(u64, i8)>;

impl<'a> Retrograde<'a> {
    pub fn new(
        tables: &FinishedLayers<'a>,
        predecessors: &'a Predecessors,
        others: Vec<(u64, u64)>,
    ) -> Self {
        let layer = &tables.index[tables.layers.len() - 1];
        Self {
            layer,
            scores: tables.layers[tables.layers.len() - 1],
            predecessors,
            gives: gives(layer.seeds()).map(|(given, _)| given).collect(),
            others,
        }
    }

    /// Gives the predecessors of the positions in `list`, all of distance
    /// `level`, their distance, if it is now known.
    pub fn go_back(&mut self, cells: &mut Bytes, level: u32, list: &[u64], listing: bool) -> Found {
        let others = self.take_others(cells, level);
        let this = &*self;
        let cells = cells.shared();
        let reach = |candidates| this.reach(cells, level, candidates);
        let mut found = reach(others);
        let more: Vec<Vec<u64>> = list
            .par_chunks(FOLLOWED)
            .map(|list| reach(this.candidates(list)))
            .collect();
        let count = found.len() + more.iter().map(Vec::len).sum::<usize>();
        let list = listing.then(|| {
            found.extend(more.into_iter().flatten());
            found.par_sort_unstable();
            found
        });
        Found {
            count: count as u64,
            list,
        }
    }

    /// The predecessors by [`Retrograde::others`] of the positions that have
    /// got this distance.
    fn take_others(&mut self, cells: &[u8], level: u32) -> Candidates {
        let reached = level.min(LISTED.into()) as u8;
        let mut candidates = Vec::new();
        let scores = self.scores;
        self.others.retain(|&(child, position)| {
            // What is listed has this distance: it was not when last looked at.
            let now = cells[child as usize] == reached;
            if now {
                candidates.push((position, -scores[child as usize]));
            }
            !now
        });
        candidates
    }

    fn candidates(&self, list: &[u64]) -> Candidates {
        let sections = self.layer.sections();
        let mut candidates = Vec::with_capacity(6 * list.len());
        let mut row = Row::none();
        for &index in list {
            if !(row.start..row.end).contains(&index) {
                row = self.row(index);
            }
            let column = (index - row.start) as usize;
            let given = self.predecessors.given(row.mover, column);
            let score = -self.scores[index as usize];
            for sown in row.sown {
                let Some(&before) = given.get(sown.slot as usize) else {
                    break;
                };
                if before != NONE {
                    let waiting = row.mover - self.gives[sown.slot as usize];
                    let Section { base, width, .. } = sections[waiting as usize];
                    let start = base + u64::from(before) * u64::from(width);
                    candidates.push((start + u64::from(sown.half), score));
                }
            }
        }
        candidates
    }

    /// The row in which the position with this index is.
    fn row(&self, index: u64) -> Row<'_> {
        let sections = self.layer.sections();
        let waiting = sections.partition_point(|section| section.base <= index) - 1;
        let Section { base, width, .. } = sections[waiting];
        let number = (index - base) / u64::from(width);
        let start = base + number * u64::from(width);
        Row {
            start,
            end: start + u64::from(width),
            mover: self.layer.seeds() - waiting as u32,
            sown: self.predecessors.sown(waiting as u32, number as usize),
        }
    }

    /// Gives those candidates that have the score their distance, if this was
    /// what it waited for; returns them.
    fn reach(&self, cells: &[AtomicU8], level: u32, mut candidates: Candidates) -> Vec<u64> {
        let distance = (level + 1).min(LISTED.into()) as u8;
        let mut kept = 0;
        for at in 0..candidates.len() {
            // Without a branch, so that scores are waited for all at once.
            candidates[kept] = candidates[at];
            let (index, score) = candidates[at];
            kept += usize::from(self.scores[index as usize] == score);
        }
        candidates.truncate(kept);
        let mut reached = Vec::new();
        // All cells are asked for before the first is changed.
        let present: Vec<u8> = candidates
            .iter()
            .map(|&(index, _)| cells[index as usize].load(Relaxed))
            .collect();
        for (&(index, _), present) in candidates.iter().zip(present) {
            let cell = &cells[index as usize];
            let found = match present {
                OPEN => cell
                    .compare_exchange(OPEN, distance, Relaxed, Relaxed)
                    .is_ok(),
                // Such a cell is only ever counted down, in this line.
                NEARLY..OPEN => match cell.fetch_sub(1, Relaxed) - 1 {
                    BEHIND => {
                        cell.store(distance, Relaxed);
                        true
                    }
                    _ => false,
                },
                _ => false,
            };
            if found {
                reached.push(index);
            }
        }
        reached
    }
}

/// A row of a section.
struct Row<'a> {
    /// Index of its first position.
    start: u64,
    end: u64,
    /// Seeds of the mover.
    mover: u32,
    sown: &'a [crate::halves::predecessors::Sown],
}

impl Row<'_> {
    fn none() -> Self {
        Self {
            start: 0,
            end: 0,
            mover: 0,
            sown: &[],
        }
    }
}
