//! The search: deeper and deeper, until a limit or a proof.

use std::sync::Arc;

use grenier_probe::ProbeError;
use grenier_rules::{EndlessPlay, Move, Position};

use crate::alpha_beta::{AlphaBeta, Broken, INFINITE, gain, ordered};
use crate::limits::{Clock, Limits};
use crate::memo::{Memo, key};
use crate::report::{Effort, Rated, Report, Worth};
use crate::root::Root;
use crate::tables::Tables;

/// The deepest search: no line of play is longer on the path.
const DEEPEST: u32 = 255;

/// How a search works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes of memory for what is remembered of positions, about.
    pub hash_bytes: u64,
    /// How many of the best moves are rated.
    pub lines: usize,
    /// How play that never ends counts.
    pub ending: EndlessPlay,
}

impl Default for Settings {
    /// One thread, 64 MiB, the best move only, endless play even.
    fn default() -> Self {
        Self {
            threads: 1,
            hash_bytes: 64 << 20,
            lines: 1,
            ending: EndlessPlay::Even,
        }
    }
}

/// A search that remembers from one question to the next.
pub struct Search {
    tables: Arc<Tables>,
    settings: Settings,
    memo: Memo,
}

impl Search {
    /// A search above these tables that remembers nothing yet.
    pub fn new(tables: Arc<Tables>, settings: Settings) -> Self {
        Self {
            tables,
            settings,
            memo: Memo::new(settings.hash_bytes),
        }
    }

    /// The tables below.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// How it works.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets all positions, so that the next answer does not hang on earlier
    /// questions.
    pub fn forget(&mut self) {
        self.memo = Memo::new(self.settings.hash_bytes);
    }

    /// Searches, and tells of each step that was finished. What is returned is
    /// the last of it; at least one step is finished, whatever the limits.
    ///
    /// # Errors
    /// [`ProbeError`] when a table is damaged or cannot be read.
    pub fn run(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Report, ProbeError> {
        let clock = Clock::start(*limits);
        let position = root.position();
        let mut moves = ordered(&self.tables.rules().moves(position), 6);
        if moves.is_empty() {
            return Ok(self.over(position));
        }
        let mut report: Option<Report> = None;
        let mut effort = Effort::default();
        for depth in 1..=clock.depth().clamp(1, DEEPEST) {
            // The first step ends in any case.
            let unhurried = Clock::start(Limits::default());
            let hurry = if depth == 1 { &unhurried } else { &clock };
            let mut worker =
                AlphaBeta::new(&self.tables, self.settings.ending, &self.memo, hurry, root);
            worker.effort = effort;
            let step = rate(&mut worker, &moves, depth - 1, self.settings.lines);
            effort = worker.effort;
            let rated = match step {
                Ok(rated) => rated,
                Err(Broken::Stopped) => break,
                Err(Broken::Probe(error)) => return Err(error),
            };
            moves = rated.iter().map(|(played, _)| *played).collect();
            let seeds = position.seeds();
            let rated: Vec<Rated> = rated
                .iter()
                .take(self.settings.lines.max(1))
                .map(|(played, value)| Rated {
                    played: *played,
                    worth: self.worth(played, *value, seeds),
                    line: self.line(played, depth),
                })
                .collect();
            effort.elapsed = clock.start.elapsed();
            let found = Report {
                worth: rated[0].worth,
                moves: rated,
                depth,
                effort,
            };
            progress(&found);
            let proved = found.worth.value().is_some();
            report = Some(found);
            if proved || clock.is_over(effort.nodes) {
                break;
            }
        }
        Ok(report.unwrap_or_else(|| self.over(position)))
    }

    /// What the rules say when there is no move.
    fn over(&self, position: &Position) -> Report {
        let settlement = self.tables.rules().settlement(position);
        Report {
            worth: Worth::exact(settlement.map_or(0, |left| left.net())),
            moves: Vec::new(),
            depth: 0,
            effort: Effort::default(),
        }
    }

    /// What is proved of a move, and an estimate.
    fn worth(&self, played: &Move, value: i16, seeds: u32) -> Worth {
        let tabled = self.tables.worth(&played.next, self.settings.ending);
        match tabled {
            Ok(Some(next)) => next.before(gain(played) as i8),
            _ => Worth::guess(value, seeds),
        }
    }

    /// How play may go on, by what is remembered.
    fn line(&self, first: &Move, depth: u32) -> Vec<Move> {
        let mut line = vec![*first];
        while line.len() < depth as usize {
            let position = line[line.len() - 1].next;
            let Some(entry) = self.memo.get(key(&position)) else {
                break;
            };
            let moves = self.tables.rules().moves(&position);
            match moves.iter().find(|played| played.pit == entry.pit) {
                Some(played) => line.push(*played),
                None => break,
            }
        }
        line
    }
}

/// All moves with their values in hundredths of a seed, best first; those behind
/// the first `lines` have a bound only.
fn rate(
    worker: &mut AlphaBeta<'_>,
    moves: &[Move],
    depth: u32,
    lines: usize,
) -> Result<Vec<(Move, i16)>, Broken> {
    let mut rated: Vec<(Move, i16)> = Vec::new();
    for played in moves {
        let alpha = rated.get(lines.max(1) - 1).map_or(-INFINITE, |&(_, v)| v);
        let value = worker.move_value(played, depth, alpha, INFINITE)?;
        let at = rated.partition_point(|&(_, better)| better >= value);
        rated.insert(at, (*played, value));
    }
    Ok(rated)
}
