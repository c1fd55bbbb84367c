//! How fast this machine solves layers: measured on small ones, extrapolated to
//! large ones.

use std::io;
use std::time::Instant;

use grenier_index::{layer_size, open_halves};
use grenier_rules::RuleSet;
use grenier_table::{Kind, LayerRecord};
use rayon::ThreadPoolBuilder;

use crate::engine::solver::Engine;
use crate::error::SolveError;
use crate::halves::moves::moves_of_halves;
use crate::observer::Silent;
use crate::options::Memory;

/// The layers whose solution is timed: large enough to leave the second-level
/// cache, small enough for a second or two.
const TIMED: [u32; 2] = [15, 16];
/// What each further thread adds to the speed of the first: with two, 0.85 to
/// 1.0 from 17 to 21 seeds. More need a machine whose memory keeps up.
pub const THREAD_EFFICIENCY: f64 = 0.9;
/// How much longer the engine takes with [`Memory::Low`]: 1.4 to 1.7 from 18 to
/// 21 seeds.
pub const LOW_MEMORY_FACTOR: f64 = 1.5;
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

/// How fast this machine solves under a rule set, on one thread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Nanoseconds per position and move of its mover in the layers timed.
    pub nanoseconds_per_move: f64,
    /// Nanoseconds per position to count and hash a finished layer, which is
    /// done by one thread.
    pub nanoseconds_to_hash: f64,
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
    /// [`SolveError`], of the layers timed, or when the system does not start a
    /// thread.
    pub fn measure(kind: Kind, rules: &RuleSet) -> Result<Self, SolveError> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.map_err(|error| SolveError::Threads(io::Error::other(error)))?;
        pool.install(|| Self::measure_here(kind, rules))
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

#[cfg(test)]
mod tests {
    use super::*;

    const MACHINE: Calibration = Calibration {
        nanoseconds_per_move: 10.0,
        nanoseconds_to_hash: 1.0,
    };

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
