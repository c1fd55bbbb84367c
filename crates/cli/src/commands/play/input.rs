//! What a user may type.

use grenier_rules::Side;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Sow this pit, 0..=5, of the side to move.
    Pit(u8),
    Undo,
    Hint,
    Moves,
    Board,
    New,
    Save(String),
    Help,
    Quit,
    /// An empty line.
    Nothing,
    /// None of these, quoted and cut short.
    Unknown(String),
}

/// What the words do, for whoever asks.
pub(super) const HELP: &str = "\
A to F      sow this pit of yours, counted from your left (a to f is the same)
moves       list the moves that you may play
hint        say which move is best, and what is known of it
undo        take back your last move, and the program's after it
board       draw the board
new         begin again
save FILE   write the game as an OGN file
help        list these words
quit        end (as does the end of the input)";

/// Most characters of a line that an answer repeats.
const SHOWN: usize = 20;

impl Input {
    /// Reads a line. The letters of both sides name pits of the one to move.
    pub(crate) fn read(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("save", "") => Self::Unknown("save without the name of a file".to_owned()),
            ("save", file) => Self::Save(file.to_owned()),
            ("", _) => Self::Nothing,
            ("undo", "") => Self::Undo,
            ("hint", "") => Self::Hint,
            ("moves", "") => Self::Moves,
            ("board", "") => Self::Board,
            ("new", "") => Self::New,
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit" | "q", "") => Self::Quit,
            _ => match grenier_rules::parse_move(line) {
                Ok((_, pit)) => Self::Pit(pit),
                Err(_) => Self::Unknown(quoted(line)),
            },
        }
    }
}

/// The words for what to type, as `side` may.
pub(super) fn expected(side: Side) -> String {
    let letters = match side {
        Side::South => "A to F",
        Side::North => "a to f",
    };
    format!("type {letters} to play, help for other words")
}

fn quoted(line: &str) -> String {
    let mut head: String = line.chars().take(SHOWN).collect();
    if head.len() < line.len() {
        head.push('…');
    }
    format!("{head:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_letters_are_read() {
        for (line, expected) in [
            ("C\n", Input::Pit(2)),
            (" f ", Input::Pit(5)),
            ("undo", Input::Undo),
            ("quit\r\n", Input::Quit),
            ("", Input::Nothing),
            ("save my game.ogn ", Input::Save("my game.ogn".to_owned())),
            ("?", Input::Help),
        ] {
            assert_eq!(Input::read(line), expected, "{line:?}");
        }
    }

    #[test]
    fn anything_else_is_unknown_and_short() {
        for line in [
            "G",
            "AB",
            "undo 2",
            "4",
            "save",
            "é\u{7}",
            "\0",
            &"x".repeat(9000),
        ] {
            let Input::Unknown(told) = Input::read(line) else {
                panic!("{line:?}");
            };
            assert!(
                told.len() < 100 && !told.contains(char::is_control),
                "{told}"
            );
        }
    }
}
