//! Best moves: from tables, and by a search above them.

mod common;

use common::{EIGHT, empty, refusal, stdout};
use insta::assert_snapshot;
use serde_json::Value;

/// A position of 9 seeds with one move, after which the tables go on.
const FORCED: &str = "0-0-0-0-0-1-2-0-0-0-0-6";
/// A position of 12 seeds, and few nodes for it.
const TWELVE: [&str; 5] = [
    "--threads",
    "1",
    "--nodes",
    "3000",
    "1-0-2-1-2-0-0-1-2-0-1-2-18-18-S",
];

fn json(args: &[&str]) -> Value {
    let told = stdout(empty().path(), args);
    serde_json::from_str(&told).expect(&told)
}

/// What the program prints, but for the line that says what it took.
fn without_effort(args: &[&str]) -> String {
    let told = stdout(empty().path(), args);
    let lines = told.lines().filter(|line| !line.starts_with("Searched: "));
    let kept: Vec<&str> = lines.collect();
    assert_eq!(kept.len() + 1, told.lines().count(), "{told}");
    kept.join("\n")
}

#[test]
fn a_forced_capture_leads_into_the_tables() {
    let stores = format!("{FORCED}-19-20-S");
    let alone = ["best", "--grow", "0", &stores];
    assert_snapshot!(without_effort(&alone), @r"
    awale, endless play counts even, by search above the tables inside grenier (up to 8 seeds)

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 6 | 0 | 0 | 0 | 0 | 2 |  store 20
            +---+---+---+---+---+---+
      South | 0 | 0 | 0 | 0 | 0 | 1 |  store 19  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    South nets +9 of 9: 9 to 0 with best play.
    South wins the game, 28 to 20, endless play counting even.
    Best is F.

    move  takes  worth       expected line
       F      3  exactly +9  F+3


    awale leaves each player their own side when play repeats: --endless own-side counts it so.
    ");
}

#[test]
fn a_tabled_position_is_answered_by_the_tables() {
    let dir = empty();
    assert_snapshot!(stdout(dir.path(), &["best", "--lines", "6", EIGHT]), @r"
    awale, endless play counts even, from the tables inside grenier

              f   e   d   c   b   a
            +---+---+---+---+---+---+
      North | 2 | 0 | 1 | 0 | 0 | 1 |
            +---+---+---+---+---+---+
      South | 0 | 0 | 1 | 0 | 1 | 2 |  to move
            +---+---+---+---+---+---+
              A   B   C   D   E   F

    South nets -4 of 8: 2 to 6 with best play.
    Best is C: it delays the next capture or the end of the game for 9 plies (by search: layer 8 has no distance table).

    move  takes  worth       expected line
       C         exactly -4  C a E b D d E c F+2 f
       E         exactly -4  E
       F         exactly -8  F

    awale leaves each player their own side when play repeats: --endless own-side counts it so.
    ");
    let best = json(&["best", "--json", EIGHT]);
    let probe = json(&["probe", "--json", EIGHT]);
    for field in ["play", "distance", "distance_source", "source", "layer"] {
        assert_eq!(best[field], probe[field], "{field}");
    }
    assert_eq!(best["worth"]["value"], probe["value"]);
    assert_eq!(best["moves"].as_array().unwrap().len(), 1);
    assert!(best["effort"].is_null());
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let dir = empty();
    for ending in ["even", "own-side"] {
        let over = "0-0-0-0-0-0-4-4-4-4-4-4-12-12-S";
        let args = ["best", "--endless", ending, over];
        let told = stdout(dir.path(), &args);
        let end =
            "\nThe game is over: North takes the 24 seeds left.\nNorth wins the game, 36 to 12.\n";
        assert!(told.ends_with(end), "{told}");
        let told = json(&[&args[..], &["--json"]].concat());
        assert!(told["play"].is_null() && told["effort"].is_null(), "{told}");
        assert_eq!(told["worth"]["value"], -24);
        assert_eq!(
            (&told["source"], &told["game"]),
            (&"rules".into(), &"loss".into())
        );
    }
}

/// Whatever is found, it fits together.
#[test]
fn what_is_not_proved_is_bounded() {
    for rules in ["awale", "oware-slam-rest"] {
        for ending in ["even", "own-side"] {
            let args = [
                "best",
                "--json",
                "--lines",
                "6",
                "--rules",
                rules,
                "--endless",
                ending,
                "--grow",
                "0",
            ];
            let told = json(&[&args[..], &TWELVE].concat());
            assert_eq!(
                (&told["rules"], &told["endless"]),
                (&rules.into(), &ending.into())
            );
            assert_eq!(told["source"], "search");
            let moves = told["moves"].as_array().unwrap();
            assert_eq!(moves.len(), 4, "{told}");
            assert_eq!(told["play"], moves[0]["move"]);
            for rated in moves {
                assert_eq!(rated["line"][0], rated["move"]);
            }
            for worth in moves
                .iter()
                .map(|rated| &rated["worth"])
                .chain([&told["worth"]])
            {
                let number = |field: &str| worth[field].as_i64().unwrap();
                let (low, high) = (number("at_least"), number("at_most"));
                let estimate = worth["estimate"].as_f64().unwrap();
                assert!((low as f64..=high as f64).contains(&estimate), "{worth}");
                assert_eq!(worth["value"].is_i64(), low == high, "{worth}");
                assert_eq!(worth["certainty"] == "exact", low == high, "{worth}");
            }
            let effort = &told["effort"];
            assert!(effort["nodes"].as_u64().unwrap() > 0, "{effort}");
            let hits = effort["table_hits"].as_u64().unwrap();
            assert_eq!(hits > 0, rules == "awale", "{effort}");
        }
    }
}

/// One thread, and nodes for a limit: the same answer, time aside.
#[test]
fn the_same_question_gets_the_same_answer() {
    let dir = empty();
    let args = [&["best", "--lines", "3"], &TWELVE[..]].concat();
    let found = |told: String| {
        let took = told.rfind(", ").unwrap();
        told[..took].to_owned()
    };
    let first = found(stdout(dir.path(), &args));
    assert!(first.contains("\nSearched: "), "{first}");
    assert_eq!(found(stdout(dir.path(), &args)), first);
}

#[test]
fn the_other_reading_of_endless_play_is_pointed_out() {
    let dir = empty();
    let hint = "--endless own-side counts it so";
    let tells = |args: &[&str]| {
        let args = [&["best"], args, &[EIGHT]].concat();
        stdout(dir.path(), &args).contains(hint)
    };
    assert!(tells(&[]));
    assert!(!tells(&["--rules", "awari"]));
    assert!(!tells(&["--endless", "even"]));
    assert!(!tells(&["--endless", "own-side"]));
}

/// Nobody can prove in one node all that 22 seeds are worth.
#[test]
fn stores_alone_can_decide_the_game() {
    for (stores, expected, game) in [
        ("26-0-S", "South wins the game, with 2", "win"),
        ("26-0-N", "South wins the game, with 26 at least.", "loss"),
        (
            "24-2-N",
            "South does not lose the game, with 24 at least.",
            "open",
        ),
        (
            "2-24-S",
            "North does not lose the game, with 24 at least.",
            "open",
        ),
        ("13-13-N", "Who wins the game is open.", "open"),
    ] {
        let position = format!("2-2-2-2-2-1-2-2-2-2-2-1-{stores}");
        let args = [
            "best",
            "--threads",
            "1",
            "--nodes",
            "1",
            "--grow",
            "0",
            &position,
        ];
        let said = without_effort(&args);
        assert!(said.contains(expected), "{said}");
        let told = json(&[&args[..], &["--json"]].concat());
        assert_eq!(told["game"], game, "{told}");
    }
}

/// The fields of `probe`, and those of a search.
#[test]
fn probe_searches_what_is_not_tabled() {
    let probe = ["probe", "--search", "--json"];
    let stores = format!("{FORCED}-19-20-S");
    let told = json(&[&probe[..], &["--grow", "0", &stores]].concat());
    let plain = json(&["probe", "--json", EIGHT]);
    for field in plain.as_object().unwrap().keys() {
        assert!(told.get(field).is_some(), "{field}");
    }
    for field in plain["moves"][0].as_object().unwrap().keys() {
        assert!(told["moves"][0].get(field).is_some(), "{field}");
    }
    assert_eq!(
        (&told["source"], &told["value"]),
        (&"search".into(), &9.into())
    );
    assert_eq!(told["best"], serde_json::json!(["F"]));
    assert_eq!(told["readings"]["even"], "win");
    assert!(told["verdict"].is_null());
    let said = without_effort(&["probe", "--search", "--grow", "0", &stores]);
    assert!(
        said.contains("No verdict: the secure seeds of layer 9"),
        "{said}"
    );
    // A tabled position is answered as ever.
    assert_eq!(json(&["probe", "--search", "--json", EIGHT]), plain);
    let own_side = json(&[&probe[..], &["--endless", "own-side", EIGHT]].concat());
    assert_eq!(own_side["source"], "search");
}

/// A layer that was solved on the way is as good as one from a table.
#[test]
fn a_solved_layer_counts_as_tabled() {
    let stores = format!("{FORCED}-19-20-S");
    for command in [&["best"][..], &["probe", "--search"]] {
        let told = json(&[command, &["--json", &stores]].concat());
        assert_eq!(
            (&told["source"], &told["distance"]),
            (&"solved".into(), &1.into())
        );
        assert!(told["effort"]["solved"].as_u64() >= Some(1), "{told}");
        let said = without_effort(&[command, &[&stores]].concat());
        assert!(said.starts_with("awale, endless play counts even, layer 9 solved for this"));
    }
}

#[test]
fn options_of_a_search_that_is_none() {
    let dir = empty();
    for option in ["--threads", "--hash", "--time", "--nodes", "--depth"] {
        let value = if option == "--time" { "1s" } else { "1" };
        let told = refusal(dir.path(), &["probe", option, value, EIGHT]);
        assert!(told.contains("not provided: --search"), "{option}: {told}");
    }
    for (args, expected) in [
        (&["probe", "--endless", "even", EIGHT][..], "--search"),
        (
            &["best", "--time", "5", EIGHT],
            "expected a time like 500ms",
        ),
        (
            &["best", "--lines", "7", EIGHT],
            "expected a number from 1 to 6",
        ),
        (&["best", "--rules", "ba-awa", EIGHT], "awale, awele"),
        (&["best", "13"], "number of fields is 1"),
        (
            &["best", "--hash", "900T", FORCED],
            "--hash wants 900 TiB of memory",
        ),
        (
            &["probe", FORCED],
            "search above the tables with `grenier best`",
        ),
    ] {
        let told = refusal(dir.path(), args);
        assert!(told.contains(expected), "{args:?}: {told}");
    }
}

/// The search goes on for an hour, but for Ctrl-C after some milliseconds.
#[cfg(unix)]
fn interrupted_after(milliseconds: u64) -> std::process::Output {
    use std::process::{Command, Stdio};

    let dir = empty();
    let child = Command::new(assert_cmd::cargo::cargo_bin!("grenier"))
        .current_dir(dir.path())
        .args(["best", "--time", "1h", "--json", "4-4-4-4-4-4-4-4-4-4-4-4"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_tells_the_best_so_far() {
    // Before it watches for Ctrl-C the program just ends, without an exit code.
    let mut outputs = [300, 3_000, 30_000].into_iter().map(interrupted_after);
    let output = outputs.find(|output| output.status.code().is_some());
    let output = output.expect("it does not watch for Ctrl-C");
    assert_eq!(output.status.code(), Some(130));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(told["play"].is_string(), "{told}");
}
