//! `build.log`: what ran, when, on what.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{empty, grenier, stdout};
use grenier_rules::RuleSet;
use grenier_table::{Kind, TableWriter};
use serde_json::Value;

fn log(dir: &Path) -> Vec<String> {
    let text = fs::read_to_string(dir.join("tables/oware/build.log")).unwrap();
    assert!(!text.contains('\u{1b}'), "no colours in a file");
    text.lines().map(str::to_owned).collect()
}

fn build(dir: &Path, seeds: &str) {
    let args = [
        "build",
        "--rules",
        "oware",
        "--seeds",
        seeds,
        "--threads",
        "1",
    ];
    let limited = [&args[..], &["--memory", "1G"]].concat();
    grenier(dir, &limited).assert().success();
}

#[test]
fn a_log_says_what_was_built() {
    let dir = empty();
    build(dir.path(), "2");
    let log = log(dir.path());
    let program = format!("program version=\"{}\" commit=", env!("CARGO_PKG_VERSION"));
    assert!(log[0].contains(&program));
    assert!(log[0].contains("build --rules oware --seeds 2 --threads 1 --memory 1G"));
    assert!(log[1].contains(" INFO machine cpu=\""));
    assert!(log[2].ends_with(
        "build starts rules=\"oware\" seeds=2 threads=1 memory=\"normal mode, --memory allows 1.00 GiB\""
    ));
    assert!(log[3].ends_with("layer starts layer=0 positions=1"));
    assert!(log[8].contains("layer done layer=2 sweeps="));
    assert!(log[9].ends_with(" INFO build done"));
    assert_eq!(log.len(), 10);

    // Each line begins with the time, in UTC.
    let times: Vec<&str> = log
        .iter()
        .map(|line| line.split_once(' ').unwrap().0)
        .collect();
    assert!(times.is_sorted());
    assert!(
        times
            .iter()
            .all(|time| time.len() == 27 && time.ends_with('Z'))
    );

    let args = ["stats", "--rules", "oware", "--json"];
    let stats: Value = serde_json::from_str(&stdout(dir.path(), &args)).unwrap();
    let sha256 = format!("sha256={}", stats["layers"][2]["sha256"]);
    assert!(log[8].ends_with(&sha256), "{}", log[8]);
}

#[test]
fn a_second_build_is_appended() {
    let dir = empty();
    build(dir.path(), "1");
    let before = log(dir.path());
    build(dir.path(), "2");
    let after = log(dir.path());
    assert_eq!(after[..before.len()], before);
    let new = &after[before.len()..];
    assert!(new[3].contains("layer built before layer=0 sha256="));
    assert!(new[5].ends_with("layer starts layer=2 positions=78"));
}

#[test]
fn an_error_is_logged() {
    let dir = empty();
    let tables = dir.path().join("tables/oware");
    let child = Command::new(assert_cmd::cargo::cargo_bin!("grenier"))
        .current_dir(dir.path())
        .args(["build", "--rules", "oware", "--seeds", "14"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !tables.join("build.log").exists() {
        assert!(start.elapsed() < Duration::from_mins(1), "no log");
        std::thread::sleep(Duration::from_millis(1));
    }
    // Long before it is needed, the name of the last layer is taken.
    fs::create_dir_all(tables.join("layer-14.score/full")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    let told = told.lines().last().unwrap().strip_prefix("grenier: ");
    let log = log(dir.path());
    let last = log.last().unwrap();
    assert!(last.contains(" ERROR "), "{last}");
    assert!(last.ends_with(told.unwrap()), "{last}");
}

/// Builds layers 0 to 3 and writes a checkpoint of layer 4; where that is.
fn layers_and_a_checkpoint(dir: &Path) -> PathBuf {
    build(dir, "3");
    let path = dir.join("tables/oware");
    let (rules, kind) = (&RuleSet::OWARE, Kind::Score);
    let mut tables = TableWriter::create(&path, rules, kind).unwrap();
    tables.write_checkpoint(4, &[0; 1365]).unwrap();
    path.join("layer-04.score.checkpoint")
}

/// Whatever is wrong with it, a checkpoint is not dropped in silence.
#[test]
fn a_useless_checkpoint_is_told() {
    for (at, wrong) in [
        (20, "has a damaged header: its header hash does not match"),
        (100, "has a damaged payload: its hash does not match"),
    ] {
        let dir = empty();
        let path = layers_and_a_checkpoint(dir.path());
        let mut bytes = fs::read(&path).unwrap();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let args = ["build", "--rules", "oware", "--seeds", "4"];
        let output = grenier(dir.path(), &args).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let told = String::from_utf8(output.stderr).unwrap();
        let expected = format!(
            "layer 4 begins anew, its checkpoint is of no use: \
             tables/oware/layer-04.score.checkpoint {wrong}"
        );
        assert_eq!(told.matches(&expected).count(), 1, "{told}");
        let logged = log(dir.path());
        let logged = logged.iter().filter(|line| line.ends_with(&expected));
        assert_eq!(logged.count(), 1);
    }
}

#[test]
fn going_on_from_a_checkpoint_is_logged() {
    let dir = empty();
    layers_and_a_checkpoint(dir.path());
    build(dir.path(), "5");
    let log = log(dir.path());
    let starts = |line: &String| line.contains("layer starts layer=4");
    let at = log.iter().position(starts).unwrap();
    assert!(log[at + 1].ends_with(" INFO layer goes on from a checkpoint layer=4"));
    let goes_on = log.iter().filter(|line| line.contains("goes on from"));
    assert_eq!(goes_on.count(), 1);
    assert!(log.last().unwrap().ends_with("build done"));
}
