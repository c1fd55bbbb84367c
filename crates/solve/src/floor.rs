//! The floor: what captures and the end of the game are worth. It depends on
//! finished layers alone, so it is computed once.

use grenier_index::{open_unrank, unrank};
use grenier_rules::{GrandSlam, Position};
use rayon::prelude::*;

use crate::half_moves::{HalfMove, half_moves};
use crate::kernel::{OFFSET, TILE};
use crate::program::CHUNK;
use crate::tile::{Tile, with_tile};
use crate::work::Known;

/// Fills a section's part of the floor and lists its positions in which only
/// grand slams can be played and capture nothing. `waiting` names the section.
pub(crate) fn fill(known: &Known<'_>, waiting: u32, floor: &mut [u8]) -> Vec<(u32, u32)> {
    let rows = known.layer().sections()[waiting as usize].rows as usize;
    floor
        .par_chunks_mut(TILE * rows)
        .enumerate()
        .flat_map_iter(|(block, floor)| fill_block(known, waiting, block * TILE, floor))
        .collect()
}

/// The same for the mover halves from `first` that `floor` has room for.
fn fill_block(known: &Known<'_>, waiting: u32, first: usize, floor: &mut [u8]) -> Vec<(u32, u32)> {
    let mover = known.seeds() - waiting;
    let rows = known.layer().sections()[waiting as usize].rows as usize;
    let moves = known.moves.of(mover, waiting).tile(first);
    for start in (0..rows).step_by(CHUNK) {
        let len = CHUNK.min(rows - start);
        with_tile(len, rows, |tile| {
            tile.rows.fill(0);
            for same_give in moves.chunk_by(HalfMove::same_give) {
                capture(known, waiting, start / CHUNK, same_give, tile);
            }
            for (number, floor) in floor.chunks_exact_mut(rows).enumerate() {
                let row = &tile.rows[number * tile.stride..][..len];
                floor[start..][..len].copy_from_slice(row);
            }
        });
    }
    let mut slams_only = Vec::new();
    for (number, floor) in floor.chunks_exact_mut(rows).enumerate() {
        let column = (first + number) as u32;
        fill_special(known, waiting, column, floor, &mut slams_only);
    }
    slams_only
}

/// Raises a tile to what moves of the same give capture.
fn capture(known: &Known<'_>, waiting: u32, chunk: usize, moves: &[HalfMove], tile: &mut Tile<'_>) {
    let seeds = known.seeds();
    let given = u32::from(moves[0].given);
    let left = seeds - waiting - given;
    let give = known.give(waiting, &moves[0]);
    for (captured, program) in &give.captures {
        let children = known.lower_section(seeds - captured, left);
        let chunk = program.chunk(chunk);
        let gain = *captured as u8;
        known.kernel.apply(tile, moves, children, chunk, gain);
    }
    // A grand slam after which the rest, `left`, goes to the other player.
    let net = (waiting + given) as i8 - left as i8;
    let here = chunk * CHUNK..(chunk + 1) * CHUNK;
    for &ending in give
        .ending
        .iter()
        .filter(|&&row| here.contains(&(row as usize)))
    {
        for played in moves {
            let best = tile.byte(played.tile_row as usize, ending as usize % CHUNK);
            *best = (*best).max(OFFSET.wrapping_add_signed(net));
        }
    }
}

/// What a mover half's row needs beyond captures: the end of the game, and
/// positions in which only grand slams can be played.
fn fill_special(
    known: &Known<'_>,
    waiting: u32,
    column: u32,
    floor: &mut [u8],
    slams_only: &mut Vec<(u32, u32)>,
) {
    let half = unrank(known.seeds() - waiting, column).expect("a column of the section");
    let position = |row: u32| {
        let waiting = open_unrank(waiting, row).expect("a row of the section");
        Position::from_halves(half, waiting).expect("a position of the layer")
    };
    let moves: Vec<_> = half_moves(known.rules, &half, waiting == 0).collect();
    let Some((one, others)) = moves.split_first() else {
        // Who takes what depends on the seeds on either side alone.
        let settlement = known.rules.settlement(&position(0));
        let net = settlement.expect("no move is left").net();
        floor.fill(OFFSET.wrapping_add_signed(net));
        return;
    };
    let forbidden = |played| known.give(waiting, played).forbidden.as_slice();
    for &row in forbidden(one) {
        let everywhere = others
            .iter()
            .all(|other| forbidden(other).binary_search(&row).is_ok());
        if !everywhere {
            continue;
        }
        if known.rules.grand_slam == GrandSlam::ForbiddenElseCaptures {
            let value = known.evaluate(&position(row), |_| unreachable!("every move captures"));
            floor[row as usize] = OFFSET.wrapping_add_signed(value);
        } else {
            slams_only.push((column, row));
        }
    }
}
