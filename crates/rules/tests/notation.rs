//! Boards and moves as text, and boards as two people see them.

use grenier_rules::{Board, BoardError, Position, RuleSet, Side, move_letter, parse_move};
use proptest::prelude::*;

fn message(text: &str) -> String {
    let message = text.parse::<Board>().unwrap_err().to_string();
    assert!(!message.contains('\n') && message.len() < 200, "{message}");
    message
}

#[test]
fn the_start_is_written_as_auale_writes_it() {
    let text = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    assert_eq!(text.parse(), Ok(Board::START));
    assert_eq!(Board::START.to_string(), text);
}

#[test]
fn twelve_pits_alone_have_south_to_move() {
    let board: Board = "0-0-0-0-0-1-1-0-0-0-0-3".parse().unwrap();
    assert_eq!((board.side(), board.stores()), (Side::South, None));
    assert_eq!(board.position().mover(), [0, 0, 0, 0, 0, 1]);
}

#[test]
fn north_to_move_sees_his_own_pits_first() {
    let board: Board = "1-2-3-4-5-6-7-8-0-0-0-0-12-0-N".parse().unwrap();
    assert_eq!(board.position().mover(), [7, 8, 0, 0, 0, 0]);
    assert_eq!(board.position().waiting(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn errors_name_the_field_and_what_was_expected() {
    let start = "4-4-4-4-4-4-4-4-4-4-4-4";
    let cases = [
        (String::new(), "empty position: expected 12 pits"),
        (
            format!("{start}-0"),
            "number of fields is 13: expected 12 pits, or",
        ),
        ("4-4".into(), "number of fields is 2: expected 12 pits, or"),
        (
            format!("{start}-1-0-S"),
            "pits and stores hold 49 seeds together",
        ),
        ("5-4-4-4-4-4-4-4-4-4-4-4".into(), "49 seeds on the board"),
        (
            "4-4-4-4-x-4-4-4-4-4-4-4".into(),
            r#"pit 5 (South's E) is "x": expected a number"#,
        ),
        (
            "4-4-400-4-4-4-4-4-4-4-4-4".into(),
            r#"pit 3 (South's C) is "400": expected"#,
        ),
        (
            "4-4-4-4-4-4-4-4-49-4-4-4".into(),
            r#"pit 9 (North's c) is "49": expected"#,
        ),
        (
            "4-4-4-4-4-4-+4-4-4-4-4-4".into(),
            r#"pit 7 (North's a) is "+4": expected"#,
        ),
        (
            "4-04-4-4-4-4-4-4-4-4-4-4".into(),
            r#"pit 2 (South's B) is "04": expected no leading zeros"#,
        ),
        (
            format!("{start}-00-0-S"),
            r#"South's store is "00": expected no leading zeros"#,
        ),
        (
            "0x4-4-4-4-4-4-4-4-4-4-4-4".into(),
            r#"pit 1 (South's A) is "0x4": expected a number"#,
        ),
        (
            "-4-4-4-4-4-4-4-4-4-4-4-4".into(),
            "pit 1 (South's A) is empty: expected one dash",
        ),
        (
            "4-4--4-4-4-4-4-4-4-4-4-4".into(),
            "pit 3 (South's C) is empty: expected one dash",
        ),
        (format!("{start}-"), "there is a dash at the end:"),
        (format!("{start}-0-0-S-"), "there is a dash at the end:"),
        (
            format!("{start}-0-0-S--0"),
            "field 16 is empty: expected one dash",
        ),
        (
            format!("{start}-a-0-S"),
            r#"South's store is "a": expected a number"#,
        ),
        (
            format!("{start}-0-b-S"),
            r#"North's store is "b": expected a number"#,
        ),
        (
            format!("{start}-0-0-s"),
            r#"side to move is "s": expected S (South) or N (North), a capital letter"#,
        ),
        (
            "4-4-4-4-4-4-4-4-4-4-4-٤".into(),
            r#"pit 12 (North's f) is "٤": expected"#,
        ),
        (
            "4-4-4-4-4-4-4-4-4-4-4-4\n".into(),
            r#"pit 12 (North's f) is "4\n": expected"#,
        ),
    ];
    for (text, expected) in cases {
        let message = message(&text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
}

#[test]
fn huge_input_gets_a_short_answer() {
    let digits = format!("{}-4-4-4-4-4-4-4-4-4-4-4", "9".repeat(1_000_000));
    assert!(message(&digits).starts_with(r#"pit 1 (South's A) is "9999999999999999…""#));
    assert!(message(&"4-".repeat(1_000_000)).starts_with("there is a dash at the end"));
    let dashes = format!("{}-4", "4-".repeat(1_000_000));
    assert!(message(&dashes).starts_with("field 1000001 is empty"));
    assert!(message(&"é".repeat(1_000_000)).starts_with("number of fields is 1:"));
}

#[test]
fn moves_are_letters() {
    assert_eq!(parse_move("A"), Ok((Side::South, 0)));
    assert_eq!(parse_move("f"), Ok((Side::North, 5)));
    for wrong in ["", "G", "g", "AB", "1", "É", "\n"] {
        let message = parse_move(wrong).unwrap_err().to_string();
        assert!(message.ends_with("A to F for South or a to f for North"));
        assert!(!message.contains('\n'), "{message}");
    }
    for side in [Side::South, Side::North] {
        for pit in 0..6 {
            let letter = move_letter(side, pit).to_string();
            assert_eq!(parse_move(&letter), Ok((side, pit)));
        }
    }
}

/// Any board: 48 seeds dropped into pits and stores one by one.
fn any_board() -> impl Strategy<Value = Board> {
    let places = proptest::collection::vec(0..14_usize, 48);
    (places, any::<bool>(), any::<bool>()).prop_map(|(places, north, bare)| {
        let mut seeds = [0; 14];
        for place in places {
            seeds[place] += 1;
        }
        let pits = std::array::from_fn(|pit| seeds[pit]);
        if bare {
            return Board::from_position(&Position::new(pits).unwrap());
        }
        let side = if north { Side::North } else { Side::South };
        Board::with_stores(pits, [seeds[12], seeds[13]], side).unwrap()
    })
}

proptest! {
    #[test]
    fn parsing_inverts_printing(board in any_board()) {
        prop_assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn printing_inverts_parsing(text in "([0-9]{1,2}-){11}[0-9]{1,2}(-[0-9]{1,2}-[0-9]{1,2}-[SN])?") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string(), text);
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string(), text);
        }
    }
}

#[test]
fn a_move_keeps_all_seeds_and_passes_the_turn() {
    // South's F holds 1 and makes 2 in North's a.
    let pits = [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3];
    let board = Board::with_stores(pits, [20, 23], Side::South).unwrap();
    let played = RuleSet::AWALE.moves(&board.position())[0];
    let after = Board::with_stores([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], [22, 23], Side::North);
    assert_eq!(board.after(&played), after.unwrap());
    assert_eq!(after.unwrap().position(), played.next);
}

#[test]
fn whoever_is_to_move_is_ahead_or_behind() {
    let pits = [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3];
    let ahead = |side| Board::with_stores(pits, [20, 23], side).unwrap().ahead();
    assert_eq!(
        [ahead(Side::South), ahead(Side::North)],
        [Some(-3), Some(3)]
    );
    let bare = Board::from_position(&Position::START);
    assert_eq!(bare.ahead(), None);
}

#[test]
fn without_stores_the_mover_stays_south() {
    let position = Position::new([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3]).unwrap();
    let played = RuleSet::AWALE.moves(&position)[0];
    let after = Board::from_position(&position).after(&played);
    assert_eq!(after.pits(), [0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0]);
    assert_eq!((after.side(), after.stores()), (Side::South, None));
}

#[test]
fn a_game_has_forty_eight_seeds() {
    let refused = Board::with_stores([4; 12], [1, 0], Side::South);
    assert_eq!(refused, Err(BoardError::NotAllSeeds { seeds: 49 }));
}
