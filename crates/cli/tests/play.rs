//! Games in the terminal, by lines on stdin.

mod common;

use std::fs;
use std::path::Path;

use common::{EIGHT, empty, grenier, refusal, with_tables};
use insta::assert_snapshot;

/// What the program prints when these lines are typed.
fn played(dir: &Path, args: &[&str], lines: impl Into<Vec<u8>>) -> String {
    played_by(dir, &[&["play"], args].concat(), lines)
}

/// What a command that plays prints, and that it ends well.
fn played_by(dir: &Path, args: &[&str], lines: impl Into<Vec<u8>>) -> String {
    let output = grenier(dir, args).write_stdin(lines).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), told.as_str()),
        (Some(0), ""),
        "{args:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The lines that say what was played.
fn moves(told: &str) -> Vec<&str> {
    told.lines()
        .filter(|line| line.contains(" plays "))
        .collect()
}

#[test]
fn a_table_that_fails_does_not_end_the_game() {
    let dir = with_tables(9);
    let path = dir.path().join("tables/awale/layer-09.score");
    let mut bytes = fs::read(&path).unwrap();
    bytes[64..].fill(100);
    fs::write(&path, bytes).unwrap();
    let position = "0-0-1-0-1-2-1-0-0-1-0-3-20-19-S";
    let args = ["play", "--level", "perfect", position];
    let output = grenier(dir.path(), &args)
        .write_stdin("hint\nC\nquit\n")
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("grenier: layer 9 is damaged"), "{told}");
    assert_eq!((told.lines().count(), output.status.code()), (1, Some(0)));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("Hint: ") && moves(&said).len() == 2, "{said}");
}

