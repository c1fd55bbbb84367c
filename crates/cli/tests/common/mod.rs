//! Running the program in a directory of its own.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// A position of 8 seeds with several moves.
pub const EIGHT: &str = "0-0-1-0-1-2-1-0-0-1-0-2";

/// An empty directory; the program finds no `tables` in it.
pub fn empty() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The program in a directory, with these arguments.
pub fn grenier(dir: &Path, args: &[&str]) -> Command {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("grenier");
    command.current_dir(dir).args(args);
    command
}

/// What the program writes to stdout when it ends well.
pub fn stdout(dir: &Path, args: &[&str]) -> String {
    let output = grenier(dir, args).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// What the program says when it refuses: one line, exit code 2, no stdout.
pub fn refusal(dir: &Path, args: &[&str]) -> String {
    let output = grenier(dir, args).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert_eq!(told.lines().count(), 1, "{args:?}: {told}");
    assert!(told.ends_with('\n') && told.len() < 400, "{told}");
    told.strip_prefix("grenier: ")
        .unwrap()
        .trim_end()
        .to_owned()
}

/// A directory in which `tables/awale` has layers 0 to `seeds`.
pub fn with_tables(seeds: u32) -> TempDir {
    let dir = empty();
    let seeds = seeds.to_string();
    grenier(dir.path(), &["build", "--seeds", &seeds, "--threads", "1"])
        .assert()
        .success();
    dir
}

/// Whether a documented command is for Ba-awa, which has a directory of its own.
pub fn is_baawa(args: &[&str]) -> bool {
    args[0] == "ba-awa"
}
