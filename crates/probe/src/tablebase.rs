//! The tables of one rule set, wherever they are, and the value of a position.

use std::borrow::Cow;
use std::path::Path;

use grenier_rules::{Move, NetSeeds, Position, RuleSet};
use grenier_table::{Endless, Kind, TableDir, TableError, embedded_layer};

use crate::error::ProbeError;
use crate::reading::{Layers, Options, Reading, SolvedLayer, Source, source_of};

/// Score tables of one rule set, ready for questions.
///
/// Every layer comes from the directory if it is there, otherwise from the
/// tables inside the program if those have it.
#[derive(Debug)]
pub struct Tablebase {
    rules: &'static RuleSet,
    kind: Kind,
    endless: Endless,
    layers: Layers,
    /// The distances beside them.
    depths: Layers,
    reading: Reading,
}

impl Tablebase {
    /// Opens a directory of tables, in either form, with the usual
    /// [`Options`]: every table in it is mapped, and all of it that is cheap to
    /// check is checked. See [`grenier_table::LayerFile`] for what a mapping asks
    /// of other programs.
    ///
    /// # Errors
    /// [`TableError`] when there are no tables, or when any of them is not
    /// sound or of another rule set than the manifest says.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::open_with(path, &Options::default())
    }

    /// As [`Tablebase::open`], read as the caller wishes.
    ///
    /// # Errors
    /// As [`Tablebase::open`].
    pub fn open_with(path: &Path, options: &Options) -> Result<Self, TableError> {
        let dir = TableDir::open(path)?;
        let mut tables = Self::empty(dir.rules(), dir.kind(), dir.kind().endless());
        if (dir.kind(), dir.kind().endless()) == (Kind::Score, Endless::Even) {
            tables.add_embedded();
        }
        tables.reading = Reading::new(options);
        for seeds in dir.layers() {
            let layer = tables.reading.open(&dir, dir.kind(), seeds)?;
            tables.layers.put(layer);
        }
        for seeds in dir.layers_of(Kind::Distance) {
            let layer = tables.reading.open(&dir, Kind::Distance, seeds)?;
            tables.depths.put(layer);
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

    /// No tables at all: what is not over is not tabled.
    pub fn without_tables(rules: &'static RuleSet) -> Self {
        Self::empty(rules, Kind::Score, Endless::Even)
    }

    fn empty(rules: &'static RuleSet, kind: Kind, endless: Endless) -> Self {
        Self {
            rules,
            kind,
            endless,
            layers: Layers::none(),
            depths: Layers::none(),
            reading: Reading::new(&Options::default()),
        }
    }

    fn add_embedded(&mut self) {
        self.layers = Layers::embedded(|seeds| embedded_layer(self.rules, seeds));
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
        self.layers.iter().map(|tabled| {
            let source = source_of(Some(tabled));
            (tabled.layer.seeds(), source)
        })
    }

    /// The largest layer that is tabled; there may be gaps below it.
    pub fn largest_layer(&self) -> Option<u32> {
        self.layers().map(|(seeds, _)| seeds).last()
    }

    /// Whether the layer with `seeds` seeds, 0..=48, is tabled.
    pub fn has_layer(&self, seeds: u32) -> bool {
        self.layers.get(seeds).is_some()
    }

    /// All values of a layer with `seeds` seeds, 0..=48, in index order; `None`
    /// when it is not tabled. They are compared with their checksum the first
    /// time, and read into memory where they are not mapped.
    ///
    /// # Errors
    /// [`ProbeError::Unreadable`].
    pub fn layer_values(&self, seeds: u32) -> Result<Option<Cow<'_, [i8]>>, ProbeError> {
        self.layers.all_values(seeds)
    }

    /// Adds the values of a layer that was solved since: it counts as tabled from
    /// now on, also for those who ask at the same time. Does nothing when it is
    /// tabled.
    ///
    /// # Panics
    /// When there is no such layer, or it has another size.
    pub fn add_layer(&self, seeds: u32, values: SolvedLayer) {
        self.layers.add_solved(seeds, values);
    }

    /// Bytes of memory that layers added since take.
    pub fn solved_bytes(&self) -> u64 {
        self.layers.solved_bytes()
    }

    /// What a position is worth: net seeds for the mover from here on under
    /// best play, -n..=n with n seeds on the board.
    ///
    /// A position without a number in its layer (no empty pit on the waiting
    /// side, as at the start of a game) is worth what its best move is worth.
    /// A game that is over needs no table.
    ///
    /// # Errors
    /// [`ProbeError::NotTabled`], [`ProbeError::Damaged`],
    /// [`ProbeError::Unreadable`].
    pub fn value(&self, position: &Position) -> Result<NetSeeds, ProbeError> {
        let seeds = position.seeds();
        if let Some(tabled) = self.layers.get(seeds)
            && let Some(index) = tabled.layer.index(position)
        {
            let range = self.kind.range(seeds as u8);
            return Ok(NetSeeds(self.reading.value(tabled, index, &range)?));
        }
        if let Some(settlement) = self.rules.settlement(position) {
            return Ok(settlement.net());
        }
        if !self.has_layer(seeds) {
            return Err(ProbeError::NotTabled {
                layer: seeds,
                rules: self.rules.name,
            });
        }
        // The pit just sown is empty, so every child has a number.
        let mut best = NetSeeds(i8::MIN);
        for played in self.rules.moves(position).iter() {
            best = best.max(self.move_value(played)?);
        }
        Ok(best)
    }

    /// How many plies a position is away from the next conversion, when both
    /// sides keep its value, the one that is ahead hurries and the other delays;
    /// 0 where the value is 0 or the game is over. `None` when the distances of
    /// its layer are not tabled.
    ///
    /// # Errors
    /// As [`Tablebase::probe`].
    pub fn distance(&self, position: &Position) -> Result<Option<u32>, ProbeError> {
        let seeds = position.seeds();
        if !self.has_distances(seeds) {
            return Ok(None);
        }
        match self.layer_index(position) {
            Some(index) => self.tabled_distance(seeds, index),
            // Every child has a number.
            None => Ok(match self.best(position)? {
                Some(best) => Some(best.conversion.plies().unwrap_or(0)),
                None => Some(0),
            }),
        }
    }

    /// Whether the distances of the layer with `seeds` seeds, 0..=48, are tabled.
    pub fn has_distances(&self, seeds: u32) -> bool {
        self.depths.get(seeds).is_some()
    }

    /// The number of a position in its layer, if it is tabled and has one.
    fn layer_index(&self, position: &Position) -> Option<u64> {
        let tabled = self.layers.get(position.seeds())?;
        tabled.layer.index(position)
    }

    fn tabled_distance(&self, seeds: u32, index: u64) -> Result<Option<u32>, ProbeError> {
        let Some(depth) = self.depths.get(seeds) else {
            return Ok(None);
        };
        self.reading.distance(depth, index).map(Some)
    }

    /// Whether a move takes seeds off the board or ends the game.
    fn converts(&self, played: &Move) -> bool {
        played.captured + played.conceded > 0 || self.rules.moves(&played.next).is_empty()
    }

    /// See [`crate::RatedMove::conversion`]; `value` is the move's.
    pub(crate) fn move_distance(
        &self,
        played: &Move,
        value: NetSeeds,
    ) -> Result<Option<u32>, ProbeError> {
        let seeds = played.next.seeds();
        if self.converts(played) {
            return Ok(Some(1));
        }
        let Some(index) = self
            .layer_index(&played.next)
            .filter(|_| value != NetSeeds(0))
        else {
            return Ok(None);
        };
        let after = self.tabled_distance(seeds, index)?;
        Ok(after.and_then(|plies| plies.checked_add(1)))
    }

    /// Compares a position's tabled distance with what its moves give.
    pub(crate) fn check_distance(
        &self,
        position: &Position,
        expected: u32,
    ) -> Result<(), ProbeError> {
        let layer = position.seeds();
        let Some(index) = self.layer_index(position) else {
            return Ok(());
        };
        match self.tabled_distance(layer, index)? {
            Some(found) if found != expected => Err(ProbeError::DistanceDisagrees {
                layer,
                position: *position,
                found,
                expected,
            }),
            _ => Ok(()),
        }
    }

    /// What a move is worth to the player who makes it.
    pub(crate) fn move_value(&self, played: &Move) -> Result<NetSeeds, ProbeError> {
        Ok(played.worth(self.value(&played.next)?))
    }

    /// Where the value of a position comes from. A position without a number
    /// has the source of its layer, from which its children are answered.
    pub(crate) fn source(&self, position: &Position) -> Source {
        source_of(self.layers.get(position.seeds()))
    }
}
