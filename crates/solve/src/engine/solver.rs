//! Solving one layer: captures, dense sweeps, sparse rounds, a last check.

use std::io;
use std::path::Path;

use grenier_index::Layer;
use grenier_rules::RuleSet;
use grenier_table::Kind;
use rayon::prelude::*;

use crate::buffers::memory::{Bytes, Values};
use crate::engine::floor;
use crate::engine::gives::Gives;
use crate::engine::kernel::Kernel;
use crate::engine::rounds::round;
use crate::engine::sweep::{sweep, sweep_from};
use crate::engine::waiting::{Derived, derive};
use crate::engine::work::{Known, Merge, Side, Work};
use crate::halves::moves::LayerMoves;
use crate::objective::Count;
use crate::observer::{Observer, Phase, Progress};
use crate::options::{Course, Memory, SolveError};

/// Sweeps go on while at least one value in this many changes; then it is
/// cheaper to follow the changes one by one.
const SPARSE_SHARE: u64 = 500;
/// The last check values one position in this many by the rules alone.
const SAMPLE: usize = 1009;

/// Solves layers by rising number of seeds, under one rule set: scores with
/// endless play even ([`Engine::new`]), or secure seeds ([`Engine::secure`]).
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
    /// Where secure seeds are solved: what the waiting player forces in the
    /// layers below, [`Count::Waiting`].
    waiting: Option<Derived>,
    /// Whether the values are own-side bounds: see `engine/own_side.rs`.
    own_side: bool,
}

impl Engine {
    /// An engine for a rule set, which need not have a name.
    pub fn new(rules: RuleSet) -> Self {
        Self {
            rules,
            kernel: Kernel::detect(),
            index: Vec::new(),
            gives: Gives::new(rules),
            moves: LayerMoves::default(),
            waiting: None,
            own_side: false,
        }
    }

    /// An engine for secure seeds: the values are what the mover can force in
    /// finite time, whatever the other does, 0..=n.
    ///
    /// For the layers below it also needs what the waiting player can force. It
    /// derives that from their values, a byte per position, and keeps it: in
    /// files without a name in the directory `scratch`, or in memory when there
    /// is none or no file can be written there.
    pub fn secure(rules: RuleSet, scratch: Option<&Path>) -> Self {
        Self {
            waiting: Some(Derived::new(scratch)),
            ..Self::new(rules)
        }
    }

    /// An engine for own-side bounds: the values are what the mover can guarantee,
    /// 0..=n, when an endless line of play pays the least number of seeds on their
    /// own side that comes again and again in it. `scratch` is as in
    /// [`Engine::secure`].
    pub fn own_side(rules: RuleSet, scratch: Option<&Path>) -> Self {
        Self {
            own_side: true,
            ..Self::secure(rules, scratch)
        }
    }

    /// The engine for tables of a kind; `scratch` is that of [`Engine::secure`].
    ///
    /// # Panics
    /// When tables of this kind are not made by an engine.
    pub fn of(kind: Kind, rules: RuleSet, scratch: Option<&Path>) -> Self {
        match kind {
            Kind::Score => Self::new(rules),
            Kind::Secure => Self::secure(rules, scratch),
            Kind::OwnSide => Self::own_side(rules, scratch),
            Kind::Distance => panic!("no engine makes {kind} tables"),
        }
    }

    /// The same engine without vector instructions: for comparison.
    #[must_use]
    pub fn portable(self) -> Self {
        Self {
            kernel: Kernel::Portable,
            ..self
        }
    }

