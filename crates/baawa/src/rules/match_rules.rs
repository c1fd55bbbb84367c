//! A match: several games, in which captured seeds become pits.

use thiserror::Error;

use super::game::Game;
use super::position::FOUR;
use super::readings::Rules;
use grenier_rules::Side;
use grenier_rules::{MAX_SEEDS, PITS};

/// Pits on the board, as the ownership counts them.
const ALL: u8 = PITS as u8;
/// The fewest pits that can be agreed on as the goal of a match.
const LEAST_GOAL: u8 = 10;

/// What two players agree on before a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchRules {
    rules: Rules,
    /// 10..=12.
    goal: u8,
    alternate: bool,
}

/// Nobody plays for so many pits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a goal of {goal} pits: expected 10, 11 or 12")]
pub struct GoalError {
    /// What was to be the goal.
    pub goal: u8,
}

/// What comes after a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Another game.
    Game(Game),
    /// This side owns as many pits as were agreed on, or more.
    Won(Side),
}

impl MatchRules {
    /// Games under `rules`; who owns `goal` pits has won the match. With
    /// `alternate` the players begin the games in turn; without, whoever began
    /// the match begins every game.
    ///
    /// # Errors
    /// [`GoalError`] unless `goal` is 10, 11 or 12.
    pub fn new(rules: Rules, goal: u8, alternate: bool) -> Result<Self, GoalError> {
        if !(LEAST_GOAL..=ALL).contains(&goal) {
            return Err(GoalError { goal });
        }
        Ok(Self {
            rules,
            goal,
            alternate,
        })
    }

    /// The rules of each game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Pits that win the match, 10..=12.
    pub fn goal(&self) -> u8 {
        self.goal
    }

    /// Whether the players begin in turn.
    pub fn alternate(&self) -> bool {
        self.alternate
    }

    /// The pits that South owns after a game in which South got so many of the
    /// 48 seeds, 0..=12: one for every four. When neither has a multiple of four,
    /// as after endless sowing, both have seeds left over that together fill one
    /// pit: it goes to the player who began, as the last eight seeds do.
    pub fn owns_after(game: &Game, south: u8) -> u8 {
        let left_over = !south.is_multiple_of(FOUR);
        south / FOUR + u8::from(left_over && game.starter() == Side::South)
    }

    /// What comes after a game in which South got so many of the 48 seeds.
    ///
    /// # Panics
    /// When `south` is above 48.
    pub fn next(&self, game: &Game, south: u8) -> Next {
        assert!(u32::from(south) <= MAX_SEEDS, "{south} seeds of 48");
        let owns = Self::owns_after(game, south);
        if owns >= self.goal {
            return Next::Won(Side::South);
        }
        if ALL - owns >= self.goal {
            return Next::Won(Side::North);
        }
        let starter = if self.alternate {
            game.starter().other()
        } else {
            game.starter()
        };
        let game = Game::new(self.rules, owns, starter);
        Next::Game(game.expect("neither owns all pits"))
    }
}
