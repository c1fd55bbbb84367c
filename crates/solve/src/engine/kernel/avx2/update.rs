//! The loop that turns a tile and writes it over the values.
//!
//! It uses the classic 16 x 16 byte transposition by four rounds of interleaving,
//! two matrices side by side, so that a register ends up with 32 neighbouring
//! columns of a row.

use std::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8,
    _mm_prefetch, _mm_storeu_si128, _mm256_castsi128_si256, _mm256_cmpeq_epi8,
    _mm256_inserti128_si256, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_set1_epi8,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_unpackhi_epi8,
    _mm256_unpacklo_epi8,
};
use std::ops::Range;

use crate::buffers::columns::Columns;
use crate::engine::program::{BLOCK, LANES};
use crate::engine::tile::{OFFSET, Tile};

/// Waiting halves that are turned at a time.
const STRIP: usize = 16;

/// Called with the row and the columns of changes, if at all.
type List<'a> = Option<&'a mut dyn FnMut(usize, u64)>;

/// As [`super::super::portable::update`].
///
/// # Panics
/// When a row of the tile does not have a byte for each of `rows`, rounded up to
/// whole strips, or there are more columns than rows of the tile.
#[target_feature(enable = "avx2,popcnt")]
pub(super) fn update(
    tile: &Tile<'_>,
    columns: &mut Columns<'_>,
    rows: Range<usize>,
    mut list: List<'_>,
) -> u64 {
    let (mut count, width) = (0, columns.width());
    for start in rows.clone().step_by(STRIP) {
        let strip = start..rows.end.min(start + STRIP);
        let from = &tile.rows[start - rows.start..];
        if columns.len < BLOCK
            && let Some(old) = columns.whole_rows(strip.clone())
        {
            let mut list = |at: usize, bits: u32| {
                if let Some(list) = &mut list {
                    for at in (at..at + BLOCK).filter(|at| bits >> (at % BLOCK) & 1 == 1) {
                        list(start + at / width, 1 << (at % width));
                    }
                }
            };
            count += replace_all(old, width, &turn(from, tile.stride), &mut list);
        } else {
            count += update_strip(from, tile.stride, columns, strip, &mut list);
        }
    }
    count
}

/// The same for one strip, whose bytes are in `from`.
#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn update_strip(
    from: &[u8],
    stride: usize,
    columns: &mut Columns<'_>,
    strip: Range<usize>,
    list: &mut List<'_>,
) -> u64 {
    let (mut count, len, width) = (0, columns.len, columns.width());
    let old = columns.start_of(strip.clone());
    for row in 0..strip.len() {
        prefetch(old.wrapping_add(row * width));
        prefetch(old.wrapping_add(row * width + len - 1));
    }
    for first in (0..len).step_by(BLOCK) {
        let turned = turn(&from[first * stride..], stride);
        let some = BLOCK.min(len - first);
        for (number, new) in turned.into_iter().take(strip.len()).enumerate() {
            // SAFETY: `number` is a row of the strip, and `some` values from
            // `first` on lie in the block's part of it, which `columns` alone
            // may write.
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
                if let Some(list) = list {
                    list(strip.start + number, u64::from(changed) << first);
                }
            }
        }
    }
    count
}

/// Fetches a byte into the cache.
#[inline]
fn prefetch(byte: *const i8) {
    // SAFETY: a prefetch of any address is allowed: it faults on none.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(byte) }
}

/// Turns `STRIP` columns of `BLOCK` rows into rows, and takes the offset off.
///
/// # Panics
/// When `from` does not have `BLOCK` rows at a distance of `stride` bytes, of which
/// the last may end after `STRIP`.
#[inline]
#[target_feature(enable = "avx2")]
fn turn(from: &[u8], stride: usize) -> [__m256i; STRIP] {
    assert!(from.len() >= (BLOCK - 1) * stride + STRIP);
    let from = from.as_ptr();
    let offset = _mm256_set1_epi8(OFFSET as i8);
    let mut rows = [_mm256_setzero_si256(); STRIP];
    for (number, row) in rows.iter_mut().enumerate() {
        // SAFETY: both rows are below `BLOCK`, so `STRIP` bytes from their
        // starts lie in `from`, as checked above.
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
/// `old` must be as good as a `&mut [i8; BLOCK]`.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn replace(old: *mut i8, new: __m256i) -> u32 {
    let old = old.cast::<__m256i>();
    // SAFETY: a register holds `BLOCK` bytes, which may be read and written at
    // `old`, as the caller promises.
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
#[target_feature(enable = "avx2")]
fn replace_narrow(old: &mut [i8], new: __m256i) -> u32 {
    let mut padded = [0; BLOCK];
    // SAFETY: `padded` has `BLOCK` bytes, as a register.
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
#[target_feature(enable = "avx2,popcnt")]
fn replace_all(
    old: &mut [i8],
    width: usize,
    turned: &[__m256i; STRIP],
    list: &mut dyn FnMut(usize, u32),
) -> u64 {
    // What a row has too much is overwritten by the next one.
    let mut new = [0_i8; STRIP * BLOCK];
    for (row, &turned) in turned.iter().enumerate() {
        let row = &mut new[row * width..][..BLOCK];
        // SAFETY: this part of the row has `BLOCK` bytes, as a register.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), turned) };
    }
    let mut count = 0;
    for (number, old) in old.chunks_mut(BLOCK).enumerate() {
        let new = &new[number * BLOCK..][..BLOCK];
        // SAFETY: `new` has `BLOCK` bytes, and so has `old` where it is replaced
        // as a block.
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
