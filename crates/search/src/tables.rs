//! What is known without a search.

use std::sync::Arc;

use grenier_probe::{BoundTables, Bounds, ProbeError, Tablebase};
use grenier_rules::{EndlessPlay, NetSeeds, Position, RuleSet};
use grenier_table::Kind;

use crate::report::Worth;

/// The tables that a search rests on: scores, and of seeds that are sure.
#[derive(Debug)]
pub struct Tables {
    scores: Arc<Tablebase>,
    bounds: Vec<BoundTables>,
}

impl Tables {
    /// Scores with endless play even, and tables of what players can be sure of
    /// (secure seeds or own-side bounds), which matter where each player keeps
    /// their own side.
    ///
    /// # Panics
    /// When they are not all of the same rule set.
    pub fn new(scores: impl Into<Arc<Tablebase>>, bounds: Vec<BoundTables>) -> Self {
        let scores = scores.into();
        let same = |tables: &BoundTables| tables.rules() == scores.rules();
        assert!(bounds.iter().all(same), "tables of several rule sets");
        let mut tables = Self { scores, bounds };
        if tables.own_side().is_none() {
            let none = BoundTables::embedded(tables.rules(), Kind::OwnSide);
            tables.bounds.push(none);
        }
        tables
    }

    /// The rule set of all tables here.
    pub fn rules(&self) -> &'static RuleSet {
        self.scores.rules()
    }

    /// The scores.
    pub fn scores(&self) -> &Tablebase {
        &self.scores
    }

    /// Whether positions with so many seeds, 0..=48, have scores.
    pub(crate) fn have(&self, seeds: u32) -> bool {
        self.scores.has_layer(seeds)
    }

    /// The own-side bounds; there is always a place for them.
    pub(crate) fn own_side(&self) -> Option<&BoundTables> {
        self.bounds
            .iter()
            .find(|tables| tables.kind() == Kind::OwnSide)
    }

    /// What the tables say of a position; `None` where they have no score.
    pub(crate) fn worth(
        &self,
        position: &Position,
        ending: EndlessPlay,
    ) -> Result<Option<Worth>, ProbeError> {
        let seeds = position.seeds();
        if !self.have(seeds) {
            return Ok(None);
        }
        let score = self.scores.value(position)?;
        if ending == EndlessPlay::Even {
            return Ok(Some(Worth::exact(score)));
        }
        let mut worth = Worth::guess(score.into(), seeds);
        if let Some(sure) = self.sure(position)? {
            worth.at_least = NetSeeds(2 * sure.mover as i8 - seeds as i8);
            worth.at_most = NetSeeds(seeds as i8 - 2 * sure.waiting as i8);
        }
        Ok(Some(worth.within_bounds()))
    }

    /// What both players can be sure of where each keeps their own side; `None`
    /// where no table says.
    fn sure(&self, position: &Position) -> Result<Option<Bounds>, ProbeError> {
        let mut most: Option<Bounds> = None;
        for tables in &self.bounds {
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
