//! What all layers under one rule set share. It grows with the layers.

use grenier_index::Layer;
use grenier_rules::RuleSet;

use crate::engine::gives::Gives;
use crate::engine::kernel::Kernel;
use crate::engine::tile_moves::LayerMoves;
use crate::engine::work::{Known, Merge};
use crate::objective::Objective;

/// The numbering of positions, and what moves do to either half.
#[derive(Debug)]
pub(crate) struct Prepared {
    rules: RuleSet,
    pub kernel: Kernel,
    index: Vec<Layer>,
    gives: Gives,
    moves: LayerMoves,
}

impl Prepared {
    pub fn new(rules: RuleSet) -> Self {
        Self {
            rules,
            kernel: Kernel::detect(),
            index: Vec::new(),
            gives: Gives::new(rules),
            moves: LayerMoves::default(),
        }
    }

    /// Numbers the positions of these layers and of the next.
    ///
    /// # Panics
    /// When a layer has the wrong size.
    pub fn number(&mut self, layers: &[&[i8]]) {
        for seeds in self.index.len()..=layers.len() {
            self.index.push(Layer::new(seeds as u32));
        }
        for (layer, values) in self.index.iter().zip(layers) {
            assert_eq!(layer.len(), values.len() as u64, "values of a whole layer");
        }
    }

    /// Prepares the moves of the layer with `seeds` seeds.
    pub fn prepare(&mut self, seeds: usize) {
        self.gives.prepare(seeds as u32);
        self.moves.prepare(&self.rules, seeds as u32);
    }

    /// The context of the layer above `lower`, which is numbered and prepared;
    /// `lower` has the values of the children.
    pub fn known<'a>(&'a self, objective: Objective, lower: &'a [&'a [i8]]) -> Known<'a> {
        Known {
            objective,
            merge: Merge::Replace,
            rules: &self.rules,
            index: &self.index,
            lower,
            gives: &self.gives,
            moves: &self.moves,
            kernel: self.kernel,
        }
    }
}
