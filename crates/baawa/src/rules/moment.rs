//! A position with what both players have captured.

use std::fmt;

use grenier_rules::{Board, Side};
use serde::{Serialize, Serializer};

use super::game::Game;
use super::moves::{After, Move};
use super::position::{FOUR, Position, PositionError};

/// A moment of a game: a position, and both stores if they are known.
///
/// Written like a [`Board`]: with stores `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`, without
/// them the pits alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    position: Position,
    stores: Option<[u8; 2]>,
}

impl Moment {
    /// The start of a game.
    pub fn start(game: &Game) -> Self {
        Self {
            position: game.start(),
            stores: Some([0, 0]),
        }
    }

    /// The moment that a board shows.
    ///
    /// # Errors
    /// [`PositionError`] when the position cannot occur in Ba-awa, or South's
    /// store is not a multiple of four while there are seeds on the board.
    pub fn of_board(board: &Board) -> Result<Self, PositionError> {
        let position = Position::of_board(board)?;
        let stores = board.stores();
        match stores {
            Some([south, _]) if position.seeds() > 0 && south % FOUR != 0 => {
                Err(PositionError::StoreNotByFour { south })
            }
            _ => Ok(Self { position, stores }),
        }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.position.side()
    }

    /// South's and North's store, if they are known.
    pub fn stores(&self) -> Option<[u8; 2]> {
        self.stores
    }

    /// The moment after a move. When the move ends the game, the pits are empty.
    #[must_use]
    pub fn after(&self, played: &Move) -> Self {
        let gains = played.gains();
        let stores = self
            .stores
            .map(|[south, north]| [south + gains[0], north + gains[1]]);
        let position = match played.after {
            After::Position(next) => next,
            After::Over(_) => Position::from_legal([0; 12], self.side().other()),
        };
        Self { position, stores }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pits = self.position.pits();
        f.write_str(&pits.map(|seeds| seeds.to_string()).join("-"))?;
        if let Some([south, north]) = self.stores {
            let side = match self.side() {
                Side::South => 'S',
                Side::North => 'N',
            };
            write!(f, "-{south}-{north}-{side}")?;
        }
        Ok(())
    }
}

/// As it is written.
impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_cannot_come_up_is_refused() {
        let refused = |text: &str| {
            let board = text.parse().unwrap();
            Moment::of_board(&board).unwrap_err().to_string()
        };
        assert!(refused("4-8-0-0-0-0-0-0-0-0-0-0").starts_with("pit 1 holds four seeds"));
        assert!(refused("1-8-0-0-0-0-0-0-0-0-0-0").starts_with("9 seeds on the board"));
        assert!(refused("1-11-0-0-0-0-0-0-0-0-0-0-34-2-S").starts_with("South's store is 34"));
    }
}
