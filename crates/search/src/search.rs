//! The search: iterative deepening until a limit or a proof.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use grenier_probe::ProbeError;
use grenier_rules::{Centiseeds, Move, NetSeeds, Position};
use std::cmp::Reverse;

use crate::alpha_beta::AlphaBeta;
use crate::deepening::Deepening;
use crate::found::Broken;
use crate::growth::Growth;
use crate::limits::{Clock, Limits};
use crate::memo::{Entry, Memo};
use crate::path::Path;
use crate::report::{Effort, Rated, Report, Worth};
use crate::root::Root;
use crate::settings::Settings;
use crate::tables::Tables;

/// The deepest search, in plies.
const DEEPEST: u32 = 255;

/// A search. Its transposition table serves all questions, one after the other.
pub struct Search {
    tables: Arc<Tables>,
    pub(crate) settings: Settings,
    /// Empty before the first question.
    memo: Memo,
    /// See [`AlphaBeta::reduces`]. Without it every value is that of plain minimax.
    pub(crate) reduces: bool,
    growth: Mutex<Growth>,
}

impl Search {
    /// A search above these tables. Its transposition table is made by
    /// [`Search::prepare`] or by the first question.
    pub fn new(tables: Arc<Tables>, settings: Settings) -> Self {
        Self {
            growth: Mutex::new(Growth::new(&tables, &settings)),
            tables,
            settings,
            memo: Memo::default(),
            reduces: true,
        }
    }

    /// The tables below.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Its options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Clears the transposition table, so that the next answer does not depend on
    /// earlier questions.
    pub fn forget(&mut self) {
        self.memo = Memo::default();
    }

    /// Makes the transposition table, unless it exists.
    ///
    /// # Errors
    /// [`ProbeError::NoMemory`].
    pub fn prepare(&mut self) -> Result<(), ProbeError> {
        let bytes = self.settings.hash_bytes;
        if self.memo.is_empty() {
            self.memo = Memo::new(bytes).map_err(|_| ProbeError::NoMemory { bytes })?;
        }
        Ok(())
    }

    /// Searches, and calls `progress` after each finished step. Returns the report of
    /// the last one; at least one step is finished, whatever the limits.
    ///
    /// # Errors
    /// [`ProbeError`] when a table is damaged or cannot be read, when a layer that
    /// is solved on the way fails its check, or when there is no memory for the
    /// transposition table.
    pub fn run(
        &mut self,
        root: &Root,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Report, ProbeError> {
        let moves = self.tables.rules().moves(root.position());
        if moves.is_empty() {
            return Ok(self.over(root.position()));
        }
        self.prepare()?;
        let clock = Clock::start(*limits);
        self.growth().reach(root.position().seeds(), &clock)?;
        self.memo.grow_older();
        std::thread::scope(|scope| {
            for number in 1..self.settings.threads {
                let (this, moves, clock) = (&*self, &moves, &clock);
                let work = move || this.help(root, moves, clock, number);
                if Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            let found = self.deepen(root, &moves, &clock, progress);
            clock.finish();
            found
        })
    }

    /// The first thread: deepens until a limit or a proof.
    fn deepen(
        &self,
        root: &Root,
        moves: &[Move],
        clock: &Clock<'_>,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Report, ProbeError> {
        let mut deepening = self.deepening(root, moves, clock);
        let mut report = self.over(root.position());
        for depth in 1..=clock.depth().clamp(1, DEEPEST) {
            match deepening.step(depth) {
                Ok(()) => {}
                Err(Broken::Stopped) => break,
                Err(Broken::Probe(error)) => return Err(error),
            }
            let moves = self.all_moves(root, deepening.rated(), depth)?;
            let done = proved(&moves, self.lines()) || self.is_tabled(&moves);
            report = self.report(moves, depth, clock.effort());
            progress(&report);
            if done || clock.is_over() {
                break;
            }
            self.growth().keep_up(root.position().seeds(), clock)?;
        }
        report.effort = clock.effort();
        Ok(report)
    }

    /// Another thread: fills the memo for the first one until that is done. The first
    /// one meets an unreadable table, too, if it matters.
    fn help(&self, root: &Root, moves: &[Move], clock: &Clock<'_>, number: usize) {
        let mut deepening = self.deepening(root, moves, clock);
        // Every other one is a step ahead, so that not all do the same.
        for depth in 1 + number as u32 % 2..=DEEPEST {
            if deepening.step(depth).is_err() || clock.is_over() {
                break;
            }
        }
    }

    /// Whether all moves lead to tabled positions, so that there is nothing to search.
    fn is_tabled(&self, moves: &[Rated]) -> bool {
        let seeds = |rated: &Rated| rated.played.next.seeds();
        moves.iter().all(|rated| self.tables.have(seeds(rated)))
    }

    fn growth(&self) -> MutexGuard<'_, Growth> {
        self.growth.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn deepening<'a>(&'a self, root: &Root, moves: &[Move], clock: &'a Clock<'a>) -> Deepening<'a> {
        let mut worker =
            AlphaBeta::new(&self.tables, self.settings.endless, &self.memo, clock, root);
        worker.reduces = self.reduces;
        Deepening::new(worker, root.position(), moves, self.lines())
    }

