//! `grenier ba-awa match`: a match of Ba-awa, solved as a game over games.

use std::io::Write;

use anyhow::Context;
use grenier_baawa::{MatchRules, Rules};
use grenier_baawa::{Outcome as MatchEnd, Stage, openings, solve_match};
use grenier_rules::Side;
use serde::Serialize;

use super::game::{RulesChoice, letters, side_name};
use crate::options::number::number;
use crate::options::threads::Threads;
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::words;

/// Solve a match of Ba-awa: games in a row, in which captured seeds become pits
///
/// A match begins with six pits each. The next game begins with four seeds in
/// every pit again, and each player owns one for every four seeds captured; a
/// pit that neither fills, after an even split of 12 seeds, goes to whoever began
/// the game. Who owns --goal pits has won. All games are solved that can come
/// up, which takes some minutes; then the match is, once with both playing every
/// game for seeds, once with both playing for the match: to win it, and in few
/// games, or to lose it late.
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

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    goal: u8,
    alternate: bool,
    winner: Option<&'static str>,
    games: Option<u32>,
    stages: Vec<StageReport>,
}

#[derive(Serialize)]
struct StageReport {
    owns: u8,
    starter: &'static str,
    value: i8,
    best_moves: Vec<String>,
    next_owns: u8,
    by_seeds: EndReport,
    by_match: EndReport,
    match_moves: Vec<String>,
}

#[derive(Serialize)]
struct EndReport {
    winner: Option<&'static str>,
    games: Option<u32>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let rules = MatchRules::new(
        args.rules.rules_like(&Rules::DEFAULT),
        args.goal,
        args.alternate,
    )?;
    let pool = args.threads.pool()?;
    let progress = Progress::new(Watch::start()?);
    let openings = pool.install(|| openings(*rules.rules(), &progress));
    progress.clear();
    let Ok(openings) = openings else {
        complain("interrupted");
        return Ok(Outcome::Stopped);
    };
    let stages = solve_match(&openings, &rules)?;
    let first = stages.iter().find(|stage| {
        let game = &stage.game;
        (game.owns(), game.starter()) == (6, Side::South)
    });
    let first = first.context("the first game of the match is missing")?;
    if args.json {
        let report = Report::new(&rules, first, &stages);
        emit(&report, out)?;
    } else {
        print(&rules, first, &stages, out)?;
    }
    Ok(Outcome::Done)
}

impl Report {
    fn new(rules: &MatchRules, first: &Stage, stages: &[Stage]) -> Self {
        let EndReport { winner, games } = EndReport::new(first.by_match);
        Self {
            rules: rules.rules().name(),
            goal: rules.goal(),
            alternate: rules.alternate(),
            winner,
            games,
            stages: stages.iter().map(StageReport::new).collect(),
        }
    }
}

impl StageReport {
    fn new(stage: &Stage) -> Self {
        let game = &stage.game;
        let letters = |pits: &[u8]| -> Vec<String> {
            pits.iter().map(|&pit| game.letter(pit).into()).collect()
        };
        Self {
            owns: game.owns(),
            starter: side_name(game.starter()),
            value: stage.value,
            best_moves: letters(&stage.best),
            next_owns: stage.next_owns,
            by_seeds: EndReport::new(stage.by_seeds),
            by_match: EndReport::new(stage.by_match),
            match_moves: letters(&stage.best_for_match),
        }
    }
}

impl EndReport {
    fn new(end: MatchEnd) -> Self {
        Self {
            winner: end.winner().map(side_name),
            games: end.games(),
        }
    }
}

fn print(
    rules: &MatchRules,
    first: &Stage,
    stages: &[Stage],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let begins = if rules.alternate() {
        "the players begin in turn"
    } else {
        "South begins every game"
    };
    let (name, goal) = (rules.rules().name(), rules.goal());
    writeln!(
        out,
        "A match of {name} to {goal} pits; {begins}; endless play counts even\n"
    )?;
    writeln!(out, "From six pits each, South to begin:")?;
    writeln!(out, "- both play for seeds: {}.", end(first.by_seeds))?;
    writeln!(out, "- both play for the match: {}.\n", end(first.by_match))?;
    writeln!(
        out,
        "South  begins  nets  then South  by seeds     best for seeds           best for the match"
    )?;
    for stage in stages {
        let game = &stage.game;
        let (seeds, best) = (short_end(stage.by_seeds), letters(game, &stage.best));
        let for_match = letters(game, &stage.best_for_match);
        let for_match = if for_match == best {
            "the same"
        } else {
            &for_match
        };
        writeln!(
            out,
            "{:5}  {:6}{:>6}{:>12}  {seeds:12} {best:24} {for_match}",
            game.owns(),
            game.starter(),
            words::signed(stage.value),
            stage.next_owns,
        )?;
    }
    print_changes(stages, out)
}

/// Whether playing for the match ends it otherwise than playing for seeds.
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
            stage.game.owns(),
            stage.game.starter(),
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
