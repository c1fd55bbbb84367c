//! An analysis for programs.

use std::path::{Path, PathBuf};

use grenier_rules::{NetSeeds, Side};
use grenier_search::Worth;
use serde::Serialize;

use super::game::Analysed;
use super::ply::Ply;
use super::tally::Tally;
use crate::output::verdict;
use crate::output::worth::WorthReport;

/// All games, and what could not be read.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    games: Vec<GameReport<'a>>,
    errors: Vec<ErrorReport<'a>>,
}

#[derive(Serialize)]
struct ErrorReport<'a> {
    file: &'a Path,
    error: &'a str,
}

#[derive(Serialize)]
struct GameReport<'a> {
    file: &'a Path,
    /// In its file, from 1.
    number: usize,
    rules: &'static str,
    endless: &'static str,
    start: String,
    result: String,
    /// Moves in all; those that were looked at are the last ones.
    length: usize,
    moves: Vec<MoveReport>,
    south: PlayerReport<'a>,
    north: PlayerReport<'a>,
    searches: u32,
    nodes: u64,
    table_hits: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct MoveReport {
    /// From 1.
    ply: usize,
    #[serde(rename = "move")]
    letter: char,
    captured: u8,
    conceded: u8,
    value: WorthReport,
    worth: WorthReport,
    loss: LossReport,
    /// None when it is only known that there is a better one.
    best: Option<char>,
    forced: bool,
    mark: &'static str,
    turning_point: Option<[&'static str; 2]>,
    occurrences: usize,
}

/// What a move lost, in net seeds, 0 or more.
#[derive(Serialize)]
struct LossReport {
    estimate: f64,
    at_least: NetSeeds,
    at_most: NetSeeds,
    value: Option<NetSeeds>,
}

#[derive(Serialize)]
struct PlayerReport<'a> {
    name: Option<&'a str>,
    moves: u32,
    best: u32,
    exact: u32,
    lost: u32,
    mean: Option<f64>,
    estimated: f64,
    mistakes: u32,
    blunders: u32,
    turning_points: u32,
}

impl<'a> Report<'a> {
    pub(super) fn new(games: &'a [Analysed], errors: &'a [(PathBuf, String)]) -> Self {
        let errors = errors
            .iter()
            .map(|(file, error)| ErrorReport { file, error });
        Self {
            games: games.iter().map(GameReport::new).collect(),
            errors: errors.collect(),
        }
    }
}

impl<'a> GameReport<'a> {
    fn new(game: &'a Analysed) -> Self {
        let record = &game.record;
        let moves = game.numbered();
        let (effort, searches) = game.effort;
        Self {
            file: &game.place.file,
            number: game.place.number,
            rules: record.game().rules().name,
            endless: game.endless,
            start: record.game().start().to_string(),
            result: record.result().to_string(),
            length: record.game().played().len(),
            moves: moves
                .map(|(at, ply)| MoveReport::new(at, ply, game.occurrences[at]))
                .collect(),
            south: PlayerReport::new(game, Side::South),
            north: PlayerReport::new(game, Side::North),
            searches,
            nodes: effort.nodes,
            table_hits: effort.table_hits,
            seconds: effort.elapsed.as_secs_f64(),
        }
    }
}

impl MoveReport {
    fn new(at: usize, ply: &Ply, occurrences: usize) -> Self {
        Self {
            ply: at + 1,
            letter: ply.letter(),
            captured: ply.played.captured,
            conceded: ply.played.conceded,
            value: WorthReport::new(&ply.before, ply.seeds),
            worth: WorthReport::new(&ply.after, ply.seeds),
            loss: LossReport::new(&ply.loss()),
            best: ply.better().or(ply.is_best().then(|| ply.letter())),
            forced: ply.is_forced,
            mark: ply.grade().mark(),
            turning_point: ply
                .turn()
                .map(|(before, after)| [verdict::name(before), verdict::name(after)]),
            occurrences,
        }
    }
}

impl LossReport {
    fn new(loss: &Worth) -> Self {
        Self {
            estimate: loss.estimate.seeds(),
            at_least: loss.at_least,
            at_most: loss.at_most,
            value: loss.value(),
        }
    }
}

impl<'a> PlayerReport<'a> {
    fn new(game: &'a Analysed, side: Side) -> Self {
        let tally: Tally = game.tally(side);
        Self {
            name: game.record.tag(&side.to_string()),
            moves: tally.moves,
            best: tally.best,
            exact: tally.exact,
            lost: tally.lost,
            mean: tally.mean(),
            estimated: tally.estimated(),
            mistakes: tally.mistakes,
            blunders: tally.blunders,
            turning_points: tally.turns,
        }
    }
}
