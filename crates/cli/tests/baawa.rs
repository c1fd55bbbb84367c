//! Ba-awa on the command line: answers, JSON as `docs/json.md` has it, errors.

mod common;

use std::path::Path;
use std::sync::OnceLock;

use common::{grenier, refusal, stdout};
use serde_json::Value;
use tempfile::TempDir;

/// Tables of the first game to 16 seeds, and of another to 12, for all tests.
fn tables() -> &'static Path {
    static DIR: OnceLock<TempDir> = OnceLock::new();
    let dir = DIR.get_or_init(|| {
        let dir = common::empty();
        let build = |args: &[&str]| {
            let args = [&["ba-awa", "build"], args].concat();
            grenier(dir.path(), &args).assert().success();
        };
        build(&["--seeds", "16"]);
        build(&["--owns", "7-5", "--starter", "north", "--seeds", "12"]);
        dir
    });
    dir.path()
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(tables(), args)).unwrap()
}

#[test]
fn the_documented_examples_are_what_is_printed() {
    let docs = include_str!("../../../docs/json.md");
    let mut examples = 0;
    for block in docs.split("```console\n$ grenier ").skip(1) {
        let block = block.split("```").next().unwrap();
        let (args, expected) = block.split_once('\n').unwrap();
        let args: Vec<_> = args.split_whitespace().collect();
        if !common::is_baawa(&args) {
            continue;
        }
        let expected: Value = serde_json::from_str(expected).expect(block);
        assert_eq!(json(&args), expected, "grenier {args:?}");
        examples += 1;
    }
    assert_eq!(examples, 8);
}

#[test]
fn the_first_game_is_solved() {
    let told = stdout(tables(), &["ba-awa", "solve"]);
    for line in [
        "ba-awa, South owns 6 pits, South begins; endless sowing and endless play count even",
        "South nets +8 of 48: 28 to 20 with best play.",
        "   A     +8  best",
        "   1  South A                   2-7-1-6-1-6-6-6-0-1-6-6-0-0-N",
        "The game is over: 8 seeds are left, South began and takes them.",
    ] {
        assert!(told.lines().any(|found| found == line), "{line}\n{told}");
    }
}

/// Playing the letters of the answer from the start gives the value.
#[test]
fn the_line_can_be_replayed() {
    let solved = json(&["ba-awa", "solve", "--json"]);
    let mut position = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S".to_owned();
    for letter in solved["line"].as_array().unwrap() {
        let probed = json(&["ba-awa", "probe", "--json", &position]);
        let moves = probed["moves"].as_array().unwrap();
        let played = moves.iter().find(|m| m["move"] == *letter).unwrap();
        assert_eq!(played["value"], probed["value"], "{position} {letter}");
        position = played["position"].as_str().unwrap().to_owned();
    }
    assert!(
        position.starts_with("0-0-0-0-0-0-0-0-0-0-0-0-28-20-"),
        "{position}"
    );
    assert_eq!(solved["value"], 28 - 20);
}

#[test]
fn each_option_has_a_flag_and_a_name() {
    for (name, flags) in [
        ("ba-awa-skip", vec!["--lifted-pit", "skipped"]),
        ("ba-awa-late", vec!["--last-eight", "after-move"]),
        ("ba-awa-over", vec!["--no-move", "game-over"]),
    ] {
        let perft = |rules: &str, flags: &[&str]| {
            let args = [
                &[
                    "ba-awa", "perft", "--rules", rules, "--depth", "2", "--json",
                ],
                flags,
            ]
            .concat();
            json(&args)
        };
        let by_flag = perft("ba-awa", &flags);
        assert_eq!(by_flag, perft(name, &[]));
        assert_eq!(by_flag["rules"], name);
    }
}

#[test]
fn a_position_is_answered_from_tables_and_above_them() {
    let twelve = "0-1-2-0-0-3-1-0-2-0-1-2";
    let told = stdout(tables(), &["ba-awa", "probe", twelve]);
    assert!(told.contains("from tables/ba-awa/6-south"), "{told}");
    let source = |position: &str| {
        let probed = json(&["ba-awa", "probe", "--json", position]);
        probed["source"].as_str().unwrap().to_owned()
    };
    assert_eq!(source(twelve), "directory");
    assert_eq!(source("1-1-2-0-0-3-1-6-2-1-1-2"), "search");
    assert_eq!(source("2-1-0-0-0-0-5-0-0-0-0-0-20-20-N"), "rules");
}