#[test]
fn a_short_game_to_its_end() {
    let dir = empty();
    let args = ["--random-seed", "1", "0-0-0-0-0-1-1-0-0-0-0-3-22-21-S"];
    assert_snapshot!(played(dir.path(), &args, "moves\nF\n A \nB\nquit\nF\n"), @r"
    awale, endless play leaves each their own side, above the tables inside grenier (up to 8 seeds)
    You play South; North is grenier at level medium, --random-seed 1.

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 3 | 0 | 0 | 0 | 0 | 1 |  store 21
            +---+---+---+---+---+---+
      South | 0 | 0 | 0 | 0 | 0 | 1 |  store 22  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    F: 1 seed, takes 2
    South plays F, takes 2.
    North plays f.

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 0 | 0 | 0 | 0 | 0 | 0 |  store 21
            +---+---+---+---+---+---+
      South | 1 | 1 | 1 | 0 | 0 | 0 |  store 24  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    South plays A.

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 0 | 0 | 0 | 0 | 0 | 0 |  store 21  to move
            +---+---+---+---+---+---+
      South | 0 | 2 | 1 | 0 | 0 | 0 |  store 24
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    The game is over: South takes the 3 seeds left.
    South wins the game, 27 to 21.
    The game is over; undo takes back, new begins again.
    ");
}

#[test]
fn a_position_that_comes_back_ends_the_game() {
    let dir = empty();
    let walk = "A\na\nB\nb\nC\nc\nD\nd\nE\ne\nF\nf\n".repeat(2);
    let position = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";
    for (rules, endless, expected) in [
        (
            "awale",
            None,
            "each keeps their own side.\nThe game is drawn, 24 to 24.",
        ),
        (
            "awari",
            None,
            "what is left is shared evenly.\nThe game is drawn, 24 to 24.",
        ),
        ("awale", Some("even"), "what is left is shared evenly."),
        ("awari", Some("own-side"), "each keeps their own side."),
    ] {
        let mut args = vec!["--side", "both", "--rules", rules, position];
        args.extend(endless.iter().flat_map(|how| ["--endless", how]));
        let told = played(dir.path(), &args, walk.clone() + "save walk.ogn\n");
        let end = format!("The position has come back, which ends the game: {expected}");
        assert!(told.contains(&end), "{told}");
        // Six moves of each bring back the board of the start.
        assert_eq!(moves(&told).len(), 12, "{told}");
        assert!(
            told.contains("\nThe game is over; undo takes back"),
            "{told}"
        );
        let file = fs::read_to_string(dir.path().join("walk.ogn")).unwrap();
        assert!(file.contains("[Result \"24-24\"]"), "{file}");
        fs::remove_file(dir.path().join("walk.ogn")).unwrap();
    }
    // The move that would do so is pointed out.
    let eleven: Vec<&str> = walk
        .lines()
        .take(11)
        .chain(["moves
"])
        .collect();
    let args = ["--side", "both", position];
    let told = played(dir.path(), &args, eleven.join("\n"));
    assert!(
        told.ends_with("\nf: 1 seed; the position comes back\n"),
        "{told}"
    );
}

#[test]
fn moves_are_taken_back_and_games_begun_again() {
    let dir = empty();
    let args = ["--level", "easy", "--random-seed", "5"];
    let told = played(dir.path(), &args, "C\nD\nundo\nundo\nundo\nC\nnew\nundo\n");
    let all = moves(&told);
    let [first, reply] = all[..2] else {
        panic!("{told}");
    };
    assert_eq!(first, "South plays C.");
    assert!(reply.starts_with("North plays "), "{reply}");
    assert_eq!(
        told.matches("\nTaken back: 2 moves.\n").count(),
        2,
        "{told}"
    );
    let nothing = "\nThere is no move of yours to take back.\n";
    assert_eq!(told.matches(nothing).count(), 2, "{told}");
    assert!(told.contains("\nA new game.\n"), "{told}");
    // The board of the start: at first, after everything was taken back, anew.
    let start = "South | 4 | 4 | 4 | 4 | 4 | 4 |  store 0  to move";
    assert_eq!(told.matches(start).count(), 3, "{told}");
}

#[test]
fn a_game_is_saved_and_no_other_file_lost() {
    let dir = empty();
    fs::write(dir.path().join("mine.txt"), "mine").unwrap();
    let lines =
        "C\nsave mine.txt\nsave none/game.ogn\nsave a game.ogn\nundo\nsave a game.ogn\nsave\n";
    let told = played(dir.path(), &["--side", "both"], lines);
    assert!(
        told.contains("\nmine.txt is there already; name another file.\n"),
        "{told}"
    );
    assert!(told.contains("\ncannot write none/game.ogn: "), "{told}");
    assert_eq!(
        told.matches("\nSaved in a game.ogn.\n").count(),
        2,
        "{told}"
    );
    assert!(told.contains("save without the name of a file"), "{told}");
    let read = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    assert_eq!(read("mine.txt"), "mine");
    assert!(read("a game.ogn").starts_with("[Variant \"Awale\"]\n"));
    assert!(
        read("a game.ogn").ends_with("\n*\n"),
        "{}",
        read("a game.ogn")
    );
}

/// The program with itself: to the end, and the same again with the same seed.
#[test]
fn the_program_plays_both_sides() {
    let dir = empty();
    for (rules, level) in [("awale", "beginner"), ("oware-slam-first", "strong")] {
        let mut args = vec!["--side", "none", "--rules", rules, "--level", level];
        if level == "beginner" {
            args.extend(["--random-seed", "9"]);
        }
        let told = played(dir.path(), &args, "save game.ogn\n");
        let ended = ["wins the game, ", "The game is drawn, "];
        assert!(ended.iter().any(|end| told.contains(end)), "{told}");
        assert!(moves(&told).len() > 20, "{told}");
        assert_eq!(
            played(dir.path(), &args, "").lines().count() + 1,
            told.lines().count()
        );
        let file = fs::read_to_string(dir.path().join("game.ogn")).unwrap();
        assert!(!file.contains("[Result \"*\"]"), "{file}");
        fs::remove_file(dir.path().join("game.ogn")).unwrap();
    }
}

/// Where the tables reach the two highest levels play the best move of `probe`,
/// and a hint is exact.
#[test]
fn tables_are_played_by() {
    let dir = empty();
    let position = format!("{EIGHT}-20-20-N");
    for level in ["strong", "perfect"] {
        let told = played(dir.path(), &["--level", level, &position], "");
        assert_eq!(moves(&told), ["North plays a."], "{level}");
    }
    let told = played(dir.path(), &["--side", "north", &position], "hint\n");
    let hint = "\nHint: a. From here on North nets exactly +4; by the tables.\n";
    assert!(told.contains(hint), "{told}");
    // Above the tables by search.
    let args = ["--threads", "1", "--nodes", "2000"];
    let told = played(dir.path(), &args, "hint\n");
    assert!(
        told.contains("\nHint: ") && told.contains(" nodes, "),
        "{told}"
    );
    let args = ["--side", "north", "--level", "perfect", "--nodes", "2000"];
    assert_eq!(moves(&played(dir.path(), &args, "")).len(), 1);
}

#[test]
fn games_that_are_over_before_they_begin() {
    let dir = empty();
    for (position, expected) in [
        (
            "0-0-0-0-0-0-1-0-0-0-0-3-22-22-S",
            "The game is over: North takes the 4 seeds left.\nNorth wins the game, 26 to 22.\n",
        ),
        (
            "0-1-0-0-0-0-1-0-0-0-0-3-13-30-N",
            "North wins the game, with 30 seeds to 13.\n",
        ),
    ] {
        for side in ["south", "north", "both", "none"] {
            let told = played(dir.path(), &["--side", side, position], "A\nhint\nmoves\n");
            assert!(told.contains(&format!("\n{expected}")), "{told}");
            assert_eq!(moves(&told).len(), 0);
            assert!(
                told.ends_with("\nThe game is over.\nThe game is over.\n"),
                "{told}"
            );
        }
    }
}

/// Whatever stands on stdin, the program ends with it.
#[test]
fn arbitrary_input_is_survived() {
    let dir = empty();
    let mut state = 1_u64;
    let mut noise = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as u8
    };
    let noise: Vec<u8> = (0..20_000).map(|_| noise()).collect();
    let told = played(dir.path(), &["--side", "both"], noise);
    assert!(told.contains("\nNot understood: "), "{told}");
    let args = ["--level", "beginner", "--random-seed", "0"];
    let letters: Vec<u8> = (0..2_000_u32)
        .flat_map(|at| [b'A' + (at % 7) as u8, b'\n'])
        .collect();
    let told = played(dir.path(), &args, letters);
    assert!(
        told.contains(" is not a legal move under awale: "),
        "{told}"
    );
    assert!(told.contains("The game is over; undo takes back"), "{told}");
}

#[test]
fn games_that_cannot_be_played() {
    let dir = empty();
    for (args, expected) in [
        (&["play", EIGHT][..], "this board has no stores"),
        (&["play", "x"], "number of fields is 1"),
        (
            &["play", "--level", "master"],
            "beginner, easy, medium, strong, perfect",
        ),
        (&["play", "--side", "west"], "south, north, both, none"),
        (
            &["play", "--level", "strong", "--random-seed", "1"],
            "--random-seed is for the levels below strong",
        ),
        (&["ba-awa", "play", "--rules", "ba-aw"], "ba-awa, "),
        (&["play", "--tables", "nowhere"], "nowhere"),
    ] {
        let told = refusal(dir.path(), args);
        assert!(told.contains(expected), "{args:?}: {told}");
    }
}

/// A game of the other kind, from 16 seeds on.
#[test]
fn ba_awa_is_played_too() {
    let dir = empty();
    let start = "0-1-2-0-0-3-1-0-2-0-1-2-16-20-S";
    let args = [
        "ba-awa",
        "play",
        "--random-seed",
        "3",
        "--level",
        "easy",
        start,
    ];
    let lines = "moves\nhint\nZ\nA\nsave x.ogn\nundo\nB\nhint\nB\nundo\n";
    let told = played_by(dir.path(), &args, lines);
    let said = [
        "You play South; North is grenier at level easy, --random-seed 3.",
        "You may play B C F.",
        "Hint: B. South nets +12 of 12: 12 to 0 with best play.",
        r#"Not understood: "Z"; type the letter of a pit, or help."#,
        "A cannot be lifted: legal here are B C F.",
        "OGN files have no games of ba-awa.",
        "There is no move of yours to take back.",
        "South plays B, takes 12.",
        "South wins the game, 28 to 20.",
        "The game is over.",
        "The game is over; undo takes back, new begins again.",
        "Taken back: 1 move.",
    ];
    let mut lines = told.lines();
    for expected in said {
        assert!(lines.any(|line| line == expected), "{expected}\n{told}");
    }
}
