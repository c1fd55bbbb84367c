//! Limits of a search, and the clock that watches them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::report::Effort;

/// Search limits; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// Positions visited by all threads. One thread keeps to it exactly; several may
    /// visit some thousand more.
    pub nodes: Option<u64>,
    /// Plies from the root; captures at the end are followed further.
    pub depth: Option<u32>,
    /// The search stops soon after this is set.
    pub stop: Option<&'a AtomicBool>,
}

/// The most nodes of one thread between two looks at the clock.
const PATIENCE: u64 = 1024;

/// Limits of a search that has begun, shared by its threads.
pub(crate) struct Clock<'a> {
    limits: Limits<'a>,
    start: Instant,
    /// Work that the threads have reported.
    nodes: AtomicU64,
    table_hits: AtomicU64,
    solved: AtomicU64,
    /// Set when the first thread is done.
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

    /// The depth limit.
    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }

    /// Adds to the work of all threads.
    pub(crate) fn tell(&self, nodes: u64, table_hits: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.table_hits.fetch_add(table_hits, Ordering::Relaxed);
    }

    /// Adds to the solved positions.
    pub(crate) fn tell_solved(&self, positions: u64) {
        self.solved.fetch_add(positions, Ordering::Relaxed);
    }

    /// Whether this number of nodes is within the limit.
    pub(crate) fn has_nodes_for(&self, nodes: u64) -> bool {
        self.limits.nodes.is_none_or(|limit| nodes <= limit)
    }

    /// Whether this many nanoseconds are left.
    pub(crate) fn has_time_for(&self, nanoseconds: f64) -> bool {
        self.limits.time.is_none_or(|limit| {
            let left = limit.saturating_sub(self.start.elapsed());
            nanoseconds <= left.as_nanos() as f64
        })
    }

    /// The work reported so far, and the time.
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

    /// Tells all threads to stop.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether to stop now.
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
