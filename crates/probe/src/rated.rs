//! The moves of a position, with their values.

use grenier_rules::{Move, NetSeeds, Position};

use crate::error::ProbeError;
use crate::tablebase::Tablebase;

/// A legal move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub played: Move,
    /// The value of the move for the player who makes it: its captures, and best
    /// play by both sides after it.
    pub value: NetSeeds,
    /// Plies to the next conversion, this move included: 1 if the move takes seeds
    /// off the board or ends the game, otherwise one more than the distance of the
    /// position after it. `None` for a quiet move when that position is even or its
    /// distance is not tabled.
    pub distance: Option<u32>,
}

/// The first moves of a list sorted by value that share the best value.
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
    /// [`ProbeError`] when any move leads to a position that is not tabled or whose
    /// table is damaged.
    pub fn moves(&self, position: &Position) -> Result<Vec<RatedMove>, ProbeError> {
        let moves = self.rules().moves(position);
        let rated = moves.iter().map(|&played| {
            let value = played.worth(self.value(&played.next)?);
            Ok(RatedMove {
                played,
                value,
                distance: self.move_distance(&played, value)?,
            })
        });
        let mut rated = rated.collect::<Result<Vec<_>, _>>()?;
        rated.sort_by_key(|rated| (-rated.value, rated.played.pit));
        Ok(rated)
    }

    /// See [`RatedMove::distance`]; `value` is the move's.
    fn move_distance(&self, played: &Move, value: NetSeeds) -> Result<Option<u32>, ProbeError> {
        if !played.is_quiet() || self.rules().is_over(&played.next) {
            return Ok(Some(1));
        }
        if value == NetSeeds(0) {
            return Ok(None);
        }
        let after = self.layers().distance(&played.next)?;
        Ok(after.and_then(|plies| plies.checked_add(1)))
    }
}
