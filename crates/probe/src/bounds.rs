//! What both players can be sure of, from tables of secure seeds or of own-side
//! bounds.

use std::borrow::Cow;
use std::path::Path;

use grenier_rules::{Position, RuleSet, WINNING_SEEDS};
use grenier_table::{Kind, TableDir, TableError, embedded_kind_layer};

use crate::error::ProbeError;
use crate::reading::{Layers, Options, Reading, SolvedLayer, Source, source_of};

/// Seeds on the board that the two players can be sure of from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// What the mover can be sure of, 0..=n with n seeds on the board.
    pub mover: u8,
    /// What the waiting player can be sure of, 0..=n - `mover`.
    pub waiting: u8,
}

/// How a whole game ends, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move can get more than half of the 48 seeds.
    Win,
    /// The other player can.
    Loss,
    /// Both can get half, so neither more.
    Draw,
    /// None of these: what nobody can be sure of decides.
    Open,
}

/// Tables of one rule set that say what a player can be sure of.
#[derive(Debug)]
pub struct BoundTables {
    rules: &'static RuleSet,
    kind: Kind,
    layers: Layers,
    reading: Reading,
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
    /// Opens the tables of a kind in a directory, and fills up with those inside
    /// the program.
    ///
    /// # Errors
    /// As [`crate::Tablebase::open`].
    ///
    /// # Panics
    /// When `kind` is neither [`Kind::Secure`] nor [`Kind::OwnSide`].
    pub fn open(path: &Path, kind: Kind) -> Result<Self, TableError> {
        Self::open_with(path, kind, &Options::default())
    }

    /// As [`BoundTables::open`], read as the caller wishes.
    ///
    /// # Errors
    /// As [`crate::Tablebase::open`].
    ///
    /// # Panics
    /// As [`BoundTables::open`].
    pub fn open_with(path: &Path, kind: Kind, options: &Options) -> Result<Self, TableError> {
        let dir = TableDir::open_kind(path, kind)?;
        let mut tables = Self::embedded(dir.rules(), kind);
        tables.reading = Reading::new(options);
        for seeds in dir.layers() {
            let layer = tables.reading.open(&dir, kind, seeds)?;
            tables.layers.put(layer);
        }
        Ok(tables)
    }

    /// The tables inside the program, of up to 8 seeds, under the rule sets that
    /// have them.
    ///
    /// # Panics
    /// When `kind` is neither [`Kind::Secure`] nor [`Kind::OwnSide`].
    pub fn embedded(rules: &'static RuleSet, kind: Kind) -> Self {
        let is_bound = matches!(kind, Kind::Secure | Kind::OwnSide);
        assert!(is_bound, "{kind} tables say nothing of what is sure");
        Self {
            rules,
            kind,
            layers: Layers::embedded(|seeds| embedded_kind_layer(rules, kind, seeds)),
            reading: Reading::new(&Options::default()),
        }
    }

    /// The rule set of all tables here.
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// What is tabled.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the layer with `seeds` seeds, 0..=48, is tabled.
    pub fn has_layer(&self, seeds: u32) -> bool {
        self.layers.get(seeds).is_some()
    }

    /// As [`crate::Tablebase::layer_values`].
    ///
    /// # Errors
    /// [`ProbeError::Unreadable`].
    pub fn layer_values(&self, seeds: u32) -> Result<Option<Cow<'_, [i8]>>, ProbeError> {
        self.layers.all_values(seeds)
    }

    /// As [`crate::Tablebase::add_layer`].
    ///
    /// # Panics
    /// When there is no such layer, or it has another size.
    pub fn add_layer(&self, seeds: u32, values: SolvedLayer) {
        self.layers.add_solved(seeds, values);
    }

    /// As [`crate::Tablebase::solved_bytes`].
    pub fn solved_bytes(&self) -> u64 {
        self.layers.solved_bytes()
    }

    /// What both players can be sure of in a position.
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

    /// Where the bounds of a position come from.
    pub fn source(&self, position: &Position) -> Source {
        source_of(self.layers.get(position.seeds()))
    }

    /// What the mover can be sure of: tabled, or without a number in the layer
    /// what the best move gives.
    fn mover(&self, position: &Position) -> Result<u8, ProbeError> {
        if let Some(tabled) = self.tabled(position)? {
            return Ok(tabled);
        }
        if let Some(settlement) = self.rules.settlement(position) {
            return Ok(settlement.mover);
        }
        let mut best = 0;
        for played in self.rules.moves(position).iter() {
            best = best.max(played.captured.saturating_add(self.waiting(&played.next)?));
        }
        Ok(best)
    }

    /// What the waiting player can be sure of: the least that a move of the
    /// mover leaves them, who then are to move.
    fn waiting(&self, position: &Position) -> Result<u8, ProbeError> {
        if let Some(settlement) = self.rules.settlement(position) {
            return Ok(settlement.waiting);
        }
        let mut least = u8::MAX;
        for played in self.rules.moves(position).iter() {
            let child = self.mover(&played.next)?;
            least = least.min(played.conceded.saturating_add(child));
        }
        Ok(least)
    }

    /// What is tabled of a position: nothing when it has no number in its layer,
    /// or its layer no table and the game is over.
    fn tabled(&self, position: &Position) -> Result<Option<u8>, ProbeError> {
        let layer = position.seeds();
        let Some(tabled) = self.layers.get(layer) else {
            return match self.rules.settlement(position) {
                Some(_) => Ok(None),
                None => Err(ProbeError::NotTabled {
                    layer,
                    rules: self.rules.name,
                }),
            };
        };
        let Some(index) = tabled.layer.index(position) else {
            return Ok(None);
        };
        let range = self.kind.range(layer as u8);
        let value = self.reading.value(tabled, index, &range)?;
        Ok(Some(value as u8))
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