#[test]
fn passes_and_ends_are_told() {
    let stuck = "0-0-0-0-0-0-5-1-2-1-1-2-16-20-S";
    let told = stdout(tables(), &["ba-awa", "probe", stuck]);
    assert!(told.lines().any(|line| line.starts_with("pass ")), "{told}");
    let endless = "0-1-3-1-0-1-0-2-1-0-2-1-16-20-S";
    let probed = json(&["ba-awa", "probe", "--json", endless]);
    let moves = probed["moves"].as_array().unwrap();
    let played = moves.iter().find(|m| m["move"] == "C").unwrap();
    assert_eq!(played["end"], "endless sowing");
    assert_eq!(played["position"], "0-0-0-0-0-0-0-0-0-0-0-0-22-26-N");
}

#[test]
fn tables_are_verified_and_a_changed_byte_is_found() {
    let dir = tables().join("tables/ba-awa/7-north");
    let name = dir.to_str().unwrap();
    let told = stdout(tables(), &["ba-awa", "verify", name]);
    assert!(told.ends_with("all 1,747,904 positions in 1 layer follow from their moves\n"));
    let quick = ["ba-awa", "verify", "--quick", name];
    let told = stdout(tables(), &quick);
    assert!(
        told.ends_with(": the files of 1 layer are what was written\n"),
        "{told}"
    );

    let copy = common::empty();
    for file in ["manifest.json", "layer-12.score"] {
        std::fs::copy(dir.join(file), copy.path().join(file)).unwrap();
    }
    let layer = copy.path().join("layer-12.score");
    let mut bytes = std::fs::read(&layer).unwrap();
    bytes[70_000] ^= 1;
    std::fs::write(&layer, bytes).unwrap();
    let copied = copy.path().to_str().unwrap();
    for args in [&["verify"][..], &["verify", "--quick"], &["stats"]] {
        let args = [&["ba-awa"], args, &[copied]].concat();
        let output = grenier(tables(), &args).output();
        assert_eq!(output.unwrap().status.code(), Some(1), "{args:?}");
    }
    let twelve = "0-1-2-0-0-3-1-0-2-0-1-2";
    let probe = ["ba-awa", "probe", "--tables", copied, "--check", twelve];
    let told = refusal(tables(), &probe);
    assert!(
        told.contains("layer-12.score has a damaged payload"),
        "{told}"
    );
}

#[test]
fn bad_input_gets_one_clear_line() {
    let position = "4-8-0-0-0-0-0-0-0-0-0-0";
    for (args, expected) in [
        (
            vec!["ba-awa", "solve", "--owns", "7-6"],
            "7 and 6 pits are 13, but the board has 12",
        ),
        (vec!["ba-awa", "solve", "--owns", "12"], "expected 1 to 11"),
        (
            vec!["ba-awa", "solve", "--owns", "six"],
            "expected the pits that South owns",
        ),
        (
            vec!["ba-awa", "solve", "--starter", "east"],
            "[possible values: south, north]",
        ),
        (
            vec!["ba-awa", "match", "--goal", "9"],
            "expected a number from 10 to 12",
        ),
        (
            vec!["ba-awa", "build", "--seeds", "14"],
            "expected 12, 16, 20 or 24",
        ),
        (vec!["ba-awa", "probe", position], "pit 1 holds four seeds"),
        (
            vec!["ba-awa", "probe", "1-8-0-0-0-0-0-0-0-0-0-0"],
            "9 seeds on the board: in ba-awa they are always a multiple of four",
        ),
        (
            vec![
                "ba-awa",
                "probe",
                "--tables",
                "gone",
                "1-11-0-0-0-0-0-0-0-0-0-0",
            ],
            "no tables in gone; build them with `grenier ba-awa build --rules ba-awa --owns 6",
        ),
        (
            vec!["ba-awa", "stats", "--owns", "7", "tables/ba-awa/6-south"],
            "South owns 6 pits, South begins, not ba-awa, South owns 7 pits",
        ),
        (
            vec!["stats", "tables/ba-awa/6-south"],
            "not one of the Oware family; choose another directory, or use `grenier ba-awa`",
        ),
        (
            vec!["build", "--seeds", "2", "--out", "tables/ba-awa/6-south"],
            "not one of the Oware family",
        ),
        (
            vec!["plan", "--rules", "ba-awa", "--seeds", "12"],
            "invalid value 'ba-awa'",
        ),
    ] {
        let told = refusal(tables(), &args);
        assert!(told.contains(expected), "{args:?}: {told}");
    }
}
