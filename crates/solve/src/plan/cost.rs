//! What a build will cost: positions, disk, memory and time, layer by layer.
//!
//! Everything but the calibration is arithmetic, so that 48 seeds can be
//! planned on any machine.

use std::time::Instant;

use grenier_index::{Layer, layer_size, open_halves};
use grenier_rules::{RuleSet, SIDE};
use grenier_table::{Kind, LayerRecord};
use rayon::ThreadPoolBuilder;

use crate::distance::solver::PIECE;
use crate::engine::floor;
use crate::engine::program::CHUNK;
use crate::engine::solver::Engine;
use crate::engine::tile::TILE;
use crate::halves::moves::{TileMove, moves_of_halves};
use crate::halves::predecessors::Before;
use crate::observer::Silent;
use crate::options::{Memory, SolveError};

/// The layers whose solution is timed: large enough to leave the second-level
/// cache, small enough for a second or two.
const TIMED: [u32; 2] = [15, 16];
/// Bytes of compiled programs for each destination of a give: 4.4 measured
/// at 20 and 24 seeds.
const PROGRAM_BYTES: u64 = 5;
/// Bytes of the program itself, its stacks and what its allocator holds ready.
const BASE: u64 = 16 << 20;
/// Bytes of a layer's file besides its values.
const HEADER: u64 = 64;

/// What each further thread adds to the speed of the first: with two, 0.85 to
/// 1.0 from 17 to 21 seeds. More need a machine whose memory keeps up.
pub const THREAD_EFFICIENCY: f64 = 0.9;
/// How much longer the engine takes with [`Memory::Low`]: 1.4 to 1.7 from 18 to
/// 21 seeds.
pub const LOW_MEMORY_FACTOR: f64 = 1.5;
/// How much longer working out the distances of a layer takes than its scores:
/// measured by CPU time, layers to 20, one thread.
pub const DISTANCE_FACTOR: f64 = 3.3;
/// How much longer own-side bounds take than secure seeds: 2.5 times the
/// instructions to 12 seeds.
const OWN_SIDE_FACTOR: f64 = 2.5;
/// Bytes a second that a table is assumed to be written and synced at.
pub const DISK_RATE: f64 = 500e6;
/// How much longer a move takes with each seed more within [`LEAVES_CACHES`].
const GROWTH: f64 = 1.1;
/// The layers within which the caches hold less and less. Measured on a Xeon
/// with 2 MiB of second-level cache for a core, per position and move, in parts
/// of what the layers timed take: 0.94 at 17 seeds, then 1.06, 1.05, 1.23, 1.32,
/// 1.49 and, at 23 seeds, 1.44.
const LEAVES_CACHES: [u32; 2] = [18, 22];
/// Positions for each that a sparse round lists, at most, and the bytes for it.
const LISTED: [u64; 2] = [500, 16];
/// The same for distances, which are listed twice where many are found.
const LISTED_DISTANCES: [u64; 2] = [256, 16];

/// How fast this machine solves under a rule set, on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Nanoseconds per position and move of its mover in the layers timed.
    pub nanoseconds_per_move: f64,
    /// Nanoseconds per position to count and hash a finished layer, which is
    /// done by one thread.
    pub nanoseconds_to_hash: f64,
}

/// What one layer costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerPlan {
    /// Seeds on the board.
    pub seeds: u32,
    /// Positions in the layer.
    pub positions: u64,
    /// Bytes of the finished table. A checkpoint takes as many for a while.
    pub disk: u64,
    /// Bytes of memory while the layer is solved: [`memory_needed`].
    pub memory: u64,
    /// Seconds of wall time.
    pub seconds: f64,
}

/// What the layers from 0 on cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// By seeds, from 0.
    pub layers: Vec<LayerPlan>,
}

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
        Memory::Normal => floor::kept(&Layer::new(seeds)),
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
    scores + Before::bytes(seeds) + lists + pieces + BASE
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

/// Moves of the movers of all positions of a layer: what a sweep goes through.
fn moves(seeds: u32) -> f64 {
    let section =
        |waiting: u32| open_halves(waiting) as f64 * moves_of_halves(seeds - waiting) as f64;
    (0..=seeds).map(section).sum()
}

