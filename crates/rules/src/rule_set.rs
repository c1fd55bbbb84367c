//! Rule sets as data: every point on which the family's rule sheets differ is
//! an enum, a rule set is one choice of each, with a name and a stable id.

use serde::Serialize;

use crate::position::Position;
use crate::values::NetSeeds;

/// What happens to a move that would capture every seed of the waiting side.
///
/// Readings that forbid such a move need a word on the case that nothing else
/// can be played; the two words in use are two variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrandSlam {
    /// Allowed; it captures nothing (Abapa).
    CapturesNothing,
    /// Forbidden; when every playable move is one, it is played and captures
    /// nothing.
    ForbiddenElseCapturesNothing,
    /// Forbidden; when every playable move is one, it is played and captures.
    ForbiddenElseCaptures,
    /// Allowed; it captures like any other move.
    CapturesAll,
    /// Allowed; it captures, and the rest of the board goes to the other
    /// player. The game ends.
    CapturesAllRestToOther,
    /// Allowed; the pit in which the last seed fell (the first that would be
    /// captured) is left, all others are captured.
    LeavesFirst,
    /// Allowed; the last pit that would be captured (the one farthest back
    /// from where the last seed fell) is left, all others are captured.
    LeavesLast,
}

/// What the mover owes to a waiting side that has no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feeding {
    /// A move that gives at least one seed must be chosen if there is one;
    /// otherwise any move may be played.
    MustElseAnyMove,
    /// A move that gives at least one seed must be chosen if there is one;
    /// otherwise the game ends and the mover takes all that is left.
    MustElseMoverTakesAll,
    /// Nothing.
    NoDuty,
}

/// Who takes what when the player to move cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameOver {
    /// A player to move has no seed: the other takes all that is left.
    OtherTakesAll,
    /// There is no legal move: each player takes what lies on their own side.
    EachTakesOwnSide,
}

/// How play that never ends counts. Serialises by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Endless {
    /// Each player keeps what lies on their own side.
    #[serde(rename = "own-side")]
    EachKeepsOwnSide,
    /// What is left is shared evenly: it counts 0 for either.
    #[serde(rename = "even")]
    Even,
}

impl Endless {
    /// The name: `even` or `own-side`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::EachKeepsOwnSide => "own-side",
        }
    }

    /// The inverse of [`Endless::name`].
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Even, Self::EachKeepsOwnSide];
        all.into_iter().find(|endless| endless.name() == name)
    }

    /// What the mover nets when play ends at a position because it repeats.
    pub fn net(self, position: &Position) -> NetSeeds {
        match self {
            Self::EachKeepsOwnSide => {
                NetSeeds(position.mover_seeds() as i8 - position.waiting_seeds() as i8)
            }
            Self::Even => NetSeeds(0),
        }
    }
}

/// One game of the Oware family: a choice for each point in which the rule
/// sheets differ. What they agree on is in [`crate::Sowing`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// The name by which users choose it.
    pub name: &'static str,
    /// The number by which table files name it. Never reused, never changed.
    pub id: u16,
    /// One line: where these rules are from.
    pub source: &'static str,
    /// See [`GrandSlam`].
    pub grand_slam: GrandSlam,
    /// See [`Feeding`].
    pub feeding: Feeding,
    /// See [`GameOver`].
    pub game_over: GameOver,
    /// What the rule sheet says of endless play. Which reading a table holds stands in
    /// the table.
    pub endless: Endless,
}

impl RuleSet {
    /// `awale`: the OYA rule sheet.
    pub const AWALE: Self = Self {
        name: "awale",
        id: 1,
        source: "OYA rule sheet (French)",
        grand_slam: GrandSlam::ForbiddenElseCapturesNothing,
        feeding: Feeding::MustElseAnyMove,
        game_over: GameOver::OtherTakesAll,
        endless: Endless::EachKeepsOwnSide,
    };

    /// `awele`: the Dujardin rule sheet.
    pub const AWELE: Self = Self {
        name: "awele",
        id: 2,
        source: "Dujardin rule sheet (French)",
        grand_slam: GrandSlam::ForbiddenElseCapturesNothing,
        feeding: Feeding::NoDuty,
        game_over: GameOver::OtherTakesAll,
        endless: Endless::EachKeepsOwnSide,
    };

    /// `oware`: Abapa, as the Oware Society and `OpenSpiel` play it.
    pub const OWARE: Self = Self {
        name: "oware",
        id: 3,
        source: "Abapa: Oware Society, OpenSpiel",
        grand_slam: GrandSlam::CapturesNothing,
        feeding: Feeding::MustElseMoverTakesAll,
        game_over: GameOver::EachTakesOwnSide,
        endless: Endless::EachKeepsOwnSide,
    };

    /// `awari`: the rules of Romein and Bal's published score database.
    pub const AWARI: Self = Self {
        name: "awari",
        id: 4,
        source: "Romein & Bal 2003 and their published score database",
        grand_slam: GrandSlam::ForbiddenElseCaptures,
        feeding: Feeding::MustElseMoverTakesAll,
        game_over: GameOver::EachTakesOwnSide,
        endless: Endless::Even,
    };

    /// Every rule set that has a name: the four that people play by, then
    /// `oware` with each of the other grand-slam readings.
    pub const ALL: [Self; 8] = [
        Self::AWALE,
        Self::AWELE,
        Self::OWARE,
        Self::AWARI,
        Self::slam("oware-slam-all", 5, GrandSlam::CapturesAll),
        Self::slam("oware-slam-rest", 6, GrandSlam::CapturesAllRestToOther),
        Self::slam("oware-slam-first", 7, GrandSlam::LeavesFirst),
        Self::slam("oware-slam-last", 8, GrandSlam::LeavesLast),
    ];

    /// `oware` with another reading of the grand slam.
    const fn slam(name: &'static str, id: u16, grand_slam: GrandSlam) -> Self {
        Self {
            name,
            id,
            source: "Abapa with a grand-slam reading from the mancala collections",
            grand_slam,
            ..Self::OWARE
        }
    }

    /// The rule set with this name, as written in [`RuleSet::name`].
    pub fn named(name: &str) -> Option<&'static Self> {
        const { &Self::ALL }.iter().find(|rules| rules.name == name)
    }

    /// The rule set with this id.
    pub fn with_id(id: u16) -> Option<&'static Self> {
        const { &Self::ALL }.iter().find(|rules| rules.id == id)
    }
}
