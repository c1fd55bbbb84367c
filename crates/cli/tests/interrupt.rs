//! Ctrl-C in the middle of a build.
#![cfg(unix)]

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{empty, grenier, stdout};

/// A build that takes longer than anybody waits.
fn endless_build(dir: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("grenier"))
        .current_dir(dir)
        .args(["build", "--seeds", "24", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
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
    let mut child = endless_build(dir.path());
    if !appears(&tables.join("layer-09.score")) {
        child.kill().unwrap();
        panic!("no layer 9 after a minute");
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    let last = told.lines().last().unwrap();
    assert_eq!(
        last,
        "grenier: interrupted; finished layers and the last checkpoint are kept, \
         the same command goes on from there"
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
