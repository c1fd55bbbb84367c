//! `grenier`: builds, checks and asks endgame tables of the Oware family.
//!
//! One file per subcommand, each with its `Args` and its `run`. Answers go to
//! stdout, everything else to stderr. Exit codes: 0 done; 1 the answer is bad
//! (a table is wrong); 2 usage, input or I/O; 130 interrupted.
// The help of arguments is made from doc comments: `<rules>` there is a word, not HTML.
#![allow(rustdoc::invalid_html_tags)]

mod commands;
mod machine;
mod options;
mod outcome;
mod output;
mod usage;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{
    analyse, ba_awa, bench, best, build, compare, compare_rules, completions, dump, export, line,
    pack, perft, plan, play, probe, rules, stats, uci, verify,
};
use outcome::{Outcome, report};
use output::printable::Printable;

#[derive(Parser)]
#[command(
    name = "grenier",
    version,
    about = "Solves endgames of Oware, Awalé, Awari, and the game Ba-awa: builds tables, checks them, answers best moves",
    after_help = "Start with:\n  grenier probe 0-0-0-0-1-2-1-0-0-0-1-2\n  grenier build --seeds 12\n  \
                  grenier help probe\n\n\
                  Ba-awa has commands of its own:\n  grenier ba-awa --help\n\n\
                  Exit codes:\n  0    done\n  1    a table is wrong\n  \
                  2    usage, input or I/O: one line on stderr says what\n  130  interrupted",
    disable_help_subcommand = false
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(build::Args),
    Plan(plan::Args),
    Probe(probe::Args),
    Best(best::Args),
    Play(play::Args),
    Analyse(analyse::Args),
    Line(line::Args),
    Stats(stats::Args),
    Verify(verify::Args),
    Pack(pack::PackArgs),
    Unpack(pack::UnpackArgs),
    Dump(dump::Args),
    Export(export::Args),
    Compare(compare::Args),
    Perft(perft::Args),
    Rules(rules::Args),
    BaAwa(ba_awa::Args),
    Bench(bench::Args),
    CompareRules(compare_rules::Args),
    Uci(uci::Args),
    Completions(completions::Args),
}

/// Bytes of memory that every command may take without asking.
const LEAST_BYTES: u64 = 4 << 20;

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    machine::share_one_heap();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    let mut out = Printable(BufWriter::new(io::stdout().lock()));
    let room = machine::check_room("this program", LEAST_BYTES);
    let outcome = room
        .and_then(|()| run(cli.command, &mut out))
        .and_then(|outcome| {
            out.flush()?;
            Ok(outcome)
        });
    match outcome {
        Ok(outcome) => ExitCode::from(outcome.code()),
        Err(error) => report(&error),
    }
}

fn run(command: Command, out: &mut impl Write) -> anyhow::Result<Outcome> {
    match command {
        Command::Build(args) => build::run(&args, out),
        Command::Plan(args) => plan::run(&args, out),
        Command::Probe(args) => probe::run(&args, out),
        Command::Best(args) => best::run(&args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Analyse(args) => analyse::run(&args, out),
        Command::Line(args) => line::run(&args, out),
        Command::Stats(args) => stats::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Pack(args) => pack::pack(&args, out),
        Command::Unpack(args) => pack::unpack(&args, out),
        Command::Dump(args) => dump::run(&args),
        Command::Export(args) => export::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Perft(args) => perft::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::BaAwa(args) => ba_awa::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::CompareRules(args) => compare_rules::run(&args, out),
        Command::Uci(args) => uci::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// The commands without subcommands below this one, with their full names.
    fn leaves(command: &clap::Command, name: &str) -> Vec<(String, clap::Command)> {
        let below = command
            .get_subcommands()
            .filter(|sub| sub.get_name() != "help");
        let below: Vec<_> = below
            .flat_map(|sub| leaves(sub, &format!("{name} {}", sub.get_name())))
            .collect();
        if below.is_empty() {
            return vec![(name.to_owned(), command.clone())];
        }
        below
    }

    #[test]
    fn every_command_has_examples_of_itself_that_parse() {
        let all = leaves(&Cli::command(), "grenier");
        assert!(all.len() > 20);
        for (name, mut command) in all {
            let help = command.render_long_help().to_string();
            let lines: Vec<_> = help
                .lines()
                .filter_map(|line| line.strip_prefix("  "))
                .filter(|line| line.starts_with("grenier "))
                .collect();
            assert!(!lines.is_empty(), "{name} has no example");
            for line in lines {
                assert!(line.starts_with(&name), "{name}: {line}");
                let words = line
                    .split(['>', '|'])
                    .next()
                    .unwrap_or(line)
                    .split_whitespace();
                if let Err(error) = Cli::try_parse_from(words) {
                    panic!("{line}: {error}");
                }
            }
        }
    }
}
