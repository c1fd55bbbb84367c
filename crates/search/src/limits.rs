//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::report::Effort;

/// What ends a search before it is through. What is `None` does not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// Positions looked at, by all threads together. One thread is through
    /// with its last one; several may look at some thousand more.
    pub nodes: Option<u64>,
    /// Plies from the root; captures at the end are followed beyond.
    pub depth: Option<u32>,
    /// Set by somebody else to end the search soon.
    pub stop: Option<&'a AtomicBool>,
}

/// Nodes of one thread between two looks at the clock, at most.
const PATIENCE: u64 = 1024;

/// Limits of a search that has begun, shared by its threads.
pub(crate) struct Clock<'a> {
    limits: Limits<'a>,
    start: Instant,
    /// What all threads have told of.
    nodes: AtomicU64,
    table_hits: AtomicU64,
    solved: AtomicU64,
    /// Set when the first thread is through.
    finished: AtomicBool,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: Limits<'a>) -> Self {
        Self {
            limits,
            start: Instant::now(),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
            solved: AtomicU64::new(0),
            finished: AtomicBool::new(false),
        }
    }

    /// The deepest search that is asked for.
    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }

    /// Adds to what the threads have done.
    pub(crate) fn tell(&self, nodes: u64, table_hits: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.table_hits.fetch_add(table_hits, Ordering::Relaxed);
    }

    /// Adds to the positions that were solved.
    pub(crate) fn tell_solved(&self, positions: u64) {
        self.solved.fetch_add(positions, Ordering::Relaxed);
    }

    /// Whether so many nodes are within the limit.
    pub(crate) fn has_nodes_for(&self, nodes: u64) -> bool {
        self.limits.nodes.is_none_or(|limit| nodes <= limit)
    }

    /// Whether there is time for work of so many nanoseconds.
    pub(crate) fn has_time_for(&self, nanoseconds: f64) -> bool {
        self.limits.time.is_none_or(|limit| {
            let left = limit.saturating_sub(self.start.elapsed());
            nanoseconds <= left.as_nanos() as f64
        })
    }

    /// What was told so far, and the time.
    pub(crate) fn effort(&self) -> Effort {
        Effort {
            nodes: self.nodes.load(Ordering::Relaxed),
            table_hits: self.table_hits.load(Ordering::Relaxed),
            solved: self.solved.load(Ordering::Relaxed),
            elapsed: self.start.elapsed(),
        }
    }

    /// After how many nodes a thread looks at the clock again.
    pub(crate) fn patience(&self) -> u64 {
        let done = self.nodes.load(Ordering::Relaxed);
        let left = self
            .limits
            .nodes
            .map_or(PATIENCE, |limit| limit.saturating_sub(done));
        left.clamp(1, PATIENCE)
    }

    /// Tells all threads to end.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether to end now.
    pub(crate) fn is_over(&self) -> bool {
        let limits = &self.limits;
        self.finished.load(Ordering::Relaxed)
            || limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || limits
                .nodes
                .is_some_and(|limit| self.nodes.load(Ordering::Relaxed) >= limit)
            || limits
                .time
                .is_some_and(|limit| self.start.elapsed() >= limit)
    }
}
