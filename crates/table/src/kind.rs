//! What the numbers in a table are, and what they say of play without end.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is tabled for each position. The number is the code in a file header;
/// codes are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// Net seeds from here on under best play: the mover's minus the other's.
    /// Range in layer n: -n..=n.
    Score = 1,
    /// Plies to conversion, see [`crate::Distances`]. Stands beside the scores
    /// of a directory, which is never of this kind itself.
    Depth = 2,
}

/// How play that never ends is counted. The number is the code in a file
/// header; codes are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Endless {
    /// What is left on the board is shared evenly: it counts 0.
    Even = 1,
}

/// A code in a file that this program has no word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {code} is not known to this program, which knows 1 to {known}")]
pub struct UnknownCode {
    /// The name of the choice: "kind" or "endless play".
    pub what: &'static str,
    /// The code found.
    pub code: u8,
    /// The highest code that has a meaning.
    pub known: u8,
}

impl Kind {
    /// The highest code in use.
    pub(crate) const LAST: u8 = Self::Depth as u8;

    /// The number by which a file header names this kind.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The kind with this code.
    ///
    /// # Errors
    /// [`UnknownCode`] when no kind has it.
    pub fn from_code(code: u8) -> Result<Self, UnknownCode> {
        match code {
            1 => Ok(Self::Score),
            2 => Ok(Self::Depth),
            _ => Err(UnknownCode {
                what: "kind",
                code,
                known: Self::LAST,
            }),
        }
    }

    /// The name, also the extension of its files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Depth => "depth",
        }
    }
}

impl Endless {
    /// The highest code in use.
    pub(crate) const LAST: u8 = Self::Even as u8;

    /// The number by which a file header names this reading.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The reading with this code.
    ///
    /// # Errors
    /// [`UnknownCode`] when no reading has it.
    pub fn from_code(code: u8) -> Result<Self, UnknownCode> {
        match code {
            1 => Ok(Self::Even),
            _ => Err(UnknownCode {
                what: "endless play",
                code,
                known: Self::LAST,
            }),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_known_or_refused() {
        for code in 0..=u8::MAX {
            match Kind::from_code(code) {
                Ok(kind) => assert_eq!(kind.code(), code),
                Err(refused) => assert!(refused.code == code && !(1..=2).contains(&code)),
            }
            match Endless::from_code(code) {
                Ok(endless) => assert_eq!(endless.code(), code),
                Err(refused) => assert_eq!((refused.code, code == 1), (code, false)),
            }
        }
    }

    #[test]
    fn the_serialised_word_is_the_name() {
        assert_eq!(serde_json::to_string(&Kind::Score).unwrap(), "\"score\"");
        assert_eq!(serde_json::to_string(&Kind::Depth).unwrap(), "\"depth\"");
        assert_eq!(serde_json::to_string(&Endless::Even).unwrap(), "\"even\"");
        assert_eq!(format!("{} {}", Kind::Score, Endless::Even), "score even");
    }
}
