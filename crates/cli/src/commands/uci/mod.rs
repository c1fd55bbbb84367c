//! `grenier uci`: an engine that other programs talk to in lines.
//!
//! [`command`] reads a line, [`engine`] does what it says. A thread reads the
//! input and another one searches; both send what happens to the engine, which
//! alone has state and writes. docs/uci.md is the dialect.

mod command;
mod engine;
mod lines;
mod options;
mod plan;
mod reply;
mod thought;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::{Context, anyhow};
use grenier_rules::RuleSet;

use crate::options::rules::rules_parser;
use crate::outcome::Outcome;
use engine::{Engine, Event};
use options::Options;

/// Be an engine for boards on the screen and for matches, in a dialect of UCI
///
/// It reads commands from stdin, a line each, and answers on stdout, as the board
/// Aualé and its engine Aalina do: uci, isready, setoption, ucinewgame, position,
/// go, stop, ponderhit, debug, quit. docs/uci.md has all of it. Options can be given
/// here, too, for boards that set none.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier uci\n  \
                        auale --engine 'grenier uci --option Threads=2'\n  \
                        printf 'position startpos moves Fe\\ngo depth 9\\n' | grenier uci")]
pub(crate) struct Args {
    /// Rule set (option `Rules`)
    #[arg(long, value_name = "NAME", default_value = "oware", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Directory of tables (option `TablePath`) [default: tables/<rules> if there,
    /// else the tables of up to 8 seeds inside the program]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Any option of the engine, as NAME=VALUE; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let options = args.options()?;
    let (sender, events) = mpsc::channel();
    let lines = sender.clone();
    let reader = thread::Builder::new().spawn(move || read(&lines));
    reader.context("cannot start the threads")?;
    Engine::new(out, options, (sender, events)).run()?;
    Ok(Outcome::Done)
}

impl Args {
    fn options(&self) -> anyhow::Result<Options> {
        let mut options = Options::new(self.rules, self.tables.clone());
        for option in &self.options {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let set = options.set(name, value);
            set.map_err(|wrong| anyhow!("--option {option}: {wrong}"))?;
        }
        // Tables that cannot be used are told of now, by one line and exit code 2.
        options.open()?;
        Ok(options)
    }
}

/// Sends the lines of stdin to the engine, and that there are no more.
fn read(engine: &Sender<Event>) {
    let mut input = io::stdin().lock();
    while let Ok(Some(line)) = lines::next(&mut input) {
        if engine.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // Nobody listens any more when the engine has ended.
    let _ = engine.send(Event::End);
}
