//! Tiles: up to [`TILE`] neighbouring mover halves against a chunk of waiting
//! halves, small enough for the second-level cache.

use std::cell::RefCell;

use grenier_index::unrank;

use crate::half_moves::{HalfMove, half_moves};
use crate::kernel::{TILE, Tile};
use crate::program::CHUNK;
use crate::work::Known;

thread_local! {
    /// The rows of the tile that this thread works on.
    static ROWS: RefCell<Vec<u8>> = RefCell::new(vec![0; TILE * CHUNK]);
}

/// Runs `work` with this thread's tile.
pub(crate) fn with_tile<T>(work: impl FnOnce(&mut Tile<'_>) -> T) -> T {
    ROWS.with_borrow_mut(|rows| {
        work(&mut Tile {
            rows,
            stride: CHUNK,
        })
    })
}

/// The move of one of a tile's mover halves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileMove {
    /// Which row of the tile it belongs to.
    pub row: usize,
    pub played: HalfMove,
}

/// The moves of the mover halves `first..first + len` with `mover` seeds
/// against `waiting` seeds, sorted so that equal gives follow each other.
pub(crate) fn tile_moves(
    known: &Known<'_>,
    mover: u32,
    waiting: u32,
    first: usize,
    len: usize,
) -> Vec<TileMove> {
    let mut moves = Vec::with_capacity(6 * len);
    for row in 0..len {
        let half = unrank(mover, (first + row) as u32).expect("the tile lies in the section");
        moves
            .extend(half_moves(known.rules, &half, waiting).map(|played| TileMove { row, played }));
    }
    moves.sort_by_key(|tile_move| (tile_move.played.given, tile_move.played.ends_on_waiting));
    moves
}
