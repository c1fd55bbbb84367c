//! `grenier best`: the best move now.

use std::io::Write;

use grenier_rules::Endless;

use crate::options::number::number;
use crate::options::searching::{LimitOptions, SearchOptions};
use crate::options::tables::Choice;
use crate::outcome::Outcome;
use crate::output::advice::{self, with_spinner};
use crate::output::board::{self, PositionArg};
use crate::output::json::emit;
use crate::output::progress::Watch;

/// Find the best move, from tables or by a search above them
///
/// Where the tables have the position the answer is exact: the best move of
/// `grenier probe`. Elsewhere a search looks deeper and deeper, down to the tables,
/// until the value is proved or a limit is reached. Ctrl-C ends it too, with the
/// best move so far and exit code 130. It also works without any table. For each
/// move it shows what is proved, in net seeds from here on (exactly, at least, at
/// most, between), or an estimate (about). `--lines` rates several moves. See
/// `grenier probe --help` for positions and values.
///
/// Endless play counts even, as in the tables. With `--endless own-side` each
/// player keeps their own side when a position repeats; then every answer is by
/// search, because scores do not cover that rule.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier best 4-4-4-4-4-4-4-4-4-4-4-4\n  \
                        grenier best --time 20s --lines 3 --rules oware 0-2-1-0-3-2-1-0-2-1-0-4\n  \
                        grenier best --endless own-side --json 0-0-1-0-1-2-1-0-0-1-0-2-20-20-N")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    position: PositionArg,
    /// How many of the best moves to rate, 1 to 6
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number(1..=6_usize))]
    lines: usize,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position.text)?;
    let oracle = args.choice.open()?;
    let watch = Watch::start()?;
    let settings = args.search.settings(Endless::Even, args.lines)?;
    let limits = args.limits.limits(&watch);
    let advice = with_spinner(&board, |progress| {
        oracle.advise(&board, &settings, &limits, progress)
    })?;
    if args.json {
        emit(&advice, out)?;
    } else {
        advice::print(&advice, &oracle, out)?;
        if !args.search.says_endless() {
            advice::print_other_endless(&advice, &oracle, out)?;
        }
    }
    Ok(watch.outcome())
}
