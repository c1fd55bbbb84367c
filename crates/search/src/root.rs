//! The position from which a search begins.

use grenier_rules::{Game, Move, Position};

/// A position to search from, and those before it that end the game when they are
/// repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Positions since the last capture, each from the view of its mover, the present
    /// one last. The sides alternate.
    since_capture: Vec<Position>,
}

impl Root {
    /// A position without a history.
    pub fn new(position: Position) -> Self {
        Self {
            since_capture: vec![position],
        }
    }

    /// The present position of a game, with those since the last capture.
    pub fn of(game: &Game) -> Self {
        Self {
            since_capture: game.since_capture().to_vec(),
        }
    }

    /// The position to search from.
    pub fn position(&self) -> &Position {
        &self.since_capture[self.since_capture.len() - 1]
    }

    /// Whether a move from here repeats a position, which ends the game.
    pub fn comes_back(&self, played: &Move) -> bool {
        // The sides alternate: the player then to move was to move one before the
        // last, and so on.
        let earlier = self.since_capture.iter().rev().skip(1).step_by(2);
        played.is_quiet() && earlier.into_iter().any(|then| *then == played.next)
    }

    /// All positions since the last capture, the present one last.
    pub(crate) fn since_capture(&self) -> &[Position] {
        &self.since_capture
    }
}
