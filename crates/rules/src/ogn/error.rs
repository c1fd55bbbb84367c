//! What is wrong with a game file.

use thiserror::Error;

use crate::board::Side;
use crate::game::GameError;
use crate::notation::NotationError;
use crate::ogn::result::GameResult;
use crate::ogn::variant;

/// What is wrong with a game file, and where. One line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct OgnError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What can be wrong with a game file. What was found is quoted and cut short.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A comment, a variation or a tag without its end.
    #[error("this {what} has no end: there is no {end} behind it")]
    Unclosed {
        /// What has no end.
        what: &'static str,
        /// What ends it.
        end: char,
    },
    /// A bracket with something else behind it than a name and a value.
    #[error("expected a tag, such as [South \"Ama\"]")]
    NotATag,
    /// Nothing that belongs into a game.
    #[error("{found} is neither a move nor a number, a result, a tag or a {{comment}}")]
    Unexpected {
        /// What stands there.
        found: String,
    },
    /// Not the letter of a pit.
    #[error(transparent)]
    NotAMove(NotationError),
    /// The name of no rule set.
    #[error("Variant {found} is not known: known are {}", variant::known())]
    UnknownVariant {
        /// The value of the tag.
        found: String,
    },
    /// The start is not a board.
    #[error("FEN: {0}")]
    NotABoard(NotationError),
    /// The start is a board without stores.
    #[error("FEN: {0}")]
    NoGame(GameError),
    /// Not a result.
    #[error("result {found}: expected the seeds of South and of North, such as 25-23, or *")]
    NotAResult {
        /// What stands there.
        found: String,
    },
    /// The other side is to move.
    #[error("{letter} cannot be played: it is {side}'s turn")]
    WrongSide {
        /// The pit that was to be sown.
        letter: char,
        /// Who is to move.
        side: Side,
    },
    /// The move is against the rules, or the game is over.
    #[error("{error}{}", hint(*.assumed_start))]
    NotPlayable {
        /// Why.
        error: GameError,
        /// The file did not say how the game began.
        assumed_start: bool,
    },
    /// `+2` behind nothing.
    #[error("+{mark} does not stand right behind a move")]
    StrayMark {
        /// The seeds that it names.
        mark: u32,
    },
    /// `+2` behind a move that captures another number of seeds.
    #[error("{letter} captures {captured} under {rules}, not {mark}{}", hint(*.assumed_start))]
    WrongMark {
        /// The pit sown.
        letter: char,
        /// What the move captures.
        captured: u8,
        /// What the file says.
        mark: u32,
        /// The name of the rule set.
        rules: &'static str,
        /// The file did not say how the game began.
        assumed_start: bool,
    },
    /// The game of a file that did not say how it began ends in another way.
    #[error(
        "result {result} does not follow from these moves, after which South has {} and North {}{}", .stores[0], .stores[1], hint(true)
    )]
    WrongResult {
        /// What the file says.
        result: GameResult,
        /// The seeds of South and of North in store.
        stores: [u8; 2],
    },
}

/// What may be missing where a game without a FEN tag goes wrong.
fn hint(assumed_start: bool) -> &'static str {
    if !assumed_start {
        return "";
    }
    " (there is no FEN tag, so the game has the usual start; Aualé leaves the tag out if South begins \
     on another board: add it)"
}
