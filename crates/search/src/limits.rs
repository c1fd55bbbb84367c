//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What ends a search before it is through. What is `None` does not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// Positions looked at, by all threads together; about.
    pub nodes: Option<u64>,
    /// Plies from the root; captures at the end are followed beyond.
    pub depth: Option<u32>,
    /// Set by somebody else to end the search soon.
    pub stop: Option<&'a AtomicBool>,
}

/// Limits of a search that has begun.
pub(crate) struct Clock<'a> {
    limits: Limits<'a>,
    pub(crate) start: Instant,
}

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: Limits<'a>) -> Self {
        let start = Instant::now();
        Self { limits, start }
    }

    /// The deepest search that is asked for.
    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }

    /// Whether to end now, after so many nodes.
    pub(crate) fn is_over(&self, nodes: u64) -> bool {
        self.limits
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self
                .limits
                .time
                .is_some_and(|limit| self.start.elapsed() >= limit)
    }
}
