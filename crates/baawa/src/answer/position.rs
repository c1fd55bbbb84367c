//! The value of a position, and of each of its moves.

use std::cmp::Reverse;

use grenier_rules::{NetSeeds, Side};
use grenier_table::{EndlessCode, Kind};
use serde::Serialize;

use crate::names;
use crate::rules::{After, End, Game, Moment, Move};
use crate::solve::Rated;
use crate::tables::{Source, Tables};

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionAnswer {
    /// The position.
    pub position: Moment,
    /// The side to move.
    #[serde(serialize_with = "names::side")]
    pub side: Side,
    /// The game.
    #[serde(flatten)]
    pub game: Game,
    /// What the values are.
    pub kind: Kind,
    /// How they count endless play.
    pub endless: EndlessCode,
    /// Seeds on the board.
    pub layer: u32,
    /// Where the value comes from.
    pub source: Source,
    /// The value, from the mover's view.
    pub value: NetSeeds,
    /// The best moves, by rising pit.
    pub best: Vec<String>,
    /// All moves, the best first, then by rising pit.
    pub moves: Vec<MoveAnswer>,
}

/// A move and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveAnswer {
    /// The letter of the pit, or `pass`.
    #[serde(rename = "move")]
    pub name: String,
    /// Seeds that the move brings the mover, with those of the end of the game.
    pub captured: u8,
    /// Seeds that it brings the other.
    pub conceded: u8,
    /// How the game ends, if it does.
    pub end: Option<End>,
    /// The value from before the move on, from the mover's view.
    pub value: NetSeeds,
    /// The position after the move.
    pub position: Moment,
}

impl PositionAnswer {
    /// Values a position, from tables that have what it needs, see
    /// [`Tables::solve_for`].
    ///
    /// # Panics
    /// When they do not have it.
    pub fn new(tables: &Tables, moment: &Moment) -> Self {
        let (game, position) = (tables.game(), moment.position());
        let mut search = tables.search();
        let value = search.value(position);
        let mut rated = search.rated(position);
        rated.sort_by_key(|rated| Reverse(rated.value));
        let best = rated.iter().filter(|rated| rated.value == value);
        Self {
            position: *moment,
            side: moment.side(),
            game: *game,
            kind: Kind::Score,
            endless: EndlessCode::Even,
            layer: position.seeds(),
            source: tables.source(position),
            value,
            best: best.map(|rated| game.move_name(&rated.played)).collect(),
            moves: rated
                .iter()
                .map(|rated| MoveAnswer::new(game, moment, rated))
                .collect(),
        }
    }
}

impl MoveAnswer {
    fn new(game: &Game, moment: &Moment, rated: &Rated) -> Self {
        let Move { after, .. } = rated.played;
        let [captured, conceded] = rated.played.gains_of(moment.side());
        Self {
            name: game.move_name(&rated.played),
            captured,
            conceded,
            end: match after {
                After::Position(_) => None,
                After::Over(settlement) => Some(settlement.end),
            },
            value: rated.value,
            position: moment.after(&rated.played),
        }
    }
}
