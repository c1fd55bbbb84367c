//! Builds that are killed without warning, again and again.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::{empty, grenier, stdout};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;

/// Seeds of the largest layer.
const SEEDS: &str = "13";
/// How many builds are killed.
const KILLS: u32 = 60;
/// A build that nobody kills takes about as long as this many that are killed.
const LIVES: u32 = 32;

/// A build that writes a checkpoint after every step.
fn start(dir: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("grenier"))
        .current_dir(dir)
        .args(["build", "--rules", "oware", "--seeds", SEEDS])
        .args(["--checkpoint-every", "0"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The SHA-256 of every layer.
fn hashes(dir: &Path) -> Vec<String> {
    let args = ["stats", "--rules", "oware", "--json"];
    let stats: Value = serde_json::from_str(&stdout(dir, &args)).unwrap();
    let layers = stats["layers"].as_array().unwrap().iter();
    layers.map(|layer| layer["sha256"].to_string()).collect()
}

/// The names in the directory of tables that are not those of layers, and end
/// so.
fn left(dir: &Path, end: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(dir.join("tables/oware")) else {
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let layer = |name: &str| {
        let (stem, rest) = name.split_once('.').unwrap_or((name, ""));
        stem.starts_with("layer-") && rest == "score"
    };
    names
        .filter(|name| !layer(name) && name.ends_with(end))
        .collect()
}

/// What became of the builds.
#[derive(Debug, Default)]
struct Outcome {
    kills: u32,
    /// Kills that left a file half written.
    torn: u32,
    /// Layers that went on from a checkpoint.
    went_on: usize,
    finished: u32,
}

/// Builds in an empty directory until the tables are done, and kills the builds
/// at random moments as long as there are kills left.
fn build_under_fire(random: &mut StdRng, life: Duration, outcome: &mut Outcome) -> Vec<String> {
    let dir = empty();
    loop {
        let mut child = start(dir.path());
        if outcome.kills < KILLS {
            sleep(life.mul_f64(random.random_range(0.0..2.0)));
            // No error when it has ended by itself.
            child.kill().unwrap();
        }
        let status = child.wait().unwrap();
        if status.success() {
            break;
        }
        assert_eq!(status.code(), None, "it ended by itself: {status}");
        outcome.kills += 1;
        outcome.torn += u32::from(!left(dir.path(), ".tmp").is_empty());
    }
    outcome.finished += 1;
    let log = fs::read_to_string(dir.path().join("tables/oware/build.log")).unwrap();
    outcome.went_on += log.matches("layer goes on from a checkpoint").count();
    let mut left = left(dir.path(), "");
    left.sort();
    assert_eq!(left, ["build.log", "lock", "manifest.json"]);
    hashes(dir.path())
}

#[test]
fn killed_at_random_moments_a_build_ends_in_the_same_tables() {
    let whole = empty();
    let args = ["build", "--rules", "oware", "--seeds", SEEDS];
    grenier(whole.path(), &args).assert().success();
    let want = hashes(whole.path());

    let undisturbed = empty();
    let clock = Instant::now();
    assert!(start(undisturbed.path()).wait().unwrap().success());
    let life = clock.elapsed() / LIVES;
    assert_eq!(hashes(undisturbed.path()), want);

    let mut random = StdRng::seed_from_u64(13);
    let mut outcome = Outcome::default();
    while outcome.kills < KILLS {
        let got = build_under_fire(&mut random, life, &mut outcome);
        assert_eq!(got, want, "{outcome:?}");
    }
    println!("{outcome:?}, a life of {life:?} on average");
    assert!(outcome.went_on > 0, "{outcome:?}");
}

/// A limit on the size of files stands in for a full disk: the checkpoint of
/// layer 8 fits, that of layer 9 does not, or that of layer 10, as the shell
/// counts.
#[test]
fn a_checkpoint_that_cannot_be_written_stops_a_build_with_one_line() {
    let dir = empty();
    let build = "trap '' XFSZ; ulimit -f 150; exec \"$0\" build --rules oware --seeds 12 \
                 --checkpoint-every 0";
    let output = Command::new("sh")
        .current_dir(dir.path())
        .args(["-c", build])
        .arg(assert_cmd::cargo::cargo_bin!("grenier"))
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    let errors: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("grenier: "))
        .collect();
    let [error] = errors[..] else {
        panic!("{told}");
    };
    assert_eq!(told.lines().last(), Some(error));
    assert!(error.starts_with("grenier: cannot write "), "{error}");
    assert!(error.contains(".score.checkpoint"), "{error}");
    let finished = hashes(dir.path());
    assert!(finished.len() >= 9, "{told}");
    assert!(left(dir.path(), ".tmp").is_empty());

    let args = ["build", "--rules", "oware", "--seeds", "10"];
    grenier(dir.path(), &args).assert().success();
    assert_eq!(hashes(dir.path())[..finished.len()], finished);
    assert!(
        stdout(dir.path(), &["verify", "--rules", "oware"]).contains(" follow from their moves")
    );
}
