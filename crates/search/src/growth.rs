//! Layers above the tables, solved in memory while a search goes on.
//!
//! With few seeds on the board a layer is solved faster than a position of it is
//! searched to the end: some 50 ns for each of its positions, and all of them are
//! known for good. So what is missing up to the layer of the root is solved at
//! once where the limits allow it; and otherwise the next layer is, each time when
//! the search has cost as much, so that it meets values earlier.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Instant;

use grenier_index::layer_size;
use grenier_probe::{BoundTables, ProbeError, SolvedLayer};
use grenier_rules::EndlessPlay;
use grenier_solve::{Engine, Observer, SolveError};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::limits::Clock;
use crate::search::Settings;
use crate::tables::Tables;

/// Positions that are solved in about the time of a node of the search, which is
/// some 200 ns.
const POSITIONS_PER_NODE: u64 = 4;
/// What a position takes to be solved, before any was, in nanoseconds.
const NANOSECONDS: f64 = 100.0;
/// How much more work own-side bounds are than scores.
const OWN_SIDE_FACTOR: u64 = 5;
/// Bytes for each position of a layer that is being solved: see
/// [`grenier_solve::Memory::Normal`].
const BYTES_AT_WORK: u64 = 3;

/// Solves layers on top of tables.
pub(crate) struct Growth {
    tables: Arc<Tables>,
    scores: Engine,
    /// Where each player keeps their own side.
    own_side: Option<Engine>,
    threads: usize,
    /// As soon as it is needed.
    pool: Option<ThreadPool>,
    most_bytes: u64,
    /// What a position takes by what was measured so far.
    nanoseconds: f64,
}

impl Growth {
    pub(crate) fn new(tables: &Arc<Tables>, settings: &Settings) -> Self {
        let rules = *tables.rules();
        let own_side = settings.ending == EndlessPlay::EachKeepsOwnSide;
        Self {
            tables: tables.clone(),
            scores: Engine::new(rules),
            own_side: own_side.then(|| Engine::own_side(rules, None)),
            threads: settings.threads.max(1),
            pool: None,
            most_bytes: settings.layer_bytes,
            nanoseconds: NANOSECONDS,
        }
    }

    /// Solves all that is missing up to the layer with `seeds` seeds, if the
    /// limits leave room for that. Layers that take a small part of the room are
    /// solved in any case: they tell how fast it goes.
    ///
    /// # Errors
    /// [`ProbeError`] when a table is damaged or cannot be read.
    pub(crate) fn reach(&mut self, seeds: u32, clock: &Clock<'_>) -> Result<(), ProbeError> {
        // To a depth is short work, or meant to be.
        if clock.depth() < u32::MAX || !self.fits(seeds) {
            return Ok(());
        }
        loop {
            let missing = self.missing(seeds);
            let Some(&next) = missing.first() else {
                return Ok(());
            };
            let all = missing.iter().map(|&seeds| self.cost(seeds)).sum();
            let affordable =
                self.takes_part(all, 2, clock) || self.takes_part(self.cost(next), 16, clock);
            if !affordable || !self.solve(next, clock)? {
                return Ok(());
            }
        }
    }

    /// Whether work takes no more than such a part of the limits.
    fn takes_part(&self, cost: u64, part: u64, clock: &Clock<'_>) -> bool {
        // What the nodes stand for may be doubled.
        let nodes = (cost * part).div_ceil(2 * POSITIONS_PER_NODE);
        clock.has_nodes_for(nodes) && clock.has_time_for(self.time_of(cost * part))
    }

    /// Solves the lowest missing layer up to that with `seeds` seeds, if it costs
    /// no more than the search so far, and may be finished in time.
    ///
    /// # Errors
    /// [`ProbeError`] when a table is damaged or cannot be read.
    pub(crate) fn keep_up(&mut self, seeds: u32, clock: &Clock<'_>) -> Result<(), ProbeError> {
        for next in self.missing(seeds) {
            let cost = self.cost(next);
            let effort = clock.effort();
            let paid = effort.nodes.saturating_mul(POSITIONS_PER_NODE);
            if effort.solved + cost > paid
                || !self.fits(next)
                || !clock.has_time_for(2.0 * self.time_of(cost))
                || !self.solve(next, clock)?
            {
                break;
            }
        }
        Ok(())
    }

