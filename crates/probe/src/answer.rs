//! What a probe says of one position.

use grenier_rules::{Move, Position, Settlement};

use crate::error::ProbeError;
use crate::tablebase::{Source, Tablebase};

/// A legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedMove {
    /// The move.
    pub played: Move,
    /// Net seeds from before the move on, from the view of the player who
    /// makes it: what it captures, and best play by both sides after it.
    pub value: i8,
}

/// All that the tables know of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position asked for.
    pub position: Position,
    /// Net seeds for the mover from here on, -n..=n with n seeds on the board.
    pub value: i8,
    /// Who takes what, when the game is over here; there are no moves then.
    pub settlement: Option<Settlement>,
    /// All legal moves, best first; among equals the lower pit first.
    pub moves: Vec<RatedMove>,
    /// Where the value comes from.
    pub source: Source,
}

impl Answer {
    /// The moves with the best value, the lowest pit first; none when the game
    /// is over.
    pub fn best(&self) -> impl Iterator<Item = &RatedMove> {
        self.moves
            .iter()
            .take_while(|rated| rated.value == self.value)
    }
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
                Ok(RatedMove { played, value })
            })
            .collect::<Result<Vec<_>, _>>()?;
        rated.sort_by_key(|rated| (-rated.value, rated.played.pit));
        Ok(rated)
    }

    /// The best move, the lowest pit among equals; `None` when the game is
    /// over. It keeps the value, but played blindly it may walk in circles:
    /// see [`Tablebase::line`].
    ///
    /// # Errors
    /// As [`Tablebase::moves`].
    pub fn best(&self, position: &Position) -> Result<Option<RatedMove>, ProbeError> {
        Ok(self.moves(position)?.first().copied())
    }

    /// Value, moves and settlement of a position, checked against each other.
    ///
    /// # Errors
    /// [`ProbeError`] when the position or any of its children is not tabled
    /// or damaged, or when the value is not that of the best move.
    pub fn probe(&self, position: &Position) -> Result<Answer, ProbeError> {
        let value = self.value(position)?;
        let moves = self.moves(position)?;
        let settlement = self.rules().settlement(position);
        let expected = match (settlement, moves.first()) {
            (Some(settlement), _) => settlement.net(),
            (None, Some(best)) => best.value,
            (None, None) => value,
        };
        if value != expected {
            return Err(ProbeError::Disagrees {
                layer: position.seeds(),
                position: *position,
                found: value,
                expected,
            });
        }
        Ok(Answer {
            position: *position,
            value,
            settlement,
            moves,
            source: self.source(position),
        })
    }
}
