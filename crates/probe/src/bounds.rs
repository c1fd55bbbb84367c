//! Seeds that each player can force, from tables of secure seeds or of own-side
//! bounds.

use std::path::Path;

use grenier_rules::{NetSeeds, Position, RuleSet, WINNING_SEEDS};
use grenier_table::{Kind, TableError};
use serde::Serialize;

use crate::error::ProbeError;
use crate::layers::{Layers, Options};

/// Seeds on the board that each player can force from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// Seeds of the mover, 0..=n with n seeds on the board.
    pub mover: u8,
    /// Seeds of the waiting player, 0..=n - `mover`.
    pub waiting: u8,
}

/// How a whole game ends for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The mover can force more than half of the 48 seeds.
    Win,
    /// The other player can.
    Loss,
    /// Both can force half, so neither more.
    Draw,
    /// None of these: it depends on seeds that neither player can force.
    Open,
}

/// Tables of the seeds that each player can force, under one rule set.
///
/// A layer comes from the directory if it is there, otherwise from the tables
/// inside the program.
#[derive(Debug)]
pub struct BoundTables {
    layers: Layers,
}

impl Bounds {
    /// The least and the most net seeds of the mover, with `seeds` seeds on the board.
    pub fn net(self, seeds: u32) -> (NetSeeds, NetSeeds) {
        let seeds = seeds as i8;
        let least = 2 * self.mover as i8 - seeds;
        let most = seeds - 2 * self.waiting as i8;
        (NetSeeds(least), NetSeeds(most))
    }
}

impl Verdict {
    /// The verdict when the mover has `mover` seeds in store, the waiting player
    /// `waiting`, and the seeds on the board are shared out within `bounds`.
    pub fn of(mover: u8, waiting: u8, bounds: Bounds) -> Self {
        let (mover, waiting) = (mover + bounds.mover, waiting + bounds.waiting);
        let half = WINNING_SEEDS - 1;
        match (mover, waiting) {
            _ if mover > half => Self::Win,
            _ if waiting > half => Self::Loss,
            _ if mover == half && waiting == half => Self::Draw,
            _ => Self::Open,
        }
    }
}

impl BoundTables {
    /// Opens the tables of a kind in a directory.
    ///
    /// # Errors
    /// As [`crate::Tablebase::open`].
    ///
    /// # Panics
    /// When `kind` is neither [`Kind::Secure`] nor [`Kind::OwnSide`].
    pub fn open(path: &Path, kind: Kind, options: &Options) -> Result<Self, TableError> {
        Ok(Self::new(Layers::open(path, kind, options)?))
    }

    /// The tables inside the program, of up to 8 seeds; none for some rule sets.
    ///
    /// # Panics
    /// When `kind` is neither [`Kind::Secure`] nor [`Kind::OwnSide`].
    pub fn embedded(rules: &'static RuleSet, kind: Kind) -> Self {
        Self::new(Layers::embedded(rules, kind, &Options::default()))
    }

    fn new(layers: Layers) -> Self {
        let kind = layers.kind();
        let is_bound = matches!(kind, Kind::Secure | Kind::OwnSide);
        assert!(is_bound, "{kind} tables hold no bounds");
        Self { layers }
    }

    /// The tabled layers.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The seeds that each player can force from a position.
    ///
    /// # Errors
    /// [`ProbeError::NotTabled`], [`ProbeError::Damaged`],
    /// [`ProbeError::Unreadable`].
    pub fn bounds(&self, position: &Position) -> Result<Bounds, ProbeError> {
        Ok(Bounds {
            mover: self.mover(position)?,
            waiting: self.waiting(position)?,
        })
    }

    /// Seeds that the mover can force: tabled, or for a position without an index
    /// those of the best move.
    fn mover(&self, position: &Position) -> Result<u8, ProbeError> {
        if let Some(tabled) = self.layers.value(position)? {
            return Ok(tabled as u8);
        }
        let rules = self.layers.rules();
        if let Some(settlement) = rules.settlement(position) {
            return Ok(settlement.mover);
        }
        self.layers.check_tabled(position.seeds())?;
        let mut best = 0;
        for played in rules.moves(position).iter() {
            best = best.max(played.captured.saturating_add(self.waiting(&played.next)?));
        }
        Ok(best)
    }

    /// Seeds that the waiting player can force: the least over the moves of the
    /// mover, after which the waiting player is to move.
    fn waiting(&self, position: &Position) -> Result<u8, ProbeError> {
        let rules = self.layers.rules();
        if let Some(settlement) = rules.settlement(position) {
            return Ok(settlement.waiting);
        }
        let mut least = u8::MAX;
        for played in rules.moves(position).iter() {
            let child = self.mover(&played.next)?;
            least = least.min(played.conceded.saturating_add(child));
        }
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_seeds_decides() {
        let verdict = |stores: (u8, u8), mover, waiting| {
            Verdict::of(stores.0, stores.1, Bounds { mover, waiting })
        };
        assert_eq!(verdict((20, 20), 5, 3), Verdict::Win);
        assert_eq!(verdict((20, 20), 3, 5), Verdict::Loss);
        assert_eq!(verdict((20, 20), 4, 4), Verdict::Draw);
        assert_eq!(verdict((20, 20), 4, 3), Verdict::Open);
        assert_eq!(verdict((25, 1), 0, 0), Verdict::Win);
        assert_eq!(verdict((0, 48), 0, 0), Verdict::Loss);
    }
}
