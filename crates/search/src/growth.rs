//! Layers above the tables, solved in memory during a search.
//!
//! With few seeds on the board, solving a layer is faster than searching one of its
//! positions to the end: about 50 ns for each position, and then all of them are known.
//! So the missing layers up to that of the root are solved at once where the limits
//! allow it. Otherwise the next layer is solved whenever the search has cost as much,
//! so that it reaches known values earlier.

use std::sync::Arc;
use std::time::Instant;

use grenier_index::layer_size;
use grenier_probe::{Layers, ProbeError};
use grenier_rules::{Endless, RuleSet};
use grenier_solve::{Engine, Observer, SolveError};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::limits::Clock;
use crate::settings::Settings;
use crate::tables::Tables;

/// Positions that are solved in the time of one node of the search, about 200 ns.
const POSITIONS_PER_NODE: u64 = 4;
/// Nanoseconds to solve a position, before any measurement.
const NANOSECONDS: f64 = 100.0;
/// Work of own-side bounds, relative to that of scores.
const OWN_SIDE_FACTOR: u64 = 5;
/// Bytes for each position of a layer while it is solved: see
/// [`grenier_solve::Memory::Normal`].
const BYTES_AT_WORK: u64 = 3;

/// Solves layers on top of tables.
pub(crate) struct Growth {
    tables: Arc<Tables>,
    /// Whether each player keeps their own side: then own-side bounds are solved, too.
    own_side: bool,
    threads: usize,
    /// Made when they are needed.
    engines: Option<Engines>,
    most_bytes: u64,
    /// Nanoseconds to solve a position, as last measured.
    nanoseconds: f64,
}

/// What solves layers. Engines are used in the pool only.
struct Engines {
    pool: ThreadPool,
    scores: Engine,
    own_side: Option<Engine>,
}

impl Engines {
    /// `None` when the system does not start the threads.
    fn new(rules: RuleSet, own_side: bool, threads: usize) -> Option<Self> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
        let (scores, own_side) = pool.install(|| {
            let own_side = own_side.then(|| Engine::own_side(rules, None));
            (Engine::new(rules), own_side)
        });
        Some(Self {
            pool,
            scores,
            own_side,
        })
    }
}

impl Growth {
    pub(crate) fn new(tables: &Arc<Tables>, settings: &Settings) -> Self {
        Self {
            tables: tables.clone(),
            own_side: settings.endless == Endless::EachKeepsOwnSide,
            threads: settings.threads.max(1),
            engines: None,
            most_bytes: settings.layer_bytes,
            nanoseconds: NANOSECONDS,
        }
    }

    /// Solves all missing layers of up to `seeds` seeds, if the limits leave room for
    /// them. Layers that take a small part of the room are solved in any case: they
    /// measure the speed.
    ///
    /// # Errors
    /// [`ProbeError`] when a table is damaged or cannot be read, or a solved layer
    /// fails its check.
    pub(crate) fn reach(&mut self, seeds: u32, clock: &Clock<'_>) -> Result<(), ProbeError> {
        // A search to a given depth is short, or meant to be.
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

    /// Whether `part` times this work is within the limits.
    fn takes_part(&self, cost: u64, part: u64, clock: &Clock<'_>) -> bool {
        // Solving may take the work of twice the nodes.
        let nodes = (cost * part).div_ceil(2 * POSITIONS_PER_NODE);
        clock.has_nodes_for(nodes) && clock.has_time_for(self.time_of(cost * part))
    }

    /// Solves the missing layers of up to `seeds` seeds, lowest first, as long as they
    /// cost no more than the search so far and there is time for them.
    ///
    /// # Errors
    /// As [`Growth::reach`].
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

    /// The layers that are solved: scores, and own-side bounds where those count.
    fn layers(&self) -> impl Iterator<Item = &Layers> {
        let own_side = self.own_side.then(|| self.tables.own_side().layers());
        [self.tables.scores().layers()].into_iter().chain(own_side)
    }

    /// The layers of up to `seeds` seeds that are not tabled.
    fn missing(&self, seeds: u32) -> Vec<u32> {
        let is_missing = |&seeds: &u32| !self.layers().all(|layers| layers.has(seeds));
        (0..=seeds).filter(is_missing).collect()
    }

    /// The work on a layer, in scored positions.
    fn cost(&self, seeds: u32) -> u64 {
        let kinds = if self.own_side {
            1 + OWN_SIDE_FACTOR
        } else {
            1
        };
        layer_size(seeds) * kinds
    }

    /// The time for this work, in nanoseconds.
    fn time_of(&self, cost: u64) -> f64 {
        cost as f64 * self.nanoseconds
    }

    /// Whether all solved layers, and those up to this one, fit into memory while it is
    /// solved.
    fn fits(&self, seeds: u32) -> bool {
        // Beside own-side bounds the engine holds those of the waiting player.
        let bounds = self.tables.own_side().layers().solved_bytes();
        let held = self.tables.scores().layers().solved_bytes() + 2 * bounds;
        let kept: u64 = self.missing(seeds).iter().map(|&n| layer_size(n)).sum();
        let kinds = if self.own_side { 3 } else { 1 };
        held + (kept + layer_size(seeds) * BYTES_AT_WORK) * kinds <= self.most_bytes
    }

    /// Solves a layer above tabled layers. Returns whether it did: the limits may stop
    /// it, or memory may be short.
    fn solve(&mut self, seeds: u32, clock: &Clock<'_>) -> Result<bool, ProbeError> {
        if self.engines.is_none() {
            self.engines = Engines::new(*self.tables.rules(), self.own_side, self.threads);
        }
        // Without threads no layer is solved.
        let Some(engines) = &mut self.engines else {
            return Ok(false);
        };
        let pool = &engines.pool;
        let start = Instant::now();
        let scores = self.tables.scores().layers();
        if !pool.install(|| add_solved(&mut engines.scores, scores, seeds, clock))? {
            return Ok(false);
        }
        if let Some(engine) = &mut engines.own_side {
            let own_side = self.tables.own_side().layers();
            if !pool.install(|| add_solved(engine, own_side, seeds, clock))? {
                return Ok(false);
            }
        }
        clock.tell_solved(self.cost(seeds));
        // Small layers are no measure.
        if layer_size(seeds) > 500_000 {
            self.nanoseconds = start.elapsed().as_nanos() as f64 / self.cost(seeds) as f64;
        }
        Ok(true)
    }
}

/// Solves a layer above tabled layers, if it is missing, and adds it. Returns whether
/// it is there now. Works on rayon's current thread pool.
fn add_solved(
    engine: &mut Engine,
    layers: &Layers,
    seeds: u32,
    clock: &Clock<'_>,
) -> Result<bool, ProbeError> {
    if layers.has(seeds) {
        return Ok(true);
    }
    let lower = (0..seeds).map(|below| layers.values(below));
    let Some(lower) = lower.collect::<Result<Option<Vec<_>>, _>>()? else {
        return Ok(false);
    };
    let lower: Vec<&[i8]> = lower.iter().map(AsRef::as_ref).collect();
    match engine.solve(&lower, &Watch(clock)) {
        Ok(values) => layers.add(seeds, Box::new(values)),
        Err(error @ SolveError::CheckFailed { .. }) => {
            return Err(ProbeError::Unsolved(Arc::new(error)));
        }
        Err(_) => return Ok(false),
    }
    Ok(true)
}

/// Stops the engine when the search is over.
struct Watch<'a>(&'a Clock<'a>);

impl Observer for Watch<'_> {
    fn stopped(&self) -> bool {
        self.0.is_over()
    }
}
