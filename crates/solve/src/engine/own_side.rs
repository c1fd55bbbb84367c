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
//! once: F, max and min act on each of them alone. It is worked out by steps that
//! the engine has:
//!
//! 1. *Climb*: the least X with X = F(X) above where it stands: secure seeds at
//!    first, by exits alone.
//! 2. *Stay*: the greatest Y with that X. Since X = F(X) and Y is not below X, it is
//!    the greatest Y = min(max(X, own), F(Y)): from max(X, own) everywhere, values
//!    fall to what one step gives until nothing changes.
//! 3. If Y is X, it is the solution. Otherwise go on from Y, which lies below F(Y).
//!
//! Step 2 goes only down and steps 1 and 3 only up, each in any order of updates. No X
//! on the way lies above the solution; so the first one that is its own Y is it. And
//! a checkpoint of a climb is one to go on from.

use rayon::prelude::*;

use crate::engine::solver::Solution;
use crate::engine::work::{Known, Merge, Work};
use crate::objective::Count;
use crate::options::SolveError;

impl Solution<'_, '_> {
    /// Steps 2 and 3, after the first climb, until nobody gains by staying.
    pub fn stay(&mut self, work: &mut Work, snapshot: &mut Vec<i8>) -> Result<(), SolveError> {
        loop {
            let before = sum(work);
            for (known, side) in self.known.iter().zip(&mut work.sides) {
                raise_to_own(known, &mut side.values);
            }
            let falling = self.known.iter().map(falling).collect();
            let climbing = std::mem::replace(&mut self.known, falling);
            let fallen = self.climb(work, snapshot);
            self.known = climbing;
            fallen?;
            // Nothing is below where it was, so equal sums are equal values.
            if sum(work) == before {
                return Ok(());
            }
            self.climb(work, snapshot)?;
        }
    }
}

/// The same side with seeds that only fall. Those of the waiting player count
/// negative, and rise.
fn falling<'a>(known: &Known<'a>) -> Known<'a> {
    let merge = match known.count {
        Count::Waiting => Merge::Raise,
        _ => Merge::Lower,
    };
    Known { merge, ..*known }
}

/// Gives each player at least what lies on their own side.
fn raise_to_own(known: &Known<'_>, values: &mut [i8]) {
    for (waiting, section) in known.layer().sections().iter().enumerate() {
        let waiting = waiting as i8;
        let mover = known.seeds() as i8 - waiting;
        let here = &mut values[section.base as usize..][..section.len() as usize];
        here.par_iter_mut().for_each(|value| {
            *value = match known.count {
                Count::Waiting => (*value).min(-waiting),
                _ => (*value).max(mover),
            };
        });
    }
}

/// The seeds that both can be sure of, over all positions.
fn sum(work: &Work) -> i64 {
    let sum = |values: &[i8]| {
        values
            .par_iter()
            .map(|&value| i64::from(value))
            .sum::<i64>()
    };
    match work.sides.as_slice() {
        [mover, waiting] => sum(&mover.values) - sum(&waiting.values),
        _ => unreachable!("both sides are worked out"),
    }
}
