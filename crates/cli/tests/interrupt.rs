//! Ctrl-C in the middle of a build, and of other commands that write files.
#![cfg(unix)]

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{empty, grenier, stdout};

fn start(dir: &Path, args: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("grenier"))
        .current_dir(dir)
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(child: &Child) {
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
}

/// Whether a file appears before long.
fn appears(path: &Path) -> bool {
    let start = Instant::now();
    while !path.exists() {
        if start.elapsed() > Duration::from_mins(1) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

#[test]
fn an_interrupted_build_keeps_what_is_finished() {
    let dir = empty();
    let tables = dir.path().join("tables/awale");
    // It takes longer than anybody waits.
    let mut child = start(dir.path(), &["build", "--seeds", "24", "--threads", "1"]);
    if !appears(&tables.join("layer-09.score")) {
        child.kill().unwrap();
        panic!("no layer 9 after a minute");
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    let last = told.lines().last().unwrap();
    assert_eq!(
        last,
        "grenier: interrupted; finished layers and the last checkpoint are kept, \
         the same command continues from there"
    );
    assert!(output.stdout.is_empty());

    let names = std::fs::read_dir(&tables).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let known = |name: &str| {
        let parts: Vec<&str> = name.split('.').collect();
        let layer =
            name.starts_with("layer-") && matches!(parts[1..], ["score"] | ["score", "checkpoint"]);
        layer || ["lock", "manifest.json", "build.log"].contains(&name)
    };
    assert!(names.into_iter().all(|name| known(&name)));
    let log = std::fs::read_to_string(tables.join("build.log")).unwrap();
    assert!(log.lines().last().unwrap().ends_with(" WARN interrupted"));
    assert!(stdout(dir.path(), &["verify"]).contains(" follow from their moves"));
    grenier(dir.path(), &["build", "--seeds", "9"])
        .assert()
        .success();
}

/// Whether a command that was interrupted as soon as the file appeared ended by
/// that, and not before.
fn is_interrupted(dir: &Path, args: &[&str], file: &Path) -> bool {
    let mut child = start(dir, args);
    while !file.exists() {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    if output.status.success() {
        return false;
    }
    assert_eq!(output.status.code(), Some(130), "{args:?}: {told}");
    let last = told.lines().last().unwrap();
    assert!(last.starts_with("grenier: interrupted"), "{args:?}: {told}");
    true
}

#[test]
fn no_part_of_a_file_is_left() {
    let dir = empty();
    let build = [
        "build",
        "--rules",
        "awari",
        "--seeds",
        "11",
        "--threads",
        "1",
    ];
    grenier(dir.path(), &build).assert().success();
    let cases: [(&[&str], &str); 3] = [
        (&["dump", "tables/awari", "--out", "all.csv"], "all.csv.tmp"),
        (
            &[
                "export",
                "--format",
                "vu",
                "--layers",
                "11",
                "tables/awari",
                "scores",
            ],
            "scores/scores.11.tmp",
        ),
        (
            &["pack", "tables/awari", "--out", "packed"],
            "packed/layer-11.score.tmp",
        ),
    ];
    for (args, file) in cases {
        let file = dir.path().join(file);
        let fresh = || {
            let _ = std::fs::remove_dir_all(dir.path().join("packed"));
            is_interrupted(dir.path(), args, &file)
        };
        // It may be done before the signal comes.
        assert!((0..30).any(|_| fresh()), "{args:?}");
        assert!(!file.exists(), "{args:?}");
    }
    // Each layer that was packed is whole.
    stdout(dir.path(), &["verify", "--quick", "packed"]);
}

#[test]
fn an_analysis_tells_what_it_knows() {
    let dir = empty();
    let tabled = include_str!("../../../docs/game.ogn");
    std::fs::write(dir.path().join("a.ogn"), tabled).unwrap();
    // Nobody proves anything of the start.
    std::fs::write(dir.path().join("b.ogn"), "1. F f 2. E e").unwrap();
    let args = ["a.ogn", "b.ogn", "--ogn", "out", "--depth", "200"];
    let child = start(dir.path(), &[&["analyse"], &args[..]].concat());
    assert!(appears(&dir.path().join("out/a.ogn")));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("a won game is lost"), "{printed}");
    assert!(
        printed.contains("Interrupted: only the last 0 of 4 moves"),
        "{printed}"
    );
    assert!(!dir.path().join("out/b.ogn").exists());
}
