//! Finished layers, to derive the values of the last one from, slowly and plainly:
//! for each mover half, each of its moves and each waiting half, one look at the
//! child.

use std::ops::Range;

use grenier_index::{Layer, open_unrank};
use grenier_rules::{Position, RuleSet};
use rayon::prelude::*;

use crate::halves::effect::{Effect, effect, possible};
use crate::halves::moves::HalfMove;
use crate::objective::Objective;

/// Mover halves that a thread verifies at a time: about a cache line of values.
pub(crate) const MOVERS: usize = 64;
/// Waiting halves that it verifies at a time.
pub(crate) const ROWS: usize = 2048;

/// Some mover halves of a section against some waiting halves.
#[derive(Clone)]
pub(crate) struct Block {
    pub waiting: u32,
    pub movers: Range<usize>,
    pub rows: Range<usize>,
}

/// All layers up to the one that is verified.
pub(crate) struct FinishedLayers<'a> {
    /// What the values count that are verified.
    pub objective: Objective,
    pub rules: &'a RuleSet,
    pub index: &'a [Layer],
    /// What the children of the positions count, of all layers.
    pub layers: &'a [&'a [i8]],
    /// Those of the last layer, which are verified.
    pub values: &'a [i8],
}

impl<'a> FinishedLayers<'a> {
    /// Scores of all `layers`; those of the last are verified.
    ///
    /// # Panics
    /// When there is no layer.
    pub fn of_scores(rules: &'a RuleSet, index: &'a [Layer], layers: &'a [&'a [i8]]) -> Self {
        Self {
            objective: Objective::Net,
            rules,
            index,
            layers,
            values: layers.last().expect("a layer"),
        }
    }
}

/// What a give does to a waiting half, for looking up.
#[derive(Clone, Copy)]
pub(crate) struct Lookup {
    /// Seeds captured, or [`SPECIAL`].
    pub captured: u8,
    pub after: u32,
}

/// What gives do to the waiting halves of a section, by given seeds; then
/// ending on the mover's or on the waiting side.
pub(crate) type Effects = Vec<[Vec<Lookup>; 2]>;

/// Halves alone do not show what happens.
pub(crate) const SPECIAL: u8 = u8::MAX;
impl FinishedLayers<'_> {
    pub fn layer(&self) -> &Layer {
        &self.index[self.layers.len() - 1]
    }

    pub fn value_by_rules(&self, position: &Position) -> i8 {
        let (here, lower) = self.layers.split_last().expect("a layer");
        let child = |at: u64| here[at as usize];
        self.objective
            .evaluate(self.rules, self.index, lower, position, child)
    }

    /// The least index that `find` finds in any block of the section with
    /// `waiting` waiting seeds.
    pub fn first_in_blocks(
        &self,
        waiting: u32,
        find: impl Fn(Block) -> Option<u64> + Sync,
    ) -> Option<u64> {
        let section = self.layer().sections()[waiting as usize];
        let (rows, width) = (section.rows as usize, section.width as usize);
        let column = |first: usize| {
            let movers = first..width.min(first + MOVERS);
            let blocks = (0..rows).step_by(ROWS).map(|start| Block {
                waiting,
                movers: movers.clone(),
                rows: start..rows.min(start + ROWS),
            });
            blocks.filter_map(&find).min()
        };
        (0..width)
            .into_par_iter()
            .step_by(MOVERS)
            .filter_map(column)
            .min()
    }

    /// What all gives do to the open halves with `waiting` seeds.
    pub fn effects(&self, waiting: u32) -> Effects {
        (0..=self.layer().seeds() - waiting)
            .into_par_iter()
            .map(|given| [false, true].map(|ends| self.effects_of(waiting, given, ends)))
            .collect()
    }

    /// What a give does to every open half with `waiting` seeds; nothing where
    /// no sowing gives so many and ends there.
    fn effects_of(&self, waiting: u32, given: u32, ends_on_waiting: bool) -> Vec<Lookup> {
        if !possible(given, ends_on_waiting) {
            return Vec::new();
        }
        let rows = self.layer().sections()[waiting as usize].rows;
        let looked = |row| {
            let half = open_unrank(waiting, row).expect("a row of the section");
            match effect(self.rules, &half, given, ends_on_waiting) {
                Effect::Quiet { after } => Lookup { captured: 0, after },
                Effect::Capture {
                    captured, after, ..
                } => Lookup {
                    captured: captured as u8,
                    after,
                },
                Effect::Forbidden | Effect::Ending => Lookup {
                    captured: SPECIAL,
                    after: 0,
                },
            }
        };
        (0..rows).map(looked).collect()
    }

    /// The row in which a move of a half with `mover` seeds has its children,
    /// by captured seeds.
    pub fn children(&self, mover: u32, played: &HalfMove) -> Vec<&[i8]> {
        let left = (mover - u32::from(played.give.seeds)) as usize;
        self.layers
            .iter()
            .zip(self.index)
            .rev()
            .map_while(|(values, layer)| {
                let section = layer.sections().get(left)?;
                let width = section.width as usize;
                let start = section.base as usize + played.child as usize * width;
                Some(&values[start..][..width])
            })
            .collect()
    }
}
