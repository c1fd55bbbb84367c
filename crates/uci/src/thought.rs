//! A search in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use anyhow::Context;
use grenier_answer::advise_game;
use grenier_probe::ProbeError;
use grenier_rules::{Game, Outcome};
use grenier_search::{Limits, Report, Search};

use crate::plan::{Hold, Plan};
use crate::reply::View;

/// A search that runs or has an answer that was not given yet.
pub(crate) struct Thought {
    /// Which one it is, so that nothing said by an earlier one is taken for its.
    pub(crate) number: u64,
    pub(crate) view: View,
    /// What the answer waits for.
    pub(crate) hold: Hold,
    /// When the search has to end, as far as it does not know itself.
    pub(crate) deadline: Option<Instant>,
    pub(crate) done: bool,
    plan: Plan,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Search, Result<Report, ProbeError>)>,
}

impl Thought {
    /// Starts to think about a game. `tell` gets what is found on the way, and at the
    /// end nothing.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub(crate) fn start(
        number: u64,
        mut search: Search,
        game: Game,
        plan: Plan,
        tell: impl Fn(Option<Report>) + Send + 'static,
    ) -> anyhow::Result<Self> {
        let view = View::of(&game);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let work = move || {
            let limits = Limits {
                // While it ponders, time does not count.
                time: plan.time.filter(|_| plan.hold == Hold::No),
                nodes: plan.nodes,
                depth: plan.depth,
                stop: Some(&flag),
            };
            let report = think(&mut search, &game, &limits, &mut |report| {
                tell(Some(report.clone()));
            });
            tell(None);
            (search, report)
        };
        let thread = thread::Builder::new().spawn(work);
        Ok(Self {
            number,
            view,
            hold: plan.hold,
            deadline: None,
            done: false,
            plan,
            stop,
            thread: thread.context("cannot start the threads")?,
        })
    }

    /// Asks the search to end soon, and lets its answer out.
    pub(crate) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.hold = Hold::No;
        self.deadline = None;
    }

    /// The expected move was played: from now on time counts. What has no limit
    /// at all ends, since nobody can be expected to end it.
    pub(crate) fn ponder_hit(&mut self) {
        if self.hold != Hold::UntilPonderHit {
            return;
        }
        self.hold = Hold::No;
        match self.plan.time {
            Some(time) => self.deadline = Instant::now().checked_add(time),
            None if self.plan.is_limited() => {}
            None => self.stop(),
        }
    }

    /// Ends the search and waits for it. `None` when it broke down.
    pub(crate) fn end(mut self) -> Option<(Search, Result<Report, ProbeError>)> {
        self.stop();
        self.thread.join().ok()
    }
}

/// The answer of the tables, or else of a search.
fn think(
    search: &mut Search,
    game: &Game,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(&Report),
) -> Result<Report, ProbeError> {
    match game.outcome() {
        Outcome::Ongoing => Ok(advise_game(search, game, limits, progress)?.0),
        _ => Ok(Report::default()),
    }
}
