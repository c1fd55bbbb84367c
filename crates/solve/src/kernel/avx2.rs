//! The inner loops in AVX2.
//!
//! `apply` handles 32 destinations an instruction; a piece loads two times 16
//! source bytes, takes them from the bias, shuffles both halves at once (the
//! shuffle of AVX2 works within 16 bytes, hence [`LANES`]) and joins them by
//! maximum. `update` uses the classic 16 x 16 byte transposition by four rounds of
//! interleaving, two matrices side by side, so that a register ends up with 32
//! neighbouring columns of a row.
#![allow(unsafe_code)]
// All loads and stores here are the unaligned ones.
#![allow(clippy::cast_ptr_alignment)]

use std::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm256_castsi128_si256,
    _mm256_cmpeq_epi8, _mm256_inserti128_si256, _mm256_loadu_si256, _mm256_max_epu8,
    _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_unpackhi_epi8, _mm256_unpacklo_epi8,
};
use std::ops::Range;
use std::slice::from_ref;

use super::{OFFSET, STRIP, TILE};
use crate::columns::Columns;
use crate::half_moves::HalfMove;
use crate::program::{BLOCK, Chunk, LANES, Piece};
use crate::tile::Tile;

/// Proof that this processor has AVX2: only `detect` makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

// `self` is the proof that the instructions are there.
#[allow(clippy::unused_self)]
impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    /// As [`super::portable::apply`].
    pub(super) fn apply(
        self,
        tile: &mut Tile<'_>,
        moves: &[HalfMove],
        (children, width): (&[i8], usize),
        chunk: &Chunk,
        bias: u8,
    ) {
        assert!(chunk.sources <= width);
        // SAFETY: AVX2 is there, as `self` proves; the bound of the sources was
        // compared with the rows of the section just now.
        unsafe { apply_all(tile, moves, (children, width), chunk, bias) }
    }

    /// As [`super::portable::update`].
    pub(super) fn update(
        self,
        tile: &Tile<'_>,
        strip: usize,
        columns: &mut Columns<'_>,
        rows: Range<usize>,
    ) -> [u64; STRIP] {
        assert!(tile.rows.len() >= (TILE - 1) * tile.stride + strip + STRIP);
        assert!(columns.len <= TILE && rows.len() <= STRIP);
        // SAFETY: AVX2 is there, as `self` proves; the last of `TILE` rows has
        // `STRIP` bytes from `strip`, as checked just now, and so have those
        // before it.
        unsafe { update(tile, strip, columns, rows) }
    }
}

/// # Safety
/// AVX2 must be there, and `chunk.sources` must not be above the width.
#[target_feature(enable = "avx2")]
unsafe fn apply_all(
    tile: &mut Tile<'_>,
    moves: &[HalfMove],
    (children, width): (&[i8], usize),
    chunk: &Chunk,
    bias: u8,
) {
    for played in moves {
        let row = tile.row(played.tile_row as usize, chunk.destinations);
        let child = &children[played.child as usize * width..][..width];
        super::portable::apply_pairs(row, child, chunk, bias);
        // SAFETY: `row` reaches to the bound of the destinations and `child` to
        // that of the sources, and `Chunk` keeps all its offsets below those.
        unsafe { apply(row, child, chunk, bias) }
    }
}

/// # Safety
/// AVX2 must be there. `row` must reach to `chunk.destinations` and `source`
/// to `chunk.sources`, and those must bound every access that the chunk names.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn apply(row: &mut [u8], source: &[i8], chunk: &Chunk, bias: u8) {
    let bias = _mm256_set1_epi8(bias as i8);
    let (row, source) = (row.as_mut_ptr(), source.as_ptr());
    for run in &chunk.runs {
        for at in (0..run.len as usize).step_by(BLOCK) {
            // SAFETY: the run lies within both rows, `at` within the run.
            unsafe {
                let best = row.add(run.destination as usize + at).cast::<__m256i>();
                let values = _mm256_loadu_si256(source.add(run.source as usize + at).cast());
                let values = _mm256_sub_epi8(bias, values);
                _mm256_storeu_si256(best, _mm256_max_epu8(_mm256_loadu_si256(best), values));
            }
        }
    }
    let (mut blocks, mut pieces) = (chunk.blocks.as_slice(), chunk.pieces.as_slice());
    for group in &chunk.groups {
        let (here, later) = blocks.split_at(group.blocks);
        blocks = later;
        let (mine, later) = pieces.split_at(group.blocks * group.pieces);
        pieces = later;
        // SAFETY: as for this function.
        unsafe {
            match group.pieces {
                1 => apply_blocks::<1>(row, source, here, mine, bias),
                2 => apply_blocks::<2>(row, source, here, mine, bias),
                3 => apply_blocks::<3>(row, source, here, mine, bias),
                4 => apply_blocks::<4>(row, source, here, mine, bias),
                _ => {
                    for (block, mine) in here.iter().zip(mine.chunks_exact(group.pieces)) {
                        for piece in mine {
                            let (block, piece) = (from_ref(block), from_ref(piece));
                            apply_blocks::<1>(row, source, block, piece, bias);
                        }
                    }
                }
            }
        }
    }
}

