//! Own-side bounds: what a player can guarantee when endless play pays what lies on
//! their own side.
//!
//! A player reaches the threshold t from a position if they can bring about one of
//! two things: an exit (a capture, or the end of the game) with which they get t
//! seeds or more; or endless play that in the end visits only positions with t
//! seeds or more on their side. With F for one step, for both players' roles, and
//! `own` for the seeds on their side, the values are
//!
//! ```text
//! least X that is the greatest Y with  Y = max(F(X), min(own, F(Y)))
//! ```
//!
//! which is the usual formula for such games (co-Büchi), for all thresholds at
//! once: F, max and min act on each of them alone. It is computed by steps that
//! the engine has:
//!
//! 1. *Climb*: the least X with X = F(X) above where it stands: secure seeds at
//!    first, by exits alone.
//! 2. *Stay*: the greatest Y with that X. Since X = F(X) and Y is not below X, it is
//!    the greatest Y = min(max(X, own), F(Y)): from max(X, own) everywhere, values
//!    fall to what one step gives until nothing changes.
//! 3. If Y is X, it is the solution. Otherwise continue from Y, which lies below F(Y).
//!
//! Step 2 goes only down and steps 1 and 3 only up, each in any order of updates. No X
//! on the way lies above the solution; so the first one that is its own Y is it. And
//! a build can resume from a checkpoint of a climb.

use rayon::prelude::*;

use crate::engine::sides::{Side, Sides};
use crate::engine::solution::Solution;
use crate::engine::work::Merge;
use crate::error::SolveError;
use crate::objective::Objective;

impl Solution<'_, '_> {
    /// Steps 2 and 3, after the first climb, until nobody gains by staying.
    pub fn stay(&mut self) -> Result<(), SolveError> {
        loop {
            let before = sum(&self.work.sides);
            for side in self.work.sides.all_mut() {
                raise_to_own(side);
                // Seeds only fall. Those of the waiting player count negative,
                // and rise.
                side.known.merge = match side.known.objective {
                    Objective::WaiterSure => Merge::Raise,
                    _ => Merge::Lower,
                };
            }
            self.climb()?;
            for side in self.work.sides.all_mut() {
                side.known.merge = Merge::Replace;
            }
            // Nothing is below where it was, so equal sums are equal values.
            if sum(&self.work.sides) == before {
                return Ok(());
            }
            self.climb()?;
        }
    }
}

/// Gives each player at least what lies on their own side.
fn raise_to_own(side: &mut Side<'_>) {
    let known = &side.known;
    for (waiting, section) in known.layer().sections().iter().enumerate() {
        let waiting = waiting as i8;
        let mover = known.seeds() as i8 - waiting;
        let here = &mut side.values[section.base as usize..][..section.len() as usize];
        here.par_iter_mut().for_each(|value| {
            *value = match known.objective {
                Objective::WaiterSure => (*value).min(-waiting),
                _ => (*value).max(mover),
            };
        });
    }
}

/// The seeds that both can be sure of, over all positions.
fn sum(sides: &Sides<'_>) -> i64 {
    let sum = |side: &Side<'_>| {
        let values = side.values.par_iter();
        let sum: i64 = values.map(|&value| i64::from(value)).sum();
        match side.known.objective {
            Objective::WaiterSure => -sum,
            _ => sum,
        }
    };
    sides.all().iter().map(sum).sum()
}
