//! How the values of layers are reached: in files of either form, or inside the
//! program.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use grenier_index::Layer;
use grenier_rules::MAX_SEEDS;
use grenier_table::{Access, Kind, LayerReader, TableDir, TableError};

use crate::cache::Cache;
use crate::error::ProbeError;

/// How a directory of tables is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How the files are reached. With [`Access::Load`] the layers with the
    /// fewest seeds are loaded, as long as they fit into `load_bytes`; the
    /// others are read piece by piece.
    pub access: Access,
    /// Bytes of memory that loaded layers may take.
    pub load_bytes: u64,
    /// Bytes of memory for blocks that were read, about.
    pub cache_bytes: usize,
    /// Whether a value is only given when its checksum was compared. A packed
    /// layer always has that, block by block. Of a plain one the whole file is
    /// read at the first question to it.
    pub check: bool,
}

impl Default for Options {
    /// Mapped files, 32 MiB for blocks.
    fn default() -> Self {
        Self {
            access: Access::Map,
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
    /// A layer that was solved since, in memory.
    Solved,
    /// No table: the game is over, and the rules say who takes what.
    Rules,
}

/// One layer: its numbering and its values.
#[derive(Debug)]
pub(crate) struct Tabled {
    pub layer: Layer,
    pub values: Values,
}

impl Tabled {
    /// All values, in index order; copied where they are not at hand.
    fn all_values(&self) -> Result<Cow<'_, [i8]>, ProbeError> {
        let (reader, checked) = match &self.values {
            Values::Embedded(values) => return Ok(Cow::Borrowed(*values)),
            Values::Solved(values) => return Ok(Cow::Borrowed((**values).as_ref())),
            Values::File(reader, checked) => (reader, checked),
        };
        let layer = self.layer.seeds();
        check(layer, reader, checked)?;
        let why = |error: TableError| error.to_string();
        let values = reader.all_values().map_err(why);
        values.map_err(|why| ProbeError::Unreadable { layer, why })
    }
}

pub(crate) enum Values {
    File(Box<LayerReader>, Checked),
    Embedded(&'static [i8]),
    Solved(SolvedLayer),
}

/// The values of a layer in memory, in index order.
pub type SolvedLayer = Box<dyn AsRef<[i8]> + Send + Sync>;

/// What is tabled of each layer, by seeds. A layer may be added while others are
/// asked for.
#[derive(Debug)]
pub(crate) struct Layers(Vec<OnceLock<Tabled>>);

impl Layers {
    pub(crate) fn none() -> Self {
        Self((0..=MAX_SEEDS).map(|_| OnceLock::new()).collect())
    }

    /// The layer with so many seeds, if there is one and it is tabled.
    pub(crate) fn get(&self, seeds: u32) -> Option<&Tabled> {
        self.0.get(seeds as usize)?.get()
    }

    /// The layers inside the program, of which `values` gives the values.
    pub(crate) fn embedded(values: impl Fn(u32) -> Option<&'static [i8]>) -> Self {
        let mut layers = Self::none();
        for seeds in 0..=MAX_SEEDS {
            if let Some(values) = values(seeds) {
                layers.put(Tabled {
                    layer: Layer::new(seeds),
                    values: Values::Embedded(values),
                });
            }
        }
        layers
    }

    /// All values of a layer, in index order; `None` when it is not tabled.
    pub(crate) fn all_values(&self, seeds: u32) -> Result<Option<Cow<'_, [i8]>>, ProbeError> {
        self.get(seeds).map(Tabled::all_values).transpose()
    }

    /// All layers that are tabled, rising.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tabled> {
        self.0.iter().filter_map(OnceLock::get)
    }

    /// Tables a layer, in the place of what was.
    pub(crate) fn put(&mut self, tabled: Tabled) {
        let seeds = tabled.layer.seeds() as usize;
        self.0[seeds] = OnceLock::from(tabled);
    }

    /// Bytes of the layers that were solved.
    pub(crate) fn solved_bytes(&self) -> u64 {
        let bytes = |tabled: &Tabled| match &tabled.values {
            Values::Solved(_) => tabled.layer.len(),
            Values::File(..) | Values::Embedded(_) => 0,
        };
        self.iter().map(bytes).sum()
    }