    /// The values of the layer with as many seeds as there are layers in
    /// `lower`, one per position in index order, from the mover's view: net
    /// seeds, -n..=n, or secure seeds, 0..=n. `lower` holds the values of the
    /// layers with fewer seeds, from 0.
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
        self.number(lower);
        self.derive(lower)?;
        self.prepare(lower.len());
        let derived = self.waiting.as_ref().map(Derived::values);
        let known = match &derived {
            None => vec![self.known(Count::Net, lower)],
            Some(derived) => vec![
                self.known(Count::Mover, derived),
                self.known(Count::Waiting, lower),
            ],
        };
        Solution {
            known,
            own_side: self.own_side,
            course,
        }
        .solve()
    }

    /// How many positions of the last of `layers` leave nothing open: what the
    /// mover and what the waiting player can be sure of make up all seeds. `layers`
    /// are secure seeds or own-side bounds, of all layers from 0 on.
    ///
    /// # Errors
    /// [`SolveError`], of the memory and files for what the waiting player
    /// forces.
    ///
    /// # Panics
    /// When the engine is one for scores, or a layer has the wrong size.
    pub fn exact(&mut self, layers: &[&[i8]]) -> Result<u64, SolveError> {
        let waiting = self.waiting(layers)?;
        let Some(last) = layers.len().checked_sub(1) else {
            return Ok(0);
        };
        let pairs = layers[last].par_iter().zip(waiting[last]);
        let exact = pairs.filter(|&(mover, waiting)| mover - waiting == last as i8);
        Ok(exact.count() as u64)
    }

    /// Of an engine for secure seeds: what the waiting player forces in each of
    /// the layers, [`Count::Waiting`].
    pub(crate) fn waiting(&mut self, layers: &[&[i8]]) -> Result<Vec<&[i8]>, SolveError> {
        self.number(layers);
        self.derive(layers)?;
        let derived = self.waiting.as_ref();
        Ok(derived.expect("an engine for secure seeds").values())
    }

    /// Makes the numbering of these layers and of the next.
    fn number(&mut self, layers: &[&[i8]]) {
        for known in self.index.len()..=layers.len() {
            self.index.push(Layer::new(known as u32));
        }
        for (layer, values) in self.index.iter().zip(layers) {
            assert_eq!(layer.len(), values.len() as u64, "values of a whole layer");
        }
    }

    /// Makes ready for the layer with `seeds` seeds.
    fn prepare(&mut self, seeds: usize) {
        self.gives.prepare(seeds as u32);
        self.moves.prepare(&self.rules, seeds as u32);
    }

    /// The layer above `lower`, for which the engine is ready; `lower` are
    /// values of what the children count.
    fn known<'a>(&'a self, count: Count, lower: &'a [&'a [i8]]) -> Known<'a> {
        Known {
            count,
            merge: Merge::Replace,
            rules: &self.rules,
            index: &self.index,
            lower,
            gives: &self.gives,
            moves: &self.moves,
            kernel: self.kernel,
        }
    }

    /// For secure seeds: what the waiting player forces, of those layers of
    /// `layers` for which it is not known yet.
    fn derive(&mut self, layers: &[&[i8]]) -> Result<(), SolveError> {
        let Some(derived) = &self.waiting else {
            return Ok(());
        };
        for seeds in derived.len()..layers.len() {
            self.prepare(seeds);
            let known = self.known(Count::Waiting, &layers[..seeds]);
            let values = derive(known, layers[seeds])?;
            let derived = self.waiting.as_mut();
            derived.expect("looked at above").push(values);
        }
        Ok(())
    }
}

/// One layer being solved.
pub(crate) struct Solution<'a, 'c> {
    /// By side of the work.
    pub known: Vec<Known<'a>>,
    own_side: bool,
    course: Course<'c>,
}

impl Solution<'_, '_> {
    fn solve(mut self) -> Result<Values, SolveError> {
        let mut work = self.start()?;
        let mut snapshot = Vec::new();
        self.climb(&mut work, &mut snapshot)?;
        if self.own_side {
            self.stay(&mut work, &mut snapshot)?;
        }
        self.check(&mut work, &mut snapshot)?;
        Ok(work.sides.swap_remove(0).values)
    }

    /// Sweeps and rounds until nothing changes.
    pub fn climb(&mut self, work: &mut Work, snapshot: &mut Vec<i8>) -> Result<(), SolveError> {
        let changed = self.sweeps(work, snapshot)?;
        self.rounds(work, changed)
    }

