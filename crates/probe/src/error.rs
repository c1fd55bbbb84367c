//! Why a question has no answer.

use grenier_rules::{NetSeeds, Position};
use thiserror::Error;

/// Why a position cannot be valued. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// No table has this layer.
    #[error(
        "not tabled: layer {layer} of {rules} (build it with `grenier build --rules {rules} --seeds {layer}`)"
    )]
    NotTabled {
        /// Seeds on the board.
        layer: u32,
        /// The name of the rule set.
        rules: &'static str,
    },
    /// A table holds a number that no position can be worth.
    #[error(
        "layer {layer} is damaged: it holds {found} at index {index}; `grenier verify` checks the whole directory"
    )]
    Damaged {
        /// Seeds on the board.
        layer: u32,
        /// The place in the layer.
        index: u64,
        /// What stands there: outside of -layer..=layer.
        found: i8,
    },
    /// A distance table lacks a distance that it should list.
    #[error(
        "the distances of layer {layer} are damaged: there is none for index {index}; `grenier verify` checks the whole directory"
    )]
    NoDistance {
        /// Seeds on the board.
        layer: u32,
        /// The place in the layer.
        index: u64,
    },
    /// A tabled distance does not follow from those of the moves.
    #[error(
        "the distances of layer {layer} are damaged: {found} for a position whose moves say {expected}; `grenier verify` checks the whole directory"
    )]
    DistanceDisagrees {
        /// Seeds on the board.
        layer: u32,
        /// The position, from its mover's view.
        position: Position,
        /// The tabled distance, in plies.
        found: u32,
        /// What follows from the best move.
        expected: u32,
    },
    /// A table could not be read, or a part of it is not what was written.
    #[error("{why}")]
    Unreadable {
        /// Seeds on the board.
        layer: u32,
        /// What is wrong, where, what to do: the words of a
        /// [`grenier_table::TableError`].
        why: String,
    },
    /// A tabled value is not that of the best move.
    #[error(
        "layer {layer} is damaged: it gives {found} for a position whose best move is worth {expected}; `grenier verify` checks the whole directory"
    )]
    Disagrees {
        /// Seeds on the board.
        layer: u32,
        /// The position, from its mover's view.
        position: Position,
        /// The tabled value.
        found: NetSeeds,
        /// The value of the best move, or of the settlement.
        expected: NetSeeds,
    },
}
