//! One game of a match: the rules, who owns which pits, who began.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use thiserror::Error;

use super::position::Position;
use super::readings::Rules;
use crate::names::side_name;
use grenier_rules::PITS;
use grenier_rules::Side;

/// What stays the same through one game of Ba-awa.
///
/// South owns the pits 0 to k-1, North the others; the ownership of a side is
/// always contiguous. In the first game of a match each owns six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    rules: Rules,
    /// 1..=11.
    owns: u8,
    starter: Side,
}

/// No player can own so many pits during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("South owns {owns} of 12 pits: in a game each side owns at least one, so expected 1 to 11")]
pub struct OwnsError {
    /// The pits that were to be South's.
    pub owns: u8,
}

/// Ids from here on belong to Ba-awa; those below to the Oware family.
const FIRST_ID: u16 = 512;

impl Game {
    /// A game in which South owns the first `owns` pits and `starter` makes the
    /// first move.
    ///
    /// # Errors
    /// [`OwnsError`] unless `owns` is 1..=11.
    pub fn new(rules: Rules, owns: u8, starter: Side) -> Result<Self, OwnsError> {
        if !(1..PITS as u8).contains(&owns) {
            return Err(OwnsError { owns });
        }
        Ok(Self {
            rules,
            owns,
            starter,
        })
    }

    /// The first game of a match: each side owns six pits, South begins.
    pub fn first(rules: Rules) -> Self {
        Self {
            rules,
            owns: 6,
            starter: Side::South,
        }
    }

    /// Every game under these rules: South owns 1 to 11 pits, and for each of
    /// these first South, then North begins.
    pub fn all(rules: Rules) -> impl Iterator<Item = Self> {
        (1..PITS as u8).flat_map(move |owns| {
            [Side::South, Side::North].map(|starter| Self {
                rules,
                owns,
                starter,
            })
        })
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many pits South owns, 1..=11: these are the first. North owns the
    /// rest.
    pub fn owns(&self) -> u8 {
        self.owns
    }

    /// Who made, or makes, the first move of the game, and takes the last eight.
    pub fn starter(&self) -> Side {
        self.starter
    }

    /// The first pit of a side and the one after its last.
    pub fn pits_of(&self, side: Side) -> std::ops::Range<usize> {
        let owns = usize::from(self.owns);
        match side {
            Side::South => 0..owns,
            Side::North => owns..PITS,
        }
    }

    /// Who owns a pit, 0..=11.
    pub fn owner(&self, pit: usize) -> Side {
        if pit < usize::from(self.owns) {
            Side::South
        } else {
            Side::North
        }
    }

    /// The start: four seeds in every pit, the starter to move.
    pub fn start(&self) -> Position {
        Position::from_legal(Position::START.pits(), self.starter)
    }

    /// The number by which table files name this game: 512, plus 32 times
    /// [`Rules::code`], plus 16 when North began, plus the pits that South owns.
    /// Never changed.
    pub fn id(&self) -> u16 {
        FIRST_ID
            + 32 * u16::from(self.rules.code())
            + 16 * u16::from(self.starter == Side::North)
            + u16::from(self.owns)
    }

    /// The game with this id.
    pub fn with_id(id: u16) -> Option<Self> {
        let number = id.checked_sub(FIRST_ID)?;
        let rules = *Rules::ALL.get(usize::from(number / 32))?;
        let starter = [Side::South, Side::North][usize::from(number / 16 % 2)];
        Self::new(rules, (number % 16) as u8, starter).ok()
    }
}

/// As an object: the name of the rules, South's pits, who begins.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Game", 3)?;
        fields.serialize_field("rules", self.rules.name())?;
        fields.serialize_field("owns", &self.owns)?;
        fields.serialize_field("starter", side_name(self.starter))?;
        fields.end()
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, owns, starter) = (self.rules.name(), self.owns, self.starter);
        let pits = if owns == 1 { "pit" } else { "pits" };
        write!(f, "{rules}, South owns {owns} {pits}, {starter} begins")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_rules::RuleSet;

    #[test]
    fn an_id_finds_its_game_again_and_is_not_of_the_oware_family() {
        let games = Rules::ALL.into_iter().flat_map(Game::all);
        let ids: Vec<u16> = games
            .map(|game| {
                assert_eq!(Game::with_id(game.id()), Some(game));
                game.id()
            })
            .collect();
        assert_eq!(ids.len(), 8 * 22);
        let found = (0..=u16::MAX).filter(|&id| Game::with_id(id).is_some());
        assert_eq!(found.count(), ids.len());
        assert!(ids.iter().all(|&id| RuleSet::with_id(id).is_none()));
    }

    #[test]
    fn each_side_owns_a_pit() {
        for owns in [0, 12, 255] {
            let refused = Game::new(Rules::DEFAULT, owns, Side::South);
            assert_eq!(refused, Err(OwnsError { owns }));
        }
    }
}
