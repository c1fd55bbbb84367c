//! Game files: what is read, what is refused and where, and that what is
//! written is read back, by us and by a reader that takes what Aualé's takes.

use grenier_rules::ogn::{self, GameResult, OgnError, Record};
use grenier_rules::{Board, Game, Outcome, RuleSet, move_letter};
use proptest::prelude::*;
use proptest::sample::Index;

fn read(text: &str) -> Result<Vec<Record>, OgnError> {
    ogn::games(text, None).collect()
}

fn only(text: &str) -> Record {
    let mut records = read(text).unwrap();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

fn letters(record: &Record) -> String {
    let played = record.game().played().iter();
    played.map(|&(side, pit)| move_letter(side, pit)).collect()
}

/// What is wrong with a text, on one line and short.
fn refusal(text: &str) -> String {
    let message = read(text).unwrap_err().to_string();
    assert!(!message.contains('\n') && message.len() < 250, "{message}");
    message
}

/// South's F captures 2, and South has 2 left then.
const CAPTURE: &str = "[FEN \"2-0-0-0-0-1-1-0-0-0-0-3-18-23-S\"]\n";

#[test]
fn a_file_of_auale_is_read() {
    let text = "[Variant \"Oware Abapa\"]\n[Event \"?\"]\n[Site \"Can \\\"Punt\\\"\"]\n\
                [Date \"2014.01.02\"]\n[Round \"?\"]\n[South \"Ama \\\\ Kofi\"]\n[North \"?\"]\n\
                [Result \"21-27\"]\n\n1. F f 2. E { a good\nmove } e 3. D 21-27\n";
    let record = only(text);
    assert_eq!(*record.game().rules(), RuleSet::OWARE);
    assert_eq!(letters(&record), "FfEeD");
    assert_eq!(record.comment(2), "a good move");
    assert_eq!(record.tag("Site"), Some("Can \"Punt\""));
    assert_eq!(record.tag("South"), Some("Ama \\ Kofi"));
    assert_eq!(record.result(), GameResult::Shares([42, 54]));
    // Written again it is the same, but for the line that the comment broke.
    assert_eq!(record.to_string(), text.replace("good\nmove", "good move"));
}

#[test]
fn much_is_taken() {
    for text in [
        "FfEeD",
        "1.F f 2.E e 3.D",
        "1. F 1... f 2. E 2... e 3. D *",
        "\u{feff}1. F f\r\n\r\n2. E e\r\n3. D\r\n",
        "1. F! f?? $3 2. E ... e 3. D 21-27",
        "1. F (1. E e { ) (2. D) } ((deep) here) C) f 2. E e 3. D",
        "[Result \"?\"][Variant \"\"] [ A_1   \"\" ] F f E e D",
        "[South \"a]b\"]\n\n\n F f E e D",
    ] {
        assert_eq!(letters(&only(text)), "FfEeD", "{text}");
    }
}

#[test]
fn what_is_missing_has_a_meaning() {
    let record = only("F f");
    assert_eq!(*record.game().rules(), RuleSet::OWARE);
    assert_eq!(*record.game().start(), Board::START);
    assert_eq!(record.result(), GameResult::Open);
    assert_eq!((record.tag("South"), record.comment(0)), (None, ""));
    // Aualé writes no FEN when North begins on the usual board.
    let north = only("1... f 2. F");
    assert_eq!(
        north.game().start().to_string(),
        "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N"
    );
    assert_eq!(only("[South \"Ama\"]").game().played(), []);
    assert!(
        read(" \r\n\u{feff}")
            .unwrap_err()
            .to_string()
            .contains("column 1")
    );
    assert_eq!(read(" \r\n"), Ok(vec![]));
}

#[test]
fn the_rules_are_those_named_or_given() {
    let named = only("[Variant \"Awalé\"] F f");
    assert_eq!(*named.game().rules(), RuleSet::AWALE);
    let text = "[Variant \"Kalah\"] F f";
    let given = ogn::games(text, Some(RuleSet::AWARI)).next().unwrap();
    assert_eq!(*given.unwrap().game().rules(), RuleSet::AWARI);
    assert_eq!(
        refusal(text),
        "line 1, column 1: Variant \"Kalah\" is not known: known are Awale, Awele, Oware Abapa, Awari, \
         oware-slam-all, oware-slam-rest, oware-slam-first, oware-slam-last"
    );
}

#[test]
fn a_file_has_several_games_and_each_is_read() {
    let text =
        "[South \"Ama\"]\n1. F f *\n\n[South \"Esi\"]\n[North \"Yaw\"]\n1. A a {why} *\n2. B b";
    let records = read(text).unwrap();
    assert_eq!(
        records.iter().map(letters).collect::<Vec<_>>(),
        ["Ff", "Aa", "Bb"]
    );
    assert_eq!(records[1].tag("South"), Some("Esi"));
    assert_eq!(records[1].comment(1), "why");

    let text = "[South \"Ama\"] 1. F F *\n[South \"Esi\"] 1. A a\n[South \"Yaw\"] 1. A {";
    let records: Vec<_> = ogn::games(text, None).collect();
    assert!(records[0].is_err() && records[2].is_err() && records.len() == 3);
    assert_eq!(letters(records[1].as_ref().unwrap()), "Aa");
}

#[test]
fn comments_stand_by_their_moves() {
    let record = only("{so} {it} 1. F {began } f{}{ and\n{went } {on}");
    assert_eq!(record.comment(0), "so it began");
    assert_eq!(record.comment(1), "and {went on");
    assert_eq!(letters(&only("{nothing} F {g } f")), "Ff");
}

#[test]
fn errors_say_where_and_what() {
    for (text, message) in [
        (
            "1. F g",
            "line 1, column 6: move \"g\": expected one letter, A to F for South or a to f for North",
        ),
        (
            "1. F\r\n  G",
            "line 2, column 3: move \"G\": expected one letter",
        ),
        (
            "1. F f draw",
            "line 1, column 8: \"draw\" is neither a move nor a number, a result, a tag or a {comment}",
        ),
        ("F é", "line 1, column 3: move \"é\": expected one letter"),
        (
            "1. FfF",
            "line 1, column 6: F is not a legal move under oware: legal here are A B C D E (there is no FEN tag, so the game has the usual start; Aualé leaves the tag out if South begins on another board: add it)",
        ),
        // As Aualé writes it after a game that South began elsewhere.
        (
            "1. D b 2. E a 3. F 23-25",
            "line 1, column 20: result 23-25 does not follow from these moves, after which South has 0 and North 0 (there is no FEN tag",
        ),
        (
            "[Result \"23-25\"] 1. D b 2. E a 3. F 23-25",
            "line 1, column 1: result 23-25 does not follow",
        ),
        (
            "[FEN \"4-4-4-4-4-0-5-5-5-5-4-4-0-0-S\"] F",
            "line 1, column 39: F is not a legal move under oware: legal here are A B C D E",
        ),
        (
            "1. F F",
            "line 1, column 6: F cannot be played: it is North's turn",
        ),
        (
            "1. f f",
            "line 1, column 6: f cannot be played: it is South's turn",
        ),
        (
            "[FEN \"0-0-0-0-0-1-1-0-0-0-0-1-25-20-S\"] F",
            "line 1, column 41: F cannot be played: the game is over",
        ),
        (
            "[FEN \"4-4\"]",
            "line 1, column 1: FEN: number of fields is 2",
        ),
        (
            "[FEN \"4-4-4-4-4-4-4-4-4-4-4-4\"]",
            "line 1, column 1: FEN: this board has no stores",
        ),
        (
            "F {",
            "line 1, column 3: this comment has no end: there is no } behind it",
        ),
        (
            "F (a {)} ",
            "line 1, column 3: this variation has no end: there is no ) behind it",
        ),
        (
            "[South \"Ama]\nF",
            "line 1, column 1: this value has no end: there is no \" behind it",
        ),
        (
            "[South Ama]",
            "line 1, column 1: expected a tag, such as [South \"Ama\"]",
        ),
        ("[\"Ama\"]", "line 1, column 1: expected a tag"),
        ("[South \"Ama\" x", "line 1, column 1: expected a tag"),
        ("F +", "line 1, column 3: \"+\" is neither"),
        (
            "+2 F",
            "line 1, column 1: +2 does not stand right behind a move",
        ),
        ("F f}", "line 1, column 4: \"}\" is neither"),
        (
            "F +99999999999",
            "line 1, column 3: \"+99999999999\" is neither",
        ),
        (
            "F+2",
            "line 1, column 2: F captures 0 under oware, not 2 (there is no FEN tag",
        ),
        (
            "F f 1/2-1/2",
            "line 1, column 5: result \"1/2-1/2\": expected the seeds of South and of North, such as 25-23, or *",
        ),
        ("F f 25-24", "line 1, column 5: result \"25-24\""),
        ("[Result \"won\"]", "line 1, column 1: result \"won\""),
    ] {
        let told = refusal(text);
        assert!(told.starts_with(message), "{text}: {told}");
    }
}

#[test]
fn a_mark_is_what_the_move_captures() {
    let marked = |behind: &str| format!("{CAPTURE}F{behind}");
    for right in ["", "+2", " +2", "+02"] {
        assert_eq!(letters(&only(&marked(right))), "F");
    }
    let wrong = "line 2, column 2: F captures 2 under oware, not";
    assert_eq!(refusal(&marked("+3")), format!("{wrong} 3"));
    assert_eq!(refusal(&marked("+0")), format!("{wrong} 0"));
    // Aualé counts what South has on their side into the last move.
    assert_eq!(letters(&only(&marked("+4"))), "F");
    assert_eq!(refusal(&marked("+4 f")), format!("{wrong} 4"));
}

#[test]
fn lines_are_no_longer_than_79() {
    let mut record = Record::new(random_game(&RuleSet::OWARE, &[7; 120], false));
    record.set_comment(3, &"word ".repeat(60));
    record.set_comment(4, &"x".repeat(100));
    let text = record.to_string();
    let long = text.lines().filter(|line| line.chars().count() > 79);
    assert_eq!(long.count(), 1, "{text}");
    assert!(text.lines().any(|line| line.len() == 79), "{text}");
}

#[test]
fn tags_are_as_auale_wants_them() {
    let board = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N".parse().unwrap();
    let mut game = Game::from_board(RuleSet::AWALE, board).unwrap();
    game.play(0).unwrap();
    game.play(5).unwrap();
    let mut record = Record::new(game);
    record.set_tag("Opening", "  a\n\"b\" ");
    record.set_tag("North", "C:\\");
    record.set_tag("Site", "the \"Bell\" ] x");
    record.set_comment(0, "so } so");
    assert_eq!(
        record.to_string(),
        "[Variant \"Awale\"]\n[Event \"?\"]\n[Site \"the \\\"Bell' ] x\"]\n[Date \"?\"]\n[Round \"?\"]\n\
         [South \"?\"]\n[North \"C:\\\\\"]\n[Result \"*\"]\n[FEN \"4-4-4-4-4-4-4-4-4-4-4-4-0-0-N\"]\n\
         [Opening \"a \\\"b\\\"\"]\n\n1... a { so ) so } 2. F *\n"
    );
}

/// A game of moves chosen so, from the start or from where some were played.
fn random_game(rules: &RuleSet, choices: &[usize], from_board: bool) -> Game {
    let mut game = Game::new(*rules);
    for (at, choice) in choices.iter().enumerate() {
        if game.outcome() != Outcome::Ongoing {
            break;
        }
        if from_board && at == choices.len() / 2 {
            game = Game::from_board(*rules, *game.board()).unwrap();
        }
        let moves = rules.moves(&game.board().position());
        game.play(moves[choice % moves.len()].pit).unwrap();
    }
    game
}

/// Records with whatever can be in them.
fn any_record() -> impl Strategy<Value = Record> {
    let game = (
        proptest::sample::select(RuleSet::ALL.to_vec()),
        proptest::collection::vec(0..60_usize, 0..150),
        any::<bool>(),
    );
    let text = || prop_oneof![any::<String>(), "[a-f\"\\\\\\]\\[ (){}\n]{0,12}"];
    let comments = proptest::collection::vec((any::<Index>(), text()), 0..5);
    let tags = proptest::collection::vec(("(South|Site|ECO|a_1)", text()), 0..5);
    let result = proptest::option::of((0..=48_u8, 0..=48_u8));
    (game, comments, tags, result).prop_map(
        |((rules, choices, from_board), comments, tags, result)| {
            let mut record = Record::new(random_game(&rules, &choices, from_board));
            let moves = record.game().played().len();
            for (ply, comment) in comments {
                if moves > 0 {
                    record.set_comment(ply.index(moves), &comment);
                }
            }
            for (name, value) in tags {
                record.set_tag(&name, &value);
            }
            if let Some((south, north)) = result {
                record.set_result(GameResult::Shares([south, north]));
            }
            record
        },
    )
}

/// Tags, in order, and moves as Aualé's reader finds them: a value ends at a
/// quotation mark with a bracket behind it, or at any that has no backslash
/// before it; a comment at the first brace; and any letter from A to F or a to
/// f elsewhere is a move.
fn as_auale_reads(text: &str) -> (Vec<(String, String)>, String) {
    let mut tags = Vec::new();
    let mut rest = text;
    while let Some(tag) = rest.trim_start().strip_prefix('[') {
        let (name, value) = tag.split_once(" \"").unwrap();
        let mut end = 0;
        loop {
            end += value[end..].find('"').unwrap();
            if let Some(behind) = value[end + 1..].trim_start().strip_prefix(']') {
                rest = behind;
                break;
            }
            assert!(value[..end].ends_with('\\'), "{text}");
            end += 1;
        }
        let plain = value[..end].replace("\\\"", "\"").replace("\\\\", "\\");
        tags.push((name.to_owned(), plain));
    }
    let mut moves = String::new();
    while let Some(at) = rest
        .find(['{', '('])
        .or(Some(rest.len()))
        .filter(|_| !rest.is_empty())
    {
        moves.extend(
            rest[..at]
                .chars()
                .filter(|c| matches!(c, 'A'..='F' | 'a'..='f')),
        );
        let end = if rest[at..].starts_with('{') {
            '}'
        } else {
            ')'
        };
        rest = rest[at..].split_once(end).map_or("", |(_, behind)| behind);
    }
    (tags, moves)
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(record in any_record()) {
        let text = record.to_string();
        prop_assert_eq!(only(&text), record);
    }

    #[test]
    fn auale_reads_the_same(record in any_record()) {
        let text = record.to_string();
        let (tags, moves) = as_auale_reads(&text);
        prop_assert!(text.starts_with("[Variant \""));
        prop_assert_eq!(moves, letters(&record));
        for (name, value) in record.tags() {
            prop_assert!(tags.contains(&(name.to_owned(), value.to_owned())), "{}", text);
        }
        let fen = tags.iter().find(|(name, _)| name == "FEN").map(|(_, fen)| fen.parse().unwrap());
        prop_assert_eq!(fen.unwrap_or(Board::START), *record.game().start());
    }

    #[test]
    fn several_games_are_read_back(records in proptest::collection::vec(any_record(), 0..4)) {
        let texts: Vec<String> = records.iter().map(ToString::to_string).collect();
        prop_assert_eq!(read(&texts.join("\n")), Ok(records));
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        for record in ogn::games(&text, None).flatten() {
            prop_assert_eq!(only(&record.to_string()), record);
        }
    }

    #[test]
    fn no_near_miss_panics(text in "([A-Fa-f]|[0-9.+*-]{1,3}|[\\[\\](){}\"\\\\ \n]|\\[FEN \"|Result|é){0,40}") {
        for record in ogn::games(&text, None).flatten() {
            prop_assert_eq!(only(&record.to_string()), record);
        }
    }

    #[test]
    fn no_changed_file_panics(
        record in any_record(),
        changes in proptest::collection::vec((any::<Index>(), any::<char>(), 0..3_u8), 1..6),
    ) {
        let mut text: Vec<char> = record.to_string().chars().collect();
        for (at, letter, how) in changes {
            let at = at.index(text.len());
            match how {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                _ => text.truncate(at + 1),
            }
        }
        for read in ogn::games(&text.iter().collect::<String>(), None) {
            match read {
                Ok(record) => prop_assert_eq!(only(&record.to_string()), record),
                Err(error) => prop_assert!(error.to_string().lines().count() == 1),
            }
        }
    }
}
