//! The tables of one kind, layer by layer: in files, inside the program or in
//! memory.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use grenier_index::Layer;
use grenier_rules::{MAX_SEEDS, Position, RuleSet};
use grenier_table::{Access, Kind, LayerReader, TableDir, TableError, embedded_layer};

use crate::cache::Cache;
use crate::error::ProbeError;

/// How a directory of tables is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How files are read. [`Access::Load`] loads the smallest layers, as many as
    /// fit into `load_bytes`; the others are read piece by piece.
    pub access: Access,
    /// Bytes of memory for loaded layers, at most.
    pub load_bytes: u64,
    /// Bytes of memory for the cache of blocks, approximately.
    pub cache_bytes: usize,
    /// Verify checksums before returning values. Blocks of packed layers are
    /// always verified; a plain layer is read as a whole at its first question.
    pub check: bool,
}

impl Default for Options {
    /// Files are read, so that one that becomes shorter is an error; 32 MiB for
    /// blocks.
    fn default() -> Self {
        Self {
            access: Access::Read,
            load_bytes: u64::MAX,
            cache_bytes: 32 << 20,
            check: false,
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A table file.
    Directory,
    /// A table inside the program.
    Embedded,
    /// A layer that was solved in memory.
    Solved,
    /// No table: the game is over, and the rules share out the seeds.
    Rules,
}

/// The values of a layer in memory, in index order.
pub type SolvedLayer = Box<dyn AsRef<[i8]> + Send + Sync>;

/// The tables of one kind under one rule set, by seeds. Layers may be added while
/// other threads read.
pub struct Layers {
    rules: &'static RuleSet,
    kind: Kind,
    options: Options,
    cache: Cache,
    by_seeds: Vec<OnceLock<Tabled>>,
}

/// One layer: its numbering, its values, and the distances beside scores.
struct Tabled {
    layer: Layer,
    values: Values,
    distances: Option<Values>,
}

enum Values {
    /// A file, with the result of [`LayerReader::check`] once that was asked for.
    File(Box<LayerReader>, OnceLock<Result<(), Arc<TableError>>>),
    Embedded(&'static [i8]),
    Solved(SolvedLayer),
}

impl Layers {
    /// No layer.
    pub(crate) fn none(rules: &'static RuleSet, kind: Kind, options: &Options) -> Self {
        Self {
            rules,
            kind,
            options: *options,
            cache: Cache::new(options.cache_bytes),
            by_seeds: (0..=MAX_SEEDS).map(|_| OnceLock::new()).collect(),
        }
    }

    /// The layers inside the program; none for some rule sets.
    pub(crate) fn embedded(rules: &'static RuleSet, kind: Kind, options: &Options) -> Self {
        let mut layers = Self::none(rules, kind, options);
        for seeds in 0..=MAX_SEEDS {
            if let Some(values) = embedded_layer(rules, kind, seeds) {
                layers.put(seeds, Values::Embedded(values));
            }
        }
        layers
    }

    /// The layers in a directory, and where it has none those inside the program.
    pub(crate) fn open(path: &Path, kind: Kind, options: &Options) -> Result<Self, TableError> {
        let dir = TableDir::open_kind(path, kind)?;
        let mut layers = Self::embedded(dir.rules(), kind, options);
        for seeds in dir.layers() {
            let values = layers.open_file(&dir, kind, seeds)?;
            layers.put(seeds, values);
        }
        for seeds in dir.layers_of(Kind::Distance) {
            let distances = layers.open_file(&dir, Kind::Distance, seeds)?;
            if let Some(tabled) = layers.by_seeds[seeds as usize].get_mut() {
                tabled.distances = Some(distances);
            }
        }
        Ok(layers)
    }

    /// Opens a table, for `load_bytes` in the order of the calls.
    fn open_file(&mut self, dir: &TableDir, kind: Kind, seeds: u32) -> Result<Values, TableError> {
        let bytes = Layer::new(seeds).len();
        let left = self.options.load_bytes.checked_sub(bytes);
        let access = match (self.options.access, left) {
            (Access::Load, None) => Access::Read,
            (access, _) => access,
        };
        self.options.load_bytes = left.unwrap_or(0);
        let reader = dir.reader(kind, seeds, access)?;
        Ok(Values::File(Box::new(reader), OnceLock::new()))
    }

    fn put(&mut self, seeds: u32, values: Values) {
        self.by_seeds[seeds as usize] = OnceLock::from(Tabled::new(seeds, values));
    }

    /// The rule set of all layers.
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// What the values mean.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The tabled layers with their source, by rising seeds.
    fn iter(&self) -> impl Iterator<Item = (u32, Source)> {
        let tabled = self.by_seeds.iter().filter_map(OnceLock::get);
        tabled.map(|tabled| (tabled.layer.seeds(), tabled.values.source()))
    }

    /// The largest tabled layer; layers below it may be missing.
    pub fn largest(&self) -> Option<u32> {
        self.iter().map(|(seeds, _)| seeds).last()
    }

    /// Whether the layer with `seeds` seeds, 0..=48, is tabled.
    pub fn has(&self, seeds: u32) -> bool {
        self.get(seeds).is_some()
    }

    /// All values of the layer with `seeds` seeds, 0..=48, in index order; `None`
    /// when it is not tabled. The first call verifies the checksum. Values that
    /// are neither mapped nor in memory are read.
    ///
    /// # Errors
    /// [`ProbeError::Unreadable`].
    pub fn values(&self, seeds: u32) -> Result<Option<Cow<'_, [i8]>>, ProbeError> {
        let values = self.get(seeds).map(|tabled| tabled.values.all());
        values.transpose().map_err(ProbeError::Unreadable)
    }

    /// Adds a solved layer, at once for all threads. Does nothing when the layer
    /// is tabled.
    ///
    /// # Panics
    /// When there is no such layer, or it has another size.
    pub fn add(&self, seeds: u32, values: SolvedLayer) {
        let len = (*values).as_ref().len() as u64;
        let tabled = Tabled::new(seeds, Values::Solved(values));
        assert_eq!(len, tabled.layer.len(), "the size of layer {seeds}");
        self.by_seeds[seeds as usize].get_or_init(|| tabled);
    }

    /// Bytes of memory of the added layers.
    pub fn solved_bytes(&self) -> u64 {
        let solved = self.iter().filter(|(_, source)| *source == Source::Solved);
        solved.map(|(seeds, _)| Layer::new(seeds).len()).sum()
    }

    /// Where the value of a position comes from. One without an index has the
    /// source of its layer, from which its children are answered.
    pub fn source(&self, position: &Position) -> Source {
        let tabled = self.get(position.seeds());
        tabled.map_or(Source::Rules, |tabled| tabled.values.source())
    }

    /// Whether the distances of a layer are tabled.
    pub(crate) fn has_distances(&self, seeds: u32) -> bool {
        self.get(seeds)
            .is_some_and(|tabled| tabled.distances.is_some())
    }

    /// The tabled value of a position; `None` when its layer is not tabled or it has
    /// no index there.
    #[inline]
    pub(crate) fn value(&self, position: &Position) -> Result<Option<i8>, ProbeError> {
        let Some((tabled, index)) = self.find(position) else {
            return Ok(None);
        };
        let found = self.byte(&tabled.values, index)?;
        let layer = tabled.layer.seeds();
        if self.kind.range(layer as u8).contains(&found) {
            return Ok(Some(found));
        }
        Err(ProbeError::Damaged {
            layer,
            index,
            found,
        })
    }

    /// The tabled distance of a position, in plies; `None` when its layer has no
    /// distances or it has no index there.
    pub(crate) fn distance(&self, position: &Position) -> Result<Option<u32>, ProbeError> {
        let found = self.find(position);
        let found = found.and_then(|(tabled, index)| Some((tabled.distances.as_ref()?, index)));
        let Some((distances, index)) = found else {
            return Ok(None);
        };
        let byte = self.byte(distances, index)? as u8;
        let plies = match distances {
            Values::File(reader, _) => reader.distance(index, byte),
            Values::Embedded(_) | Values::Solved(_) => None,
        };
        let layer = position.seeds();
        plies
            .map(Some)
            .ok_or(ProbeError::NoDistance { layer, index })
    }

    /// Refuses a layer that is not tabled.
    pub(crate) fn check_tabled(&self, layer: u32) -> Result<(), ProbeError> {
        if self.has(layer) {
            return Ok(());
        }
        let rules = self.rules.name;
        Err(ProbeError::NotTabled { layer, rules })
    }

    fn get(&self, seeds: u32) -> Option<&Tabled> {
        self.by_seeds.get(seeds as usize)?.get()
    }

    /// The layer of a position, if it is tabled, and the position's index in it, if
    /// it has one.
    fn find(&self, position: &Position) -> Option<(&Tabled, u64)> {
        let tabled = self.get(position.seeds())?;
        Some((tabled, tabled.layer.index(position)?))
    }

    /// The byte at an index.
    #[inline]
    fn byte(&self, values: &Values, index: u64) -> Result<i8, ProbeError> {
        let reader = match values {
            Values::Embedded(values) => return Ok(values[index as usize]),
            Values::Solved(values) => return Ok((**values).as_ref()[index as usize]),
            Values::File(reader, _) => reader,
        };
        if self.options.check {
            values.check().map_err(ProbeError::Unreadable)?;
        }
        let unreadable = |error| ProbeError::Unreadable(Arc::new(error));
        if let Some(byte) = reader.byte(index).map_err(unreadable)? {
            return Ok(byte as i8);
        }
        let (block, at) = reader.locate(index);
        let header = reader.header();
        let key = (header.kind, header.seeds.into(), block);
        let byte = self.cache.byte(key, at, || reader.block(block));
        Ok(byte.map_err(unreadable)? as i8)
    }
}

impl Tabled {
    fn new(seeds: u32, values: Values) -> Self {
        Self {
            layer: Layer::new(seeds),
            values,
            distances: None,
        }
    }
}

impl Values {
    fn source(&self) -> Source {
        match self {
            Self::File(..) => Source::Directory,
            Self::Embedded(_) => Source::Embedded,
            Self::Solved(_) => Source::Solved,
        }
    }

    /// All values, in index order, verified.
    fn all(&self) -> Result<Cow<'_, [i8]>, Arc<TableError>> {
        self.check()?;
        match self {
            Self::File(reader, _) => Ok(reader.all_values()?),
            Self::Embedded(values) => Ok(Cow::Borrowed(values)),
            Self::Solved(values) => Ok(Cow::Borrowed((**values).as_ref())),
        }
    }

    /// Verifies the checksum of a plain file, once.
    fn check(&self) -> Result<(), Arc<TableError>> {
        match self {
            Self::File(reader, checked) => checked
                .get_or_init(|| reader.check().map_err(Arc::new))
                .clone(),
            Self::Embedded(_) | Self::Solved(_) => Ok(()),
        }
    }
}

impl fmt::Debug for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
