//! The loop that raises a tile to what moves are worth.
//!
//! It handles 32 destinations an instruction; a piece loads two times 16 source
//! bytes, takes them from the bias, shuffles both halves at once (the shuffle of
//! AVX2 works within 16 bytes, hence [`LANES`](crate::engine::program::LANES)) and
//! joins them by maximum.

use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_castsi128_si256, _mm256_inserti128_si256, _mm256_loadu_si256,
    _mm256_max_epu8, _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_sub_epi8,
};
use std::slice::from_ref;

use crate::engine::program::{BLOCK, Chunk, Piece, Run};
use crate::engine::tile::{TILE, Tile};
use crate::engine::tile_moves::TileMove;

/// As [`super::super::portable::apply`]; the bounds are checked once for all moves.
#[target_feature(enable = "avx2")]
pub(super) fn apply_all(
    tile: &mut Tile<'_>,
    moves: &[TileMove],
    (children, width): (&[i8], usize),
    chunk: &Chunk,
    bias: u8,
) {
    assert!(tile.rows.len() >= (TILE - 1) * tile.stride + chunk.destinations);
    let last = moves.iter().map(|played| played.child()).max();
    let end = last.map_or(0, |child| child * width + chunk.sources);
    assert!(end <= children.len(), "values behind the last");
    let rows = Rows {
        tile: tile.rows.as_mut_ptr(),
        stride: tile.stride,
        children: children.as_ptr(),
        width,
    };
    // SAFETY: the tile's `TILE` rows reach to the bound of the destinations, the
    // values to that of the sources of the last child, and `Chunk` keeps all its
    // offsets below those bounds.
    unsafe { apply(&rows, moves, chunk, bias) };
}

/// Where the rows of the tile and those of the children are.
struct Rows {
    tile: *mut u8,
    stride: usize,
    children: *const i8,
    width: usize,
}

impl Rows {
    /// The row of a move's mover half, and that of its child.
    ///
    /// # Safety
    /// The tile and the section must have them.
    #[inline]
    unsafe fn of(&self, played: TileMove) -> (*mut u8, *const i8) {
        // SAFETY: both rows are there, as the caller promises, so their starts lie
        // within the tile and the section.
        unsafe {
            (
                self.tile.add(played.tile_row() * self.stride),
                self.children.add(played.child() * self.width),
            )
        }
    }
}

/// One operation of the chunk after the other, each for all moves. Over 40 lines:
/// the three kinds of operations, and the sizes of groups that the compiler unrolls.
///
/// # Safety
/// The tile and the section must have the rows of the moves, which must reach to
/// `chunk.destinations` and `chunk.sources`; those must bound every access that
/// the chunk names.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn apply(rows: &Rows, moves: &[TileMove], chunk: &Chunk, bias: u8) {
    for &(destination, source) in &chunk.pairs {
        for &played in moves {
            // SAFETY: the pair lies within both rows.
            unsafe {
                let (row, child) = rows.of(played);
                let best = row.add(destination as usize);
                let value = bias.wrapping_sub(child.add(source as usize).read() as u8);
                best.write(best.read().max(value));
            }
        }
    }
    let bias = _mm256_set1_epi8(bias as i8);
    for run in &chunk.runs {
        for &played in moves {
            // SAFETY: the run lies within both rows.
            unsafe { apply_run(rows.of(played), run, bias) };
        }
    }
    let (mut blocks, mut pieces) = (chunk.blocks.as_slice(), chunk.pieces.as_slice());
    for group in &chunk.groups {
        let (here, later) = blocks.split_at(group.blocks);
        blocks = later;
        let (mine, later) = pieces.split_at(group.blocks * group.pieces);
        pieces = later;
        // SAFETY: the group's blocks and pieces are of this chunk, so they lie
        // within both rows of each move.
        unsafe {
            match group.pieces {
                1 => apply_blocks::<1>(rows, moves, here, mine, bias),
                2 => apply_blocks::<2>(rows, moves, here, mine, bias),
                3 => apply_blocks::<3>(rows, moves, here, mine, bias),
                4 => apply_blocks::<4>(rows, moves, here, mine, bias),
                _ => {
                    for (block, mine) in here.iter().zip(mine.chunks_exact(group.pieces)) {
                        for piece in mine {
                            let (block, piece) = (from_ref(block), from_ref(piece));
                            apply_blocks::<1>(rows, moves, block, piece, bias);
                        }
                    }
                }
            }
        }
    }
}

/// # Safety
/// The run must lie within both rows.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn apply_run((row, child): (*mut u8, *const i8), run: &Run, bias: __m256i) {
    // SAFETY: a run has a block at least, and ends within both rows.
    unsafe {
        let mut best = row.add(run.destination as usize);
        let mut values = child.add(run.source as usize);
        let end = best.add(run.len as usize);
        loop {
            let offered = _mm256_sub_epi8(bias, _mm256_loadu_si256(values.cast()));
            let better = _mm256_max_epu8(_mm256_loadu_si256(best.cast()), offered);
            _mm256_storeu_si256(best.cast(), better);
            best = best.add(BLOCK);
            values = values.add(BLOCK);
            if best == end {
                break;
            }
        }
    }
}

/// Blocks of `PIECES` pieces each.
///
/// # Safety
/// Every block and the loads of every piece must lie within the rows of all moves.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn apply_blocks<const PIECES: usize>(
    rows: &Rows,
    moves: &[TileMove],
    blocks: &[u16],
    pieces: &[Piece],
    bias: __m256i,
) {
    for (&block, pieces) in blocks.iter().zip(pieces.as_chunks::<PIECES>().0) {
        let pieces: [_; PIECES] = std::array::from_fn(|number| {
            let Piece { shuffle, sources } = &pieces[number];
            // SAFETY: a shuffle has `BLOCK` bytes, as many as are loaded.
            let shuffle = unsafe { _mm256_loadu_si256(shuffle.as_ptr().cast()) };
            (shuffle, sources.map(|source| source as usize))
        });
        for &played in moves {
            // SAFETY: the caller promises that the block lies within the row, and
            // what the pieces load within the child's.
            unsafe {
                let (row, child) = rows.of(played);
                let best = row.add(block as usize).cast::<__m256i>();
                let mut joined = _mm256_loadu_si256(best);
                for (shuffle, [low, high]) in pieces {
                    let low = _mm_loadu_si128(child.add(low).cast());
                    let high = _mm_loadu_si128(child.add(high).cast());
                    let values = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
                    let values = _mm256_shuffle_epi8(_mm256_sub_epi8(bias, values), shuffle);
                    joined = _mm256_max_epu8(joined, values);
                }
                _mm256_storeu_si256(best, joined);
            }
        }
    }
}
