//! What the numbers in a table are, and how they count endless play.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// What a table holds for each position, and the code of that in a file header;
/// codes are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Kind {
    /// Net seeds from here on under best play: the mover's minus the opponent's.
    /// Range in layer n: -n..=n.
    Score = 1,
    /// Plies to the next conversion, see [`crate::Distances`]. Distances stand
    /// beside the scores of a directory. In files they are called "depth".
    #[serde(rename = "depth")]
    Distance = 2,
    /// Seeds that the mover can force in finite time, whatever the opponent does.
    /// Range in layer n: 0..=n.
    Secure = 3,
    /// Seeds that the mover can guarantee when each keeps their own side at a
    /// repetition, whichever position is the one repeated. Range in layer n:
    /// 0..=n.
    OwnSide = 4,
}

/// How play that never ends is counted, and the code of that in a file header;
/// codes are never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum EndlessCode {
    /// The seeds left on the board are shared evenly: it counts 0.
    Even = 1,
    /// It is not counted: the table holds under any endless-play rule.
    None = 2,
    /// Each player keeps what lies on their own side.
    OwnSide = 3,
}

impl Kind {
    /// The highest code in use.
    pub(crate) const LAST: u8 = Self::OwnSide as u8;

    /// The kinds that have a manifest of their own: all but distances, which
    /// stand beside scores.
    pub const SETS: [Self; 3] = [Self::Score, Self::Secure, Self::OwnSide];

    /// The number by which a file header names this kind.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The kind with this code, if there is one.
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        let all = [Self::Score, Self::Distance, Self::Secure, Self::OwnSide];
        all.into_iter().find(|one| one.code() == code)
    }

    /// The name, which is also the extension of the files: distances are called
    /// "depth" there.
    pub fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Distance => "depth",
            Self::Secure => "secure",
            Self::OwnSide => "own-side",
        }
    }

    /// How tables of this kind count endless play.
    pub fn endless(self) -> EndlessCode {
        match self {
            Self::Score | Self::Distance => EndlessCode::Even,
            Self::Secure => EndlessCode::None,
            Self::OwnSide => EndlessCode::OwnSide,
        }
    }

    /// The name of the file of the layer with `seeds` seeds: `layer-07.score`,
    /// for instance.
    pub fn file_name(self, seeds: u32) -> String {
        format!("layer-{seeds:02}.{self}")
    }

    /// `manifest.json` for scores, otherwise `manifest-secure.json`, for
    /// instance.
    pub(crate) fn manifest_name(self) -> String {
        match self {
            Self::Score => "manifest.json".to_owned(),
            _ => format!("manifest-{self}.json"),
        }
    }

    /// The least and the greatest value in the layer with `seeds` seeds. A byte
    /// of distances is not a value: all are in range.
    pub fn range(self, seeds: u8) -> RangeInclusive<i8> {
        let most = seeds as i8;
        match self {
            Self::Score => -most..=most,
            Self::Secure | Self::OwnSide => 0..=most,
            Self::Distance => i8::MIN..=i8::MAX,
        }
    }
}

impl EndlessCode {
    /// The highest code in use.
    pub(crate) const LAST: u8 = Self::OwnSide as u8;

    /// The choice with this code, if there is one.
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        let all = [Self::Even, Self::None, Self::OwnSide];
        all.into_iter().find(|&one| one as u8 == code)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::None => "none",
            Self::OwnSide => "own-side",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for EndlessCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
