//! The floor: what captures and the end of the game are worth. It depends on
//! finished layers alone: computed once and stored, or again in every sweep where
//! memory is dear.

use std::ops::Range;

use grenier_index::{Layer, open_unrank, unrank};
use grenier_rules::Position;
use rayon::prelude::*;

use crate::engine::program::CHUNK;
use crate::engine::tile::{OFFSET, TILE, Tile, with_tile};
use crate::engine::tile_moves::{MoverMoves, SameGive, bits};
use crate::engine::work::Known;

/// Layers with fewer seeds are so small that all of the floor is kept.
const LARGE: u32 = 20;
/// A mover with no more seeds than this seldom reaches a waiting pit: the floor is
/// computed again in less time than the rest of a sweep takes.
const SELDOM_REACHES: u32 = 8;

/// How many positions of a layer the floor is kept of, if it is: those of the
/// sections before the ones in which it is always computed again.
pub(crate) fn stored(layer: &Layer) -> u64 {
    if layer.seeds() < LARGE {
        return layer.len();
    }
    layer.sections()[(layer.seeds() - SELDOM_REACHES) as usize].base
}

/// Computes a section's part of the floor: by mover half and then by waiting
/// half, offset as in a tile. `waiting` names the section.
pub(crate) fn fill(known: &Known<'_>, waiting: u32, floor: &mut [u8]) {
    let rows = known.section(waiting).rows as usize;
    let blocks = floor.par_chunks_mut(TILE * rows).enumerate();
    blocks.for_each(|(number, floor)| {
        let movers = Movers::new(known, waiting, number * TILE);
        for start in (0..rows).step_by(CHUNK) {
            let len = CHUNK.min(rows - start);
            with_tile(len, rows, |tile| {
                movers.fill(start..start + len, tile);
                for (number, floor) in floor.chunks_exact_mut(rows).enumerate() {
                    let row = &tile.rows[number * tile.stride..][..len];
                    floor[start..][..len].copy_from_slice(row);
                }
            });
        }
    });
}

/// The positions (mover half, waiting half; rising) of a section in which only
/// grand slams that the rule set forbids can be played, and so are: the one
/// thing that halves alone do not show.
pub(crate) fn slams_only(known: &Known<'_>, waiting: u32) -> Vec<(u32, u32)> {
    let width = known.section(waiting).width as usize;
    (0..width)
        .into_par_iter()
        .step_by(TILE)
        .flat_map_iter(|first| Movers::new(known, waiting, first).slams_only())
        .collect()
}

/// The mover halves of a tile.
pub(crate) struct Movers<'a> {
    known: &'a Known<'a>,
    waiting: u32,
    /// The first of them.
    first: usize,
    len: usize,
    moves: &'a MoverMoves,
}

impl<'a> Movers<'a> {
    /// The tile's mover halves from `first`, in the section with `waiting`
    /// waiting seeds.
    pub fn new(known: &'a Known<'a>, waiting: u32, first: usize) -> Self {
        let width = known.section(waiting).width as usize;
        let mover = known.seeds() - waiting;
        Self {
            known,
            waiting,
            first,
            len: TILE.min(width - first),
            moves: known.moves.of(mover, waiting),
        }
    }

    /// Their moves.
    pub fn moves(&self) -> impl Iterator<Item = SameGive<'a>> + Clone {
        self.moves.tile(self.first)
    }

    /// Fills a tile with the floor against the waiting halves `rows`, which are
    /// a chunk.
    pub fn fill(&self, rows: Range<usize>, tile: &mut Tile<'_>) {
        tile.rows.fill(0);
        for same in self.moves() {
            self.capture(rows.start / CHUNK, same, tile);
        }
        let moving = bits(self.moves());
        for number in (0..self.len).filter(|&number| moving >> number & 1 == 0) {
            // Who takes what depends on the seeds on either side alone.
            let settlement = self.known.rules.settlement(&self.position(number, 0));
            let settled = settlement.expect("no move is left");
            let worth = self.known.objective.settled(&settled);
            tile.row(number, rows.len())
                .fill(OFFSET.wrapping_add_signed(worth));
        }
    }

    /// Raises a tile to what moves of the same give capture.
    fn capture(&self, chunk: usize, same: SameGive<'_>, tile: &mut Tile<'_>) {
        let (known, waiting, seeds) = (self.known, self.waiting, self.known.seeds());
        let given = u32::from(same.give.seeds);
        let left = seeds - waiting - given;
        let give = known.give(waiting, same.give);
        for (captured, program) in &give.captures {
            let part = program.chunk(chunk);
            if !part.is_empty() {
                let children = known.lower_section(seeds - captured, left);
                let gain = known.objective.gain(*captured as u8, 0) as u8;
                known.kernel.apply(tile, same.moves, children, part, gain);
            }
        }
        // A grand slam after which the rest, `left`, goes to the other player.
        let worth = known.objective.gain((waiting + given) as u8, left as u8);
        let ending = give.ending.iter().map(|&row| row as usize);
        for row in ending.filter(|row| row / CHUNK == chunk) {
            for played in same.moves {
                let best = tile.byte(played.tile_row(), row % CHUNK);
                *best = (*best).max(OFFSET.wrapping_add_signed(worth));
            }
        }
    }

    /// See [`slams_only`].
    fn slams_only(&self) -> Vec<(u32, u32)> {
        // A move that ends on its own side is no grand slam.
        let mut found = Vec::new();
        let all = bits(self.moves());
        let quiet = bits(self.moves().filter(|same| !same.give.ends_on_waiting));
        for number in (0..self.len).filter(|&number| (all & !quiet) >> number & 1 == 1) {
            let mut forbidden = self.moves().flat_map(|same| {
                let give = self.known.give(self.waiting, same.give);
                let mine = same
                    .moves
                    .iter()
                    .filter(|played| played.tile_row() == number);
                mine.map(|_| give.forbidden.as_slice())
            });
            let one = forbidden.next().unwrap_or_default();
            let others: Vec<_> = forbidden.collect();
            let everywhere =
                |row: &&u32| others.iter().all(|other| other.binary_search(row).is_ok());
            let rows = one.iter().filter(everywhere);
            found.extend(rows.map(|&row| ((self.first + number) as u32, row)));
        }
        found
    }

    /// The position of the `number`-th mover half and a waiting half.
    pub fn position(&self, number: usize, row: u32) -> Position {
        let mover = self.known.seeds() - self.waiting;
        let mover = unrank(mover, (self.first + number) as u32);
        let waiting = open_unrank(self.waiting, row);
        let halves = mover.zip(waiting).expect("a position of the section");
        Position::from_halves(halves.0, halves.1).expect("a position of the layer")
    }
}
