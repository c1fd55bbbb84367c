//! How a game ended, as its file says.

use std::fmt;

use crate::board::Side;
use crate::game::{FinalScore, Game, Outcome};
use crate::position::{MAX_SEEDS, SIDE};

/// How a game ended: the seeds of both, or nothing known.
///
/// It is what the file says, not what the moves lead to: games are resigned, or
/// ended by agreement. A game that somebody has won by seeds may leave seeds on
/// the board, so the two do not always make 48.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Not over, or not known.
    Open,
    /// Half seeds of South and of North, no more than 96 together.
    Shares([u8; 2]),
}

impl GameResult {
    /// The result of a game that has come to its end: when there is no move left
    /// with the rest shared out, when somebody has more than half of the seeds
    /// the stores as they are. Otherwise [`GameResult::Open`].
    pub fn of(game: &Game) -> Self {
        if let Some(score) = game.settle() {
            return score.into();
        }
        if game.outcome() == Outcome::Ongoing {
            return Self::Open;
        }
        Self::Shares([Side::South, Side::North].map(|side| 2 * game.store(side)))
    }

    /// Whether the moves of a game can lead to this result: the seeds left on the
    /// board stay there, are shared evenly, stay with their sides or go to one
    /// player. Nothing is known of a game without moves.
    pub(super) fn follows_from(self, game: &Game) -> bool {
        let Self::Shares(shares) = self else {
            return true;
        };
        let sides = [Side::South, Side::North];
        let stores = sides.map(|side| 2 * game.store(side));
        let pits = game.board().pits();
        let (south, north) = pits.split_at(SIDE);
        let [south, north] = [south, north].map(|side| 2 * side.iter().sum::<u8>());
        let left = south + north;
        let rests = [[0, 0], [left / 2; 2], [south, north], [left, 0], [0, left]];
        game.played().is_empty()
            || self == Self::of(game)
            || rests
                .iter()
                .any(|rest| shares == [stores[0] + rest[0], stores[1] + rest[1]])
    }

    /// Reads `25-23`, `24.5-23.5` or `*`; `?` and nothing are not known.
    pub(super) fn read(text: &str) -> Option<Self> {
        if ["*", "?", ""].contains(&text) {
            return Some(Self::Open);
        }
        let (south, north) = text.split_once('-')?;
        let shares = [half_seeds(south)?, half_seeds(north)?];
        (u32::from(shares[0]) + u32::from(shares[1]) <= 2 * MAX_SEEDS)
            .then_some(Self::Shares(shares))
    }
}

impl From<FinalScore> for GameResult {
    fn from(score: FinalScore) -> Self {
        Self::Shares([Side::South, Side::North].map(|side| score.half_seeds(side)))
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Shares(shares) = self else {
            return f.write_str("*");
        };
        let [south, north] = shares.map(|half| {
            let rest = if half % 2 == 0 { "" } else { ".5" };
            format!("{}{rest}", half / 2)
        });
        write!(f, "{south}-{north}")
    }
}

/// Twice a number of seeds.
fn half_seeds(text: &str) -> Option<u8> {
    let (whole, half) = match text.strip_suffix(".5") {
        Some(whole) => (whole, 1),
        None => (text, 0),
    };
    let digits = !whole.is_empty() && whole.bytes().all(|digit| digit.is_ascii_digit());
    let seeds: u8 = whole.parse().ok().filter(|_| digits)?;
    (u32::from(seeds) <= MAX_SEEDS).then(|| 2 * seeds + half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;

    #[test]
    fn results_are_read_as_they_are_written() {
        for text in ["*", "25-23", "26-15", "0-48", "24.5-23.5"] {
            assert_eq!(GameResult::read(text).unwrap().to_string(), text);
        }
        for unknown in ["?", ""] {
            assert_eq!(GameResult::read(unknown), Some(GameResult::Open));
        }
        for wrong in [
            "25", "25-", "-23", "25-24", "1/2-1/2", "25-23-0", "+25-23", "99-0", "48.5-0",
        ] {
            assert_eq!(GameResult::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_result_follows_from_moves_or_not() {
        let mut game = Game::new(RuleSet::OWARE);
        for pit in [3, 1, 4, 0, 5] {
            game.play(pit).unwrap();
        }
        for (text, follows) in [
            ("*", true),
            ("0-0", true),
            ("24-24", true),
            ("48-0", true),
            ("14-34", true),
            ("23-25", false),
            ("25-23", false),
        ] {
            let result = GameResult::read(text).unwrap();
            assert_eq!(result.follows_from(&game), follows, "{text}");
        }
    }

    #[test]
    fn a_game_has_a_result_when_it_is_over() {
        let result = |board: &str| {
            let board = board.parse().unwrap();
            let game = Game::from_board(RuleSet::OWARE, board).unwrap();
            GameResult::of(&game).to_string()
        };
        assert_eq!(result("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"), "*");
        // Nothing to feed with: each takes their side.
        assert_eq!(result("0-0-0-0-0-0-2-0-0-0-0-0-22-24-N"), "22-26");
        // Won, with seeds left to play for.
        assert_eq!(result("1-0-0-0-0-0-1-0-0-0-0-0-26-20-S"), "26-20");
    }
}
