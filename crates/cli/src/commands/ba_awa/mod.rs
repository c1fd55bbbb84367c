//! The commands as they are for Ba-awa.
//!
//! Ba-awa has other options than the Oware family: who owns which pits, who
//! began, how a game ends. So `--rules ba-awa` gives `build`, `probe` and the
//! others a form of their own, here; `solve` and `match` are for Ba-awa only.

mod board;
mod build;
mod game;
mod line;
pub(crate) mod matches;
mod perft;
mod play;
mod probe;
mod rules;
pub(crate) mod solve;
mod stats;
mod tables;
mod verify;

use std::ffi::OsString;
use std::io::Write;

use clap::{Parser, Subcommand};

use crate::outcome::Outcome;

pub(crate) use game::{known, names};
pub(crate) use rules::SOURCE;

#[derive(Parser)]
#[command(
    name = "grenier",
    version,
    about = "Ba-awa: builds tables, checks them, answers best moves",
    after_help = "For Ba-awa only: `grenier solve --help`, `grenier match --help`."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    Probe(probe::Args),
    Line(line::Args),
    Play(play::Args),
    Stats(stats::Args),
    Verify(verify::Args),
    Perft(perft::Args),
    Rules(rules::Args),
}

/// The commands above.
pub(crate) const COMMANDS: [&str; 8] = [
    "build", "probe", "line", "play", "stats", "verify", "perft", "rules",
];

/// Whether a command line is for Ba-awa: `--rules` names its rules, or `grenier
/// rules` is asked for them. `solve` and `match` are among the other commands,
/// and those that are left out here are not for Ba-awa.
pub(crate) fn is_meant(args: &[OsString]) -> bool {
    let words: Vec<&str> = args.iter().filter_map(|word| word.to_str()).collect();
    match words.get(1) {
        Some(&"rules") => return words.iter().any(|name| known(name)),
        Some(command) if COMMANDS.contains(command) => {}
        _ => return false,
    }
    let by_equals = words
        .iter()
        .filter_map(|word| word.strip_prefix("--rules="));
    let pairs = words.windows(2).filter(|pair| pair[0] == "--rules");
    let mut names = by_equals.chain(pairs.map(|pair| pair[1]));
    names.any(known)
}

pub(crate) fn run(cli: Cli, out: &mut impl Write) -> anyhow::Result<Outcome> {
    match cli.command {
        Command::Build(args) => build::run(&args, out),
        Command::Probe(args) => probe::run(&args, out),
        Command::Line(args) => line::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Stats(args) => stats::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_commands_are_listed() {
        let cli = Cli::command();
        let names = cli.get_subcommands().map(clap::Command::get_name);
        assert!(names.eq(COMMANDS));
    }

    #[test]
    fn the_rules_choose_the_form_of_a_command() {
        let meant = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            is_meant(&args)
        };
        assert!(meant("grenier build --rules ba-awa --seeds 12"));
        assert!(meant("grenier probe --json --rules=ba-awa-late-over x"));
        assert!(meant("grenier rules ba-awa"));
        for other in [
            "grenier",
            "grenier build --rules oware",
            "grenier solve --rules ba-awa",
            "grenier match",
            "grenier plan --rules ba-awa",
            "grenier rules",
            "grenier probe ba-awa",
        ] {
            assert!(!meant(other), "{other}");
        }
    }
}
