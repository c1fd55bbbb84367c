//! `grenier ba-awa match`: a match, solved as a game over games.

use std::io::Write;

use grenier_baawa::{
    MatchAnswer, MatchRules, Outcome as MatchEnd, Rules, Stage, memory_needed, openings,
};

use super::game::{RulesChoice, letters};
use crate::machine;
use crate::options::number::number;
use crate::options::threads::Threads;
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::table::Table;
use crate::output::words;

/// Solve a match: several games, in which captured seeds become pits
///
/// A match begins with six pits each. Every game begins with four seeds in every
/// pit; each player owns one pit for every four seeds captured in the game before.
/// After an even split of 12 seeds one pit is left over: it goes to the player who
/// began. A player who owns --goal pits wins the match.
///
/// Solves all games of the match first, which takes some minutes. Then solves the
/// match twice: both play every game for seeds, or both play for the match, to win
/// it in few games or lose it late.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier ba-awa match\n  grenier ba-awa match --goal 10 --alternate\n  \
                        grenier ba-awa match --json"
)]
pub(crate) struct Args {
    #[command(flatten)]
    rules: RulesChoice,
    /// Pits that win the match: 10, 11 or 12
    #[arg(long, value_name = "PITS", default_value_t = 12, value_parser = number(10..=12_u8),
          allow_negative_numbers = true)]
    goal: u8,
    /// The players begin the games in turn; without it South begins every game
    #[arg(long)]
    alternate: bool,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let rules = args.rules.rules_like(&Rules::DEFAULT);
    let rules = MatchRules::new(rules, args.goal, args.alternate)?;
    machine::check_room("solving the games", memory_needed(12, 16))?;
    let pool = args.threads.pool()?;
    let progress = Progress::new(Watch::start()?);
    let openings = pool.install(|| openings(*rules.rules(), &progress));
    progress.clear();
    let answer = MatchAnswer::new(&openings?, &rules)?;
    if args.json {
        emit(&answer, out)?;
    } else {
        print(&answer, out)?;
    }
    Ok(Outcome::Done)
}

fn print(answer: &MatchAnswer, out: &mut impl Write) -> anyhow::Result<()> {
    let begins = if answer.alternate {
        "the players begin in turn"
    } else {
        "South begins every game"
    };
    writeln!(
        out,
        "A match of {} to {} pits; {begins}; endless play counts even\n",
        answer.rules, answer.goal
    )?;
    let first = answer.first();
    writeln!(out, "From six pits each, South to begin:")?;
    writeln!(out, "- both play for seeds: {}.", end(first.by_seeds))?;
    writeln!(out, "- both play for the match: {}.\n", end(first.by_match))?;
    let mut table = Table::new([
        "South",
        "<begins",
        "nets",
        "then South",
        "<by seeds",
        "<best for seeds",
        "<best for the match",
    ]);
    for stage in &answer.stages {
        let best = letters(stage.best_moves.iter().copied());
        let for_match = match &stage.match_moves {
            same if *same == stage.best_moves => "the same".to_owned(),
            other => letters(other.iter().copied()),
        };
        table.row([
            stage.owns.to_string(),
            stage.starter.to_string(),
            stage.value.to_string(),
            stage.next_owns.to_string(),
            short_end(stage.by_seeds),
            best,
            for_match,
        ]);
    }
    table.print(out)?;
    print_changes(&answer.stages, out)
}

/// The stages in which playing for the match changes the result.
fn print_changes(stages: &[Stage], out: &mut impl Write) -> anyhow::Result<()> {
    let differs = |stage: &&Stage| stage.by_seeds != stage.by_match;
    let changed: Vec<&Stage> = stages.iter().filter(differs).collect();
    if changed.is_empty() {
        writeln!(
            out,
            "\nPlaying for the match instead of for seeds changes no result: who wins, and in how \
             many games, is the same. It only leaves more choice of moves."
        )?;
    }
    for stage in changed {
        writeln!(
            out,
            "\nWhere South owns {} and {} begins, playing for the match: {}.",
            stage.owns,
            stage.starter,
            end(stage.by_match)
        )?;
    }
    Ok(())
}

/// `South wins the match in 5 games`.
fn end(end: MatchEnd) -> String {
    match (end.winner(), end.games()) {
        (Some(side), Some(games)) => {
            let games = words::counted(u64::from(games), "game", "games");
            format!("{side} wins the match in {games}")
        }
        _ => "the match has no end".to_owned(),
    }
}

/// `South in 5`.
fn short_end(end: MatchEnd) -> String {
    match (end.winner(), end.games()) {
        (Some(side), Some(games)) => format!("{side} in {games}"),
        _ => "no end".to_owned(),
    }
}
