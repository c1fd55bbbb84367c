//! What a search says.

use std::ops::AddAssign;
use std::time::Duration;

use grenier_rules::{Centiseeds, Move, NetSeeds};

/// What a search knows of a value, in net seeds from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    /// The best guess, within the bounds.
    pub estimate: Centiseeds,
    /// The value is this or more: proved.
    pub at_least: NetSeeds,
    /// The value is this or less: proved.
    pub at_most: NetSeeds,
}

impl Worth {
    /// A value that is proved.
    pub fn exact(value: NetSeeds) -> Self {
        Self {
            estimate: value.into(),
            at_least: value,
            at_most: value,
        }
    }

    /// An estimate with nothing proved but that `seeds` seeds are on the board.
    pub(crate) fn guess(estimate: Centiseeds, seeds: u32) -> Self {
        let seeds = NetSeeds(seeds as i8);
        let guess = Self {
            estimate,
            at_least: -seeds,
            at_most: seeds,
        };
        guess.within_bounds()
    }

    /// The same bounds, with the estimate between them.
    #[must_use]
    pub fn within_bounds(self) -> Self {
        Self {
            estimate: self
                .estimate
                .clamp(self.at_least.into(), self.at_most.into()),
            ..self
        }
    }

    /// The value, when it is proved.
    pub fn value(&self) -> Option<NetSeeds> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// What this is worth to the player who makes a move that nets `gain` and
    /// leads here.
    #[must_use]
    pub fn before(&self, gain: NetSeeds) -> Self {
        Self {
            estimate: Centiseeds::from(gain) - self.estimate,
            at_least: gain - self.at_most,
            at_most: gain - self.at_least,
        }
    }
}

/// A move, what it is worth to who makes it, and how play may go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The move.
    pub played: Move,
    /// What it is worth, its captures included.
    pub worth: Worth,
    /// The expected line, this move first.
    pub line: Vec<Move>,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions looked at, by all threads together.
    pub nodes: u64,
    /// Values found in tables.
    pub table_hits: u64,
    /// Positions of layers above the tables that were solved in memory; those for
    /// which own-side bounds were worked out, too, count six times.
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

/// What a search found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What the root is worth to the player to move.
    pub worth: Worth,
    /// The best moves, best first: as many as [`crate::Settings::lines`] asks
    /// for, or as there are. None when the game is over.
    pub moves: Vec<Rated>,
    /// Plies searched, but for moves that seemed worse from the start; 0 when
    /// the rules answered at once.
    pub depth: u32,
    /// Nodes, hits and time.
    pub effort: Effort,
}
