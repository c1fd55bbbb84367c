//! A matrix shared out by columns.
//!
//! The tiles of a section own blocks of its columns and write them from
//! several threads. Rust's slices can only be split by rows, so the split by
//! columns is done here, once, behind a safe interface.
#![allow(unsafe_code)]

use std::marker::PhantomData;

/// A block of columns of a matrix of values, owned like a `&mut`.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    matrix: *mut i8,
    /// Rows of the matrix.
    rows: usize,
    /// Columns of the matrix: the distance between its rows.
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
    /// The block's part of a row.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn row(&mut self, row: usize) -> &mut [i8] {
        assert!(row < self.rows);
        // SAFETY: row `row`, columns first..first + len lie within the matrix,
        // which is borrowed mutably for the lifetime of `self`; no other block
        // of the split has any of these columns, and `&mut self` lets only one
        // row of this block be borrowed at a time.
        unsafe {
            let start = self.matrix.add(row * self.width + self.first);
            std::slice::from_raw_parts_mut(start, self.len)
        }
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
    #[should_panic(expected = "row < self.rows")]
    fn rows_are_bounded() {
        let mut matrix = vec![0; 6];
        split(&mut matrix, 3, 2)[0].row(2);
    }
}
