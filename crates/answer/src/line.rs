//! A line of best play.

use std::sync::atomic::{AtomicBool, Ordering};

use grenier_probe::{Line, LineEnd, ProbeError};
use grenier_rules::{Board, Endless, NetSeeds, Settlement, Side, move_letter};
use serde::{Serialize, Serializer};

use crate::names::{DistanceSource, Source, text};
use crate::oracle::Oracle;

/// A line of best play: every move keeps the value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BestLine {
    /// The position asked for.
    #[serde(serialize_with = "text")]
    pub position: Board,
    /// The name of the rule set.
    pub rules: &'static str,
    /// What the tables hold.
    pub kind: &'static str,
    /// How the tables count endless play.
    pub endless: Endless,
    /// Seeds on the board.
    pub layer: u32,
    /// Net seeds from here on, for the player to move.
    pub value: NetSeeds,
    /// The moves, in order.
    pub plies: Vec<LinePly>,
    /// Why the line ends.
    #[serde(serialize_with = "end_name")]
    pub end: LineEnd,
    /// The ply, from 1, before which the last position was on the board; `None`
    /// unless the line repeats.
    pub repeats_from: Option<usize>,
    /// Net seeds of the first player over the whole line, with what the end gives;
    /// `None` at the ply limit or when it was stopped.
    pub net: Option<i32>,
    /// Where the value comes from.
    #[serde(skip)]
    pub source: Source,
    /// The board after the last move.
    #[serde(skip)]
    pub last: Board,
}

/// A move of a line of best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinePly {
    /// The number of the move, from 1.
    pub ply: usize,
    /// The letter of the pit.
    #[serde(rename = "move")]
    pub letter: char,
    /// Seeds that the move captures.
    pub captured: u8,
    /// Seeds that the move hands to the other player.
    pub conceded: u8,
    /// Net seeds from before the move on, for the player who makes it.
    pub value: NetSeeds,
    /// Plies to the next capture or the end of the game, this move included.
    pub distance: Option<u32>,
    /// Where the distance comes from.
    pub distance_source: DistanceSource,
    /// The board after the move.
    #[serde(serialize_with = "text")]
    pub position: Board,
    /// The player who makes the move.
    #[serde(skip)]
    pub side: Side,
}

fn end_name<S: Serializer>(end: &LineEnd, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match end {
        LineEnd::GameOver(_) => "game over",
        LineEnd::Repeats { .. } => "repeats",
        LineEnd::PlyLimit => "ply limit",
        LineEnd::Stopped => "stopped",
    })
}

impl Oracle {
    /// A line of at most `max_plies` best moves from a position. It ends early when
    /// `stop` is set.
    ///
    /// # Errors
    /// [`ProbeError`] when a position on the way is not tabled, or a table is
    /// damaged.
    pub fn line(
        &self,
        board: &Board,
        max_plies: usize,
        stop: Option<&AtomicBool>,
    ) -> Result<BestLine, ProbeError> {
        let scores = self.scores();
        let position = board.position();
        let is_stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let line = scores.line(&position, max_plies, &is_stopped)?;
        let (plies, net) = plies(board, &line);
        Ok(BestLine {
            position: *board,
            rules: self.rules().name,
            kind: scores.layers().kind().name(),
            endless: Endless::Even,
            layer: position.seeds(),
            value: line.value,
            net: whole_net(&line, net),
            repeats_from: match line.end {
                LineEnd::Repeats { from } => Some(from + 1),
                LineEnd::GameOver(_) | LineEnd::PlyLimit | LineEnd::Stopped => None,
            },
            end: line.end,
            source: scores.layers().source(&position).into(),
            last: plies.last().map_or(*board, |ply| ply.position),
            plies,
        })
    }
}

/// The moves of a line, and what the player to move at its end nets before that.
fn plies(first: &Board, line: &Line) -> (Vec<LinePly>, i32) {
    let (mut board, mut side, mut net) = (*first, first.side(), 0);
    let mut plies = Vec::with_capacity(line.plies.len());
    for ply in &line.plies {
        let played = &ply.best.played;
        net = -(net + i32::from(played.gain().0));
        board = board.after(played);
        plies.push(LinePly {
            ply: plies.len() + 1,
            letter: move_letter(side, played.pit),
            captured: played.captured,
            conceded: played.conceded,
            value: ply.best.value,
            distance: ply.best.distance.plies(),
            distance_source: ply.best.distance.into(),
            position: board,
            side,
        });
        side = side.other();
    }
    (plies, net)
}

impl BestLine {
    /// The player to move at the end.
    pub fn last_side(&self) -> Side {
        match self.plies.len() % 2 {
            0 => self.position.side(),
            _ => self.position.side().other(),
        }
    }

    /// Who takes what when the game is over, with what the last move conceded.
    pub fn settlement(&self) -> Option<Settlement> {
        let LineEnd::GameOver(left) = self.end else {
            return None;
        };
        let conceded = self.plies.last().map_or(0, |ply| ply.conceded);
        Some(Settlement {
            mover: left.mover + conceded,
            ..left
        })
    }
}

/// What the first player nets over the line and its end; `net` is what the player
/// to move at the end nets before it.
fn whole_net(line: &Line, net: i32) -> Option<i32> {
    let net = match line.end {
        LineEnd::PlyLimit | LineEnd::Stopped => return None,
        LineEnd::Repeats { .. } => net,
        LineEnd::GameOver(left) => net + i32::from(left.net().0),
    };
    Some(if line.plies.len().is_multiple_of(2) {
        net
    } else {
        -net
    })
}