    /// Adds a layer that was solved, unless it is tabled.
    ///
    /// # Panics
    /// When there is no such layer, or it has another size.
    pub(crate) fn add_solved(&self, seeds: u32, values: SolvedLayer) {
        let layer = Layer::new(seeds);
        let len = (*values).as_ref().len() as u64;
        assert_eq!(len, layer.len(), "the size of layer {seeds}");
        let values = Values::Solved(values);
        self.0[seeds as usize].get_or_init(|| Tabled { layer, values });
    }
}

/// Whether a layer was found to be what was written; nothing before the first
/// question.
type Checked = OnceLock<Result<(), String>>;

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(reader, _) => f.debug_tuple("File").field(reader).finish(),
            Self::Embedded(values) => f.debug_tuple("Embedded").field(&values.len()).finish(),
            Self::Solved(_) => f.write_str("Solved"),
        }
    }
}

/// The source of a layer that may be tabled.
pub(crate) fn source_of(tabled: Option<&Tabled>) -> Source {
    match tabled {
        None => Source::Rules,
        Some(tabled) => match tabled.values {
            Values::File(..) => Source::Directory,
            Values::Embedded(_) => Source::Embedded,
            Values::Solved(_) => Source::Solved,
        },
    }
}

/// What all layers of one kind have in common: the way to them, and the blocks
/// that were read.
#[derive(Debug)]
pub(crate) struct Reading {
    options: Options,
    cache: Cache,
}

impl Reading {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            options: *options,
            cache: Cache::new(options.cache_bytes),
        }
    }

    /// Opens the table of a layer. They must come by rising seeds.
    pub(crate) fn open(
        &mut self,
        dir: &TableDir,
        kind: Kind,
        seeds: u32,
    ) -> Result<Tabled, TableError> {
        let layer = Layer::new(seeds);
        let left = self.options.load_bytes.checked_sub(layer.len());
        let access = match (self.options.access, left) {
            (Access::Load, None) => Access::Read,
            (access, _) => access,
        };
        self.options.load_bytes = left.unwrap_or(0);
        let values = Values::File(Box::new(dir.reader(kind, seeds, access)?), OnceLock::new());
        Ok(Tabled { layer, values })
    }

    /// The distance, in plies, at an index of a table of distances.
    pub(crate) fn distance(&self, tabled: &Tabled, index: u64) -> Result<u32, ProbeError> {
        let layer = tabled.layer.seeds();
        let byte = self.byte(tabled, index)? as u8;
        let plies = match &tabled.values {
            Values::File(reader, _) => reader.distance(index, byte),
            Values::Embedded(_) | Values::Solved(_) => None,
        };
        plies.ok_or(ProbeError::NoDistance { layer, index })
    }

    /// The value at an index, if it can be one: in `range`.
    pub(crate) fn value(
        &self,
        tabled: &Tabled,
        index: u64,
        range: &RangeInclusive<i8>,
    ) -> Result<i8, ProbeError> {
        let layer = tabled.layer.seeds();
        let found = self.byte(tabled, index)?;
        if range.contains(&found) {
            return Ok(found);
        }
        Err(ProbeError::Damaged {
            layer,
            index,
            found,
        })
    }

    /// What stands at an index, checked if that is wished.
    fn byte(&self, tabled: &Tabled, index: u64) -> Result<i8, ProbeError> {
        let (reader, checked) = match &tabled.values {
            Values::Embedded(values) => return Ok(values[index as usize]),
            Values::Solved(values) => return Ok((**values).as_ref()[index as usize]),
            Values::File(reader, checked) => (reader, checked),
        };
        let layer = tabled.layer.seeds();
        let unreadable = |why| ProbeError::Unreadable { layer, why };
        if self.options.check {
            check(layer, reader, checked)?;
        }
        if let Some(values) = reader.values() {
            return Ok(values[index as usize]);
        }
        let (block, at) = reader.locate(index);
        let key = (reader.header().kind, layer, block);
        let found = self.cache.byte(key, at, || reader.block(block));
        found
            .map(|byte| byte as i8)
            .map_err(|error| unreadable(error.to_string()))
    }
}

/// Compares the checksum of a plain layer, once.
fn check(layer: u32, reader: &LayerReader, checked: &Checked) -> Result<(), ProbeError> {
    let check = || reader.check().map_err(|error| error.to_string());
    let found = checked.get_or_init(check).clone();
    found.map_err(|why| ProbeError::Unreadable { layer, why })
}
