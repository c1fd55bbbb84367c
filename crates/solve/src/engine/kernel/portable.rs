//! The inner loops in plain Rust: what every other implementation must equal.

use std::ops::Range;

use crate::buffers::columns::Columns;
use crate::engine::program::{BLOCK, Chunk, HOLE, LANES, Piece};
use crate::engine::tile::{OFFSET, Tile};
use crate::engine::tile_moves::TileMove;

pub(super) fn apply(
    tile: &mut Tile<'_>,
    moves: &[TileMove],
    (children, width): (&[i8], usize),
    chunk: &Chunk,
    bias: u8,
) {
    for played in moves {
        let row = tile.row(played.tile_row(), chunk.destinations);
        let child = &children[played.child() * width..][..chunk.sources];
        apply_pairs(row, child, chunk, bias);
        apply_row(row, child, chunk, bias);
    }
}

/// The pairs of a chunk, for one row.
pub(super) fn apply_pairs(row: &mut [u8], child: &[i8], chunk: &Chunk, bias: u8) {
    for &(destination, source) in &chunk.pairs {
        let best = &mut row[destination as usize];
        *best = (*best).max(bias.wrapping_sub(child[source as usize] as u8));
    }
}

/// The runs and blocks of a chunk, for one row.
fn apply_row(row: &mut [u8], source: &[i8], chunk: &Chunk, bias: u8) {
    for run in &chunk.runs {
        let len = run.len as usize;
        let row = &mut row[run.destination as usize..][..len];
        let source = &source[run.source as usize..][..len];
        for (best, &value) in row.iter_mut().zip(source) {
            *best = (*best).max(bias.wrapping_sub(value as u8));
        }
    }
    let (mut blocks, mut pieces) = (chunk.blocks.iter(), chunk.pieces.as_slice());
    for group in &chunk.groups {
        for &block in blocks.by_ref().take(group.blocks) {
            let (here, later) = pieces.split_at(group.pieces);
            pieces = later;
            let row = &mut row[block as usize..][..BLOCK];
            for piece in here {
                apply_piece(row, source, piece, bias);
            }
        }
    }
}

fn apply_piece(row: &mut [u8], source: &[i8], piece: &Piece, bias: u8) {
    for (lane, best) in row.iter_mut().enumerate() {
        let from = piece.shuffle[lane];
        if from != HOLE {
            let value = source[piece.sources[lane / LANES] as usize + from as usize];
            *best = (*best).max(bias.wrapping_sub(value as u8));
        }
    }
}

/// Writes the tile over `rows` of the section; see [`super::Kernel::update`].
pub(super) fn update(
    tile: &Tile<'_>,
    columns: &mut Columns<'_>,
    rows: Range<usize>,
    mut list: Option<&mut dyn FnMut(usize, u64)>,
) -> u64 {
    let mut count = 0;
    for (number, row) in rows.clone().enumerate() {
        let mut bits = 0_u64;
        for (column, old) in columns.row(row).iter_mut().enumerate() {
            let new = tile.rows[column * tile.stride + number];
            let new = new.wrapping_sub(OFFSET) as i8;
            bits |= u64::from(*old != new) << column;
            *old = new;
        }
        count += u64::from(bits.count_ones());
        if bits != 0
            && let Some(list) = &mut list
        {
            list(row, bits);
        }
    }
    count
}
