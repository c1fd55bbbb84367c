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

use std::arch::is_x86_feature_detected;
use std::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8,
    _mm_prefetch, _mm_storeu_si128, _mm256_castsi128_si256, _mm256_cmpeq_epi8,
    _mm256_inserti128_si256, _mm256_loadu_si256, _mm256_max_epu8, _mm256_movemask_epi8,
    _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256,
    _mm256_sub_epi8, _mm256_unpackhi_epi8, _mm256_unpacklo_epi8,
};
use std::ops::Range;
use std::slice::from_ref;

use super::OFFSET;
use crate::buffers::columns::Columns;
use crate::engine::program::{BLOCK, Chunk, LANES, Piece, Run};
use crate::engine::tile::{TILE, Tile};
use crate::engine::tile_moves::TileMove;

/// Waiting halves that `update` turns at a time.
const STRIP: usize = 16;

/// Proof that this processor has AVX2 and counts ones: only `detect` makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

// `self` is the proof that the instructions are there.
#[allow(clippy::unused_self)]
impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        is_there.then_some(Self(()))
    }

    /// As [`super::portable::apply`].
    pub(super) fn apply(
        self,
        tile: &mut Tile<'_>,
        moves: &[TileMove],
        (children, width): (&[i8], usize),
        chunk: &Chunk,
        bias: u8,
    ) {
        // SAFETY: AVX2 is there, as `self` proves.
        unsafe { apply_all(tile, moves, (children, width), chunk, bias) }
    }

    /// As [`super::portable::update`].
    pub(super) fn update(
        self,
        tile: &Tile<'_>,
        columns: &mut Columns<'_>,
        rows: Range<usize>,
        list: Option<&mut dyn FnMut(usize, u64)>,
    ) -> u64 {
        let reach = rows.len().next_multiple_of(STRIP);
        assert!(tile.rows.len() >= (TILE - 1) * tile.stride + reach);
        assert!(columns.len <= TILE);
        // SAFETY: AVX2 and the counting of ones are there, as `self` proves; the
        // last of `TILE` rows has the bytes of all strips, as checked just now,
        // and so have those before it.
        unsafe { update(tile, columns, rows, list) }
    }
}

/// # Safety
/// AVX2 must be there.
#[target_feature(enable = "avx2")]
unsafe fn apply_all(
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
        // SAFETY: the caller vouches for them.
        unsafe {
            (
                self.tile.add(played.tile_row() * self.stride),
                self.children.add(played.child() * self.width),
            )
        }
    }
}

/// One operation of the chunk after the other, each for all moves.
///
/// # Safety
/// AVX2 must be there. The tile and the section must have the rows of the
/// moves, which must reach to `chunk.destinations` and `chunk.sources`; those
/// must bound every access that the chunk names.
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
        // SAFETY: as for this function.
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
/// AVX2 must be there, and the run must lie within both rows.
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
/// AVX2 must be there, and every block and every piece's loads must lie within
/// the rows of all moves.
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
            // SAFETY: a shuffle fills a register.
            let shuffle = unsafe { _mm256_loadu_si256(shuffle.as_ptr().cast()) };
            (shuffle, sources.map(|source| source as usize))
        });
        for &played in moves {
            // SAFETY: the caller vouches for the block and its pieces.
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

/// # Safety
/// AVX2 and the counting of ones must be there, each of the tile's `TILE` rows
/// must have a byte for each of `rows`, rounded up to whole strips, and there
/// must be at most `TILE` columns.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn update(
    tile: &Tile<'_>,
    columns: &mut Columns<'_>,
    rows: Range<usize>,
    mut list: Option<&mut dyn FnMut(usize, u64)>,
) -> u64 {
    let (mut count, len, width) = (0, columns.len, columns.width());
    for start in rows.clone().step_by(STRIP) {
        let strip = start..rows.end.min(start + STRIP);
        let from = &tile.rows[start - rows.start..];
        if len < BLOCK
            && let Some(old) = columns.whole_rows(strip.clone())
        {
            let mut list = |at: usize, bits: u32| {
                if let Some(list) = &mut list {
                    for at in (at..at + BLOCK).filter(|at| bits >> (at % BLOCK) & 1 == 1) {
                        list(start + at / width, 1 << (at % width));
                    }
                }
            };
            // SAFETY: as for this function.
            count += unsafe { replace_all(old, width, &turn(from, tile.stride), &mut list) };
            continue;
        }
        let old = columns.start_of(strip.clone());
        for row in 0..strip.len() {
            prefetch(old.wrapping_add(row * width));
            prefetch(old.wrapping_add(row * width + len - 1));
        }
        for first in (0..len).step_by(BLOCK) {
            // SAFETY: as for this function; `first` and `BLOCK` are at most half
            // of `TILE`.
            let turned = unsafe { turn(&from[first * tile.stride..], tile.stride) };
            let some = BLOCK.min(len - first);
            for (number, new) in turned.into_iter().take(strip.len()).enumerate() {
                // SAFETY: AVX2 is there, and `some` values from `first` on lie
                // in the block's part of the row.
                let changed = unsafe {
                    let old = old.add(number * width + first);
                    if some == BLOCK {
                        replace(old, new)
                    } else {
                        replace_narrow(std::slice::from_raw_parts_mut(old, some), new)
                    }
                };
                if changed != 0 {
                    count += u64::from(changed.count_ones());
                    if let Some(list) = &mut list {
                        list(start + number, u64::from(changed) << first);
                    }
                }
            }
        }
    }
    count
}

