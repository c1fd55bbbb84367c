//! The inner loops in plain Rust: what every other implementation must equal.

use super::{OFFSET, STRIP, TILE};
use crate::program::{BLOCK, Chunk, HOLE, LANES, Piece};
use crate::tile::Tile;

pub(super) fn apply(row: &mut [u8], source: &[i8], chunk: &Chunk, bias: u8) {
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

/// Columns `first..first + STRIP` of the tile's first `used` rows, as rows.
pub(super) fn turn(tile: &Tile<'_>, first: usize, used: usize, turned: &mut [[u8; TILE]; STRIP]) {
    for column in 0..used {
        let bytes = &tile.rows[column * tile.stride + first..][..STRIP];
        for (row, &byte) in turned.iter_mut().zip(bytes) {
            row[column] = byte;
        }
    }
}

/// Writes `new` (offset) over `old` (net seeds); a bit for each change.
pub(super) fn replace(old: &mut [i8], new: &[u8; TILE]) -> u64 {
    let mut bits = 0;
    for (column, (old, &new)) in old.iter_mut().zip(new).enumerate() {
        let new = new.wrapping_sub(OFFSET) as i8;
        bits |= u64::from(*old != new) << column;
        *old = new;
    }
    bits
}
