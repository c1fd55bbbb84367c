//! What is known without a search.

use std::sync::Arc;

use grenier_probe::{BoundTables, ProbeError, Tablebase};
use grenier_rules::{EndlessPlay, MAX_SEEDS, Position, RuleSet};

use crate::report::Worth;

/// The tables that a search rests on: scores, and of seeds that are sure.
#[derive(Debug)]
pub struct Tables {
    scores: Arc<Tablebase>,
    bounds: Vec<BoundTables>,
    /// The layers that have scores, by seeds.
    tabled: [bool; MAX_SEEDS as usize + 1],
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
        let mut tabled = [false; MAX_SEEDS as usize + 1];
        for (seeds, _) in scores.layers() {
            tabled[seeds as usize] = true;
        }
        Self {
            scores,
            bounds,
            tabled,
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

    /// Whether positions with so many seeds, 0..=48, have scores.
    pub(crate) fn have(&self, seeds: u32) -> bool {
        self.tabled[seeds as usize]
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
        let mut worth = Worth::guess(i16::from(score) * 100, seeds);
        for tables in &self.bounds {
            if let Ok(bounds) = tables.bounds(position) {
                let (mover, waiting) = (bounds.mover as i8, bounds.waiting as i8);
                worth.at_least = worth.at_least.max(2 * mover - seeds as i8);
                worth.at_most = worth.at_most.min(seeds as i8 - 2 * waiting);
            }
        }
        let (low, high) = (worth.at_least, worth.at_most);
        worth.estimate = worth
            .estimate
            .clamp(i16::from(low) * 100, i16::from(high) * 100);
        Ok(Some(worth))
    }
}
