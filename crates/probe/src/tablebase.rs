//! The scores of one rule set, and the value of a position.

use std::path::Path;

use grenier_rules::{NetSeeds, Position, RuleSet};
use grenier_table::{Kind, TableError};

use crate::error::ProbeError;
use crate::layers::{Layers, Options};

/// Score tables of one rule set. Endless play counts even in all of them.
///
/// A layer comes from the directory if it is there, otherwise from the tables
/// inside the program.
#[derive(Debug)]
pub struct Tablebase {
    layers: Layers,
}

impl Tablebase {
    /// Opens a directory of tables, plain or packed, with the default [`Options`].
    ///
    /// # Errors
    /// [`TableError`] when there are no tables, or when a cheap check finds that one
    /// is damaged or of another rule set than the manifest says.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::open_with(path, &Options::default())
    }

    /// As [`Tablebase::open`], with other options.
    ///
    /// # Errors
    /// As [`Tablebase::open`].
    pub fn open_with(path: &Path, options: &Options) -> Result<Self, TableError> {
        let layers = Layers::open(path, Kind::Score, options)?;
        Ok(Self { layers })
    }

    /// The tables inside the program, of up to 8 seeds; `None` when there are none
    /// for this rule set.
    pub fn embedded(rules: &'static RuleSet) -> Option<Self> {
        let layers = Layers::embedded(rules, Kind::Score, &Options::default());
        layers.largest().map(|_| Self { layers })
    }

    /// No tables: only finished games have a value.
    pub fn without_tables(rules: &'static RuleSet) -> Self {
        let layers = Layers::none(rules, Kind::Score, &Options::default());
        Self { layers }
    }

    /// The rule set of all tables here.
    pub fn rules(&self) -> &'static RuleSet {
        self.layers.rules()
    }

    /// The tabled layers.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// The value of a position for the mover, -n..=n with n seeds on the board.
    ///
    /// A position without an index in its layer (no empty pit on the waiting side,
    /// as at the start of a game) has the value of its best move. A finished game
    /// needs no table.
    ///
    /// # Errors
    /// [`ProbeError::NotTabled`], [`ProbeError::Damaged`],
    /// [`ProbeError::Unreadable`].
    pub fn value(&self, position: &Position) -> Result<NetSeeds, ProbeError> {
        if let Some(value) = self.layers.value(position)? {
            return Ok(NetSeeds(value));
        }
        if let Some(settlement) = self.rules().settlement(position) {
            return Ok(settlement.net());
        }
        self.layers.check_tabled(position.seeds())?;
        // The pit just sown is empty, so every child has an index.
        let mut best = NetSeeds(i8::MIN);
        for played in self.rules().moves(position).iter() {
            best = best.max(played.worth(self.value(&played.next)?));
        }
        Ok(best)
    }

    /// Whether the distances of the layer with `seeds` seeds, 0..=48, are tabled.
    pub fn has_distances(&self, seeds: u32) -> bool {
        self.layers.has_distances(seeds)
    }
}
