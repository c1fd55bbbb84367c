//! The moves of a position, with what they are worth.

use grenier_rules::{Move, NetSeeds, Position};

use crate::error::ProbeError;
use crate::tablebase::Tablebase;

/// A legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub played: Move,
    /// Net seeds from before the move on, from the view of the player who
    /// makes it: what it captures, and best play by both sides after it.
    pub value: NetSeeds,
    /// Plies to the next conversion, this move included: 1 if it takes seeds off
    /// the board or ends the game, otherwise one more than the distance of the
    /// position after it. `None` for a quiet move where that is even, or its
    /// distance is not tabled.
    pub conversion: Option<u32>,
}

/// The first moves of a list sorted by value, as far as they have the same.
pub(crate) fn keeping(moves: &[RatedMove]) -> impl Iterator<Item = &RatedMove> {
    let best = moves.first().map(|rated| rated.value);
    moves
        .iter()
        .take_while(move |rated| Some(rated.value) == best)
}

impl Tablebase {
    /// All legal moves with their values, best first; among equals the lower
    /// pit first. Empty exactly when the game is over.
    ///
    /// # Errors
    /// [`ProbeError`] when any move leads to what is not tabled or damaged.
    pub fn moves(&self, position: &Position) -> Result<Vec<RatedMove>, ProbeError> {
        let mut rated = self
            .rules()
            .moves(position)
            .iter()
            .map(|&played| {
                let value = self.move_value(&played)?;
                let conversion = self.move_distance(&played, value)?;
                Ok(RatedMove {
                    played,
                    value,
                    conversion,
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        rated.sort_by_key(|rated| (-rated.value, rated.played.pit));
        Ok(rated)
    }
}
