//! Boards and moves as text.
//!
//! A board is `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`: twelve pits counter-clockwise
//! from South's leftmost, South's store, North's store, the side to move (`S`
//! or `N`); this is the form that Aualé and Aalina use. The twelve pits alone
//! are a board without stores with South to move. A move is the letter of the
//! pit sown: `A`..`F` for South, `a`..`f` for North, each from their own left.
//!
//! Counts are plain digits without sign or leading zero, so every board has
//! one spelling only: parsing and printing are inverse.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, BoardError, Side};
use crate::position::{MAX_SEEDS, PITS, Position, PositionError, SIDE};

/// Fields of a board with stores.
const FIELDS: usize = PITS + 3;
/// Most characters of a wrong field that an error repeats.
const SHOWN: usize = 16;

/// Why a text is not a board or a move. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Nothing was given.
    #[error("empty position: expected 12 pits, or 12 pits, 2 stores and S or N, joined by dashes")]
    Empty,
    /// Neither 12 nor 15 fields.
    #[error(
        "number of fields is {found}: expected 12 pits, or 12 pits, 2 stores and S or N (15 fields), \
         joined by dashes"
    )]
    FieldCount {
        /// How many fields there are.
        found: usize,
    },
    /// Nothing after the last dash.
    #[error("there is a dash at the end: expected dashes between fields only")]
    DashAtEnd,
    /// A dash with nothing before or after it; a minus sign makes one too.
    #[error("{field} is empty: expected one dash between fields, none at the ends, and no minus")]
    MissingField {
        /// Where.
        field: Field,
    },
    /// A pit or a store is not a count of seeds.
    #[error("{field} is {found}: expected a number from 0 to {MAX_SEEDS}, in digits only")]
    NotACount {
        /// Where.
        field: Field,
        /// What stands there, quoted and cut short.
        found: String,
    },
    /// A count has zeros before it.
    #[error("{field} is {found}: expected no leading zeros")]
    LeadingZero {
        /// Where.
        field: Field,
        /// What stands there, quoted and cut short.
        found: String,
    },
    /// The last of 15 fields is no side.
    #[error("side to move is {found}: expected S (South) or N (North), a capital letter")]
    NotASide {
        /// What stands there, quoted and cut short.
        found: String,
    },
    /// The numbers are fine but are not a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// Not the letter of a pit.
    #[error("move {found}: expected one letter, A to F for South or a to f for North")]
    NotAMove {
        /// What was given, quoted and cut short.
        found: String,
    },
}

impl From<PositionError> for NotationError {
    fn from(error: PositionError) -> Self {
        Self::Board(error.into())
    }
}

/// A field of a written board by its place, 0 first. Prints its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field(usize);

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const { assert!(FIELDS == 15) };
        match self.0 {
            pit @ 0..PITS => {
                let side = [Side::South, Side::North][pit / SIDE];
                let letter = move_letter(side, (pit % SIDE) as u8);
                write!(f, "pit {} ({side}'s {letter})", pit + 1)
            }
            12 => f.write_str("South's store"),
            13 => f.write_str("North's store"),
            14 => f.write_str("side to move"),
            other => write!(f, "field {}", other + 1),
        }
    }
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.is_empty() {
            return Err(NotationError::Empty);
        }
        if text.ends_with('-') {
            return Err(NotationError::DashAtEnd);
        }
        if let Some(field) = text.split('-').position(str::is_empty) {
            let field = Field(field);
            return Err(NotationError::MissingField { field });
        }
        let found = text.split('-').count();
        if found != PITS && found != FIELDS {
            return Err(NotationError::FieldCount { found });
        }

        let mut counts = [0; FIELDS - 1];
        for (at, (count, field)) in counts.iter_mut().zip(text.split('-')).enumerate() {
            *count = parse_count(field).ok_or_else(|| not_a_count(Field(at), field))?;
        }
        let pits = std::array::from_fn(|pit| counts[pit]);
        let Some(side) = text.split('-').nth(FIELDS - 1) else {
            return Ok(Self::from_position(&Position::new(pits)?));
        };
        let side = match side {
            "S" => Side::South,
            "N" => Side::North,
            _ => return Err(NotationError::NotASide { found: shown(side) }),
        };
        let [.., south, north] = counts;
        Ok(Self::with_stores(pits, [south, north], side)?)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pits = self.pits().map(|seeds| seeds.to_string()).join("-");
        f.write_str(&pits)?;
        if let Some([south, north]) = self.stores() {
            let side = match self.side() {
                Side::South => 'S',
                Side::North => 'N',
            };
            write!(f, "-{south}-{north}-{side}")?;
        }
        Ok(())
    }
}

/// The letter of a side's pit: `A`..`F` or `a`..`f`.
///
/// # Panics
/// When `pit` is not 0..=5.
pub fn move_letter(side: Side, pit: u8) -> char {
    assert!((pit as usize) < SIDE, "pit {pit} is no pit of a side");
    char::from(pit + if side == Side::South { b'A' } else { b'a' })
}

/// The side and the pit (0..=5) that a letter names.
///
/// # Errors
/// [`NotationError::NotAMove`] when the text is not one of the twelve letters.
pub fn parse_move(text: &str) -> Result<(Side, u8), NotationError> {
    match text.as_bytes() {
        [letter @ b'A'..=b'F'] => Ok((Side::South, letter - b'A')),
        [letter @ b'a'..=b'f'] => Ok((Side::North, letter - b'a')),
        _ => Err(NotationError::NotAMove { found: shown(text) }),
    }
}

/// A count as it is printed, and no other way.
fn parse_count(field: &str) -> Option<u8> {
    let canonical = field.bytes().all(|digit| digit.is_ascii_digit())
        && (field.len() == 1 || !field.starts_with('0'));
    let count = field.parse().ok().filter(|_| canonical)?;
    (u32::from(count) <= MAX_SEEDS).then_some(count)
}

/// What is wrong with a text that is no count.
fn not_a_count(field: Field, text: &str) -> NotationError {
    let found = shown(text);
    let without = text.trim_start_matches('0');
    let is_count = without.is_empty() || parse_count(without).is_some();
    if text.len() > 1 && text.starts_with('0') && is_count {
        NotationError::LeadingZero { field, found }
    } else {
        NotationError::NotACount { field, found }
    }
}

/// A field quoted for an error: on one line, and short whatever was given.
pub(crate) fn shown(field: &str) -> String {
    let mut head: String = field.chars().take(SHOWN).collect();
    if head.len() < field.len() {
        head.push('…');
    }
    format!("{head:?}")
}
