//! Twelve pits, seen from the player to move.

use thiserror::Error;

/// Pits on one side of the board.
pub const SIDE: usize = 6;
/// Pits on the board.
pub const PITS: usize = 2 * SIDE;
/// Seeds at the start of a game, and the most a position may hold.
pub const MAX_SEEDS: u32 = 48;

/// The contents of the twelve pits, from the mover's point of view.
///
/// Pits 0..=5 belong to the *mover* (the player to move), 6..=11 to the
/// *waiting* player; sowing goes up and from 11 back to 0. Stores are not part
/// of a position. It holds at most [`MAX_SEEDS`] seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pits: [u8; PITS],
}

/// Why twelve numbers are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// More seeds than the game has.
    #[error("{seeds} seeds on the board, but the game has {MAX_SEEDS}")]
    TooManySeeds {
        /// The sum over the twelve pits.
        seeds: u32,
    },
}

impl Position {
    /// The start of a game: four seeds in every pit.
    pub const START: Self = Self { pits: [4; PITS] };

    /// The position with these pits, the mover's leftmost first.
    ///
    /// # Errors
    /// [`PositionError::TooManySeeds`] when the pits hold more than
    /// [`MAX_SEEDS`] seeds.
    pub fn new(pits: [u8; PITS]) -> Result<Self, PositionError> {
        let seeds = pits.iter().map(|&seeds| u32::from(seeds)).sum();
        if seeds > MAX_SEEDS {
            return Err(PositionError::TooManySeeds { seeds });
        }
        Ok(Self { pits })
    }

    /// The position made of two halves.
    ///
    /// # Errors
    /// As [`Position::new`].
    pub fn from_halves(mover: [u8; SIDE], waiting: [u8; SIDE]) -> Result<Self, PositionError> {
        let mut pits = [0; PITS];
        pits[..SIDE].copy_from_slice(&mover);
        pits[SIDE..].copy_from_slice(&waiting);
        Self::new(pits)
    }

    /// A position whose seeds are known to have come from a legal one.
    pub(crate) fn from_legal_pits(pits: [u8; PITS]) -> Self {
        debug_assert!(Self::new(pits).is_ok());
        Self { pits }
    }

    /// All twelve pits, the mover's leftmost first.
    pub fn pits(&self) -> [u8; PITS] {
        self.pits
    }

    /// The mover's six pits.
    pub fn mover(&self) -> [u8; SIDE] {
        std::array::from_fn(|pit| self.pits[pit])
    }

    /// The waiting player's six pits, in sowing order.
    pub fn waiting(&self) -> [u8; SIDE] {
        std::array::from_fn(|pit| self.pits[SIDE + pit])
    }

    /// Seeds on the board, 0..=48: the layer this position belongs to.
    pub fn seeds(&self) -> u32 {
        self.mover_seeds() + self.waiting_seeds()
    }

    /// Seeds on the mover's side.
    pub fn mover_seeds(&self) -> u32 {
        sum(self.word())
    }

    /// Seeds on the waiting side.
    pub fn waiting_seeds(&self) -> u32 {
        sum(self.word() >> (8 * SIDE))
    }

    /// The same board from the other side.
    #[must_use]
    pub fn turned(&self) -> Self {
        let word = self.word();
        Self::of_word(word >> (8 * SIDE) | word << (8 * SIDE))
    }

    /// The position as a number of at most 60 bits, never 0: for each pit a one and
    /// as many zeros as it has seeds. No two positions have the same.
    pub fn key(&self) -> u64 {
        let pits = self.pits.iter();
        pits.fold(0, |key, &seeds| (key << 1 | 1) << seeds)
    }

    /// The pits as the bytes of a number, pit 0 the lowest: twelve sums at once,
    /// with no carry, since no pit can hold more than 48 seeds.
    pub(crate) fn word(&self) -> u128 {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.pits;
        let low = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let high = u32::from_le_bytes([i, j, k, l]);
        u128::from(high) << 64 | u128::from(low)
    }

    /// The inverse of [`Position::word`]; bytes above the twelfth do not count.
    pub(crate) fn of_word(word: u128) -> Self {
        let [a, b, c, d, e, f, g, h] = (word as u64).to_le_bytes();
        let [i, j, k, l] = ((word >> 64) as u32).to_le_bytes();
        Self {
            pits: [a, b, c, d, e, f, g, h, i, j, k, l],
        }
    }
}

/// The sum of the six lowest bytes, which is less than 256.
fn sum(word: u128) -> u32 {
    let side = word as u64 & 0xffff_ffff_ffff;
    // The highest byte of the product is the sum of all bytes.
    (side.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}