impl Calibration {
    /// Solves the layers up to 16 in memory, on one thread: a second or two.
    ///
    /// # Errors
    /// [`SolveError`], of the layers timed.
    ///
    /// # Panics
    /// When the system cannot start a thread.
    pub fn measure(kind: Kind, rules: &RuleSet) -> Result<Self, SolveError> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        pool.expect("a thread")
            .install(|| Self::measure_here(kind, rules))
    }

    fn measure_here(kind: Kind, rules: &RuleSet) -> Result<Self, SolveError> {
        // Own-side bounds take the same steps as secure seeds, more often.
        let (kind, factor) = match kind {
            Kind::OwnSide => (Kind::Secure, OWN_SIDE_FACTOR),
            kind => (kind, 1.0),
        };
        let mut engine = Engine::of(kind, *rules, None);
        let mut layers = Vec::new();
        let (mut nanoseconds_per_move, mut nanoseconds_to_hash) = (0.0, 0.0);
        for seeds in 0..=TIMED[1] {
            let lower: Vec<&[i8]> = layers.iter().map(AsRef::as_ref).collect();
            let start = Instant::now();
            let values = engine.solve(&lower, &Silent)?;
            if TIMED.contains(&seeds) {
                let share = 1e9 / TIMED.len() as f64;
                nanoseconds_per_move +=
                    factor * share * start.elapsed().as_secs_f64() / moves(seeds);
                let start = Instant::now();
                std::hint::black_box(LayerRecord::of(seeds, &values));
                let positions = values.len() as f64;
                nanoseconds_to_hash += share * start.elapsed().as_secs_f64() / positions;
            }
            layers.push(values);
        }
        Ok(Self {
            nanoseconds_per_move,
            nanoseconds_to_hash,
        })
    }

    /// Seconds to solve a layer, each thread behind the first adding
    /// [`THREAD_EFFICIENCY`] to the speed, and to write its table, which is
    /// hashed meanwhile.
    ///
    /// # Panics
    /// When `seeds` is above 48.
    pub fn seconds(&self, seeds: u32, memory: Memory, threads: usize) -> f64 {
        let factor = match memory {
            Memory::Normal => 1.0,
            Memory::Low => LOW_MEMORY_FACTOR,
        };
        let solve = self.nanoseconds_per_move * moves(seeds) * growth(seeds) * factor;
        let positions = layer_size(seeds) as f64;
        let write = (self.nanoseconds_to_hash / 1e9).max(1.0 / DISK_RATE);
        let speed = 1.0 + THREAD_EFFICIENCY * (threads as f64 - 1.0);
        solve / 1e9 / speed + write * positions
    }
}

/// How much longer a move takes in this layer than in those timed.
fn growth(seeds: u32) -> f64 {
    let [first, last] = LEAVES_CACHES;
    GROWTH.powi((seeds.clamp(first, last) - first) as i32)
}

impl Plan {
    /// What the layers 0..=`up_to` cost with so many threads.
    ///
    /// # Panics
    /// When `up_to` is above 48.
    pub fn of(
        kind: Kind,
        up_to: u32,
        memory: Memory,
        threads: usize,
        calibration: &Calibration,
    ) -> Self {
        let layer = |seeds| LayerPlan {
            seeds,
            positions: layer_size(seeds),
            disk: layer_size(seeds) + HEADER,
            memory: memory_needed(kind, seeds, memory, threads),
            seconds: calibration.seconds(seeds, memory, threads),
        };
        Self {
            layers: (0..=up_to).map(layer).collect(),
        }
    }

    /// The same with the distances of all layers built beside the scores.
    #[must_use]
    pub fn with_distances(
        mut self,
        memory: Memory,
        threads: usize,
        calibration: &Calibration,
    ) -> Self {
        for layer in &mut self.layers {
            let needed = memory_needed(Kind::Distance, layer.seeds, memory, threads);
            layer.disk *= 2;
            layer.memory = layer.memory.max(needed);
            let scores = calibration.seconds(layer.seeds, Memory::Normal, threads);
            layer.seconds += DISTANCE_FACTOR * scores;
        }
        self
    }

    /// Positions of all layers.
    pub fn positions(&self) -> u64 {
        self.layers.iter().map(|layer| layer.positions).sum()
    }

    /// Bytes of all tables.
    pub fn disk(&self) -> u64 {
        self.layers.iter().map(|layer| layer.disk).sum()
    }

    /// Bytes of memory that the largest layer takes.
    pub fn memory(&self) -> u64 {
        let memory = self.layers.iter().map(|layer| layer.memory);
        memory.max().unwrap_or(0)
    }

    /// Seconds for all layers.
    pub fn seconds(&self) -> f64 {
        self.layers.iter().map(|layer| layer.seconds).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gives::Gives;
    use crate::engine::program::{Chunk, Group, Piece, Program, Run};

    const MACHINE: Calibration = Calibration {
        nanoseconds_per_move: 10.0,
        nanoseconds_to_hash: 1.0,
    };

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

    #[test]
    fn totals_are_those_of_the_layers() {
        let kind = Kind::Score;
        let plan = Plan::of(kind, 48, Memory::Normal, 64, &MACHINE);
        // The published 889,063,398,405 positions and those of layer 47.
        assert_eq!(plan.positions(), 889_063_398_405 + layer_size(47));
        assert_eq!(plan.disk(), plan.positions() + 49 * 64);
        assert_eq!(plan.memory(), memory_needed(kind, 48, Memory::Normal, 64));
        let seconds: f64 = (0..=48)
            .map(|seeds| MACHINE.seconds(seeds, Memory::Normal, 64))
            .sum();
        assert!((plan.seconds() / seconds - 1.0).abs() < 1e-9);
    }

    #[test]
    fn threads_and_memory_change_the_time() {
        let seconds = |memory, threads| MACHINE.seconds(24, memory, threads);
        let write = layer_size(24) as f64 / DISK_RATE;
        let solve = seconds(Memory::Normal, 1) - write;
        let two = seconds(Memory::Normal, 2) - write;
        assert!((solve / two - 1.0 - THREAD_EFFICIENCY).abs() < 1e-9);
        let low = seconds(Memory::Low, 1) - write;
        assert!((low / solve - LOW_MEMORY_FACTOR).abs() < 1e-9);
    }

    #[test]
    fn a_calibration_is_of_this_machine() {
        let machine = Calibration::measure(Kind::Score, &RuleSet::OWARE).unwrap();
        // From a thousand times as fast as any machine to an emulator.
        assert!((0.001..10_000.0).contains(&machine.nanoseconds_per_move));
        assert!((0.001..10_000.0).contains(&machine.nanoseconds_to_hash));
    }
}
