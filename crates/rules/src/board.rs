//! The board as two people see it: South below, North above, stores beside.

use std::fmt;

use thiserror::Error;

use crate::moves::Move;
use crate::position::{MAX_SEEDS, PITS, Position, PositionError, SIDE};

/// A player. South's pits are A..F, North's a..f.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who begins.
    South,
    /// The other.
    North,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// 0 for South, 1 for North: the place in a pair of stores.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::South => "South",
            Self::North => "North",
        })
    }
}

/// Twelve pits by owner, and either both stores or none known.
///
/// A board *with stores* is a moment of a whole game: pits and stores hold
/// [`MAX_SEEDS`] seeds together, and either side may be to move. A board
/// *without stores* is a bare [`Position`]: its mover is called South.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pits: [u8; PITS],
    stores: Option<[u8; 2]>,
    side: Side,
}

/// Why pits and stores are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The pits alone hold too much.
    #[error(transparent)]
    Pits(#[from] PositionError),
    /// Pits and stores together are not the seeds of a game.
    #[error("pits and stores hold {seeds} seeds together, but the game has {MAX_SEEDS}")]
    NotAllSeeds {
        /// The sum over pits and stores.
        seeds: u32,
    },
}

impl Board {
    /// The start of a game: four seeds in every pit, stores empty, South to
    /// move.
    pub const START: Self = Self {
        pits: [4; PITS],
        stores: Some([0, 0]),
        side: Side::South,
    };

    /// The same with North to move.
    pub const START_OF_NORTH: Self = Self {
        side: Side::North,
        ..Self::START
    };

    /// A moment of a game.
    ///
    /// `pits` go counter-clockwise from South's leftmost, `stores` are South's
    /// and North's, `side` is to move.
    ///
    /// # Errors
    /// [`BoardError`] unless all seeds together are [`MAX_SEEDS`].
    pub fn with_stores(pits: [u8; PITS], stores: [u8; 2], side: Side) -> Result<Self, BoardError> {
        let seeds = pits.iter().chain(&stores).map(|&n| u32::from(n)).sum();
        if seeds != MAX_SEEDS {
            return Err(BoardError::NotAllSeeds { seeds });
        }
        Ok(Self {
            pits,
            stores: Some(stores),
            side,
        })
    }

    /// A position with no stores known. Its mover is called South.
    pub fn from_position(position: &Position) -> Self {
        Self {
            pits: position.pits(),
            stores: None,
            side: Side::South,
        }
    }

    /// The pits, counter-clockwise from South's leftmost.
    pub fn pits(&self) -> [u8; PITS] {
        self.pits
    }

    /// South's and North's store, when they are known.
    pub fn stores(&self) -> Option<[u8; 2]> {
        self.stores
    }

    /// Seeds that the side to move has in store, less those of the other, -48..=48,
    /// when they are known.
    pub fn ahead(&self) -> Option<i8> {
        let [south, north] = self.stores?.map(|seeds| seeds as i8);
        Some(match self.side {
            Side::South => south - north,
            Side::North => north - south,
        })
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The pits as the player to move sees them.
    pub fn position(&self) -> Position {
        let south_view = Position::from_legal_pits(self.pits);
        match self.side {
            Side::South => south_view,
            Side::North => south_view.turned(),
        }
    }

    /// The board after a move from [`Board::position`].
    ///
    /// With stores the turn passes to the other side; without, the result is
    /// again a bare position, whose mover is called South.
    ///
    /// # Panics
    /// May panic when `played` is not a move from this board's position.
    #[must_use]
    pub fn after(&self, played: &Move) -> Self {
        let Some(mut stores) = self.stores else {
            return Self::from_position(&played.next);
        };
        stores[self.side.index()] += played.captured;
        stores[self.side.other().index()] += played.conceded;
        let side = self.side.other();
        let mut pits = played.next.pits();
        if side == Side::North {
            pits.rotate_left(SIDE);
        }
        Self {
            pits,
            stores: Some(stores),
            side,
        }
    }
}
