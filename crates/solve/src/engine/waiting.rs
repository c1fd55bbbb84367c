//! What the waiting player can be sure of in finished layers. No table holds it,
//! since it follows from what the mover can be sure of, by one look at the
//! children of each position; but the layers above need all of it, again and again.

use std::path::{Path, PathBuf};

use grenier_rules::RuleSet;
use grenier_table::Scratch;
use rayon::prelude::*;

use crate::buffers::memory::Values;
use crate::engine::floor;
use crate::engine::prepared::Prepared;
use crate::engine::sides::Side;
use crate::engine::sweep::sweep_from;
use crate::error::SolveError;
use crate::objective::Objective;
use crate::options::Memory;

/// Derives what the waiting player can be sure of from the mover's secure seeds or
/// own-side bounds, layer by layer.
#[derive(Debug)]
pub struct WaitingBounds {
    pub(crate) prepared: Prepared,
    /// By seeds.
    layers: Vec<Storage>,
    scratch: Option<PathBuf>,
}

#[derive(Debug)]
enum Storage {
    Memory(Values),
    File(Scratch),
}

impl WaitingBounds {
    /// Bounds under a rule set. They take a byte per position: in unnamed files in
    /// the directory `scratch`, or in memory without one or where no file can be
    /// written.
    pub fn new(rules: RuleSet, scratch: Option<&Path>) -> Self {
        Self {
            prepared: Prepared::new(rules),
            layers: Vec::new(),
            scratch: scratch.map(Path::to_owned),
        }
    }

    /// How many positions of the last of `layers` are exact: what the mover and
    /// what the waiting player can be sure of make up all seeds. `layers` are secure
    /// seeds or own-side bounds, of all layers from 0 on.
    ///
    /// # Errors
    /// [`SolveError::Memory`].
    ///
    /// # Panics
    /// When a layer has the wrong size.
    pub fn exact(&mut self, layers: &[&[i8]]) -> Result<u64, SolveError> {
        let Some(last) = layers.len().checked_sub(1) else {
            return Ok(0);
        };
        self.derive(layers)?;
        let pairs = layers[last].par_iter().zip(self.layers[last].values());
        let exact = pairs.filter(|&(mover, waiting)| mover - waiting == last as i8);
        Ok(exact.count() as u64)
    }

    /// Derives the values, see [`Objective::WaiterSure`], of those layers of
    /// `layers` that do not have them yet.
    pub(crate) fn derive(&mut self, layers: &[&[i8]]) -> Result<(), SolveError> {
        self.prepared.number(layers);
        for seeds in self.layers.len()..layers.len() {
            self.prepared.prepare(seeds);
            let values = self.next(&layers[..seeds], layers[seeds])?;
            let file = self.scratch.as_ref();
            let file = file.and_then(|dir| Scratch::write(dir, &values).ok());
            let stored = file.map_or(Storage::Memory(values), Storage::File);
            self.layers.push(stored);
        }
        Ok(())
    }

    /// The derived values, by seeds.
    pub(crate) fn values(&self) -> Vec<&[i8]> {
        self.layers.iter().map(Storage::values).collect()
    }

    /// Those of the layer above `lower`: all its children have their final values,
    /// in `lower` or in `children`, which are those of the layer itself.
    fn next(&self, lower: &[&[i8]], children: &[i8]) -> Result<Values, SolveError> {
        let known = self.prepared.known(Objective::WaiterSure, lower);
        let sections = 0..=known.seeds();
        let slams_only: Vec<_> = sections
            .map(|waiting| floor::slams_only(&known, waiting))
            .collect();
        let mut side = Side::new(known, Memory::Low)?;
        sweep_from(&mut side, children, &slams_only);
        Ok(side.values)
    }
}

impl Storage {
    fn values(&self) -> &[i8] {
        match self {
            Self::Memory(values) => values,
            Self::File(file) => file.values(),
        }
    }
}
