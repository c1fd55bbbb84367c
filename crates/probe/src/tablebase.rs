//! The tables of one rule set, wherever they are, and the value of a position.

use std::fmt;
use std::path::Path;

use grenier_index::Layer;
use grenier_rules::{MAX_SEEDS, Move, Position, RuleSet};
use grenier_table::{Endless, Kind, LayerFile, TableDir, TableError, embedded_layer};

use crate::error::ProbeError;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A table file.
    Directory,
    /// A table inside the program.
    Embedded,
    /// No table: the game is over, and the rules say who takes what.
    Rules,
}

/// Score tables of one rule set, ready for questions.
///
/// Every layer comes from the directory if it is there, otherwise from the
/// tables inside the program if those have it.
#[derive(Debug)]
pub struct Tablebase {
    rules: &'static RuleSet,
    kind: Kind,
    endless: Endless,
    /// By seeds on the board; as long as there are layers in a game.
    layers: Vec<Option<Tabled>>,
}

/// One layer: its numbering and its values.
#[derive(Debug)]
struct Tabled {
    layer: Layer,
    values: Values,
}

enum Values {
    File(LayerFile),
    Embedded(&'static [i8]),
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => f.debug_tuple("File").field(&file.path()).finish(),
            Self::Embedded(values) => f.debug_tuple("Embedded").field(&values.len()).finish(),
        }
    }
}

impl Tabled {
    fn values(&self) -> &[i8] {
        match &self.values {
            Values::File(file) => file.values(),
            Values::Embedded(values) => values,
        }
    }
}

impl Tablebase {
    /// Opens a directory of tables; every table in it is mapped, and all of it
    /// that is cheap to check is checked. See [`LayerFile`] for what a mapping
    /// asks of other programs.
    ///
    /// # Errors
    /// [`TableError`] when there are no tables, or when any of them is not
    /// sound or of another rule set than the manifest says.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let dir = TableDir::open(path)?;
        let mut tables = Self::empty(dir.rules(), dir.kind(), dir.endless());
        if (dir.kind(), dir.endless()) == (Kind::Score, Endless::Even) {
            tables.add_embedded();
        }
        for seeds in dir.layers() {
            tables.layers[seeds as usize] = Some(Tabled {
                layer: Layer::new(seeds),
                values: Values::File(dir.open_layer(seeds)?),
            });
        }
        Ok(tables)
    }

    /// The tables inside the program: scores of up to 8 seeds with endless
    /// play even. `None` when there are none for this rule set.
    pub fn embedded(rules: &'static RuleSet) -> Option<Self> {
        let mut tables = Self::empty(rules, Kind::Score, Endless::Even);
        tables.add_embedded();
        tables.largest_layer().map(|_| tables)
    }

    fn empty(rules: &'static RuleSet, kind: Kind, endless: Endless) -> Self {
        Self {
            rules,
            kind,
            endless,
            layers: (0..=MAX_SEEDS).map(|_| None).collect(),
        }
    }

    fn add_embedded(&mut self) {
        for (seeds, slot) in (0..).zip(&mut self.layers) {
            *slot = embedded_layer(self.rules, seeds).map(|values| Tabled {
                layer: Layer::new(seeds),
                values: Values::Embedded(values),
            });
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

    /// How endless play counts in every value.
    pub fn endless(&self) -> Endless {
        self.endless
    }

    /// The layers that are tabled, by seeds, rising, with their source.
    pub fn layers(&self) -> impl Iterator<Item = (u32, Source)> {
        self.layers.iter().flatten().map(|tabled| {
            let source = match tabled.values {
                Values::File(_) => Source::Directory,
                Values::Embedded(_) => Source::Embedded,
            };
            (tabled.layer.seeds(), source)
        })
    }

    /// The largest layer that is tabled; there may be gaps below it.
    pub fn largest_layer(&self) -> Option<u32> {
        self.layers().map(|(seeds, _)| seeds).last()
    }

    /// What a position is worth: net seeds for the mover from here on under
    /// best play, -n..=n with n seeds on the board.
    ///
    /// A position without a number in its layer (no empty pit on the waiting
    /// side, as at the start of a game) is worth what its best move is worth.
    /// A game that is over needs no table.
    ///
    /// # Errors
    /// [`ProbeError::NotTabled`], [`ProbeError::Damaged`].
    pub fn value(&self, position: &Position) -> Result<i8, ProbeError> {
        let seeds = position.seeds();
        if let Some(tabled) = &self.layers[seeds as usize]
            && let Some(index) = tabled.layer.index(position)
        {
            return checked(tabled, index);
        }
        if let Some(settlement) = self.rules.settlement(position) {
            return Ok(settlement.net());
        }
        if self.layers[seeds as usize].is_none() {
            return Err(ProbeError::NotTabled {
                layer: seeds,
                rules: self.rules.name,
            });
        }
        // The pit just sown is empty, so every child has a number.
        let mut best = i8::MIN;
        for played in self.rules.moves(position).iter() {
            best = best.max(self.move_value(played)?);
        }
        Ok(best)
    }

    /// What a move is worth to the player who makes it.
    pub(crate) fn move_value(&self, played: &Move) -> Result<i8, ProbeError> {
        Ok(played.worth(self.value(&played.next)?))
    }

    /// Where the value of a position comes from. A position without a number
    /// has the source of its layer, from which its children are answered.
    pub(crate) fn source(&self, position: &Position) -> Source {
        match &self.layers[position.seeds() as usize] {
            None => Source::Rules,
            Some(tabled) => match tabled.values {
                Values::File(_) => Source::Directory,
                Values::Embedded(_) => Source::Embedded,
            },
        }
    }
}

/// The value at an index, if it can be one.
fn checked(tabled: &Tabled, index: u64) -> Result<i8, ProbeError> {
    let found = tabled.values()[index as usize];
    let layer = tabled.layer.seeds();
    if u32::from(found.unsigned_abs()) > layer {
        return Err(ProbeError::Damaged {
            layer,
            index,
            found,
        });
    }
    Ok(found)
}