    /// All values 0, or where a checkpoint left them; and the floor.
    fn start(&mut self) -> Result<Work, SolveError> {
        let size = self.known[0].layer().len() as usize;
        let floor = || match self.course.memory {
            Memory::Normal => Bytes::zeroed(floor::kept(self.known[0].layer()) as usize).map(Some),
            Memory::Low => Ok(None),
        };
        let side = |_: &Known<'_>| -> io::Result<Side> {
            Ok(Side {
                values: Values::zeroed(size)?,
                floor: floor()?,
            })
        };
        let mut work = Work {
            sides: self.known.iter().map(side).collect::<Result<_, _>>()?,
            slams_only: Vec::new(),
        };
        let start = self.course.start.take();
        if let Some(start) = &start {
            work.sides[0].values.copy_from_slice((**start).as_ref());
        }
        for (waiting, section) in self.known[0].layer().sections().iter().enumerate() {
            self.report(Phase::Captures, waiting as u32, 0)?;
            for (known, side) in self.known.iter().zip(&mut work.sides) {
                let kept = section.base as usize..(section.base + section.len()) as usize;
                if let Some(floor) = side.floor.as_mut().and_then(|floor| floor.get_mut(kept)) {
                    floor::fill(known, waiting as u32, floor);
                }
            }
            let slams_only = floor::slams_only(&self.known[0], waiting as u32);
            work.slams_only.push(slams_only);
        }
        // A checkpoint has one side. The other from it is at least what it was,
        // and not above the least fixpoint.
        if let (Some(_), [one, other]) = (start, work.sides.as_mut_slice()) {
            sweep_from(self.known[1], other, &one.values, &work.slams_only);
        }
        Ok(work)
    }

    /// Dense sweeps while they are worth it; what the last one changed, by side.
    fn sweeps(
        &mut self,
        work: &mut Work,
        snapshot: &mut Vec<i8>,
    ) -> Result<Vec<Vec<u64>>, SolveError> {
        let size = self.known[0].layer().len() * work.sides.len() as u64;
        let mut changed = size;
        for number in 1.. {
            let last = changed * SPARSE_SHARE < size;
            let changes = sweep(&self.known, work, snapshot, last);
            changed = changes.iter().map(|changes| changes.count).sum();
            let going_on = self.report(Phase::Sweeps, number, changed);
            self.keep(&work.sides[0].values)?;
            going_on?;
            if last {
                return Ok(changes.into_iter().map(|changes| changes.list).collect());
            }
        }
        unreachable!("in the end nothing changes")
    }

    /// Sparse rounds until nothing changes.
    fn rounds(&mut self, work: &mut Work, mut changed: Vec<Vec<u64>>) -> Result<(), SolveError> {
        let mut number = 0;
        while changed.iter().any(|changed| !changed.is_empty()) {
            number += 1;
            changed = round(&self.known, &mut work.sides, &changed);
            let count = changed.iter().map(|changed| changed.len() as u64).sum();
            let going_on = self.report(Phase::Rounds, number, count);
            self.keep(&work.sides[0].values)?;
            going_on?;
        }
        Ok(())
    }

    /// Derives every value from its children once more, and a sample of them
    /// by the rules alone.
    fn check(&self, work: &mut Work, snapshot: &mut Vec<i8>) -> Result<(), SolveError> {
        let changes = sweep(&self.known, work, snapshot, false);
        let mut wrong: u64 = changes.iter().map(|changes| changes.count).sum();
        for (side, known) in self.known.iter().enumerate() {
            let values = &work.sides[side].values;
            let children = &work.sides[work.sides.len() - 1 - side].values;
            wrong += (0..values.len())
                .into_par_iter()
                .step_by(SAMPLE)
                .filter(|&index| {
                    let position = known.layer().position(index as u64);
                    let position = position.expect("an index of the layer");
                    let child = |index: u64| children[index as usize];
                    values[index] != known.evaluate(&position, child)
                })
                .count() as u64;
        }
        self.report(Phase::Check, 1, 0)?;
        match wrong {
            0 => Ok(()),
            wrong => Err(SolveError::CheckFailed {
                layer: self.known[0].seeds(),
                wrong,
            }),
        }
    }

    /// Gives the values so far to whoever keeps them, if it can be gone on from
    /// them.
    fn keep(&mut self, values: &[i8]) -> Result<(), SolveError> {
        if self.known[0].merge != Merge::Replace {
            return Ok(());
        }
        if (self.course.keep)(values)? {
            self.report(Phase::Checkpoint, 1, 0)?;
        }
        Ok(())
    }

    fn report(&self, phase: Phase, number: u32, changed: u64) -> Result<(), SolveError> {
        self.course.observer.progress(&Progress {
            seeds: self.known[0].seeds(),
            positions: self.known[0].layer().len(),
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
