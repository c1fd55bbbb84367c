//! Tiles: up to [`TILE`] neighbouring mover halves against a chunk of waiting
//! halves, small enough for the second-level cache.

use std::cell::RefCell;

use crate::kernel::TILE;
use crate::program::CHUNK;

thread_local! {
    /// The rows of the tile that this thread works on.
    static ROWS: RefCell<Vec<u8>> = RefCell::new(vec![0; TILE * CHUNK]);
}

/// One row for each of the tile's mover halves, one byte for each waiting half
/// of the chunk, as the kernel wants them.
pub(crate) struct Tile<'a> {
    /// `TILE` rows of `stride` bytes.
    pub rows: &'a mut [u8],
    /// A multiple of [`crate::program::BLOCK`].
    pub stride: usize,
}

impl Tile<'_> {
    /// The row of the tile's `number`-th mover half.
    pub fn row(&mut self, number: usize) -> &mut [u8] {
        &mut self.rows[number * self.stride..][..self.stride]
    }
}

/// Runs `work` with this thread's tile, in which anything may stand.
pub(crate) fn with_tile<T>(work: impl FnOnce(&mut Tile<'_>) -> T) -> T {
    ROWS.with_borrow_mut(|rows| {
        work(&mut Tile {
            rows,
            stride: CHUNK,
        })
    })
}
