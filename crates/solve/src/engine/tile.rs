//! Tiles: up to [`TILE`] neighbouring mover halves against a chunk of waiting
//! halves, small enough for the second-level cache.

use std::cell::RefCell;

use crate::engine::program::{BLOCK, CHUNK};

/// What is added to a value to get the byte in a tile: net seeds -48..=48 are
/// 16..=112 there. 0 is below all of them, so it means "no such move", and the best
/// of many moves is an unsigned maximum.
pub(crate) const OFFSET: u8 = 64;
/// The most mover halves in a tile: one bit each in a word.
pub(crate) const TILE: usize = 64;
/// The distance between the rows of a tile that is one chunk of many: an odd
/// number of cache lines, lest the rows compete for one set of the cache.
const STRIDE: usize = CHUNK + 64;

thread_local! {
    /// The rows of the tile that this thread works on.
    static ROWS: RefCell<Vec<u8>> = RefCell::new(vec![0; TILE * STRIDE + BLOCK]);
}

/// One row for each of the tile's mover halves, one byte for each waiting half
/// of the chunk, as the kernel wants them.
///
/// The last block of a row may reach over into the next row. Nothing is mapped
/// there, so the kernel writes back what it reads.
pub(crate) struct Tile<'a> {
    /// `TILE` rows at a distance of `stride` bytes, and a block more.
    pub rows: &'a mut [u8],
    pub stride: usize,
}

impl Tile<'_> {
    /// The first `len` bytes of the `number`-th mover half's row.
    #[inline]
    pub fn row(&mut self, number: usize, len: usize) -> &mut [u8] {
        &mut self.rows[number * self.stride..][..len]
    }

    /// The byte of the `row`-th mover half and the `at`-th waiting half.
    pub fn byte(&mut self, row: usize, at: usize) -> &mut u8 {
        &mut self.rows[row * self.stride + at]
    }
}

/// Runs `work` with this thread's tile, in which anything may stand, for `len`
/// of a section's `rows` waiting halves: all, or a chunk.
pub(crate) fn with_tile<T>(len: usize, rows: usize, work: impl FnOnce(&mut Tile<'_>) -> T) -> T {
    // With all waiting halves in it, a tile is laid out like the floor.
    let stride = if len == rows { len } else { STRIDE };
    ROWS.with_borrow_mut(|rows| {
        work(&mut Tile {
            rows: &mut rows[..TILE * stride + BLOCK],
            stride,
        })
    })
}
