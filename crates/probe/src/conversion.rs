//! The shortest way out of a layer.
//!
//! Playing by value alone can walk in circles, even in a won position. Where
//! the value is not 0, one side is ahead and can force it in finite time: in
//! each layer it can force a *conversion* (a move that takes seeds off the
//! board or ends the game) while both keep the value. [`Conversion`] finds the
//! least number of plies in which the leader can do so against the longest
//! resistance that keeps the value.
//!
//! It asks "within d plies?" for d = 1, 2, …. Since d falls with every ply the
//! question needs no care about cycles, and its answer holds for a position
//! however it was reached, so answers are kept. The work is bounded.

use std::collections::HashMap;

use grenier_rules::{NetSeeds, Position};

use crate::error::ProbeError;
use crate::rated::{RatedMove, keeping};
use crate::tablebase::Tablebase;

/// Questions that the search for one conversion may ask.
const BUDGET: u32 = 400_000;

/// The way to the next conversion: the move that takes seeds off the board or
/// ends the game, when both sides keep the value, the one that is ahead hurries
/// and the other delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToConversion {
    /// So many plies, this move included, by the distance tables.
    Tabled(u32),
    /// The same, by a search: the distances of this layer are not tabled.
    Searched(u32),
    /// The value is 0, and nobody need force anything.
    Even,
    /// Somebody is ahead, but the distances are not tabled and the search for
    /// the shortest way was given up.
    Unknown,
}

impl ToConversion {
    /// How many plies, if that is known and somebody is ahead.
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::Tabled(plies) | Self::Searched(plies) => Some(plies),
            Self::Even | Self::Unknown => None,
        }
    }
}

/// The search for conversions within one layer and one value.
pub(crate) struct Conversion<'a> {
    tables: &'a Tablebase,
    known: HashMap<Position, Known>,
    /// Questions that may still be asked.
    budget: u32,
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
    /// The bound on the work was reached.
    Exhausted,
    /// A table is missing or damaged.
    Probe(ProbeError),
}

impl From<ProbeError> for Unanswered {
    fn from(error: ProbeError) -> Self {
        Self::Probe(error)
    }
}

impl<'a> Conversion<'a> {
    pub(crate) fn new(tables: &'a Tablebase) -> Self {
        Self::within_budget(tables, BUDGET)
    }

    pub(crate) fn within_budget(tables: &'a Tablebase, budget: u32) -> Self {
        Self {
            tables,
            known: HashMap::new(),
            budget,
        }
    }

    /// The best move by value and then by distance, with the distance: the
    /// plies to the conversion, this one included. The leader's is the
    /// shortest, the other's the longest. `position` has a value that is not 0.
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

/// Whether a move leaves the layer or ends the game. Of other moves the distance
/// is not tabled, or nobody would search.
fn converts(rated: &RatedMove) -> bool {
    rated.conversion == Some(1)
}

/// Whether the player who has these moves is ahead.
fn is_leading(keeping: &[RatedMove]) -> bool {
    keeping
        .first()
        .is_some_and(|rated| rated.value > NetSeeds(0))
}
