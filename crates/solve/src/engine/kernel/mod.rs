//! The two inner loops of the engine, in portable code and in AVX2, chosen at
//! run time. Both give the same bytes; a test runs them side by side.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

use std::ops::Range;

use crate::buffers::columns::Columns;
use crate::engine::program::Chunk;
use crate::engine::tile::{OFFSET, Tile};
use crate::engine::tile_moves::TileMove;

/// An implementation of the inner loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// Plain Rust.
    Portable,
    /// 256-bit vectors. Only made by [`Kernel::detect`], where AVX2 is known
    /// to be there.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Kernel {
    /// The fastest implementation that this processor runs.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detect() {
            return Self::Avx2(avx2);
        }
        Self::Portable
    }

    /// Raises the tile to what its mover halves get by `moves`, all of the same
    /// give. For every destination d that the chunk maps to a source s:
    /// `row[d] = max(row[d], OFFSET + gain - child[s])`, where `row` is the row
    /// of the move's mover half and `child` that of its child in `children`, a
    /// section with rows of `width` values and what follows it.
    ///
    /// # Panics
    /// When the chunk's map or a move does not fit the tile or the section.
    pub fn apply(
        self,
        tile: &mut Tile<'_>,
        moves: &[TileMove],
        (children, width): (&[i8], usize),
        chunk: &Chunk,
        gain: u8,
    ) {
        let bias = OFFSET + gain;
        match self {
            Self::Portable => portable::apply(tile, moves, (children, width), chunk, bias),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.apply(tile, moves, (children, width), chunk, bias),
        }
    }

    /// Writes a tile over `rows` of a section, turned: the tile has a row for each
    /// mover half, the section one for each waiting half. Returns how many values
    /// changed, and calls `list(row, columns)`, if it is to, for each row in which
    /// some did, with a bit for each column of the tile that did.
    pub fn update(
        self,
        tile: &Tile<'_>,
        columns: &mut Columns<'_>,
        rows: Range<usize>,
        list: Option<&mut dyn FnMut(usize, u64)>,
    ) -> u64 {
        match self {
            Self::Portable => portable::update(tile, columns, rows, list),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2) => avx2.update(tile, columns, rows, list),
        }
    }
}

#[cfg(test)]
mod tests;
