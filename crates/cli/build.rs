//! Tells the program what it was made from: commit and compiler.

use std::path::Path;
use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = first_line(&rustc, &["--version"]);
    let commit = first_line("git", &["describe", "--always", "--dirty", "--abbrev=12"]);
    println!("cargo::rustc-env=GRENIER_COMPILER={compiler}");
    println!("cargo::rustc-env=GRENIER_COMMIT={commit}");

    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=..");
    // Outside git, or in a bare export, there is no such file, and a missing
    // one would make every build run this again.
    let log = first_line("git", &["rev-parse", "--git-path", "logs/HEAD"]);
    if Path::new(&log).exists() {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// What a program says first, or "unknown".
fn first_line(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    let told = output.ok().filter(|output| output.status.success());
    let told = told.and_then(|output| String::from_utf8(output.stdout).ok());
    let line = told.as_deref().and_then(|told| told.lines().next());
    line.unwrap_or("unknown").to_owned()
}
