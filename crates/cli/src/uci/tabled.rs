//! Moves in positions that are tabled.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use grenier_probe::{Line, ProbeError, RatedMove};
use grenier_rules::{EndlessPlay, Game, Move, Position};
use grenier_search::{Effort, Limits, Rated, Report, Settings, Tables, Worth};

/// Most plies of a line.
const PLIES: usize = 12;
/// How long a wish to stop may go unheard.
const PATIENCE: Duration = Duration::from_millis(2);

/// What the tables say of a game; nothing when they do not reach it, or when what
/// they say of endless play decides and the game has another word on it.
///
/// A score other than 0 can be forced in finite time, whatever endless play counts.
///
/// # Errors
/// [`ProbeError`] when a table is damaged or cannot be read.
pub(super) fn answer(
    tables: &Arc<Tables>,
    settings: &Settings,
    game: &Game,
    limits: &Limits<'_>,
) -> Result<Option<Report>, ProbeError> {
    let start = Instant::now();
    let position = game.board().position();
    let answer = match tables.scores().probe(&position) {
        Err(ProbeError::NotTabled { .. }) => return Ok(None),
        answer => answer?,
    };
    if answer.value == 0 && settings.ending != EndlessPlay::Even {
        return Ok(None);
    }
    let line = line(tables, &position, start, limits)?;
    let first = line.first().map(|played| played.pit);
    let mut moves: Vec<Choice> = answer
        .moves
        .iter()
        .map(|rated| Choice::new(rated, game, settings.ending))
        .collect();
    // Of equal moves the one that makes progress.
    moves.sort_by_key(|choice| {
        let pit = choice.rated.played.pit;
        (-choice.value, choice.repeats, Some(pit) != first, pit)
    });
    let rated = moves.iter().take(settings.lines.max(1)).map(|choice| {
        let played = choice.rated.played;
        Rated {
            played,
            worth: choice.worth(settings.ending, position.seeds()),
            line: if Some(played.pit) == first {
                line.clone()
            } else {
                vec![played]
            },
        }
    });
    let moves: Vec<Rated> = rated.collect();
    Ok(moves.first().map(|best| best.worth).map(|worth| Report {
        worth,
        depth: 1,
        effort: Effort {
            nodes: 1,
            table_hits: 1 + answer.moves.len() as u64,
            elapsed: start.elapsed(),
        },
        moves,
    }))
}

/// A move and what it is worth in this game.
struct Choice {
    rated: RatedMove,
    /// Net seeds for who makes it; the tables' word, unless it ends the game by
    /// bringing back a position.
    value: i8,
    repeats: bool,
}

impl Choice {
    fn new(rated: &RatedMove, game: &Game, ending: EndlessPlay) -> Self {
        let next = &rated.played.next;
        let repeats = comes_back(game, next);
        let value = match ending {
            _ if !repeats => rated.value,
            EndlessPlay::Even => 0,
            EndlessPlay::EachKeepsOwnSide => next.waiting_seeds() as i8 - next.mover_seeds() as i8,
        };
        Self {
            rated: *rated,
            value,
            repeats,
        }
    }

    fn worth(&self, ending: EndlessPlay, seeds: u32) -> Worth {
        let all = seeds as i8;
        let mut worth = Worth::exact(self.value);
        if ending != EndlessPlay::Even && !self.repeats {
            if self.value >= 0 {
                worth.at_most = all;
            }
            if self.value <= 0 {
                worth.at_least = -all;
            }
        }
        worth
    }
}

/// Whether a position that a move leads to has been there since the last capture,
/// with the same side to move.
fn comes_back(game: &Game, next: &Position) -> bool {
    let same_side = game.since_capture().iter().rev().skip(1).step_by(2);
    same_side.into_iter().any(|then| then == next)
}

/// A line of best play; nothing when time ran out. Where distances are not tabled
/// it is searched for, which the limits cannot end: then it goes on by itself
/// for a while, and nobody listens.
fn line(
    tables: &Arc<Tables>,
    position: &Position,
    start: Instant,
    limits: &Limits<'_>,
) -> Result<Vec<Move>, ProbeError> {
    let (sender, receiver) = mpsc::channel();
    let (tables, position) = (Arc::clone(tables), *position);
    let search = move || sender.send(tables.scores().line(&position, PLIES));
    if thread::Builder::new().spawn(search).is_err() {
        return Ok(Vec::new());
    }
    let is_over = || {
        let stopped = limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        stopped || limits.time.is_some_and(|time| start.elapsed() >= time)
    };
    loop {
        match receiver.recv_timeout(PATIENCE) {
            Ok(line) => return line.map(|line| moves(&line)),
            Err(RecvTimeoutError::Disconnected) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Timeout) if is_over() => return Ok(Vec::new()),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn moves(line: &Line) -> Vec<Move> {
    line.plies.iter().map(|ply| ply.best.played).collect()
}
