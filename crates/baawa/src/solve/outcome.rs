//! How a match ends, and what each of its games leads to.

use grenier_rules::{NetSeeds, Side};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::names::{self, side_name};

/// How a match ends for South.
///
/// The order is South's preference: a match lost is better the later, a match
/// won the earlier, and one without end lies between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome(i32);

/// Beyond the number of games of any match that has an end.
const FAR: i32 = 1000;

impl Outcome {
    /// Nobody ever wins the match.
    pub const ENDLESS: Self = Self(0);

    /// The match is won already.
    pub(super) fn won(side: Side) -> Self {
        Self(match side {
            Side::South => FAR,
            Side::North => -FAR,
        })
    }

    /// As seen a game earlier.
    pub(super) fn a_game_earlier(self) -> Self {
        Self(self.0 - self.0.signum())
    }

    /// Who wins the match; `None` when nobody ever does.
    pub fn winner(self) -> Option<Side> {
        match self.0 {
            0 => None,
            1.. => Some(Side::South),
            _ => Some(Side::North),
        }
    }

    /// How many games it takes, this one included; `None` when it never ends.
    pub fn games(self) -> Option<u32> {
        self.winner().map(|_| FAR.abs_diff(self.0.abs()))
    }

    /// The better one for a side.
    pub(super) fn better(self, other: Self, side: Side) -> Self {
        match side {
            Side::South => self.max(other),
            Side::North => self.min(other),
        }
    }
}

/// As an object: the winner and the number of games, null where there is no end.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Outcome", 2)?;
        fields.serialize_field("winner", &self.winner().map(side_name))?;
        fields.serialize_field("games", &self.games())?;
        fields.end()
    }
}

/// A game of a match with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Stage {
    /// Pits that South owns.
    pub owns: u8,
    /// The player who begins.
    #[serde(serialize_with = "names::side")]
    pub starter: Side,
    /// Net seeds of the starter when both play for seeds.
    pub value: NetSeeds,
    /// The starter's moves that are best for seeds.
    pub best_moves: Vec<char>,
    /// The pits that South owns after the game then, 0..=12.
    pub next_owns: u8,
    /// How the match ends when every game is played for seeds.
    pub by_seeds: Outcome,
    /// How the match ends when both play for the match.
    pub by_match: Outcome,
    /// The starter's moves that are best for the match.
    pub match_moves: Vec<char>,
}