    /// All moves after a finished step, best first.
    fn all_moves(
        &self,
        root: &Root,
        rated: &[(Move, i16)],
        depth: u32,
    ) -> Result<Vec<Rated>, ProbeError> {
        let mut moves = Vec::with_capacity(rated.len());
        for (played, value) in rated {
            moves.push(Rated {
                played: *played,
                worth: self.worth(root, played, Centiseeds(*value))?,
                line: self.line(root, played, depth),
            });
        }
        // Among equal estimates the proved one is first.
        moves.sort_by_key(|rated| (Reverse(rated.worth.estimate), rated.worth.value().is_none()));
        Ok(moves)
    }

    fn report(&self, mut moves: Vec<Rated>, depth: u32, effort: Effort) -> Report {
        let worth = best(&moves);
        moves.truncate(self.lines());
        Report {
            worth,
            moves,
            depth,
            effort,
        }
    }

    /// How many moves are rated, at most.
    fn lines(&self) -> usize {
        self.settings.lines.max(1)
    }

    /// The report when there is no move.
    fn over(&self, position: &Position) -> Report {
        let settlement = self.tables.rules().settlement(position);
        Report {
            worth: Worth::exact(settlement.map_or(NetSeeds(0), |left| left.net())),
            ..Report::default()
        }
    }

    /// The value of a move whose search found `value`.
    fn worth(&self, root: &Root, played: &Move, value: Centiseeds) -> Result<Worth, ProbeError> {
        let next = &played.next;
        let gain = played.gain();
        if root.comes_back(played) {
            return Ok(Worth::exact(self.settings.endless.net(next)).before(gain));
        }
        let worth = match self.tables.worth(next, self.settings.endless)? {
            Some(worth) => worth,
            None => self.remembered(next, Centiseeds::from(gain) - value),
        };
        Ok(worth.before(gain))
    }

    /// An estimate within the bounds that the memo has proved.
    fn remembered(&self, position: &Position, estimate: Centiseeds) -> Worth {
        let mut worth = Worth::guess(estimate, position.seeds());
        if let Some(Entry { value, proved, .. }) = self.memo.get(position.key()) {
            // What is proved is a whole number of seeds.
            let value = Centiseeds(value).whole();
            if proved.at_least {
                worth.at_least = worth.at_least.max(value);
            }
            if proved.at_most {
                worth.at_most = worth.at_most.min(value);
            }
        }
        worth.within_bounds()
    }

    /// The expected line, from the memo.
    fn line(&self, root: &Root, first: &Move, depth: u32) -> Vec<Move> {
        let mut path = Path::to(root);
        let mut line = Vec::new();
        let mut next = Some(*first);
        while let Some(played) = next.filter(|_| line.len() < depth as usize) {
            line.push(played);
            let key = played.next.key();
            path.enter(key, played.is_quiet());
            if path.came_back().is_some() {
                break;
            }
            let moves = self.tables.rules().moves(&played.next);
            let remembered = self.memo.get(key).map(|entry| entry.pit);
            next = moves
                .iter()
                .find(|played| Some(played.pit) == remembered)
                .copied();
        }
        line
    }
}

/// Whether the result is proved: the first moves have exact values, and no other is
/// better than any of them.
fn proved(moves: &[Rated], lines: usize) -> bool {
    let (first, others) = moves.split_at(lines.min(moves.len()));
    let exact = first.iter().all(|rated| rated.worth.value().is_some());
    let last = first
        .last()
        .map_or(NetSeeds(i8::MAX), |rated| rated.worth.at_least);
    exact && others.iter().all(|rated| rated.worth.at_most <= last)
}

/// The value of a position from those of all its moves, best estimate first.
fn best(moves: &[Rated]) -> Worth {
    let worths = || moves.iter().map(|rated| rated.worth);
    let at_least = worths().map(|worth| worth.at_least).max();
    let at_most = worths().map(|worth| worth.at_most).max();
    Worth {
        at_least: at_least.unwrap_or(NetSeeds(i8::MIN)),
        at_most: at_most.unwrap_or(NetSeeds(i8::MAX)),
        ..moves[0].worth
    }
}
