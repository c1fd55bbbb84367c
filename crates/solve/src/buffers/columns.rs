//! A matrix shared out by columns.
//!
//! The tiles of a section own blocks of its columns and write them from
//! several threads. Rust's slices can only be split by rows, so the split by
//! columns is done here, once, behind a safe interface.
#![allow(unsafe_code)]

use std::marker::PhantomData;
use std::ops::Range;

/// A block of columns of a matrix of values, owned like a `&mut`.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    matrix: *mut i8,
    /// Rows of the matrix.
    rows: usize,
    /// Columns of the matrix.
    width: usize,
    /// The first column of the block.
    pub first: usize,
    /// How many columns the block has.
    pub len: usize,
    matrix_is_borrowed: PhantomData<&'a mut [i8]>,
}

// SAFETY: a block is the only way to its columns while the matrix is borrowed
// (see `split`), so sending it is like sending a `&mut [i8]`.
unsafe impl Send for Columns<'_> {}

/// Cuts a matrix with rows of `width` columns into blocks of `block` columns;
/// the last may be narrower.
///
/// # Panics
/// When the matrix is not made of whole rows, or a length is 0.
pub(crate) fn split(matrix: &mut [i8], width: usize, block: usize) -> Vec<Columns<'_>> {
    assert!(matrix.len().is_multiple_of(width));
    let rows = matrix.len() / width;
    let matrix = matrix.as_mut_ptr();
    (0..width)
        .step_by(block)
        .map(|first| Columns {
            matrix,
            rows,
            width,
            first,
            len: block.min(width - first),
            matrix_is_borrowed: PhantomData,
        })
        .collect()
}

impl Columns<'_> {
    /// Columns of the matrix: how far a row is from the next.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The block's part of a row.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn row(&mut self, row: usize) -> &mut [i8] {
        let start = self.start_of(row..row + 1);
        // SAFETY: the row's part is this block's alone, and `&mut self` lets
        // nothing else of it be borrowed at a time.
        unsafe { std::slice::from_raw_parts_mut(start, self.len) }
    }

    /// Where the block's part of the first of these rows is; those of the others
    /// follow at a distance of the width. It may be written and read through the
    /// pointer as long as `self` would let it.
    ///
    /// # Panics
    /// When there are no such rows.
    #[inline]
    pub fn start_of(&mut self, rows: Range<usize>) -> *mut i8 {
        assert!(rows.start < rows.end && rows.end <= self.rows);
        // SAFETY: row `start` of the matrix has a column `first`.
        unsafe { self.matrix.add(rows.start * self.width + self.first) }
    }

    /// Rows that follow each other, if the block has all columns of the matrix.
    ///
    /// # Panics
    /// When there are no such rows.
    pub fn whole_rows(&mut self, rows: Range<usize>) -> Option<&mut [i8]> {
        (self.len == self.width).then(|| {
            let start = self.start_of(rows.clone());
            // SAFETY: these rows lie within the matrix; no other block has any
            // of its columns if this one has all, and `&mut self` lets nothing
            // else of the block be borrowed at a time.
            unsafe { std::slice::from_raw_parts_mut(start, rows.len() * self.width) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_write_their_columns_from_several_threads() {
        for (rows, width, block) in [(1, 1, 64), (3, 7, 2), (5, 64, 64), (2, 130, 64)] {
            let mut matrix = vec![0; rows * width];
            std::thread::scope(|scope| {
                for mut columns in split(&mut matrix, width, block) {
                    scope.spawn(move || {
                        for row in 0..rows {
                            let first = columns.first;
                            for (at, value) in columns.row(row).iter_mut().enumerate() {
                                *value += ((row * 31 + first + at) % 100) as i8;
                            }
                        }
                    });
                }
            });
            for (at, &value) in matrix.iter().enumerate() {
                assert_eq!(value as usize, (at / width * 31 + at % width) % 100);
            }
        }
    }

    #[test]
    #[should_panic(expected = "rows.end <= self.rows")]
    fn rows_are_bounded() {
        let mut matrix = vec![0; 6];
        split(&mut matrix, 3, 2)[0].row(2);
    }
}
