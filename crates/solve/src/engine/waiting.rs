//! What the waiting player forces in finished layers. It is in no table, since
//! it follows from what the mover forces, by one look at the children of each
//! position; but whoever solves the layers above needs all of it, again and again.

use std::path::{Path, PathBuf};

use grenier_table::Scratch;

use crate::buffers::memory::Values;
use crate::engine::floor;
use crate::engine::sweep::sweep_from;
use crate::engine::work::{Known, Side};
use crate::options::SolveError;

/// Values of finished layers, by seeds.
#[derive(Debug)]
pub(crate) struct Derived {
    layers: Vec<Kept>,
    /// The directory for files. Without one, or where none can be written, all
    /// is kept in memory.
    scratch: Option<PathBuf>,
}

#[derive(Debug)]
enum Kept {
    Memory(Values),
    File(Scratch),
}

impl Kept {
    fn values(&self) -> &[i8] {
        match self {
            Self::Memory(values) => values,
            Self::File(file) => file.values(),
        }
    }
}

impl Derived {
    pub fn new(scratch: Option<&Path>) -> Self {
        Self {
            layers: Vec::new(),
            scratch: scratch.map(Path::to_owned),
        }
    }

    /// How many layers there are.
    pub fn len(&self) -> usize {
        self.layers.len()
    }

    /// Keeps the values of the next layer.
    pub fn push(&mut self, values: Values) {
        let scratch = self.scratch.as_ref();
        let file = scratch.and_then(|dir| Scratch::write(dir, &values).ok());
        self.layers
            .push(file.map_or(Kept::Memory(values), Kept::File));
    }

    /// The values of all layers.
    pub fn values(&self) -> Vec<&[i8]> {
        self.layers.iter().map(Kept::values).collect()
    }
}

/// A layer's values from those of all children: `children` in the layer itself,
/// which are final, and [`Known::lower`].
pub(crate) fn derive(known: Known<'_>, children: &[i8]) -> Result<Values, SolveError> {
    let sections = 0..=known.seeds();
    let slams_only: Vec<_> = sections
        .map(|waiting| floor::slams_only(&known, waiting))
        .collect();
    let mut side = Side {
        values: Values::zeroed(children.len())?,
        floor: None,
    };
    sweep_from(known, &mut side, children, &slams_only);
    Ok(side.values)
}
