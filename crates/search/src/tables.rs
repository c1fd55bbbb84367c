//! Values that are known without a search.

use std::sync::Arc;

use grenier_probe::{BoundTables, Bounds, Kind, ProbeError, Tablebase};
use grenier_rules::{Endless, Position, RuleSet};

use crate::report::Worth;

/// The tables below a search: scores, and seeds that each player can force.
#[derive(Debug)]
pub struct Tables {
    scores: Arc<Tablebase>,
    own_side: BoundTables,
    /// Further tables of seeds that each player can force.
    others: Vec<BoundTables>,
}

impl Tables {
    /// Scores, and tables of seeds that each player can force (secure seeds or
    /// own-side bounds), which are used where each player keeps their own side.
    /// Without own-side bounds those inside the program are used.
    ///
    /// # Panics
    /// When they are not all of the same rule set.
    pub fn new(scores: impl Into<Arc<Tablebase>>, mut bounds: Vec<BoundTables>) -> Self {
        let scores = scores.into();
        let same = |tables: &BoundTables| tables.layers().rules() == scores.rules();
        assert!(bounds.iter().all(same), "tables of several rule sets");
        let is_own_side = |tables: &BoundTables| tables.layers().kind() == Kind::OwnSide;
        let own_side = match bounds.iter().position(is_own_side) {
            Some(at) => bounds.remove(at),
            None => BoundTables::embedded(scores.rules(), Kind::OwnSide),
        };
        Self {
            scores,
            own_side,
            others: bounds,
        }
    }

    /// The rule set of all tables here.
    pub fn rules(&self) -> &'static RuleSet {
        self.scores.rules()
    }

    /// The scores.
    pub fn scores(&self) -> &Tablebase {
        &self.scores
    }

    /// The own-side bounds.
    pub(crate) fn own_side(&self) -> &BoundTables {
        &self.own_side
    }

    /// Whether positions with `seeds` seeds, 0..=48, have scores.
    pub(crate) fn have(&self, seeds: u32) -> bool {
        self.scores.layers().has(seeds)
    }

    /// The tabled value of a position; `None` where it has no score.
    pub(crate) fn worth(
        &self,
        position: &Position,
        endless: Endless,
    ) -> Result<Option<Worth>, ProbeError> {
        let seeds = position.seeds();
        if !self.have(seeds) {
            return Ok(None);
        }
        let score = self.scores.value(position)?;
        if endless == Endless::Even {
            return Ok(Some(Worth::exact(score)));
        }
        let mut worth = Worth::guess(score.into(), seeds);
        if let Some(bounds) = self.bounds(position)? {
            (worth.at_least, worth.at_most) = bounds.net(seeds);
        }
        Ok(Some(worth.within_bounds()))
    }

    /// The seeds that each player can force where each keeps their own side; `None`
    /// where they are not tabled.
    fn bounds(&self, position: &Position) -> Result<Option<Bounds>, ProbeError> {
        let mut most: Option<Bounds> = None;
        for tables in self.others.iter().chain([&self.own_side]) {
            let bounds = match tables.bounds(position) {
                Ok(bounds) => bounds,
                Err(ProbeError::NotTabled { .. }) => continue,
                Err(error) => return Err(error),
            };
            let known = most.get_or_insert(bounds);
            known.mover = known.mover.max(bounds.mover);
            known.waiting = known.waiting.max(bounds.waiting);
        }
        Ok(most)
    }
}
