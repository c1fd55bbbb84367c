//! How a layer is cut into blocks: tiles of its matrices.

use std::ops::Range;

use grenier_index::Layer;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The most positions in a block.
pub(crate) const BLOCK_POSITIONS: u64 = 8192;
/// The most where there are fewer rows or columns than [`NARROW`]: such blocks
/// take longer to decode.
const NARROW_POSITIONS: u64 = 4096;
const NARROW: u64 = 16;
/// Rows of a block where rows and columns are plenty: few positions lack a
/// neighbour above or to the left.
const BLOCK_ROWS: u64 = 64;

/// Bytes of an entry in the offset table: where the block ends in the file, and
/// its hash.
pub(crate) const ENTRY_BYTES: u64 = 16;

/// The blocks of a layer, numbered section by section, in each from band to
/// band of rows, in each band from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    sections: Vec<Tiling>,
    positions: u64,
    count: u64,
}

/// How a section is cut.
#[derive(Clone, Copy, Debug)]
struct Tiling {
    /// Index of the section's first position.
    base: u64,
    rows: u64,
    width: u64,
    /// Number of its first block.
    first: u64,
    /// Rows and columns of a block, but for those at the lower and right edge.
    block_rows: u64,
    block_width: u64,
    /// Blocks side by side.
    across: u64,
}

/// One block: some columns of some neighbouring rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Index of its first position.
    pub(crate) start: u64,
    pub(crate) rows: usize,
    pub(crate) width: usize,
    /// From the start of a row to the next one's.
    pub(crate) stride: u64,
}

impl Blocks {
    pub(crate) fn new(layer: &Layer) -> Self {
        let mut count = 0;
        let sections = layer.sections().iter().map(|section| {
            let (rows, width) = (u64::from(section.rows), u64::from(section.width));
            let most = if rows.min(width) < NARROW {
                NARROW_POSITIONS
            } else {
                BLOCK_POSITIONS
            };
            let block_rows = rows.min(BLOCK_ROWS);
            let block_width = width.min(most / block_rows);
            let block_rows = rows.min(most / block_width);
            let tiling = Tiling {
                base: section.base,
                rows,
                width,
                first: count,
                block_rows,
                block_width,
                across: width.div_ceil(block_width),
            };
            count += rows.div_ceil(block_rows) * tiling.across;
            tiling
        });
        let sections = sections.collect();
        Self {
            sections,
            positions: layer.len(),
            count,
        }
    }

    /// The number of blocks.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The number of positions in all blocks.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// The block with this number, which must be one.
    pub(crate) fn block(&self, number: u64) -> Block {
        debug_assert!(number < self.count);
        let tiling = self.tiling(|tiling| tiling.first <= number);
        let (band, beside) = (
            (number - tiling.first) / tiling.across,
            (number - tiling.first) % tiling.across,
        );
        let (row, column) = (band * tiling.block_rows, beside * tiling.block_width);
        Block {
            start: tiling.base + row * tiling.width + column,
            rows: tiling.block_rows.min(tiling.rows - row) as usize,
            width: tiling.block_width.min(tiling.width - column) as usize,
            stride: tiling.width,
        }
    }

    /// The number of the block that has the position with this index, and the
    /// position's place in it, row by row.
    pub(crate) fn locate(&self, index: u64) -> (u64, usize) {
        debug_assert!(index < self.positions);
        let tiling = self.tiling(|tiling| tiling.base <= index);
        let (row, column) = (
            (index - tiling.base) / tiling.width,
            (index - tiling.base) % tiling.width,
        );
        let (band, beside) = (row / tiling.block_rows, column / tiling.block_width);
        let width = tiling
            .block_width
            .min(tiling.width - beside * tiling.block_width);
        let at = row % tiling.block_rows * width + column % tiling.block_width;
        (tiling.first + band * tiling.across + beside, at as usize)
    }

    /// The bands: blocks side by side, and the positions that they cover, which
    /// are neighbours in index order.
    pub(crate) fn bands(&self) -> impl Iterator<Item = (Range<u64>, Range<u64>)> {
        self.sections.iter().flat_map(|tiling| {
            let bands = tiling.rows.div_ceil(tiling.block_rows);
            (0..bands).map(|band| {
                let first = tiling.first + band * tiling.across;
                let row = band * tiling.block_rows;
                let end = (row + tiling.block_rows).min(tiling.rows);
                let index = |row| tiling.base + row * tiling.width;
                (first..first + tiling.across, index(row)..index(end))
            })
        })
    }

    /// The last section for which this holds; it holds for the first.
    fn tiling(&self, before: impl Fn(&Tiling) -> bool) -> &Tiling {
        &self.sections[self.sections.partition_point(before) - 1]
    }
}

impl Block {
    /// Copies its bytes out of those of the layer.
    pub(crate) fn gather(&self, cells: &[u8], block: &mut Vec<u8>) {
        block.clear();
        self.rows().for_each(|row| block.extend(&cells[row]));
    }

    /// Where its rows are in the layer.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let Self {
            start,
            rows,
            width,
            stride,
        } = *self;
        (0..rows as u64).map(move |row| {
            let start = (start + row * stride) as usize;
            start..start + width
        })
    }
}

/// The hash of a block: XXH3-64, with the block's number as the seed, so that
/// one block in the place of another is noticed.
pub(crate) fn block_hash(number: u64, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_tile_a_layer() {
        for seeds in 0..=13 {
            let blocks = Blocks::new(&Layer::new(seeds));
            let mut seen = vec![false; blocks.positions() as usize];
            for number in 0..blocks.count() {
                let block = blocks.block(number);
                let len = block.rows * block.width;
                assert!((1..=BLOCK_POSITIONS as usize).contains(&len));
                for (at, index) in block.rows().flatten().enumerate() {
                    assert_eq!(blocks.locate(index as u64), (number, at));
                    assert!(!std::mem::replace(&mut seen[index], true));
                }
            }
            assert!(seen.iter().all(|&seen| seen));
        }
    }

    #[test]
    fn bands_cover_all_blocks_and_positions_in_order() {
        for seeds in [0, 1, 9, 14] {
            let blocks = Blocks::new(&Layer::new(seeds));
            let (mut number, mut index) = (0, 0);
            for (numbers, indices) in blocks.bands() {
                assert_eq!((numbers.start, indices.start), (number, index));
                assert_eq!(blocks.block(number).start, index);
                (number, index) = (numbers.end, indices.end);
            }
            assert_eq!((number, index), (blocks.count(), blocks.positions()));
        }
    }

    #[test]
    fn middle_sections_have_blocks_of_64_by_128() {
        let blocks = Blocks::new(&Layer::new(18));
        let (number, _) = blocks.locate(blocks.positions() / 2);
        let block = blocks.block(number);
        assert_eq!((block.rows, block.width), (64, 128));
        // A single row, and a single column.
        assert_eq!((blocks.block(0).rows, blocks.block(0).width), (1, 4096));
        let last = blocks.block(blocks.count() - 1);
        assert_eq!((last.width, last.stride), (1, 1));
    }
}
