//! The engine: layers by rising number of seeds, under one rule set.

use std::path::Path;

use grenier_rules::RuleSet;
use grenier_table::Kind;

use crate::buffers::memory::Values;
use crate::engine::prepared::Prepared;
use crate::engine::sides::{Side, Sides};
use crate::engine::solution::Solution;
use crate::engine::waiting::WaitingBounds;
use crate::error::SolveError;
use crate::objective::Objective;
use crate::observer::Observer;
use crate::options::{Memory, SolveOptions};

/// Solves layers by rising number of seeds, under one rule set: scores with
/// endless play even ([`Engine::new`]), secure seeds ([`Engine::secure`]) or
/// own-side bounds ([`Engine::own_side`]).
///
/// It works on rayon's current thread pool; the values do not depend on the
/// number of threads or on the processor.
#[derive(Debug)]
pub struct Engine(Goal);

/// What is solved.
#[derive(Debug)]
enum Goal {
    Scores(Prepared),
    /// Secure seeds, or own-side bounds: see `engine/own_side.rs`.
    Bounds {
        waiting: WaitingBounds,
        own_side: bool,
    },
}

impl Engine {
    /// An engine for scores under a rule set, which need not have a name.
    pub fn new(rules: RuleSet) -> Self {
        Self(Goal::Scores(Prepared::new(rules)))
    }

    /// An engine for secure seeds: the seeds, 0..=n, that the mover can force in
    /// finite time, whatever the other does.
    ///
    /// It also needs what the waiting player can force in the layers below, and
    /// derives that from their values: see [`WaitingBounds::new`] for `scratch`.
    pub fn secure(rules: RuleSet, scratch: Option<&Path>) -> Self {
        Self(Goal::Bounds {
            waiting: WaitingBounds::new(rules, scratch),
            own_side: false,
        })
    }

    /// An engine for own-side bounds: the seeds, 0..=n, that the mover can
    /// guarantee when an endless line of play pays the least number of seeds on
    /// their own side that recurs in it. `scratch` is as in [`Engine::secure`].
    pub fn own_side(rules: RuleSet, scratch: Option<&Path>) -> Self {
        Self(Goal::Bounds {
            waiting: WaitingBounds::new(rules, scratch),
            own_side: true,
        })
    }

    /// The engine for tables of a kind; `scratch` is as in [`Engine::secure`].
    ///
    /// # Panics
    /// For [`Kind::Distance`]: distances are made by
    /// [`DistanceEngine`](crate::DistanceEngine).
    pub fn of(kind: Kind, rules: RuleSet, scratch: Option<&Path>) -> Self {
        match kind {
            Kind::Score => Self::new(rules),
            Kind::Secure => Self::secure(rules, scratch),
            Kind::OwnSide => Self::own_side(rules, scratch),
            Kind::Distance => panic!("no engine makes {kind} tables"),
        }
    }

    /// Solves the layer with as many seeds as there are layers in `lower`, which
    /// holds the values of the layers with fewer seeds, from 0. Returns one value
    /// per position in index order, from the mover's view: net seeds, -n..=n, or
    /// seeds, 0..=n.
    ///
    /// # Errors
    /// [`SolveError`].
    ///
    /// # Panics
    /// When `lower` has more than 48 layers or one of the wrong size.
    pub fn solve(
        &mut self,
        lower: &[&[i8]],
        observer: &dyn Observer,
    ) -> Result<Values, SolveError> {
        let options = SolveOptions {
            memory: Memory::Normal,
            start: None,
            checkpoint: &mut |_| Ok(false),
            observer,
        };
        self.solve_with(lower, options)
    }

    /// As [`Engine::solve`], with options.
    ///
    /// # Errors
    /// [`SolveError`].
    ///
    /// # Panics
    /// As [`Engine::solve`], and when the values to start from are not as many as
    /// the layer has positions.
    pub fn solve_with(
        &mut self,
        lower: &[&[i8]],
        options: SolveOptions<'_>,
    ) -> Result<Values, SolveError> {
        let memory = options.memory;
        match &mut self.0 {
            Goal::Scores(prepared) => {
                prepared.number(lower);
                prepared.prepare(lower.len());
                let known = prepared.known(Objective::Net, lower);
                let side = Side::new(known, memory)?;
                solve(Sides::Net(side), false, options)
            }
            Goal::Bounds { waiting, own_side } => {
                waiting.derive(lower)?;
                waiting.prepared.prepare(lower.len());
                let (prepared, derived) = (&waiting.prepared, waiting.values());
                let mover = prepared.known(Objective::MoverSure, &derived);
                let waiter = prepared.known(Objective::WaiterSure, lower);
                let sides = [Side::new(mover, memory)?, Side::new(waiter, memory)?];
                solve(Sides::Sure(sides), *own_side, options)
            }
        }
    }
}

/// Solves one layer, and checks it.
fn solve(
    sides: Sides<'_>,
    own_side: bool,
    options: SolveOptions<'_>,
) -> Result<Values, SolveError> {
    let mut solution = Solution::start(sides, options)?;
    solution.climb()?;
    if own_side {
        solution.stay()?;
    }
    solution.check()?;
    Ok(solution.work.sides.into_values())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernel::Kernel;
    use crate::observer::Silent;

    fn layers(mut engine: Engine, up_to: usize) -> Vec<Values> {
        let mut layers: Vec<Values> = Vec::new();
        for _ in 0..=up_to {
            let lower: Vec<&[i8]> = layers.iter().map(AsRef::as_ref).collect();
            layers.push(engine.solve(&lower, &Silent).unwrap());
        }
        layers
    }

    #[test]
    fn vector_instructions_give_the_same_values() {
        for rules in [RuleSet::AWALE, RuleSet::AWARI] {
            for kind in Kind::SETS {
                let mut plain = Engine::of(kind, rules, None);
                let (Goal::Scores(prepared)
                | Goal::Bounds {
                    waiting: WaitingBounds { prepared, .. },
                    ..
                }) = &mut plain.0;
                prepared.kernel = Kernel::Portable;
                let [plain, fast] =
                    [plain, Engine::of(kind, rules, None)].map(|engine| layers(engine, 11));
                let mut pairs = plain.iter().zip(&fast);
                assert!(pairs.all(|(plain, fast)| **plain == **fast), "{kind}");
            }
        }
    }
}
