//! A layer while it is being solved.

use grenier_index::{Layer, Section};
use grenier_rules::{Position, RuleSet};

use crate::buffers::memory::{Bytes, Values};
use crate::engine::gives::{Give, Gives};
use crate::engine::kernel::Kernel;
use crate::evaluate::evaluate;
use crate::halves::moves::{Given, LayerMoves};
use crate::objective::Count;

/// What is known while a layer is solved: the rules, the numbering, the
/// finished layers below. Shared by all threads.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// What the values count that are worked out.
    pub count: Count,
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

    /// The value of a position from those of its children; see [`evaluate`].
    pub fn evaluate(&self, position: &Position, value: impl Fn(u64) -> i8) -> i8 {
        let (count, rules, index) = (self.count, self.rules, self.index);
        evaluate(count, rules, index, self.lower, position, value)
    }
}

/// What becomes of a value when a new one is worked out.
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

/// One count of a layer in progress.
pub(crate) struct Side {
    /// What [`Known::count`] counts, in index order.
    pub values: Values,
    /// What each position can be sure of without a quiet move, as far as it is
    /// kept: per section, by mover half and then by waiting half (a tile reads it
    /// in order), offset as in a tile; 0 where there is no capture and the game is
    /// not over.
    pub floor: Option<Bytes>,
}

/// The part of a floor that is a section's, if it is kept.
pub(crate) fn floor_of(floor: Option<&Bytes>, section: Section) -> Option<&[u8]> {
    floor?.get(section.base as usize..(section.base + section.len()) as usize)
}

/// A layer in progress.
pub(crate) struct Work {
    /// Net seeds alone, or what the mover and what the waiting player forces:
    /// each is worked out from the values of the other.
    pub sides: Vec<Side>,
    /// Per section, the positions (mover half, waiting half; rising) in which
    /// only grand slams that are forbidden otherwise can be played.
    pub slams_only: Vec<Vec<(u32, u32)>>,
}
