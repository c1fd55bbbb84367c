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
    /// seeds left are shared by the rule set's [`crate::EndlessPlay`].
    ///
    /// When to call a repetition is up to the players, so this does not ask
    /// for one.
    pub fn settle_repetition(&self) -> FinalScore {
        let rest = self.rules.endless_play.net(&self.board.position());
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
    use proptest::prelude::*;

    use super::*;

    fn game(rules: RuleSet, board: &str) -> Game {
        Game::from_board(rules, board.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_capture_goes_to_the_store_and_the_turn_passes() {
        let mut game = game(RuleSet::AWALE, "0-0-0-0-0-1-1-0-0-0-0-3-20-23-S");
        assert_eq!(game.play(5).unwrap().captured, 2);
        assert_eq!(game.board().to_string(), "0-0-0-0-0-0-0-0-0-0-0-3-22-23-N");
        assert_eq!([game.store(Side::South), game.store(Side::North)], [22, 23]);
        assert_eq!(game.played(), [(Side::South, 5)]);
    }

    #[test]
    fn twenty_five_wins_at_once() {
        let mut game = game(RuleSet::AWALE, "0-0-0-0-0-1-1-0-0-0-0-3-23-20-S");
        assert_eq!(game.outcome(), Outcome::Ongoing);
        game.play(5).unwrap();
        assert_eq!(game.outcome(), Outcome::Won(Side::South));
        let refused = game.play(5).unwrap_err();
        assert_eq!(refused.to_string(), "f cannot be played: the game is over");
    }

    #[test]
    fn twenty_four_is_not_yet_a_win_and_both_at_half_draw() {
        let mut game = game(RuleSet::AWALE, "0-0-0-0-0-0-0-0-0-0-1-0-24-23-N");
        assert_eq!(game.outcome(), Outcome::Ongoing);
        // North's e to f; South has no seed, so North takes the last one.
        game.play(4).unwrap();
        assert_eq!(game.outcome(), Outcome::Drawn);
        assert_eq!(game.settle().unwrap().south_net, 0);
    }

    #[test]
    fn what_is_left_counts_in_the_outcome() {
        // North cannot feed: Abapa gives North the two seeds, 22 and 26.
        let game = game(RuleSet::OWARE, "0-0-0-0-0-0-2-0-0-0-0-0-22-24-N");
        assert_eq!(game.settle().unwrap().south_net, -4);
        assert_eq!(game.settle().unwrap().half_seeds(Side::North), 52);
        assert_eq!(game.outcome(), Outcome::Won(Side::North));
    }

    #[test]
    fn illegal_moves_are_refused_and_change_nothing() {
        // E and F give: A may not be played, B is empty.
        let mut game = game(RuleSet::AWALE, "1-0-0-0-2-1-0-0-0-0-0-0-22-22-S");
        let before = *game.board();
        for pit in [0, 1] {
            let letter = ['A', 'B'][usize::from(pit)];
            let message = game.play(pit).unwrap_err().to_string();
            let expected = format!("{letter} is not a legal move under awale: legal here are E F");
            assert_eq!(message, expected);
        }
        assert_eq!(game.play(6), Err(GameError::NoSuchPit { pit: 6 }));
        assert_eq!((*game.board(), game.played().len()), (before, 0));
    }

    #[test]
    fn a_game_needs_stores() {
        let bare = Board::from_position(&Position::START);
        let refused = Game::from_board(RuleSet::OWARE, bare).unwrap_err();
        assert_eq!(refused, GameError::NoStores);
    }

    /// Plays the first legal move, again and again.
    fn play_first(game: &mut Game, moves: usize) {
        for _ in 0..moves {
            let pit = game.rules().moves(&game.board().position())[0].pit;
            game.play(pit).unwrap();
        }
    }

    #[test]
    fn repetition_is_counted() {
        // One seed each, walking round the board without meeting: after six
        // moves each they have changed owners, and the board is as before.
        let start = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
        let mut game = game(RuleSet::AWALE, start);
        assert_eq!(game.occurrences(), 1);
        play_first(&mut game, 1);
        assert_eq!(game.board().to_string(), "0-1-0-0-0-0-1-0-0-0-0-0-23-23-N");
        assert_eq!(game.occurrences(), 1);
        for times in [2, 3] {
            play_first(&mut game, if times == 2 { 11 } else { 12 });
            assert_eq!(game.board().to_string(), start);
            assert_eq!(game.occurrences(), times);
        }
    }

    #[test]
    fn the_same_view_of_the_other_side_is_another_position() {
        let mut game = Game::new(RuleSet::OWARE);
        game.since_capture = vec![Position::START; 4];
        assert_eq!(game.occurrences(), 2);
    }

    #[test]
    fn a_capture_clears_the_history() {
        let mut game = game(RuleSet::AWALE, "0-0-0-0-0-1-1-0-0-0-0-3-20-23-S");
        game.play(5).unwrap();
        assert_eq!((game.occurrences(), game.since_capture.len()), (1, 1));
    }

    #[test]
    fn a_repetition_is_shared_as_the_rule_set_says() {
        let board = "1-1-1-0-0-0-1-1-0-0-0-0-23-20-N";
        // Own side: 23 + 3 to 20 + 2. Even: 23 + 2.5 to 20 + 2.5.
        let own = game(RuleSet::OWARE, board).settle_repetition();
        assert_eq!(
            (own.half_seeds(Side::South), own.half_seeds(Side::North)),
            (52, 44)
        );
        let even = game(RuleSet::AWARI, board).settle_repetition();
        assert_eq!(
            (even.half_seeds(Side::South), even.half_seeds(Side::North)),
            (51, 45)
        );
        assert_eq!((own.south_net, even.south_net), (4, 3));
        assert_eq!(even.outcome(), Outcome::Won(Side::South));
    }

    proptest! {
        #[test]
        fn random_games_keep_their_books(
            rules in proptest::sample::select(RuleSet::ALL.to_vec()),
            choices in proptest::collection::vec(any::<proptest::sample::Index>(), 0..200),
        ) {
            let mut game = Game::new(rules);
            for choice in choices {
                if game.outcome() != Outcome::Ongoing {
                    break;
                }
                let moves = rules.moves(&game.board().position());
                game.play(choice.get(&moves).pit).unwrap();
                let text = game.board().to_string();
                prop_assert_eq!(text.parse::<Board>(), Ok(*game.board()));
                prop_assert!(game.occurrences() >= 1);
            }
        }
    }
}
