//! What a player may do, and what comes of it.

use std::fmt;

use super::game::Game;
use super::position::{LAST_EIGHT, Position};
use super::readings::{LastEight, NoMove};
use super::sowing::Stop;
use grenier_rules::Side;
use serde::Serialize;

/// A move: a pit is sown, or the turn is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The pit sown, 0..=11; `None` when the player has nothing to lift and
    /// passes.
    pub pit: Option<u8>,
    /// Seeds captured by South and by North, before anything that is shared out
    /// at the end of the game.
    pub captured: [u8; 2],
    /// What comes after.
    pub after: After,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The other player is to move. The game may be over there; ask
    /// [`Game::settlement`].
    Position(Position),
    /// The game ended with the move.
    Over(Settlement),
}

/// The end of a game: how it came, and who takes what is left on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// How it came.
    pub end: End,
    /// Seeds that South and North take now. Both together are all that is left.
    pub takes: [u8; 2],
}

/// How a game comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum End {
    /// Eight seeds, or fewer, are left: the player who began takes them.
    #[serde(rename = "last eight")]
    LastEight,
    /// A sowing never ends: the seeds left are split evenly.
    #[serde(rename = "endless sowing")]
    EndlessSowing,
    /// The player to move has nothing to lift, under [`NoMove::GameOver`]: each
    /// takes what lies on their own pits.
    #[serde(rename = "no move")]
    NoMove,
}

/// The moves of a position, by rising pit; at most eleven.
pub type Moves = Vec<Move>;

impl Move {
    /// Seeds that the move brings South and North: captures, and what each takes if
    /// it ends the game.
    pub fn gains(&self) -> [u8; 2] {
        match self.after {
            After::Position(_) => self.captured,
            After::Over(settlement) => {
                let [south, north] = self.captured;
                [south + settlement.takes[0], north + settlement.takes[1]]
            }
        }
    }

    /// The same for a side and for the other.
    pub fn gains_of(&self, side: Side) -> [u8; 2] {
        let gains = self.gains();
        [gains[side.index()], gains[side.other().index()]]
    }

    /// What the move nets for a side: its gains less the other's, -48..=48.
    pub fn net(&self, side: Side) -> i8 {
        net(self.gains(), side)
    }
}

impl Settlement {
    /// What a side takes less what the other does.
    pub fn net(&self, side: Side) -> i8 {
        net(self.takes, side)
    }
}

/// A sentence: how the game ended, and who takes what.
impl fmt::Display for Settlement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The game is over: ")?;
        let left: u8 = self.takes.iter().sum();
        let taker = if self.takes[0] > 0 { "South" } else { "North" };
        match self.end {
            End::LastEight if left == 0 => write!(f, "no seed is left"),
            End::LastEight => write!(f, "{left} seeds are left, {taker} began and takes them"),
            End::EndlessSowing => {
                write!(
                    f,
                    "sowing has no end, and the {left} seeds left are split evenly"
                )
            }
            End::NoMove => {
                write!(
                    f,
                    "nothing can be lifted, {taker} takes the {left} seeds left"
                )
            }
        }
    }
}

/// South's and North's seeds as a difference seen by a side.
fn net(seeds: [u8; 2], side: Side) -> i8 {
    seeds[side.index()] as i8 - seeds[side.other().index()] as i8
}

impl Game {
    /// What the player to move may do: sow a pit of theirs that is not empty,
    /// or pass when there is none. No move at all means that the game is over.
    pub fn moves(&self, position: &Position) -> Moves {
        if self.settlement(position).is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        self.each_move(position, |played| moves.push(played));
        moves
    }

    /// Calls `visit` with every move of a position that is not over, by rising
    /// pit; without room for a list, for solvers.
    pub fn each_move(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let (pits, side) = (position.pits(), position.side());
        let own = self.pits_of(side).filter(|&pit| pits[pit] > 0);
        let mut passes = true;
        for pit in own {
            passes = false;
            visit(self.play(position, pit));
        }
        if passes {
            visit(Move {
                pit: None,
                captured: [0; 2],
                after: After::Position(Position::from_legal(pits, side.other())),
            });
        }
    }

    /// The move that sows a pit which is not empty.
    ///
    /// # Panics
    /// When `pit` is not 0..=11.
    pub fn play(&self, position: &Position, pit: usize) -> Move {
        let side = position.side();
        let sown = self.sow(position.pits(), side, pit);
        let late = self.rules().last_eight == LastEight::AfterMove && sown.left <= LAST_EIGHT;
        let after = match sown.stop {
            Stop::Endless => After::Over(Settlement {
                end: End::EndlessSowing,
                takes: [sown.left / 2; 2],
            }),
            Stop::LastEight => After::Over(self.last_eight(sown.left)),
            Stop::EmptyPit | Stop::Capture if late => After::Over(self.last_eight(sown.left)),
            Stop::EmptyPit | Stop::Capture => {
                After::Position(Position::from_legal(sown.pits, side.other()))
            }
        };
        Move {
            pit: Some(pit as u8),
            captured: sown.captured,
            after,
        }
    }

    /// Who takes what, when the game is over before a move; `None` while it is
    /// not. Endless play is not a settlement: no position alone shows it.
    pub fn settlement(&self, position: &Position) -> Option<Settlement> {
        let left = position.seeds() as u8;
        if left <= LAST_EIGHT {
            return Some(self.last_eight(left));
        }
        let pits = position.pits();
        let stuck = || self.pits_of(position.side()).all(|pit| pits[pit] == 0);
        if self.rules().no_move == NoMove::Pass || !stuck() {
            return None;
        }
        // The other's pits hold all that is left.
        let mut takes = [0; 2];
        takes[position.side().other().index()] = left;
        Some(Settlement {
            end: End::NoMove,
            takes,
        })
    }

    /// The player who began takes what is left.
    fn last_eight(&self, left: u8) -> Settlement {
        let mut takes = [0; 2];
        takes[self.starter().index()] = left;
        Settlement {
            end: End::LastEight,
            takes,
        }
    }

    /// The number of lines of exactly `depth` moves from a position, passes
    /// counted as moves. A line that meets the end of the game earlier counts
    /// for nothing. Depth 0 is one line.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        let Some(below) = depth.checked_sub(1) else {
            return 1;
        };
        let mut lines = 0;
        for played in self.moves(position) {
            lines += match played.after {
                After::Position(next) => self.perft(&next, below),
                After::Over(_) => u64::from(below == 0),
            };
        }
        lines
    }
}