/// Fetches a byte into the cache.
#[inline]
fn prefetch(byte: *const i8) {
    // SAFETY: a prefetch reads nothing that matters.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(byte) }
}

/// Turns `STRIP` columns of `BLOCK` rows into rows, and takes the offset off.
///
/// # Safety
/// AVX2 must be there, and in `from` there must be `BLOCK` rows at a distance of
/// `stride` bytes, of which the last may end after `STRIP`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn turn(from: &[u8], stride: usize) -> [__m256i; STRIP] {
    let from = from.as_ptr();
    let offset = _mm256_set1_epi8(OFFSET as i8);
    let mut rows = [_mm256_setzero_si256(); STRIP];
    for (number, row) in rows.iter_mut().enumerate() {
        // SAFETY: both rows are below `BLOCK` and `STRIP` bytes long.
        unsafe {
            let low = from.add(number * stride).cast::<__m128i>();
            let high = from.add((LANES + number) * stride).cast();
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
    for row in &mut rows {
        *row = _mm256_sub_epi8(*row, offset);
    }
    rows
}

/// Writes `new` over the `BLOCK` values at `old`; a bit for each change.
///
/// # Safety
/// AVX2 must be there, and `old` as good as a `&mut [i8; BLOCK]`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn replace(old: *mut i8, new: __m256i) -> u32 {
    let old = old.cast::<__m256i>();
    // SAFETY: a register holds `BLOCK` bytes.
    unsafe {
        let same = _mm256_cmpeq_epi8(_mm256_loadu_si256(old), new);
        let bits = !(_mm256_movemask_epi8(same) as u32);
        if bits != 0 {
            _mm256_storeu_si256(old, new);
        }
        bits
    }
}

/// As [`replace`], for fewer values.
///
/// # Safety
/// AVX2 must be there.
#[target_feature(enable = "avx2")]
unsafe fn replace_narrow(old: &mut [i8], new: __m256i) -> u32 {
    let mut padded = [0; BLOCK];
    // SAFETY: as for this function.
    unsafe { _mm256_storeu_si256(padded.as_mut_ptr().cast(), new) };
    if old.len() >= LANES {
        // The first `LANES` values, and the last, which may be some of the first.
        let last = old.len() - LANES;
        let (old, new) = (old.as_mut_ptr(), padded.as_ptr());
        // SAFETY: `LANES` values from 0 and from `last` on lie in both.
        unsafe {
            let [low, high] = [0, last].map(|first| {
                let old = _mm_loadu_si128(old.add(first).cast());
                let new = _mm_loadu_si128(new.add(first).cast());
                let same = _mm_movemask_epi8(_mm_cmpeq_epi8(old, new)) as u32;
                (new, (!same & 0xffff) << first)
            });
            _mm_storeu_si128(old.cast(), low.0);
            _mm_storeu_si128(old.add(last).cast(), high.0);
            return low.1 | high.1;
        }
    }
    let mut bits = 0;
    for (number, (old, &new)) in old.iter_mut().zip(&padded).enumerate() {
        bits |= u32::from(*old != new) << number;
        *old = new;
    }
    bits
}

/// Writes turned rows over whole rows of `width` values, fewer than `BLOCK`,
/// that follow each other. Returns how many changed; calls `list(at, bits)` for
/// those from the `at`-th on.
///
/// # Safety
/// AVX2 and the counting of ones must be there.
#[target_feature(enable = "avx2,popcnt")]
unsafe fn replace_all(
    old: &mut [i8],
    width: usize,
    turned: &[__m256i; STRIP],
    list: &mut dyn FnMut(usize, u32),
) -> u64 {
    // What a row has too much is overwritten by the next one.
    let mut new = [0_i8; STRIP * BLOCK];
    for (row, &turned) in turned.iter().enumerate() {
        let row = &mut new[row * width..][..BLOCK];
        // SAFETY: a register holds `BLOCK` bytes.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), turned) };
    }
    let mut count = 0;
    for (number, old) in old.chunks_mut(BLOCK).enumerate() {
        let new = &new[number * BLOCK..][..BLOCK];
        // SAFETY: a register holds `BLOCK` bytes, as `old` has or not.
        let bits = unsafe {
            let new = _mm256_loadu_si256(new.as_ptr().cast());
            if old.len() == BLOCK {
                replace(old.as_mut_ptr(), new)
            } else {
                replace_narrow(old, new)
            }
        };
        if bits != 0 {
            count += u64::from(bits.count_ones());
            list(number * BLOCK, bits);
        }
    }
    count
}
