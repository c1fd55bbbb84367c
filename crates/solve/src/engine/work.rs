//! The context in which a layer is solved.

use grenier_index::{Layer, Section};
use grenier_rules::{Position, RuleSet};

use crate::engine::gives::{Give, Gives};
use crate::engine::kernel::Kernel;
use crate::engine::tile_moves::LayerMoves;
use crate::halves::moves::Given;
use crate::objective::Objective;

/// What is known while a layer is solved: the rules, the numbering, the
/// finished layers below. Shared by all threads.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// What the computed values count.
    pub objective: Objective,
    /// What becomes of the old ones.
    pub merge: Merge,
    pub rules: &'a RuleSet,
    /// The numbering of this layer and all below, by seeds.
    pub index: &'a [Layer],
    /// Values of the layers below, by seeds: what the count says of children.
    pub lower: &'a [&'a [i8]],
    pub gives: &'a Gives,
    pub moves: &'a LayerMoves,
    pub kernel: Kernel,
}

impl<'a> Known<'a> {
    /// The layer being solved.
    pub fn layer(&self) -> &'a Layer {
        &self.index[self.lower.len()]
    }

    /// Seeds in the layer being solved.
    pub fn seeds(&self) -> u32 {
        self.layer().seeds()
    }

    /// The section of the layer with `waiting` waiting seeds.
    pub fn section(&self, waiting: u32) -> Section {
        self.layer().sections()[waiting as usize]
    }

    /// A section of a finished layer, the one with `waiting` waiting seeds, and
    /// the length of its rows.
    pub fn lower_section(&self, seeds: u32, waiting: u32) -> (&'a [i8], usize) {
        let section = self.index[seeds as usize].sections()[waiting as usize];
        let values = &self.lower[seeds as usize][section.base as usize..];
        (&values[..section.len() as usize], section.width as usize)
    }

    /// What a give does to the waiting halves with `waiting` seeds.
    pub fn give(&self, waiting: u32, given: Given) -> &'a Give {
        self.gives
            .get(waiting, u32::from(given.seeds), given.ends_on_waiting)
    }

    /// The value of a position from those of its children; see [`Objective::evaluate`].
    pub fn evaluate(&self, position: &Position, value: impl Fn(u64) -> i8) -> i8 {
        self.objective
            .evaluate(self.rules, self.index, self.lower, position, value)
    }
}

/// What becomes of a value when a new one is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merge {
    /// The new one stands.
    Replace,
    /// The lower one stands.
    Lower,
    /// The higher one stands.
    Raise,
}

impl Merge {
    /// What stands.
    #[inline]
    pub fn of(self, old: i8, new: i8) -> i8 {
        match self {
            Self::Replace => new,
            Self::Lower => old.min(new),
            Self::Raise => old.max(new),
        }
    }
}
