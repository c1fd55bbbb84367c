//! How much memory a layer needs: arithmetic, so that 48 seeds can be planned on
//! any machine.

use grenier_index::{Layer, layer_size, open_halves};
use grenier_rules::SIDE;
use grenier_table::Kind;

use crate::distance::solver::PIECE;
use crate::engine::floor;
use crate::engine::program::CHUNK;
use crate::engine::tile::TILE;
use crate::engine::tile_moves::TileMove;
use crate::halves::moves::moves_of_halves;
use crate::halves::predecessors::Predecessors;
use crate::options::Memory;

/// Bytes of compiled programs for each destination of a give: 4.4 measured
/// at 20 and 24 seeds.
const PROGRAM_BYTES: u64 = 5;
/// Bytes of the program itself, its stacks and what its allocator holds ready.
const BASE: u64 = 16 << 20;
/// Positions for each that a sparse round lists, at most, and the bytes for it.
const LISTED: [u64; 2] = [500, 16];
/// The same for distances, which are listed twice where many are found.
const LISTED_DISTANCES: [u64; 2] = [256, 16];

/// Bytes of memory that solving the layer with `seeds` seeds takes, for tables of
/// this kind, besides the tables of the layers below, which are only mapped: the
/// system takes their memory back when it is short.
///
/// # Panics
/// When `seeds` is above 48.
pub fn memory_needed(kind: Kind, seeds: u32, memory: Memory, threads: usize) -> u64 {
    let values = layer_size(seeds);
    if kind == Kind::Distance {
        return values + distances_beside(seeds, memory);
    }
    let floor = match memory {
        Memory::Normal => floor::stored(&Layer::new(seeds)),
        Memory::Low => 0,
    };
    let tiles = threads as u64 * (TILE * (CHUNK + 64)) as u64;
    let lists = values / LISTED[0] * LISTED[1];
    let tables = half_moves(seeds) + programs(seeds);
    let side = values + floor + lists;
    let sides = match kind {
        // What the mover and what the waiting player can be sure of.
        Kind::Secure | Kind::OwnSide => 2 * side,
        _ => side + snapshot(seeds),
    };
    sides + tables + tiles + BASE
}

/// What working out distances takes besides their cells: the scores, where they
/// are copied, predecessors by halves, and lists.
fn distances_beside(seeds: u32, memory: Memory) -> u64 {
    let values = layer_size(seeds);
    let scores = match memory {
        Memory::Normal => values,
        Memory::Low => 0,
    };
    let lists = values / LISTED_DISTANCES[0] * LISTED_DISTANCES[1];
    // What a piece of the layer lists, and what that finds.
    let pieces = values.min(PIECE as u64) * LISTED_DISTANCES[1];
    scores + Predecessors::bytes(seeds) + lists + pieces + BASE
}

/// The largest section that a sweep copies before it writes it: those in which
/// the mover has at least as many seeds as wait.
fn snapshot(seeds: u32) -> u64 {
    let sections = Layer::new(seeds);
    let copied = &sections.sections()[..=seeds as usize / 2];
    copied
        .iter()
        .map(grenier_index::Section::len)
        .max()
        .unwrap_or(0)
}

/// The moves of all mover halves of up to `seeds` seeds, and once more of the
/// largest ones, against an empty side.
fn half_moves(seeds: u32) -> u64 {
    let moves: u64 = (0..=seeds).chain([seeds]).map(moves_of_halves).sum();
    moves * size_of::<TileMove>() as u64
}

/// The compiled programs of all gives: those that end on the waiting side, and
/// of each whole lap one that does not.
fn programs(seeds: u32) -> u64 {
    let destinations = |waiting: u32| {
        let given = seeds - waiting;
        let gives = given + given / SIDE as u32 + 1;
        u64::from(open_halves(waiting)) * u64::from(gives)
    };
    (0..=seeds).map(destinations).sum::<u64>() * PROGRAM_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gives::Gives;
    use crate::engine::program::{Chunk, Group, Piece, Program, Run};
    use grenier_rules::RuleSet;

    fn bytes_of(program: &Program, destinations: u32) -> u64 {
        let size = |chunk: &Chunk| {
            size_of::<Chunk>()
                + chunk.pairs.capacity() * size_of::<(u16, u16)>()
                + chunk.runs.capacity() * size_of::<Run>()
                + chunk.groups.capacity() * size_of::<Group>()
                + chunk.blocks.capacity() * size_of::<u16>()
                + chunk.pieces.capacity() * size_of::<Piece>()
        };
        let chunks = 0..(destinations as usize).div_ceil(CHUNK);
        chunks
            .map(|number| size(program.chunk(number)) as u64)
            .sum()
    }

    #[test]
    fn programs_are_as_large_as_planned() {
        for (rules, seeds) in [(RuleSet::OWARE, 24), (RuleSet::AWALE, 20)] {
            let mut gives = Gives::new(rules);
            gives.prepare(seeds);
            let mut bytes = 0;
            for waiting in 0..=seeds {
                let rows = open_halves(waiting);
                let ends = (0..=seeds - waiting).flat_map(|given| {
                    let on_mover = given.is_multiple_of(SIDE as u32).then_some((given, false));
                    on_mover
                        .into_iter()
                        .chain((given > 0).then_some((given, true)))
                });
                for (given, ends_on_waiting) in ends {
                    let give = gives.get(waiting, given, ends_on_waiting);
                    let captures = give.captures.iter().map(|(_, program)| program);
                    let all = captures.chain([&give.quiet]);
                    bytes += all.map(|program| bytes_of(program, rows)).sum::<u64>();
                }
            }
            let planned = programs(seeds);
            assert!(bytes <= planned, "{bytes} {planned}");
            assert!(planned <= bytes * 5 / 4, "{bytes} {planned}");
        }
    }

    #[test]
    fn memory_per_position_is_as_promised() {
        for seeds in 24..=48 {
            let positions = layer_size(seeds) as f64;
            for (kind, sides) in [(Kind::Score, 1.0), (Kind::Secure, 2.0)] {
                for (memory, most) in [(Memory::Normal, 2.1), (Memory::Low, 1.25)] {
                    let bytes = memory_needed(kind, seeds, memory, 2) as f64 / positions;
                    let promised = sides * (most - 0.25)..sides * most;
                    assert!(promised.contains(&bytes), "{kind} {seeds} {bytes}");
                }
            }
        }
        let tile = (TILE * (CHUNK + 64)) as u64;
        let needed = |threads| memory_needed(Kind::Score, 5, Memory::Low, threads);
        let more = needed(9) - needed(2);
        assert_eq!(more, 7 * tile);
    }
}
