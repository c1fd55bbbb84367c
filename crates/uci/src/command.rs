//! What a line asks for. No input or output here, and no state.

use std::time::Duration;

use grenier_rules::{Board, NotationError, Side, parse_move};

/// Most characters of a wrong word that a complaint repeats.
const SHOWN: usize = 24;

/// A line that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// `uci`
    Uci,
    /// `debug on`, `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name NAME value VALUE`: name and value, which is empty without
    /// one; or what is wrong with it
    SetOption(Result<(String, String), String>),
    /// `ucinewgame`
    NewGame,
    /// `position startpos|fen BOARD [moves LETTERS]`, or what is wrong with it:
    /// then there is no position, either
    Position(Result<Setup, String>),
    /// `go ...`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
}

/// A board and the moves from there on; whether they are legal is not looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    pub(crate) board: Board,
    pub(crate) moves: Vec<(Side, u8)>,
}

/// How a search is limited. What is `None` does not end it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) move_time: Option<Duration>,
    /// What South and North have left on their clocks.
    pub(crate) clocks: [Option<Duration>; 2],
    /// What they get for each move.
    pub(crate) increments: [Duration; 2],
    /// Moves that a clock has to last for.
    pub(crate) moves_left: Option<u64>,
    pub(crate) infinite: bool,
    pub(crate) ponder: bool,
    /// The first word that was not understood; the others count all the same, so
    /// that there is a best move.
    pub(crate) skipped: Option<String>,
}

/// Reads a line that is not blank.
///
/// # Errors
/// One line that says what is wrong.
pub(crate) fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let command = words.next().unwrap_or_default();
    let alone = match command {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "debug" => match words.next() {
            Some("on") => Command::Debug(true),
            Some("off") => Command::Debug(false),
            _ => return Err("debug is on or off".to_owned()),
        },
        "setoption" => return Ok(Command::SetOption(set_option(line))),
        "position" => return Ok(Command::Position(setup(words))),
        "go" => return Ok(Command::Go(go(words))),
        _ => return Err(format!("unknown command {}", shown(command))),
    };
    // As UCI has it, what else stands on the line does not matter.
    Ok(alone)
}

/// The value is what stands behind the word `value`, blanks inside included: it
/// can be a path.
fn set_option(line: &str) -> Result<(String, String), String> {
    let wrong = || "expected setoption name NAME [value VALUE]".to_owned();
    let rest = after_word(line, "setoption").ok_or_else(wrong)?;
    let rest = after_word(rest, "name").ok_or_else(wrong)?;
    let (name, value) = match rest.split_once(char::is_whitespace) {
        Some((name, rest)) => (name, after_word(rest, "value").ok_or_else(wrong)?),
        None => (rest, ""),
    };
    if name.is_empty() {
        return Err(wrong());
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// What follows a word at the start of a text, without blanks around it.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.trim().strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// Reads `startpos` or `fen BOARD`, and `moves` with letters that may stand
/// together or apart. At `startpos` the side of the first move begins: Aualé looks
/// at the pits alone when it chooses between the two.
fn setup<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Setup, String> {
    let board = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let text = words.next().unwrap_or_default();
            let board = text.parse();
            Some(board.map_err(|error: NotationError| error.to_string())?)
        }
        _ => return Err("expected position startpos or position fen BOARD".to_owned()),
    };
    let mut moves = Vec::new();
    match words.next() {
        None => {}
        Some("moves") => {
            for letter in words.flat_map(str::chars) {
                let parsed = parse_move(letter.encode_utf8(&mut [0; 4]));
                moves.push(parsed.map_err(|error| error.to_string())?);
            }
        }
        Some(other) => return Err(format!("expected moves, not {}", shown(other))),
    }
    let board = board.unwrap_or_else(|| match moves.first() {
        Some((Side::North, _)) => Board::START_OF_NORTH,
        _ => Board::START,
    });
    Ok(Setup { board, moves })
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Go {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match (word, words.peek().and_then(|next| number(next))) {
            ("infinite", _) => go.infinite = true,
            ("ponder", _) => go.ponder = true,
            (_, Some(number)) if go.limit(word, number) => {
                words.next();
            }
            _ => {
                go.skipped.get_or_insert_with(|| shown(word));
            }
        }
    }
    go
}

impl Go {
    /// Takes up a limit; whether there is one of this name.
    fn limit(&mut self, name: &str, number: u64) -> bool {
        let time = Duration::from_millis(number);
        match name {
            "depth" => self.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => self.nodes = Some(number),
            "movetime" => self.move_time = Some(time),
            "wtime" => self.clocks[0] = Some(time),
            "btime" => self.clocks[1] = Some(time),
            "winc" => self.increments[0] = time,
            "binc" => self.increments[1] = time,
            "movestogo" => self.moves_left = Some(number),
            _ => return false,
        }
        true
    }
}

/// A whole number; what is below 0, as a clock that ran over, is 0, and what is
/// too large is the largest there is.
fn number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    if digits.len() < text.len() {
        return Some(0);
    }
    Some(digits.parse().unwrap_or(u64::MAX))
}