/// Blocks of `PIECES` pieces each.
///
/// # Safety
/// AVX2 must be there, and every block and every piece's loads lie within the
/// rows at `row` and `source`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn apply_blocks<const PIECES: usize>(
    row: *mut u8,
    source: *const i8,
    blocks: &[u16],
    pieces: &[Piece],
    bias: __m256i,
) {
    for (&block, pieces) in blocks.iter().zip(pieces.as_chunks::<PIECES>().0) {
        // SAFETY: the caller vouches for the block and its pieces.
        unsafe {
            let best = row.add(block as usize).cast::<__m256i>();
            let mut joined = _mm256_loadu_si256(best);
            for piece in pieces {
                let low = _mm_loadu_si128(source.add(piece.sources[0] as usize).cast());
                let high = _mm_loadu_si128(source.add(piece.sources[1] as usize).cast());
                let values = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
                let shuffle = _mm256_loadu_si256(piece.shuffle.as_ptr().cast());
                let values = _mm256_shuffle_epi8(_mm256_sub_epi8(bias, values), shuffle);
                joined = _mm256_max_epu8(joined, values);
            }
            _mm256_storeu_si256(best, joined);
        }
    }
}

/// # Safety
/// AVX2 must be there, the tile must have `STRIP` bytes from `strip` in each of
/// its `TILE` rows, and there must be at most `STRIP` rows and `TILE` columns.
#[target_feature(enable = "avx2")]
unsafe fn update(
    tile: &Tile<'_>,
    strip: usize,
    columns: &mut Columns<'_>,
    rows: Range<usize>,
) -> [u64; STRIP] {
    for row in rows.clone() {
        prefetch(columns.row(row));
    }
    let mut turned = [[0; TILE]; STRIP];
    let used = columns.len;
    // SAFETY: as for this function.
    unsafe { turn(&tile.rows[strip..], tile.stride, used, &mut turned) };
    let mut bits = [0; STRIP];
    for ((row, new), bits) in rows.zip(&turned).zip(&mut bits) {
        let old = columns.row(row);
        // SAFETY: AVX2 is there.
        *bits = unsafe {
            match <&mut [i8; TILE]>::try_from(&mut *old) {
                Ok(old) => replace(old, new),
                Err(_) => replace_narrow(old, new),
            }
        };
    }
    bits
}

/// Fetches a row into the cache.
#[inline]
fn prefetch(row: &[i8]) {
    for byte in [row.first(), row.last()].into_iter().flatten() {
        // SAFETY: a prefetch reads nothing that matters.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(byte) }
    }
}

/// Turns `STRIP` columns of the tile's first `used` rows into rows; what it
/// writes behind `used` means nothing.
///
/// # Safety
/// AVX2 must be there, and in `from` there must be `TILE` rows at a distance of
/// `stride` bytes, of which the last may end after `STRIP`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn turn(from: &[u8], stride: usize, used: usize, turned: &mut [[u8; TILE]; STRIP]) {
    let from = from.as_ptr();
    for first in (0..used).step_by(2 * LANES) {
        let mut rows = [_mm256_setzero_si256(); STRIP];
        for (number, row) in rows.iter_mut().enumerate() {
            // SAFETY: both rows are below `TILE` and `STRIP` bytes long.
            unsafe {
                let low = from.add((first + number) * stride).cast::<__m128i>();
                let high = from.add((first + LANES + number) * stride).cast();
                let low = _mm256_castsi128_si256(_mm_loadu_si128(low));
                *row = _mm256_inserti128_si256::<1>(low, _mm_loadu_si128(high));
            }
        }
        // Interleaving row i with row i + 8 four times over turns the matrix.
        for _ in 0..4 {
            let mut mixed = rows;
            for pair in 0..STRIP / 2 {
                mixed[2 * pair] = _mm256_unpacklo_epi8(rows[pair], rows[pair + STRIP / 2]);
                mixed[2 * pair + 1] = _mm256_unpackhi_epi8(rows[pair], rows[pair + STRIP / 2]);
            }
            rows = mixed;
        }
        for (to, row) in turned.iter_mut().zip(rows) {
            // SAFETY: 32 bytes from `first` lie within the `TILE` of the row.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().add(first).cast(), row) };
        }
    }
}

/// As [`replace`], for a row of fewer values.
///
/// # Safety
/// AVX2 must be there.
#[target_feature(enable = "avx2")]
unsafe fn replace_narrow(old: &mut [i8], new: &[u8; TILE]) -> u64 {
    let mut padded = [0; TILE];
    padded[..old.len()].copy_from_slice(old);
    // SAFETY: as for this function.
    let bits = unsafe { replace(&mut padded, new) } & ((1 << old.len()) - 1);
    if bits != 0 {
        old.copy_from_slice(&padded[..old.len()]);
    }
    bits
}

/// Writes `new` (offset) over `old` (net seeds); a bit for each change.
///
/// # Safety
/// AVX2 must be there.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn replace(old: &mut [i8; TILE], new: &[u8; TILE]) -> u64 {
    let offset = _mm256_set1_epi8(OFFSET as i8);
    let (old, new) = (old.as_mut_ptr(), new.as_ptr());
    // SAFETY: two times 32 bytes are the `TILE` bytes of either array.
    unsafe {
        let (first, second) = (old.cast::<__m256i>(), old.add(BLOCK).cast::<__m256i>());
        let low = _mm256_sub_epi8(_mm256_loadu_si256(new.cast()), offset);
        let high = _mm256_sub_epi8(_mm256_loadu_si256(new.add(BLOCK).cast()), offset);
        let same_low = _mm256_cmpeq_epi8(_mm256_loadu_si256(first), low);
        let same_high = _mm256_cmpeq_epi8(_mm256_loadu_si256(second), high);
        let low_bits = _mm256_movemask_epi8(same_low) as u32;
        let high_bits = _mm256_movemask_epi8(same_high) as u32;
        let bits = !(u64::from(low_bits) | u64::from(high_bits) << 32);
        if bits != 0 {
            _mm256_storeu_si256(first, low);
            _mm256_storeu_si256(second, high);
        }
        bits
    }
}
