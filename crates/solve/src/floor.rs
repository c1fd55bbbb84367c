//! The floor: what captures and the end of the game are worth. It depends on
//! finished layers alone, so it is computed once.

use grenier_index::{open_unrank, unrank};
use grenier_rules::{GrandSlam, Position};
use rayon::prelude::*;

use crate::half_moves::HalfMove;
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
    let special = Special {
        known,
        waiting,
        first,
        moves,
    };
    special.fill(floor)
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
        if chunk.is_empty() {
            continue;
        }
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

/// What the mover halves of a tile need beyond captures: the end of the game,
/// and positions in which only grand slams can be played.
struct Special<'a> {
    known: &'a Known<'a>,
    waiting: u32,
    /// The tile's first mover half.
    first: usize,
    moves: &'a [HalfMove],
}

impl Special<'_> {
    /// Completes the floor of the tile. Lists the positions (mover half,
    /// waiting half; rising) in which only grand slams can be played and
    /// capture nothing.
    fn fill(&self, floor: &mut [u8]) -> Vec<(u32, u32)> {
        let rows = self.known.layer().sections()[self.waiting as usize].rows as usize;
        // A bit for each mover half that has a move; that has one which ends on
        // its own side, and so is no grand slam.
        let (mut moving, mut quiet) = (0u64, 0u64);
        for played in self.moves {
            let bit = 1 << played.tile_row;
            moving |= bit;
            quiet |= if played.ends_on_waiting { 0 } else { bit };
        }
        let mut slams_only = Vec::new();
        for (number, floor) in floor.chunks_exact_mut(rows).enumerate() {
            if moving >> number & 1 == 0 {
                // Who takes what depends on the seeds on either side alone.
                let settlement = self.known.rules.settlement(&self.position(number, 0));
                let net = settlement.expect("no move is left").net();
                floor.fill(OFFSET.wrapping_add_signed(net));
            } else if quiet >> number & 1 == 0 {
                self.fill_slams(number, floor, &mut slams_only);
            }
        }
        slams_only
    }

    /// The same for the tile's `number`-th mover half, all of whose moves end
    /// on the waiting side.
    fn fill_slams(&self, number: usize, floor: &mut [u8], slams_only: &mut Vec<(u32, u32)>) {
        let mine = |played: &&HalfMove| played.tile_row as usize == number;
        let mut forbidden = self.moves.iter().filter(mine).map(|played| {
            let give = self.known.give(self.waiting, played);
            give.forbidden.as_slice()
        });
        let one = forbidden.next().unwrap_or_default();
        let others: Vec<_> = forbidden.collect();
        let everywhere = |row: &&u32| others.iter().all(|other| other.binary_search(row).is_ok());
        for &row in one.iter().filter(everywhere) {
            if self.known.rules.grand_slam == GrandSlam::ForbiddenElseCaptures {
                let position = self.position(number, row);
                let value = self
                    .known
                    .evaluate(&position, |_| unreachable!("every move captures"));
                floor[row as usize] = OFFSET.wrapping_add_signed(value);
            } else {
                slams_only.push(((self.first + number) as u32, row));
            }
        }
    }

    /// The position of the tile's `number`-th mover half and a waiting half.
    fn position(&self, number: usize, row: u32) -> Position {
        let mover = unrank(
            self.known.seeds() - self.waiting,
            (self.first + number) as u32,
        );
        let waiting = open_unrank(self.waiting, row);
        let halves = mover.zip(waiting).expect("a position of the section");
        Position::from_halves(halves.0, halves.1).expect("a position of the layer")
    }
}