/// A word as a complaint repeats it: quoted, and cut short.
pub(crate) fn shown(word: &str) -> String {
    let cut: String = word.chars().take(SHOWN).collect();
    let more = if cut.len() < word.len() { "…" } else { "" };
    format!("{:?}", cut + more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn go_of(line: &str) -> Go {
        match parse(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn setup_of(line: &str) -> Result<Setup, String> {
        match parse(line) {
            Ok(Command::Position(setup)) => setup,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn single_words() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("  isready\t", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop now", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("debug on", Command::Debug(true)),
            ("debug  off", Command::Debug(false)),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn options_have_a_name_and_perhaps_a_value() {
        let set = |name: &str, value: &str| {
            let set = (name.to_owned(), value.to_owned());
            Ok(Command::SetOption(Ok(set)))
        };
        for (line, expected) in [
            ("setoption name Hash value 16", set("Hash", "16")),
            (
                "setoption name  TablePath  value  my  tables ",
                set("TablePath", "my  tables"),
            ),
            ("setoption name Clear", set("Clear", "")),
            ("setoption name Rules value", set("Rules", "")),
        ] {
            assert_eq!(parse(line), expected, "{line}");
        }
        for line in [
            "setoption",
            "setoption Hash",
            "setoption name",
            "setoption name Hash 16",
            "setoption named Hash value 16",
        ] {
            assert!(
                matches!(parse(line), Ok(Command::SetOption(Err(_)))),
                "{line}"
            );
        }
    }

    #[test]
    fn moves_may_stand_together_or_apart() {
        let moves = vec![(Side::South, 5), (Side::North, 4), (Side::South, 2)];
        for line in [
            "position startpos moves FeC",
            "position startpos moves F e C",
            "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S moves Fe C",
        ] {
            let board = Board::START;
            let moves = moves.clone();
            assert_eq!(setup_of(line), Ok(Setup { board, moves }), "{line}");
        }
        for line in ["position startpos", "position startpos moves"] {
            assert_eq!(setup_of(line).unwrap().moves, [], "{line}");
        }
    }

    #[test]
    fn the_side_of_the_first_move_begins() {
        let setup = setup_of("position startpos moves fF").unwrap();
        assert_eq!(setup.board.side(), Side::North);
        assert_eq!(setup.board.pits(), Board::START.pits());
    }

    #[test]
    fn a_wrong_position_says_what_is_wrong() {
        for (line, expected) in [
            ("position", "expected position startpos"),
            ("position here", "expected position startpos"),
            ("position fen", "empty position"),
            ("position fen 4-4-4", "number of fields is 3"),
            ("position fen 5-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "49 seeds"),
            ("position startpos F", "expected moves, not \"F\""),
            ("position startpos moves FxC", "move \"x\""),
            ("position startpos moves é", "move \"é\""),
        ] {
            let told = setup_of(line).unwrap_err();
            assert!(told.contains(expected), "{line}: {told}");
        }
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let go = go_of("go nodes 5000 depth 7 movetime 250 infinite ponder");
        assert_eq!((go.depth, go.nodes), (Some(7), Some(5000)));
        assert_eq!(go.move_time, Some(Duration::from_millis(250)));
        assert!(go.infinite && go.ponder && go.skipped.is_none());
        let go = go_of("go wtime 60000 btime -20 binc 100 movestogo 9");
        let (minute, none) = (Duration::from_mins(1), Duration::ZERO);
        assert_eq!(go.clocks, [Some(minute), Some(none)]);
        assert_eq!(go.increments, [none, Duration::from_millis(100)]);
        assert_eq!(go.moves_left, Some(9));
        assert_eq!(go_of("go depth 99999999999999999999").depth, Some(u32::MAX));
        assert_eq!(go_of("go"), Go::default());
    }

    #[test]
    fn what_go_does_not_know_is_skipped() {
        for (line, skipped) in [
            ("go mate 3 depth 2", "\"mate\""),
            ("go fast depth 2", "\"fast\""),
            ("go nodes depth 2", "\"nodes\""),
            ("go nodes x7 depth 2", "\"nodes\""),
        ] {
            let go = go_of(line);
            assert_eq!(go.skipped.as_deref(), Some(skipped), "{line}");
            assert_eq!(go.depth, Some(2), "{line}");
        }
    }

    #[test]
    fn what_is_shown_is_short() {
        assert_eq!(shown("a\u{0}\"b"), r#""a\0\"b""#);
        let told = parse(&"é".repeat(100_000)).unwrap_err();
        assert!(told.ends_with("é…\"") && told.len() < 100, "{told}");
    }

    proptest! {
        #[test]
        fn no_line_panics(line in any::<String>()) {
            if let Err(told) = parse(&line) {
                prop_assert!(!told.contains('\n') && told.len() < 400, "{told}");
            }
        }

        #[test]
        fn no_words_panic(
            words in proptest::collection::vec(
                prop_oneof![
                    "(uci|go|position|startpos|fen|moves|setoption|name|value|debug|on|depth)",
                    "(movetime|nodes|infinite|wtime|binc|ponder|-?[0-9]{1,21}|[A-Fa-f]{1,9})",
                    "([0-9]{1,2}-){14}[SN]",
                    any::<String>(),
                ],
                0..9,
            ),
        ) {
            match parse(&words.join(" ")) {
                Ok(Command::Position(Err(told)) | Command::SetOption(Err(told))) | Err(told) => {
                    prop_assert!(!told.contains('\n') && told.len() < 400, "{told}");
                }
                _ => {}
            }
        }
    }
}
