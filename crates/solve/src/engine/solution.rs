//! One layer being solved: the floor, dense sweeps, sparse rounds, a final check.

use rayon::prelude::*;

use crate::engine::floor;
use crate::engine::rounds::round;
use crate::engine::sides::{Sides, Work};
use crate::engine::sweep::{sweep, sweep_from};
use crate::engine::work::Merge;
use crate::error::SolveError;
use crate::observer::{Phase, step};
use crate::options::SolveOptions;

/// Sweeps continue while at least one value in this many changes; then it is
/// cheaper to follow the changes one by one.
const SPARSE_SHARE: u64 = 500;
/// The final check values one position in this many by the rules alone.
const SAMPLE: usize = 1009;

/// One layer being solved.
pub(crate) struct Solution<'a, 'o> {
    pub work: Work<'a>,
    options: SolveOptions<'o>,
    /// Copy of a section, kept to be used again.
    snapshot: Vec<i8>,
}

impl<'a, 'o> Solution<'a, 'o> {
    /// All values 0, or as the checkpoint has them; and the floor.
    pub fn start(sides: Sides<'a>, options: SolveOptions<'o>) -> Result<Self, SolveError> {
        let mut this = Self {
            work: Work {
                sides,
                slams_only: Vec::new(),
            },
            options,
            snapshot: Vec::new(),
        };
        let start = this.options.start.take();
        let resumes = start.is_some();
        if let Some(start) = start {
            let first = &mut this.work.sides.all_mut()[0];
            first.values.copy_from_slice((*start).as_ref());
        }
        for waiting in 0..=this.work.sides.first().known.seeds() {
            this.report(Phase::Captures, waiting, 0)?;
            for side in this.work.sides.all_mut() {
                side.fill_floor(waiting);
            }
            let slams_only = floor::slams_only(&this.work.sides.first().known, waiting);
            this.work.slams_only.push(slams_only);
        }
        // A checkpoint has one side. The other from it is at least what it was,
        // and not above the least fixpoint.
        if let (true, Sides::Sure([one, other])) = (resumes, &mut this.work.sides) {
            sweep_from(other, &one.values, &this.work.slams_only);
        }
        Ok(this)
    }

    /// Sweeps and rounds until nothing changes.
    pub fn climb(&mut self) -> Result<(), SolveError> {
        self.sweeps()?;
        self.rounds()
    }

    /// Dense sweeps while they are worth it; the last one lists its changes.
    fn sweeps(&mut self) -> Result<(), SolveError> {
        let sides = self.work.sides.all();
        let size = sides[0].known.layer().len() * sides.len() as u64;
        let mut changed = size;
        for number in 1.. {
            let last = changed * SPARSE_SHARE < size;
            changed = sweep(&mut self.work, &mut self.snapshot, last);
            self.step_done(Phase::Sweeps, number, changed)?;
            if last {
                break;
            }
        }
        Ok(())
    }

    /// Sparse rounds until nothing changes.
    fn rounds(&mut self) -> Result<(), SolveError> {
        let sides = self.work.sides.all();
        let mut pending = sides.iter().any(|side| !side.changed.is_empty());
        let mut number = 0;
        while pending {
            number += 1;
            let changed = round(&mut self.work.sides);
            self.step_done(Phase::Rounds, number, changed)?;
            pending = changed > 0;
        }
        Ok(())
    }

    /// Derives every value from its children once more, and a sample of them
    /// by the rules alone.
    pub fn check(&mut self) -> Result<(), SolveError> {
        let mut wrong = sweep(&mut self.work, &mut self.snapshot, false);
        for (side, children) in self.work.sides.with_children() {
            let (known, values) = (&side.known, &side.values);
            wrong += (0..values.len())
                .into_par_iter()
                .step_by(SAMPLE)
                .filter(|&index| {
                    let position = known.layer().position(index as u64);
                    let position = position.expect("an index of the layer");
                    let child = |index: u64| children.values[index as usize];
                    values[index] != known.evaluate(&position, child)
                })
                .count() as u64;
        }
        self.report(Phase::Check, 1, 0)?;
        match wrong {
            0 => Ok(()),
            wrong => Err(SolveError::CheckFailed {
                layer: self.work.sides.first().known.seeds(),
                wrong,
            }),
        }
    }

    /// Reports a step, and offers the values as a checkpoint even when it is the
    /// last because the observer stops.
    fn step_done(&mut self, phase: Phase, number: u32, changed: u64) -> Result<(), SolveError> {
        let stopped = self.report(phase, number, changed);
        let side = self.work.sides.first();
        // Values that fall are no state to resume from.
        if side.known.merge == Merge::Replace {
            let written = (self.options.checkpoint)(&side.values);
            if written.map_err(SolveError::Checkpoint)? {
                self.report(Phase::Checkpoint, 1, 0)?;
            }
        }
        stopped
    }

    fn report(&self, phase: Phase, number: u32, changed: u64) -> Result<(), SolveError> {
        let layer = self.work.sides.first().known.layer();
        step(self.options.observer, layer, phase, number, changed)
    }
}
