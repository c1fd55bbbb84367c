//! Why a question has no answer.

use std::error::Error;
use std::sync::Arc;

use grenier_rules::{NetSeeds, Position};
use grenier_table::TableError;
use thiserror::Error;

/// Why a position cannot be valued. Every message is one line.
#[derive(Clone, Debug, Error)]
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
    /// A table holds a number that is no value of its layer.
    #[error(
        "layer {layer} is damaged: it holds {found} at index {index}; `grenier verify` checks the whole directory"
    )]
    Damaged {
        /// Seeds on the board.
        layer: u32,
        /// The index in the layer.
        index: u64,
        /// The number there, outside of [`grenier_table::Kind::range`].
        found: i8,
    },
    /// A distance table lacks a distance that it should list.
    #[error(
        "the distances of layer {layer} are damaged: there is none for index {index}; `grenier verify` checks the whole directory"
    )]
    NoDistance {
        /// Seeds on the board.
        layer: u32,
        /// The index in the layer.
        index: u64,
    },
    /// A tabled distance does not follow from those of the moves.
    #[error(
        "the distances of layer {layer} are damaged: {found} for a position whose moves say {expected}; `grenier verify` checks the whole directory"
    )]
    DistanceDisagrees {
        /// Seeds on the board.
        layer: u32,
        /// The position.
        position: Position,
        /// The tabled distance, in plies.
        found: u32,
        /// The distance that follows from the best move.
        expected: u32,
    },
    /// A table cannot be read, or does not match its checksum.
    #[error(transparent)]
    Unreadable(Arc<TableError>),
    /// A missing layer was solved in memory, and the result is wrong.
    #[error(transparent)]
    Unsolved(Arc<dyn Error + Send + Sync>),
    /// The system does not give the memory for a search.
    #[error("there is not enough memory for a hash table of {} MiB", bytes >> 20)]
    NoMemory {
        /// The size of the hash table.
        bytes: u64,
    },
    /// A tabled value is not that of the best move.
    #[error(
        "layer {layer} is damaged: it gives {found} for a position whose best move is worth {expected}; `grenier verify` checks the whole directory"
    )]
    Disagrees {
        /// Seeds on the board.
        layer: u32,
        /// The position.
        position: Position,
        /// The tabled value.
        found: NetSeeds,
        /// The value of the best move, or of the settlement.
        expected: NetSeeds,
    },
}
