//! A game of best moves from a position to its end.

use grenier_rules::NetSeeds;
use grenier_table::{EndlessCode, Kind};
use serde::Serialize;

use crate::rules::{Game, Moment, Move};
use crate::solve::{LineEnd, Search, line};
use crate::tables::{Tables, Values};

/// How play continues from a position when both sides play best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineAnswer {
    /// The position.
    pub position: Moment,
    /// The game.
    #[serde(flatten)]
    pub game: Game,
    /// What the value is.
    pub kind: Kind,
    /// How it counts endless play.
    pub endless: EndlessCode,
    /// Seeds on the board.
    pub layer: u32,
    /// The value, from the mover's view.
    pub value: NetSeeds,
    /// The moves.
    pub plies: Vec<PlyAnswer>,
    /// How the line ends.
    pub end: LineEnd,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyAnswer {
    /// From 1.
    pub ply: usize,
    /// The letter of the pit, or `pass`.
    #[serde(rename = "move")]
    pub name: String,
    /// Seeds that the move brings the player who makes it, with those of the end of
    /// the game.
    pub captured: u8,
    /// Seeds that it brings the other.
    pub conceded: u8,
    /// The position after the move.
    pub position: Moment,
}

impl LineAnswer {
    /// A line of best play, from tables that have what it needs, see
    /// [`Tables::solve_for`].
    ///
    /// # Panics
    /// When they do not have it.
    pub fn new(tables: &Tables, moment: &Moment) -> Self {
        let mut search = tables.search();
        let value = search.value(moment.position());
        let (plies, end) = plies(tables, &mut search, moment);
        Self {
            position: *moment,
            game: *tables.game(),
            kind: Kind::Score,
            endless: EndlessCode::Even,
            layer: moment.position().seeds(),
            value,
            plies,
            end,
        }
    }
}

/// The moves of a line of best play, and its end.
pub(super) fn plies(
    tables: &Tables,
    search: &mut Search<'_, Values>,
    moment: &Moment,
) -> (Vec<PlyAnswer>, LineEnd) {
    let (moves, end) = line(tables.layers(), search, moment.position());
    let mut now = *moment;
    let ply = |(at, played): (usize, Move)| {
        let [captured, conceded] = played.gains_of(now.side());
        now = now.after(&played);
        PlyAnswer {
            ply: at + 1,
            name: tables.game().move_name(&played),
            captured,
            conceded,
            position: now,
        }
    };
    (moves.into_iter().enumerate().map(ply).collect(), end)
}
