//! `grenier uci`: the engine for other programs.

use std::io::Write;
use std::path::PathBuf;

use grenier_rules::RuleSet;
use grenier_uci::{Ceilings, Options};

use crate::machine::{available_memory, most_threads};
use crate::options::rules::rules_parser;
use crate::options::tables::Reading;
use crate::outcome::Outcome;

/// Run as a UCI-style engine
///
/// Reads commands from stdin, one per line, and answers on stdout, in the dialect of
/// the board Aualé and its engine Aalina: uci, isready, setoption, ucinewgame,
/// position, go, stop, ponderhit, debug, quit (see docs/uci.md). For boards that
/// cannot set options, set them here.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier uci\n  \
                        auale --engine 'grenier uci --option Threads=2'\n  \
                        printf 'position startpos moves Fe\\ngo depth 9\\n' | grenier uci")]
pub(crate) struct Args {
    /// Rule set (option `Rules`)
    #[arg(long, value_name = "NAME", default_value = "oware", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Directory of tables (option `TablePath`) [default: tables/<rules> if it
    /// exists, else the tables of up to 8 seeds inside the program, which the
    /// oware-slam rule sets lack]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Any option of the engine, as NAME=VALUE; repeat it for several options
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let options = args.options(out)?;
    grenier_uci::run(out, options)?;
    Ok(Outcome::Done)
}

impl Args {
    /// The options. One that cannot be set is reported on stdout, where the board
    /// reads.
    fn options(&self, out: &mut impl Write) -> anyhow::Result<Options> {
        let ceilings = Ceilings {
            // Half of the memory: mapped tables need some, too.
            hash: available_memory().map_or(1024, |bytes| bytes >> 21).max(1),
            threads: most_threads(),
        };
        let reading = self.reading.options();
        let mut options = Options::new(self.rules, self.tables.clone(), reading, ceilings);
        for option in &self.options {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            if let Err(wrong) = options.set(name, value) {
                let option = option.escape_debug();
                writeln!(out, "info string --option {option}: {wrong}")?;
                out.flush()?;
            }
        }
        Ok(options)
    }
}
