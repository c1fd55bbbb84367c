//! `grenier best`: the best move now.

use std::io::Write;

use grenier_rules::EndlessPlay;

use crate::options::number::number;
use crate::options::searching::{LimitOptions, SearchOptions};
use crate::options::tables::Choice;
use crate::outcome::Outcome;
use crate::output::advice::{self, Advice};
use crate::output::board;
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::progress::Watch;

/// Say which move is best now, by tables or by a search above them
///
/// Where the tables have the position the answer is exact: the best move of
/// `grenier probe`. Elsewhere a search looks ahead, deeper and deeper, down to
/// the tables, until the value is proved or a limit is reached; Ctrl-C ends it
/// as well, with the best so far and exit code 130. It works without any table,
/// too. Of each move it says what is proved, in net seeds from here on: exactly,
/// at least, at most, between; and what it guesses: about. `--lines` rates more
/// moves than the best. See `grenier probe --help` for positions and values.
///
/// Endless play counts even, as in the tables, unless `--endless own-side` lets
/// each player keep their own side when a position comes back; then the search
/// is asked everywhere, as scores do not say that.
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

/// How endless play counts unless the user says otherwise: as in the tables.
const USUAL_ENDING: EndlessPlay = EndlessPlay::Even;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position.text)?;
    let opened = args.choice.open()?;
    let watch = Watch::start()?;
    let ending = args.search.ending(USUAL_ENDING);
    let advice = if let Some(answer) = advice::tabled(&board, &opened, ending)? {
        Advice::by_tables(board, &opened, answer, args.lines)?
    } else {
        let settings = args.search.settings(USUAL_ENDING, args.lines)?;
        Advice::by_search(board, &opened, settings, &args.limits.limits(&watch))?
    };
    if args.json {
        emit(&advice.report(), out)?;
    } else {
        advice.print(out)?;
        if !args.search.says_ending() {
            advice.print_other_ending(out)?;
        }
    }
    Ok(watch.outcome())
}
