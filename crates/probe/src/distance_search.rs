//! The search for a distance that is not tabled.
//!
//! Playing by value alone can walk in circles, even in a won position. Where the
//! value is not 0, the leader can force a *conversion* in finite time (a move that
//! takes seeds off the board or ends the game) while both sides keep the value. The
//! distance is the least number of plies in which the leader can do so against the
//! longest resistance that keeps the value.
//!
//! [`DistanceSearch`] asks "within d plies?" for d = 1, 2, …. Since d falls with every
//! ply, cycles need no care, and an answer holds for a position however it was
//! reached, so answers are stored. The work is bounded.

use std::collections::HashMap;

use grenier_rules::{NetSeeds, Position};

use crate::error::ProbeError;
use crate::rated::{RatedMove, keeping};
use crate::tablebase::Tablebase;

/// How many questions one search may ask.
pub(crate) const BUDGET: u32 = 400_000;

/// The distance to the next conversion: the move that takes seeds off the board or
/// ends the game, when both sides keep the value, the leader hurries and the other
/// delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Plies, this move included, from the distance tables.
    Tabled(u32),
    /// The same, by a search: the distances of this layer are not tabled.
    Searched(u32),
    /// The value is 0: nobody can force a conversion that changes it.
    Even,
    /// A player is ahead, but the distances are not tabled and the search reached its
    /// bound.
    Unknown,
}

impl Distance {
    /// The plies, if they are known and a player is ahead.
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::Tabled(plies) | Self::Searched(plies) => Some(plies),
            Self::Even | Self::Unknown => None,
        }
    }
}

/// The search for distances within one layer and one value.
pub(crate) struct DistanceSearch<'a> {
    tables: &'a Tablebase,
    known: HashMap<Position, Known>,
    /// Questions that may still be asked.
    budget: u32,
    /// Whether to give up.
    stop: &'a dyn Fn() -> bool,
}

/// What is known of a position so far.
struct Known {
    /// The moves that keep the value, the lowest pit first.
    keeping: Vec<RatedMove>,
    /// It converts within this many plies, if any is known.
    within: u32,
    /// It does not convert within this many plies.
    not_within: u32,
}

/// Why there is no answer.
pub(crate) enum Unanswered {
    /// The bound on the work was reached, or the search was stopped.
    Exhausted,
    /// A table is missing or damaged.
    Probe(ProbeError),
}

impl From<ProbeError> for Unanswered {
    fn from(error: ProbeError) -> Self {
        Self::Probe(error)
    }
}

impl<'a> DistanceSearch<'a> {
    pub(crate) fn new(tables: &'a Tablebase, budget: u32, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            tables,
            known: HashMap::new(),
            budget,
            stop,
        }
    }

    /// The best move by value and then by distance, and the distance in plies, this
    /// move included. The leader's is the shortest, the other's the longest.
    /// `position` has a value that is not 0.
    pub(crate) fn best(&mut self, position: &Position) -> Result<(RatedMove, u32), Unanswered> {
        let mut plies = 1;
        while !self.within(position, plies)? {
            plies += 1;
        }
        let keeping = self.known[position].keeping.clone();
        let leading = is_leading(&keeping);
        for rated in &keeping {
            let chosen = if converts(rated) {
                plies == 1
            } else if leading {
                plies > 1 && self.within(&rated.played.next, plies - 1)?
            } else {
                plies > 1 && (plies == 2 || !self.within(&rated.played.next, plies - 2)?)
            };
            if chosen {
                return Ok((*rated, plies));
            }
        }
        Err(Unanswered::Exhausted)
    }

    /// Whether the leader can force a conversion within `plies` >= 1 plies.
    fn within(&mut self, position: &Position, plies: u32) -> Result<bool, Unanswered> {
        let known = self.look_up(position)?;
        if plies >= known.within {
            return Ok(true);
        }
        if plies <= known.not_within {
            return Ok(false);
        }
        if (self.stop)() {
            return Err(Unanswered::Exhausted);
        }
        self.budget = self.budget.checked_sub(1).ok_or(Unanswered::Exhausted)?;
        let keeping = self.known[position].keeping.clone();
        let leading = is_leading(&keeping);
        // The leader needs one move that works, the other one that does not.
        let mut answer = !leading;
        for rated in &keeping {
            let works =
                converts(rated) || (plies > 1 && self.within(&rated.played.next, plies - 1)?);
            if works == leading {
                answer = leading;
                break;
            }
        }
        if let Some(known) = self.known.get_mut(position) {
            if answer {
                known.within = known.within.min(plies);
            } else {
                known.not_within = known.not_within.max(plies);
            }
        }
        Ok(answer)
    }

    fn look_up(&mut self, position: &Position) -> Result<&Known, ProbeError> {
        if !self.known.contains_key(position) {
            let moves = self.tables.moves(position)?;
            let known = Known {
                keeping: keeping(&moves).copied().collect(),
                within: u32::MAX,
                not_within: 0,
            };
            self.known.insert(*position, known);
        }
        Ok(&self.known[position])
    }
}

/// Whether a move converts. No other move has a distance: distances are searched only
/// where they are not tabled.
fn converts(rated: &RatedMove) -> bool {
    rated.distance == Some(1)
}

/// Whether the player who has these moves is ahead.
fn is_leading(keeping: &[RatedMove]) -> bool {
    keeping
        .first()
        .is_some_and(|rated| rated.value > NetSeeds(0))
}
