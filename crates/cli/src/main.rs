//! `grenier`: builds, checks and asks endgame tables of the Oware family.
//!
//! One file per subcommand, each with its `Args` and its `run`. Answers go to
//! stdout, everything else to stderr. Exit codes: 0 done; 1 the answer is bad
//! (a table is wrong); 2 usage, input or I/O; 130 interrupted.
// The help of arguments is made from doc comments: `<rules>` there is a word, not HTML.
#![allow(rustdoc::invalid_html_tags)]

mod advice;
mod analyse;
mod baawa;
mod bench;
mod best;
mod board;
mod build;
mod compare;
mod compare_rules;
mod completions;
mod conversion;
mod csv;
mod differences;
mod dump;
mod export;
mod line;
mod log;
mod machine;
mod memory;
mod meter;
mod number;
mod open;
mod pack;
mod parquet;
mod perft;
mod pick;
mod plan;
mod play;
mod probe;
mod progress;
mod quick;
mod record;
mod row;
mod rules;
mod searching;
mod stats;
mod tabled;
mod threads;
mod uci;
mod usage;
mod verdict;
mod verify;
mod words;
mod worth;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

#[derive(Parser)]
#[command(
    name = "grenier",
    version,
    about = "Solves endgames of Oware, Awalé, Awari, and the game Ba-awa: builds tables, checks them, answers best moves",
    after_help = "Start with:\n  grenier probe 0-0-0-0-1-2-1-0-0-0-1-2\n  grenier build --seeds 12\n  \
                  grenier help probe\n\n\
                  Ba-awa has options of its own:\n  grenier solve --rules ba-awa\n  \
                  grenier build --rules ba-awa --help\n\n\
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
    Solve(baawa::solve::Args),
    Match(baawa::matches::Args),
    Bench(bench::Args),
    CompareRules(compare_rules::Args),
    Uci(uci::Args),
    Completions(completions::Args),
}

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// It did what was asked.
    Done,
    /// It did, and the answer is bad: a table is wrong.
    Bad,
    /// It did a part, and told what was wrong with the rest.
    Failed,
    /// The user interrupted it.
    Stopped,
}

impl Outcome {
    fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Bad => 1,
            Self::Failed => FAILED,
            Self::Stopped => 130,
        }
    }
}

/// The exit code for usage, input and I/O errors.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<OsString> = env::args_os().collect();
    if baawa::is_meant(&args) {
        return run_as(baawa::Cli::try_parse_from(args), baawa::run);
    }
    run_as(parse(args), |cli, out| run(cli.command, out))
}

/// The commands and their options. Those that Ba-awa has, too, name its rules
/// among the others, though [`baawa`] reads command lines with them.
fn command_line() -> clap::Command {
    let all_rules = |command: clap::Command| {
        command.mut_arg("rules", |rules| {
            rules.value_parser(open::rules_or_baawa_parser())
        })
    };
    let commands = baawa::COMMANDS.into_iter();
    commands.fold(Cli::command(), |line, name| {
        line.mut_subcommand(name, all_rules)
    })
}

fn parse(args: Vec<OsString>) -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&command_line().try_get_matches_from(args)?)
}

/// Runs what the command line asks for, if it was understood.
fn run_as<C>(
    parsed: Result<C, clap::Error>,
    run: impl FnOnce(C, &mut BufWriter<io::StdoutLock<'static>>) -> anyhow::Result<Outcome>,
) -> ExitCode {
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = run(cli, &mut out).and_then(|outcome| {
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
        Command::Solve(args) => baawa::solve::run(&args, out),
        Command::Match(args) => baawa::matches::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::CompareRules(args) => compare_rules::run(&args, out),
        Command::Uci(args) => uci::run(&args, out),
        Command::Completions(args) => completions::run(&args, out),
    }
}

/// One line on stderr.
fn report(error: &anyhow::Error) -> ExitCode {
    // Of the errors of the system, those of stdout alone come without context.
    let bare = error.chain().next().and_then(|error| error.downcast_ref());
    if let Some(refused) = bare {
        return report_output(refused);
    }
    complain(&told(error));
    ExitCode::from(FAILED)
}

/// Nothing can be written to stdout. A reader that has gone away is no error.
fn report_output(refused: &io::Error) -> ExitCode {
    if refused.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    complain(&format!("cannot write the output: {refused}"));
    ExitCode::from(FAILED)
}

/// An error and its causes, but none that has been told already.
fn told(error: &anyhow::Error) -> String {
    let mut told = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !told.contains(&cause) {
            told = format!("{told}: {cause}");
        }
    }
    told
}

/// Writes one line to stderr; there is nobody to tell if that fails.
fn complain(message: &str) {
    let message = message.replace('\n', " ");
    let _ = writeln!(io::stderr(), "grenier: {message}");
}
