//! The results of a search.

use std::ops::AddAssign;
use std::time::Duration;

use grenier_rules::{Centiseeds, Move, NetSeeds};

/// The value of a position or a move, as far as a search knows it: an estimate between
/// proved bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Worth {
    /// The best estimate, within the bounds.
    pub estimate: Centiseeds,
    /// The value is proved to be this or more.
    pub at_least: NetSeeds,
    /// The value is proved to be this or less.
    pub at_most: NetSeeds,
}

impl Worth {
    /// A proved value.
    pub fn exact(value: NetSeeds) -> Self {
        Self {
            estimate: value.into(),
            at_least: value,
            at_most: value,
        }
    }

    /// An estimate, bounded only by the `seeds` seeds on the board.
    pub(crate) fn guess(estimate: Centiseeds, seeds: u32) -> Self {
        let seeds = NetSeeds(seeds as i8);
        let guess = Self {
            estimate,
            at_least: -seeds,
            at_most: seeds,
        };
        guess.within_bounds()
    }

    /// The same bounds, with the estimate moved between them.
    #[must_use]
    pub fn within_bounds(self) -> Self {
        Self {
            estimate: self
                .estimate
                .clamp(self.at_least.into(), self.at_most.into()),
            ..self
        }
    }

    /// The value, if it is proved.
    pub fn value(&self) -> Option<NetSeeds> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// The same for the player who makes a move that nets `gain` and leads here.
    #[must_use]
    pub fn before(&self, gain: NetSeeds) -> Self {
        Self {
            estimate: Centiseeds::from(gain) - self.estimate,
            at_least: gain - self.at_most,
            at_most: gain - self.at_least,
        }
    }
}

/// A move with its value and the expected line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The move.
    pub played: Move,
    /// Its value for the player who makes it, captures included.
    pub worth: Worth,
    /// The expected line, this move first.
    pub line: Vec<Move>,
}

/// The work of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Values found in tables.
    pub table_hits: u64,
    /// Positions of layers above the tables that were solved in memory; those with
    /// own-side bounds, too, count six times.
    pub solved: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.table_hits += other.table_hits;
        self.solved += other.solved;
        self.elapsed += other.elapsed;
    }
}

/// The result of a search so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The value of the root for the player to move.
    pub worth: Worth,
    /// The best moves, best first, at most [`crate::Settings::lines`]. Empty when the
    /// game is over.
    pub moves: Vec<Rated>,
    /// Plies searched, fewer for moves that seemed worse from the start; 0 when the
    /// game is over.
    pub depth: u32,
    /// The work so far.
    pub effort: Effort,
}
