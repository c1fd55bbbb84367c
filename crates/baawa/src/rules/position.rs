//! Twelve pits as both players see them, and who is to move.

use thiserror::Error;

use grenier_rules::{Board, Side};
use grenier_rules::{MAX_SEEDS, PITS};

/// Seeds that are captured: a pit that holds so many after a seed has fallen
/// into it is emptied.
pub const FOUR: u8 = 4;
/// Seeds that are left for the player who began.
pub const LAST_EIGHT: u8 = 8;

/// The contents of the twelve pits, South's first, and the side to move.
///
/// Sowing goes up and from 11 back to 0. How many of the pits are South's is
/// said by the [`super::Game`]. A position holds a multiple of four seeds, at
/// most [`MAX_SEEDS`]: captures take four each, and so do not leave another
/// number. No pit holds exactly four, but at the start all do: the first move
/// of a game always reaches every pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Without a pit of four, except at the start; the sum is a multiple of
    /// four, at most [`MAX_SEEDS`].
    pits: [u8; PITS],
    side: Side,
}

/// Why pits and stores cannot occur in Ba-awa.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// More seeds than the game has.
    #[error("{seeds} seeds on the board, but the game has {MAX_SEEDS}")]
    TooManySeeds {
        /// The sum over the twelve pits.
        seeds: u32,
    },
    /// Captures take four seeds each, so that others cannot be left.
    #[error("{seeds} seeds on the board: in ba-awa they are always a multiple of four")]
    NotByFour {
        /// The sum over the twelve pits.
        seeds: u32,
    },
    /// South captures four seeds at a time, until the game is over.
    #[error("South's store is {south}: in ba-awa captures are four seeds each")]
    StoreNotByFour {
        /// South's store.
        south: u8,
    },
    /// Four are captured as soon as they are made, and the first move of a game
    /// reaches every pit.
    #[error("pit {} holds four seeds: in ba-awa only the start has pits of four", pit + 1)]
    PitOfFour {
        /// The first such pit, 0..=11.
        pit: usize,
    },
}

impl Position {
    /// The start of a game that South begins: four seeds in every pit.
    pub const START: Self = Self {
        pits: [FOUR; PITS],
        side: Side::South,
    };

    /// The position with these pits, South's first, and this side to move.
    ///
    /// # Errors
    /// [`PositionError`] when there are more than [`MAX_SEEDS`] seeds, or they
    /// are no multiple of four, or a pit that is not of the start holds four.
    pub fn new(pits: [u8; PITS], side: Side) -> Result<Self, PositionError> {
        let seeds = pits.iter().map(|&seeds| u32::from(seeds)).sum();
        if seeds > MAX_SEEDS {
            return Err(PositionError::TooManySeeds { seeds });
        }
        if seeds % u32::from(FOUR) != 0 {
            return Err(PositionError::NotByFour { seeds });
        }
        let of_four = pits.iter().position(|&seeds| seeds == FOUR);
        match of_four.filter(|_| pits != Self::START.pits) {
            Some(pit) => Err(PositionError::PitOfFour { pit }),
            None => Ok(Self { pits, side }),
        }
    }

    /// A position that is known to have come from a legal one.
    pub(super) fn from_legal(pits: [u8; PITS], side: Side) -> Self {
        debug_assert!(Self::new(pits, side).is_ok());
        Self { pits, side }
    }

    /// The position on a board, with or without stores.
    ///
    /// # Errors
    /// As [`Position::new`].
    pub fn of_board(board: &Board) -> Result<Self, PositionError> {
        Self::new(board.pits(), board.side())
    }

    /// The pits, counter-clockwise from South's leftmost.
    pub fn pits(&self) -> [u8; PITS] {
        self.pits
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Seeds on the board, 0..=48, a multiple of four: the layer.
    pub fn seeds(&self) -> u32 {
        self.pits.iter().map(|&seeds| u32::from(seeds)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Game;
    use super::super::moves::After;
    use super::super::readings::Rules;
    use super::*;

    #[test]
    fn what_is_no_position_is_refused() {
        let told = |pits| Position::new(pits, Side::North).unwrap_err().to_string();
        assert_eq!(told([5; 12]), "60 seeds on the board, but the game has 48");
        assert_eq!(
            told([0, 0, 0, 13, 0, 0, 0, 0, 0, 0, 0, 0]),
            "13 seeds on the board: in ba-awa they are always a multiple of four"
        );
        assert_eq!(
            told([0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 4]),
            "pit 12 holds four seeds: in ba-awa only the start has pits of four"
        );
    }

    /// What the refusal of other pits of four rests on. Later ones cannot come
    /// up: a four that is made is captured.
    #[test]
    fn every_first_move_touches_every_pit() {
        for game in Rules::ALL.into_iter().flat_map(Game::all) {
            for played in game.moves(&game.start()) {
                let After::Position(next) = played.after else {
                    panic!("{game:?} is over after {played:?}");
                };
                assert!(!next.pits().contains(&FOUR), "{game:?} {next:?}");
            }
        }
    }
}
