//! Solving one layer: captures, dense sweeps, sparse rounds, a last check.

use grenier_index::Layer;
use grenier_rules::RuleSet;
use grenier_table::TableError;
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

/// How much memory the engine may use for the layer that it solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// The values and the floor, what captures are worth: about 2.1 bytes per
    /// position.
    #[default]
    Normal,
    /// The values alone, about 1.1 bytes per position; what captures are worth
    /// is computed anew in every sweep.
    Low,
}

/// How a layer is solved, beyond what it is.
pub struct Course<'a> {
    /// How much memory to use.
    pub memory: Memory,
    /// Values to go on from: the state of the layer that `keep` was given
    /// before, or nothing for a fresh start. Copied and dropped before the first
    /// step, so that a mapped file makes room for the next one.
    pub start: Option<Box<dyn AsRef<[i8]> + 'a>>,
    /// Called between steps with the values so far, also when the observer
    /// says stop. May write them down, and says whether it did.
    pub keep: &'a mut dyn FnMut(&[i8]) -> Result<bool, TableError>,
    /// Told how far it is.
    pub observer: &'a dyn Observer,
}

impl std::fmt::Debug for Course<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Course")
            .field("memory", &self.memory)
            .field("resumes", &self.start.is_some())
            .finish_non_exhaustive()
    }
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
    /// A checkpoint could not be written.
    #[error(transparent)]
    Checkpoint(#[from] TableError),
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
        let course = Course {
            memory: Memory::Normal,
            start: None,
            keep: &mut |_| Ok(false),
            observer,
        };
        self.solve_by(lower, course)
    }

    /// As [`Engine::solve`], with a say in how.
    ///
    /// # Errors
    /// [`SolveError`]; no values then.
    ///
    /// # Panics
    /// When `lower` has more than 48 layers or one of the wrong size, or the
    /// values to start from are not as many as the layer has positions.
    pub fn solve_by(&mut self, lower: &[&[i8]], course: Course<'_>) -> Result<Values, SolveError> {
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
        Solution { known, course }.solve()
    }
}

/// One layer being solved.
struct Solution<'a, 'c> {
    known: Known<'a>,
    course: Course<'c>,
}

impl Solution<'_, '_> {
    fn solve(mut self) -> Result<Values, SolveError> {
        let mut work = self.start()?;
        let mut snapshot = Vec::new();
        let changed = self.sweeps(&mut work, &mut snapshot)?;
        self.rounds(&mut work, changed)?;
        self.check(&mut work, &mut snapshot)?;
        Ok(work.values)
    }

    /// All values 0, or where a checkpoint left them; and the floor.
    fn start(&mut self) -> Result<Work, SolveError> {
        let size = self.known.layer().len() as usize;
        let mut values = Values::zeroed(size)?;
        if let Some(start) = self.course.start.take() {
            values.copy_from_slice((*start).as_ref());
        }
        let mut floor = match self.course.memory {
            Memory::Normal => Some(Bytes::zeroed(size)?),
            Memory::Low => None,
        };
        let mut slams_only = Vec::new();
        for (waiting, section) in self.known.layer().sections().iter().enumerate() {
            self.report(Phase::Captures, waiting as u32, 0)?;
            if let Some(floor) = &mut floor {
                let floor = &mut floor[section.base as usize..][..section.len() as usize];
                floor::fill(&self.known, waiting as u32, floor);
            }
            slams_only.push(floor::slams_only(&self.known, waiting as u32));
        }
        Ok(Work {
            values,
            floor,
            slams_only,
        })
    }

    /// Dense sweeps while they are worth it; what the last one changed.
    fn sweeps(&mut self, work: &mut Work, snapshot: &mut Vec<i8>) -> Result<Vec<u64>, SolveError> {
        let size = self.known.layer().len();
        let mut changes = Changes {
            count: size,
            list: Vec::new(),
        };
        for number in 1.. {
            let last = changes.count * SPARSE_SHARE < size;
            changes = sweep(self.known, work, snapshot, last);
            let going_on = self.report(Phase::Sweeps, number, changes.count);
            self.keep(&work.values)?;
            going_on?;
            if last {
                break;
            }
        }
        Ok(changes.list)
    }

    /// Sparse rounds until nothing changes.
    fn rounds(&mut self, work: &mut Work, mut changed: Vec<u64>) -> Result<(), SolveError> {
        let mut number = 0;
        while !changed.is_empty() {
            number += 1;
            changed = round(self.known, &mut work.values, &changed);
            let going_on = self.report(Phase::Rounds, number, changed.len() as u64);
            self.keep(&work.values)?;
            going_on?;
        }
        Ok(())
    }

    /// Derives every value from its children once more, and a sample of them
    /// by the rules alone.
    fn check(&self, work: &mut Work, snapshot: &mut Vec<i8>) -> Result<(), SolveError> {
        let known = self.known;
        let wrong = sweep(known, work, snapshot, false).count;
        let values = &work.values;
        let wrong_in_sample = (0..values.len())
            .into_par_iter()
            .step_by(SAMPLE)
            .filter(|&index| {
                let position = known.layer().position(index as u64);
                let position = position.expect("an index of the layer");
                let value = |index: u64| values[index as usize];
                values[index] != known.evaluate(&position, value)
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

    /// Gives the values so far to whoever keeps them.
    fn keep(&mut self, values: &[i8]) -> Result<(), SolveError> {
        if (self.course.keep)(values)? {
            self.report(Phase::Checkpoint, 1, 0)?;
        }
        Ok(())
    }

    fn report(&self, phase: Phase, number: u32, changed: u64) -> Result<(), SolveError> {
        self.course.observer.progress(&Progress {
            seeds: self.known.seeds(),
            positions: self.known.layer().len(),
            phase,
            number,
            changed,
        });
        if self.course.observer.stopped() {
            return Err(SolveError::Stopped);
        }
        Ok(())
    }
}
