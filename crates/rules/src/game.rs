//! A whole game: board and stores, moves played, repetition, and the end.

use thiserror::Error;

use crate::board::{Board, Side};
use crate::moves::Move;
use crate::notation::move_letter;
use crate::position::{MAX_SEEDS, Position};
use crate::rule_set::RuleSet;
use crate::values::NetSeeds;

/// Seeds that win a game: more than half.
pub const WINNING_SEEDS: u8 = MAX_SEEDS as u8 / 2 + 1;

/// A game in progress or finished: a board with stores, the moves that led to
/// it, and the positions that could still come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: RuleSet,
    /// Where it began.
    start: Board,
    /// With stores, always.
    board: Board,
    played: Vec<(Side, u8)>,
    /// Positions since the last capture, the present one last. Captured seeds
    /// never return, so no earlier position can. The sides alternate.
    since_capture: Vec<Position>,
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// There is a legal move, and nobody has more than half of the seeds.
    Ongoing,
    /// This side has more than half of the seeds.
    Won(Side),
    /// Both have half.
    Drawn,
}

/// What both sides have when all seeds are shared out.
///
/// An odd rest that is split evenly splits a seed, so shares are counted in
/// half seeds: 96 in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FinalScore {
    /// Seeds of South minus seeds of North, -48..=48, stores included.
    pub south_net: i8,
}

impl FinalScore {
    /// A side's share in half seeds, 0..=96.
    pub fn half_seeds(&self, side: Side) -> u8 {
        let net = match side {
            Side::South => self.south_net,
            Side::North => -self.south_net,
        };
        (MAX_SEEDS as i8 + net) as u8
    }

    /// Who has more; never [`Outcome::Ongoing`].
    pub fn outcome(&self) -> Outcome {
        match self.south_net {
            0 => Outcome::Drawn,
            1.. => Outcome::Won(Side::South),
            _ => Outcome::Won(Side::North),
        }
    }
}

/// Why a game cannot begin or go on like this.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// A game needs a board with stores.
    #[error("this board has no stores: give 12 pits, 2 stores and S or N")]
    NoStores,
    /// The game is over.
    #[error("{letter} cannot be played: the game is over")]
    Over {
        /// The pit that was to be sown.
        letter: char,
    },
    /// The move is against the rules.
    #[error("{letter} is not a legal move under {rules}: legal here are {legal}")]
    Illegal {
        /// The pit that was to be sown.
        letter: char,
        /// The name of the rule set.
        rules: &'static str,
        /// The letters of the legal moves, with blanks between.
        legal: String,
    },
    /// No side has a pit with this number.
    #[error("pit {pit} does not exist: a side has pits 0 to 5")]
    NoSuchPit {
        /// What was given.
        pit: u8,
    },
}

impl Game {
    /// A game from its start.
    pub fn new(rules: RuleSet) -> Self {
        Self::with_stores(rules, Board::START)
    }

    /// A game from a board on; nothing is known of what went before.
    ///
    /// # Errors
    /// [`GameError::NoStores`] when the board has none.
    pub fn from_board(rules: RuleSet, board: Board) -> Result<Self, GameError> {
        board.stores().ok_or(GameError::NoStores)?;
        Ok(Self::with_stores(rules, board))
    }

    fn with_stores(rules: RuleSet, board: Board) -> Self {
        Self {
            rules,
            start: board,
            board,
            played: Vec::new(),
            since_capture: vec![board.position()],
        }
    }

    /// The rules of this game.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The board on which it began.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The seeds in a side's store.
    pub fn store(&self, side: Side) -> u8 {
        self.board.stores().map_or(0, |stores| stores[side.index()])
    }

    /// The moves so far: side and pit, 0..=5.
    pub fn played(&self) -> &[(Side, u8)] {
        &self.played
    }

    /// Plays a pit (0..=5) of the side to move.
    ///
    /// # Errors
    /// [`GameError`] when the game is over, or the pit may not be sown.
    pub fn play(&mut self, pit: u8) -> Result<Move, GameError> {
        if pit > 5 {
            return Err(GameError::NoSuchPit { pit });
        }
        let side = self.board.side();
        let letter = move_letter(side, pit);
        if self.outcome() != Outcome::Ongoing {
            return Err(GameError::Over { letter });
        }
        let moves = self.rules.moves(&self.board.position());
        let Some(&played) = moves.iter().find(|m| m.pit == pit) else {
            let letters = moves.iter().map(|m| move_letter(side, m.pit).to_string());
            let legal = letters.collect::<Vec<_>>().join(" ");
            let rules = self.rules.name;
            return Err(GameError::Illegal {
                letter,
                rules,
                legal,
            });
        };

        self.board = self.board.after(&played);
        self.played.push((side, pit));
        if !played.is_quiet() {
            self.since_capture.clear();
        }
        self.since_capture.push(played.next);
        Ok(played)
    }

    /// The positions since the last capture, each from the view of the player who
    /// was to move then, the present one last. Captured seeds never return, so no
    /// earlier position can come back.
    pub fn since_capture(&self) -> &[Position] {
        &self.since_capture
    }

    /// How many times the present position has been on the board with the same
    /// side to move, this time included: 1 when it is new.
    pub fn occurrences(&self) -> usize {
        let now = self.board.position();
        let same_side = self.since_capture.iter().rev().step_by(2);
        same_side.filter(|&&then| then == now).count()
    }

    /// How the game stands. Endless play is not ended here: see
    /// [`Game::occurrences`] and [`Game::settle_repetition`].
    pub fn outcome(&self) -> Outcome {
        for side in [Side::South, Side::North] {
            if self.store(side) >= WINNING_SEEDS {
                return Outcome::Won(side);
            }
        }
        self.settle()
            .map_or(Outcome::Ongoing, |score| score.outcome())
    }

    /// The final score when the side to move has no legal move, with the seeds
    /// left on the board shared out; `None` while there is a move.
    pub fn settle(&self) -> Option<FinalScore> {
        let rest = self.rules.settlement(&self.board.position())?;
        Some(self.score(rest.net()))
    }

    /// The final score if the game ends here because positions repeat: the
    /// seeds left are shared by the rule set's [`crate::Endless`].
    ///
    /// When to call a repetition is up to the players, so this does not ask
    /// for one.
    pub fn settle_repetition(&self) -> FinalScore {
        let rest = self.rules.endless.net(&self.board.position());
        self.score(rest)
    }

    /// The score when the side to move nets `rest` of the seeds on the board.
    fn score(&self, rest: NetSeeds) -> FinalScore {
        let stores = self.store(Side::South) as i8 - self.store(Side::North) as i8;
        let south_net = match self.board.side() {
            Side::South => stores + rest.0,
            Side::North => stores - rest.0,
        };
        FinalScore { south_net }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_view_of_the_other_side_is_another_position() {
        let mut game = Game::new(RuleSet::OWARE);
        game.since_capture = vec![Position::START; 4];
        assert_eq!(game.occurrences(), 2);
    }
}
