//! What the layers of a build cost: positions, disk, memory and time.

use grenier_index::layer_size;
use grenier_table::Kind;

use crate::options::Memory;
use crate::plan::calibration::Calibration;
use crate::plan::memory::memory_needed;

/// Bytes of a layer's file besides its values.
const HEADER: u64 = 64;

/// How much longer working out the distances of a layer takes than its scores:
/// measured by CPU time, layers to 20, one thread.
pub const DISTANCE_FACTOR: f64 = 3.3;
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

    const MACHINE: Calibration = Calibration {
        nanoseconds_per_move: 10.0,
        nanoseconds_to_hash: 1.0,
    };

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
}
