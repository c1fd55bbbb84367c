//! Tables of other values than scores: built, counted, verified, beside the scores.

mod common;

use std::fs;

use std::path::Path;

use common::{EIGHT, empty, grenier, refusal, stdout, with_tables};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// The answer of `probe` as JSON.
fn probed(dir: &Path, args: &[&str]) -> Value {
    let args = [&["probe", "--json"], args].concat();
    serde_json::from_str(&stdout(dir, &args)).unwrap()
}

#[test]
fn secure_seeds_are_built_beside_the_scores() {
    let dir = with_tables(3);
    let scores = stdout(dir.path(), &["stats"]);
    let built = stdout(dir.path(), &["build", "--values", "secure", "--seeds", "3"]);
    assert!(
        built.starts_with("awale: secure, endless play none\n\nlayer"),
        "{built}"
    );
    assert!(!built.contains("wins"), "{built}");
    assert_snapshot!(stdout(dir.path(), &["stats", "--values", "secure"]), @r"
    awale, secure with endless play none

    layer  positions  nothing open  sha256 (first 16 digits)
        0          1             1  6e340b9cffb37a98
        1         12            12  2d9e40464adebccc
        2         78            65  f860ff70b75e22f9
        3        364           301  771f3695c4153788
      all        455
    ");
    assert_eq!(stdout(dir.path(), &["stats"]), scores);
    let told = stdout(dir.path(), &["verify", "--values", "secure"]);
    assert_eq!(
        told,
        "tables/awale: all 455 positions in 4 layers follow from their moves\n\
         Not looked at: its score tables (--values score).\n"
    );
    let again = stdout(dir.path(), &["build", "--values", "secure", "--seeds", "3"]);
    assert_eq!(again.matches("before").count(), 4, "{again}");
}

/// What is not verified is said.
#[test]
fn other_kinds_are_not_passed_over_in_silence() {
    let dir = empty();
    for values in ["score", "secure"] {
        let args = ["build", "--values", values, "--seeds", "2"];
        grenier(dir.path(), &args).assert().success();
    }
    for args in [&["verify"] as &[_], &["verify", "--quick"]] {
        let told = stdout(dir.path(), args);
        let last = told.lines().last();
        let expected = "Not looked at: its secure tables (--values secure).";
        assert_eq!(last, Some(expected));
        let more = [args, &["--values", "secure"]].concat();
        let told = stdout(dir.path(), &more);
        assert!(
            told.ends_with("its score tables (--values score).\n"),
            "{told}"
        );
    }
}

/// A directory that has no scores is asked for what it has.
#[test]
fn secure_seeds_alone() {
    let dir = empty();
    let args = [
        "build", "--values", "secure", "--seeds", "2", "--out", "here",
    ];
    grenier(dir.path(), &args).assert().success();
    let told = stdout(dir.path(), &["stats", "here"]);
    assert!(
        told.starts_with("awale, secure with endless play none"),
        "{told}"
    );
    assert_eq!(
        stdout(dir.path(), &["stats", "here", "--values", "secure"]),
        told
    );
    let told = stdout(dir.path(), &["verify", "here"]);
    assert!(told.starts_with("here: all 91 positions"), "{told}");
    let told = refusal(dir.path(), &["stats", "here", "--values", "score"]);
    assert!(
        told.starts_with("no score tables in here; build them with "),
        "{told}"
    );
    // The scores of another rule set do not go beside them.
    let args = ["build", "--rules", "oware", "--seeds", "2", "--out", "here"];
    let told = refusal(dir.path(), &args);
    assert!(told.contains("oware") && told.contains("awale"), "{told}");
}

#[test]
fn wrong_secure_seeds_are_named() {
    let dir = empty();
    let args = [
        "build", "--values", "secure", "--seeds", "3", "--out", "here",
    ];
    grenier(dir.path(), &args).assert().success();
    let path = dir.path().join("here/layer-03.secure");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, bytes).unwrap();
    let output = grenier(dir.path(), &["verify", "here"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.starts_with("WRONG: ") && told.contains("layer-03.secure"),
        "{told}"
    );
    let output = grenier(dir.path(), &["stats", "here"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn secure_seeds_take_twice_the_memory() {
    let dir = empty();
    let planned = |kind| {
        let args = [
            "plan",
            "--json",
            "--seeds",
            "24",
            "--threads",
            "1",
            "--values",
            kind,
        ];
        let told = stdout(dir.path(), &args);
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["kind"], kind);
        ["memory_bytes", "low_memory_bytes"].map(|key| told[key].as_u64().unwrap())
    };
    let (score, secure) = (planned("score"), planned("secure"));
    for (score, secure) in score.into_iter().zip(secure) {
        let factor = secure as f64 / score as f64;
        assert!((1.7..2.0).contains(&factor), "{factor}");
    }
    let args = [
        "build", "--values", "secure", "--seeds", "24", "--memory", "500M",
    ];
    let told = refusal(dir.path(), &args);
    assert!(told.starts_with("layer 24 needs 1."), "{told}");
}

#[test]
fn own_side_bounds_are_built_verified_and_asked() {
    let dir = empty();
    let args = [
        "build", "--rules", "oware", "--values", "own-side", "--seeds", "9",
    ];
    let built = stdout(dir.path(), &args);
    assert!(
        built.starts_with("oware: own-side, endless play own-side\n"),
        "{built}"
    );
    let told = stdout(dir.path(), &["stats", "--rules", "oware", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["kind"], "own-side");
    assert_eq!(told["layers"][2]["exact"], 65);
    let told = stdout(
        dir.path(),
        &["verify", "--rules", "oware", "--values", "own-side"],
    );
    assert!(
        told.contains("all 293,475 positions in 10 layers"),
        "{told}"
    );
    for args in [
        [
            "build", "--rules", "awari", "--values", "own-side", "--seeds", "3",
        ],
        [
            "plan", "--rules", "awari", "--values", "own-side", "--seeds", "3",
        ],
    ] {
        let told = refusal(dir.path(), &args);
        assert!(
            told.starts_with("awari counts endless play as even"),
            "{told}"
        );
    }
}

/// What is known of a position is said, also where its score is not tabled.
#[test]
fn secure_seeds_answer_where_scores_are_not_tabled() {
    let dir = empty();
    let args = [
        "build", "--rules", "oware", "--values", "secure", "--seeds", "9",
    ];
    grenier(dir.path(), &args).assert().success();
    let nine = "1-1-0-0-1-1-1-1-0-1-2-0-24-15-S";
    let text = stdout(dir.path(), &["probe", "--rules", "oware", nine]);
    let (_, said) = text.split_once("A   B   C   D   E   F\n").unwrap();
    assert_snapshot!(said, @r"

    Value and best move are not known: layer 9 of oware is not tabled (build it with `grenier build --rules oware --seeds 9 --out tables/oware`, or search with --search).

    Guaranteed under any endless-play rule (secure seeds, from tables/oware):
      WIN for South. South is sure of 26 of 48, North of 17; 5 seeds are open.
    ");
    let told = probed(dir.path(), &["--rules", "oware", nine]);
    assert_eq!(
        (&told["value"], &told["source"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(told["verdict"], "win");
    assert_eq!(told["readings"], json!({"even": null, "own_side": null}));
    let moves = told["moves"].as_array().unwrap();
    let letters: Vec<&str> = moves
        .iter()
        .map(|one| one["move"].as_str().unwrap())
        .collect();
    assert_eq!(letters, ["A", "B", "E", "F"]);
    assert!(moves.iter().all(|one| one["value"].is_null()));
}

#[test]
fn stores_alone_can_decide_what_is_not_tabled() {
    let dir = empty();
    let text = stdout(dir.path(), &["probe", "2-2-2-2-2-0-2-2-2-2-0-2-3-25-S"]);
    let last = text.lines().last();
    assert_eq!(
        last,
        Some("Guaranteed under any endless-play rule: LOSS for South.")
    );
    for unknown in ["2-2-2-2-2-0-2-2-2-2-0-2", "2-2-2-2-2-0-2-2-2-2-0-2-4-24-S"] {
        let told = refusal(dir.path(), &["probe", unknown]);
        assert!(told.starts_with("not tabled: layer 20 of awale"), "{told}");
    }
}

/// Without any table the rules say all of a game that is over.
#[test]
fn a_game_that_is_over_needs_no_tables() {
    let dir = empty();
    let over = "0-0-0-0-0-0-4-4-4-0-0-0-20-16-S";
    for (rules, own_side) in [("oware-slam-all", "loss"), ("awale", "loss")] {
        let told = probed(dir.path(), &["--rules", rules, over]);
        let all = json!({"mover": 0, "waiting": 12, "open": 0, "source": "rules"});
        assert_eq!(
            (&told["secure"], &told["own_side"]),
            (&all, &all),
            "{rules}"
        );
        assert_eq!(told["verdict"], "loss");
        assert_eq!(
            told["readings"],
            json!({"even": "loss", "own_side": own_side})
        );
    }
    // Under awari nobody ever keeps their own side.
    let told = probed(dir.path(), &["--rules", "awari", over]);
    assert_eq!(told["own_side"], Value::Null);
    assert_eq!(told["verdict"], "loss");
}

/// Damaged tables beside the scores do not keep the scores from being told.
#[test]
fn scores_are_told_beside_damaged_tables() {
    let dir = with_tables(8);
    let sound = probed(dir.path(), &[EIGHT]);
    for kind in ["secure", "own-side"] {
        let args = ["build", "--values", kind, "--seeds", "8"];
        grenier(dir.path(), &args).assert().success();
    }
    let mut whole = probed(dir.path(), &[EIGHT]);
    let path = dir.path().join("tables/awale/layer-05.secure");
    fs::write(&path, [0; 100]).unwrap();
    let output = grenier(dir.path(), &["probe", "--json", EIGHT])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let warnings = told["warnings"].as_array().unwrap();
    let [warning] = &warnings[..] else {
        panic!("{warnings:?}")
    };
    let warning = warning.as_str().unwrap();
    let expected = "secure seeds left out: tables/awale/layer-05.secure is not a table file";
    assert!(warning.starts_with(expected), "{warning}");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr, format!("grenier: {warning}\n"));
    (whole["secure"], whole["warnings"]) = (Value::Null, told["warnings"].clone());
    assert_eq!(told, whole);
    assert_eq!(
        (&told["value"], &told["moves"]),
        (&sound["value"], &sound["moves"])
    );
    // No table is asked for that is there, and damaged.
    let open = "0-0-0-0-2-1-0-1-0-0-0-3-20-21-S";
    let text = stdout(dir.path(), &["probe", open]);
    assert!(!text.contains("not tabled"), "{text}");
}
