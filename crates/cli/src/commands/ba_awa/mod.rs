//! `grenier ba-awa`: the commands for Ba-awa, a game with options of its own.

mod build;
mod game;
mod line;
mod matches;
mod perft;
mod play;
mod probe;
mod rules;
mod solve;
mod stats;
mod tables;
mod verify;

use std::io::Write;

use clap::Subcommand;

use crate::outcome::Outcome;

/// Solve and play Ba-awa, a relay game from Ghana
#[derive(clap::Args)]
#[command(after_help = "Start with:\n  grenier ba-awa solve\n  \
                  grenier ba-awa probe 0-1-2-0-0-3-1-0-2-0-1-2\n  grenier ba-awa play")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::Args),
    Match(matches::Args),
    Build(build::Args),
    Probe(probe::Args),
    Line(line::Args),
    Play(play::Args),
    Stats(stats::Args),
    Verify(verify::Args),
    Perft(perft::Args),
    Rules(rules::Args),
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    match &args.command {
        Command::Solve(args) => solve::run(args, out),
        Command::Match(args) => matches::run(args, out),
        Command::Build(args) => build::run(args, out),
        Command::Probe(args) => probe::run(args, out),
        Command::Line(args) => line::run(args, out),
        Command::Play(args) => play::run(args, out),
        Command::Stats(args) => stats::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Rules(args) => rules::run(args, out),
    }
}
