//! Solving one layer: captures, dense sweeps, sparse rounds, a last check.

use grenier_index::Layer;
use grenier_rules::RuleSet;
use rayon::prelude::*;
use thiserror::Error;

use crate::floor;
use crate::gives::Gives;
use crate::half_moves::LayerMoves;
use crate::kernel::Kernel;
use crate::memory::{Bytes, Values};
use crate::observer::{Observer, Phase, Progress};
use crate::rounds::round;
use crate::sweep::{Changes, sweep};
use crate::work::{Known, Work};

/// Sweeps go on while at least one value in this many changes; then it is
/// cheaper to follow the changes one by one.
const SPARSE_SHARE: u64 = 500;
/// The last check values one position in this many by the rules alone.
const SAMPLE: usize = 1009;

/// Solves layers by rising number of seeds, under one rule set, endless play
/// counting even.
///
/// It works on rayon's current thread pool; the values do not depend on the
/// number of threads or on the processor.
#[derive(Debug)]
pub struct Engine {
    rules: RuleSet,
    kernel: Kernel,
    index: Vec<Layer>,
    gives: Gives,
    moves: LayerMoves,
}

/// Why a layer was not solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// [`Observer::stopped`] said so.
    #[error("stopped")]
    Stopped,
    /// The system did not give the memory for the layer.
    #[error("not enough memory: {0}")]
    Memory(#[from] std::io::Error),
    /// The last check found values that their children do not give: a fault of
    /// the program or the machine. Nothing was written.
    #[error(
        "the check of layer {layer} failed at {wrong} positions: \
         a fault of this program or machine; please report it"
    )]
    CheckFailed {
        /// The layer's seeds.
        layer: u32,
        /// How many values were wrong.
        wrong: u64,
    },
}

impl Engine {
    /// An engine for a rule set, which need not have a name.
    pub fn new(rules: RuleSet) -> Self {
        Self::with_kernel(rules, Kernel::detect())
    }

    /// As [`Engine::new`], without vector instructions: for comparison.
    pub fn portable(rules: RuleSet) -> Self {
        Self::with_kernel(rules, Kernel::Portable)
    }

    fn with_kernel(rules: RuleSet, kernel: Kernel) -> Self {
        Self {
            rules,
            kernel,
            index: Vec::new(),
            gives: Gives::new(rules),
            moves: LayerMoves::default(),
        }
    }

    /// The values of the layer with as many seeds as there are layers in
    /// `lower`: net seeds for the mover, -n..=n, one per position in index
    /// order. `lower` holds the values of the layers with fewer seeds, from 0.
    ///
    /// # Errors
    /// [`SolveError`]; no values then.
    ///
    /// # Panics
    /// When `lower` has more than 48 layers or one of the wrong size.
    pub fn solve(
        &mut self,
        lower: &[&[i8]],
        observer: &dyn Observer,
    ) -> Result<Values, SolveError> {
        let seeds = lower.len() as u32;
        for known in self.index.len() as u32..=seeds {
            self.index.push(Layer::new(known));
        }
        self.gives.prepare(seeds);
        self.moves.prepare(&self.rules, seeds);
        let known = Known {
            rules: &self.rules,
            index: &self.index,
            lower,
            gives: &self.gives,
            moves: &self.moves,
            kernel: self.kernel,
        };
        for (layer, values) in self.index.iter().zip(lower) {
            assert_eq!(layer.len(), values.len() as u64, "values of a whole layer");
        }
        Solution { known, observer }.solve()
    }
}

/// One layer being solved.
struct Solution<'a> {
    known: Known<'a>,
    observer: &'a dyn Observer,
}

impl Solution<'_> {
    fn solve(&self) -> Result<Values, SolveError> {
        let mut work = self.start()?;
        let mut snapshot = Vec::new();
        let changed = self.sweeps(&mut work, &mut snapshot)?;
        self.rounds(&mut work, changed)?;
        self.check(&mut work, &mut snapshot)?;
        Ok(work.values)
    }

    /// All values 0, and the floor.
    fn start(&self) -> Result<Work, SolveError> {
        let size = self.known.layer().len() as usize;
        let mut work = Work {
            values: Values::zeroed(size)?,
            floor: Bytes::zeroed(size)?,
            slams_only: Vec::new(),
        };
        for (waiting, section) in self.known.layer().sections().iter().enumerate() {
            self.report(Phase::Captures, waiting as u32, 0)?;
            let floor = &mut work.floor[section.base as usize..][..section.len() as usize];
            let slams_only = floor::fill(&self.known, waiting as u32, floor);
            work.slams_only.push(slams_only);
        }
        Ok(work)
    }

    /// Dense sweeps while they are worth it; what the last one changed.
    fn sweeps(&self, work: &mut Work, snapshot: &mut Vec<i8>) -> Result<Vec<u64>, SolveError> {
        let size = self.known.layer().len();
        let mut changes = Changes {
            count: size,
            list: Vec::new(),
        };
        for number in 1.. {
            let last = changes.count * SPARSE_SHARE < size;
            changes = sweep(self.known, work, snapshot, last);
            self.report(Phase::Sweeps, number, changes.count)?;
            if last {
                break;
            }
        }
        Ok(changes.list)
    }

    /// Sparse rounds until nothing changes.
    fn rounds(&self, work: &mut Work, mut changed: Vec<u64>) -> Result<(), SolveError> {
        let mut number = 0;
        while !changed.is_empty() {
            number += 1;
            changed = round(self.known, &mut work.values, &changed);
            self.report(Phase::Rounds, number, changed.len() as u64)?;
        }
        Ok(())
    }

    /// Derives every value from its children once more, and a sample of them
    /// by the rules alone.
    fn check(&self, work: &mut Work, snapshot: &mut Vec<i8>) -> Result<(), SolveError> {
        let wrong = sweep(self.known, work, snapshot, false).count;
        let values = &work.values;
        let wrong_in_sample = (0..values.len())
            .into_par_iter()
            .step_by(SAMPLE)
            .filter(|&index| {
                let position = self.known.layer().position(index as u64);
                let position = position.expect("an index of the layer");
                let value = |index: u64| values[index as usize];
                values[index] != self.known.evaluate(&position, value)
            })
            .count() as u64;
        self.report(Phase::Check, 1, 0)?;
        match wrong + wrong_in_sample {
            0 => Ok(()),
            wrong => Err(SolveError::CheckFailed {
                layer: self.known.seeds(),
                wrong,
            }),
        }
    }

    fn report(&self, phase: Phase, number: u32, changed: u64) -> Result<(), SolveError> {
        self.observer.progress(&Progress {
            seeds: self.known.seeds(),
            positions: self.known.layer().len(),
            phase,
            number,
            changed,
        });
        if self.observer.stopped() {
            return Err(SolveError::Stopped);
        }
        Ok(())
    }
}
