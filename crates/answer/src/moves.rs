//! Moves, as answers list them.

use std::fmt;

use grenier_rules::{Board, Move, NetSeeds, Side, move_letter};
use serde::{Serialize, Serializer};

use crate::names::text;

/// A legal move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveAnswer {
    /// The letter of the pit: `A` to `F` for South, `a` to `f` for North.
    #[serde(rename = "move")]
    pub letter: char,
    /// Seeds that the move captures.
    pub captured: u8,
    /// Seeds that the move hands to the other player.
    pub conceded: u8,
    /// Net seeds from before the move on, for the player who makes it; `None`
    /// where they are not proved.
    pub value: Option<NetSeeds>,
    /// Net seeds by which the best move is better, at least 0; `None` where that
    /// is not proved.
    pub loss: Option<NetSeeds>,
    /// Plies (single moves) to the next capture or the end of the game, this move
    /// included; `None` where it is not tabled or play is even.
    pub distance: Option<u32>,
    /// The board after the move.
    #[serde(serialize_with = "text")]
    pub position: Board,
}

impl MoveAnswer {
    /// A move of which only the rules are known.
    pub(crate) fn new(board: &Board, played: &Move) -> Self {
        Self {
            letter: move_letter(board.side(), played.pit),
            captured: played.captured,
            conceded: played.conceded,
            value: None,
            loss: None,
            distance: None,
            position: board.after(played),
        }
    }

    /// The same with a value; `best` is that of the position.
    pub(crate) fn worth(self, value: Option<NetSeeds>, best: Option<NetSeeds>) -> Self {
        let loss = best.zip(value).map(|(best, value)| best - value);
        Self {
            value,
            loss,
            ..self
        }
    }
}

/// A move of a line. It is its letter in JSON; as text its capture is added:
/// `f+2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineMove {
    /// The letter of the pit.
    pub letter: char,
    /// Seeds that the move captures.
    pub captured: u8,
}

impl Serialize for LineMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter)
    }
}

impl fmt::Display for LineMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.captured {
            0 => write!(f, "{}", self.letter),
            captured => write!(f, "{}+{captured}", self.letter),
        }
    }
}

/// Moves that both sides make in turn, `first` the first one.
pub fn line_moves(first: Side, line: &[Move]) -> Vec<LineMove> {
    let sides = [first, first.other()].into_iter().cycle();
    let moves = line.iter().zip(sides).map(|(played, side)| LineMove {
        letter: move_letter(side, played.pit),
        captured: played.captured,
    });
    moves.collect()
}