    /// The layers up to that with `seeds` seeds that are not tabled.
    fn missing(&self, seeds: u32) -> Vec<u32> {
        let own_side = |seeds| {
            let tables = self.own_side.as_ref().and(self.tables.own_side());
            tables.is_none_or(|tables| tables.has_layer(seeds))
        };
        let is_missing = |&seeds: &u32| !self.tables.have(seeds) || !own_side(seeds);
        (0..=seeds).filter(is_missing).collect()
    }

    /// The work on a layer, in positions that are given a score.
    fn cost(&self, seeds: u32) -> u64 {
        let kinds = match self.own_side {
            Some(_) => 1 + OWN_SIDE_FACTOR,
            None => 1,
        };
        layer_size(seeds) * kinds
    }

    /// What that takes, in nanoseconds.
    fn time_of(&self, cost: u64) -> f64 {
        cost as f64 * self.nanoseconds
    }

    /// Whether all that was solved, and all layers up to this one, fit into memory
    /// while it is solved.
    fn fits(&self, seeds: u32) -> bool {
        // Of own-side bounds the engine keeps what the waiting player is sure of, too.
        let bounds = self.tables.own_side().map_or(0, BoundTables::solved_bytes);
        let held = self.tables.scores().solved_bytes() + 2 * bounds;
        let kept: u64 = self.missing(seeds).iter().map(|&n| layer_size(n)).sum();
        let kinds = if self.own_side.is_some() { 3 } else { 1 };
        held + (kept + layer_size(seeds) * BYTES_AT_WORK) * kinds <= self.most_bytes
    }

    /// Solves a layer above layers that are all tabled. Says whether it did: the
    /// limits may end it, or memory.
    fn solve(&mut self, seeds: u32, clock: &Clock<'_>) -> Result<bool, ProbeError> {
        if self.pool.is_none() {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads);
            self.pool = pool.build().ok();
        }
        // Where the system gives no threads nothing grows.
        let Some(pool) = &self.pool else {
            return Ok(false);
        };
        let start = Instant::now();
        let tables = &*self.tables;
        if !tables.have(seeds) {
            let lower = (0..seeds).map(|below| tables.scores().layer_values(below));
            let Some(values) = solved(pool, &mut self.scores, lower, clock)? else {
                return Ok(false);
            };
            tables.scores().add_layer(seeds, values);
        }
        if let (Some(engine), Some(bounds)) = (&mut self.own_side, tables.own_side())
            && !bounds.has_layer(seeds)
        {
            let lower = (0..seeds).map(|below| bounds.layer_values(below));
            let Some(values) = solved(pool, engine, lower, clock)? else {
                return Ok(false);
            };
            bounds.add_layer(seeds, values);
        }
        clock.tell_solved(self.cost(seeds));
        // Small layers say little.
        if layer_size(seeds) > 500_000 {
            self.nanoseconds = start.elapsed().as_nanos() as f64 / self.cost(seeds) as f64;
        }
        Ok(true)
    }
}

/// The values of the layer above `lower`, unless the limits or memory end it.
fn solved<'a>(
    pool: &ThreadPool,
    engine: &mut Engine,
    lower: impl Iterator<Item = Result<Option<Cow<'a, [i8]>>, ProbeError>>,
    clock: &Clock<'_>,
) -> Result<Option<SolvedLayer>, ProbeError> {
    let lower: Option<Vec<_>> = lower.collect::<Result<_, _>>()?;
    let Some(lower) = lower else {
        return Ok(None);
    };
    let lower: Vec<&[i8]> = lower.iter().map(AsRef::as_ref).collect();
    match pool.install(|| engine.solve(&lower, &Watch(clock))) {
        Ok(values) => Ok(Some(Box::new(values))),
        Err(SolveError::CheckFailed { layer, wrong }) => {
            let why = SolveError::CheckFailed { layer, wrong }.to_string();
            Err(ProbeError::Unreadable { layer, why })
        }
        Err(_) => Ok(None),
    }
}

/// Ends the engine's work when the search is over.
struct Watch<'a>(&'a Clock<'a>);

impl Observer for Watch<'_> {
    fn stopped(&self) -> bool {
        self.0.is_over()
    }
}
