//! Tables of other values than scores: built, counted, verified, beside the scores.

mod common;

use std::fs;

use common::{empty, grenier, refusal, stdout, with_tables};
use insta::assert_snapshot;

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

    layer       positions    nothing open  sha256 (first 16 digits)
        0               1               1  6e340b9cffb37a98
        1              12              12  2d9e40464adebccc
        2              78              65  f860ff70b75e22f9
        3             364             301  771f3695c4153788
      all             455
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
        assert!(told.starts_with("awari shares evenly "), "{told}");
    }
}
