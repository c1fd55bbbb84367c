//! One thread's search: all moves of the root, to rising depths.

use grenier_rules::{Move, Position};

use crate::alpha_beta::{AlphaBeta, Broken, INFINITE};
use crate::order::Order;

/// How far a value is expected to lie from that of the step before, in hundredths of
/// a seed.
const WINDOW: i16 = 100;

/// The moves of a root, and the search that rates them.
pub(crate) struct Deepening<'a> {
    worker: AlphaBeta<'a>,
    /// Each move, and what the last step that was finished made of it, in
    /// hundredths of a seed, best first. Behind the first `lines` that is no
    /// more than a bound from above.
    rated: Vec<(Move, i16)>,
    lines: usize,
}

impl<'a> Deepening<'a> {
    pub(crate) fn new(
        worker: AlphaBeta<'a>,
        root: &Position,
        moves: &[Move],
        lines: usize,
    ) -> Self {
        let ordered = Order::new().of(root, moves, None);
        Self {
            worker,
            rated: ordered.iter().map(|played| (*played, 0)).collect(),
            lines,
        }
    }

    /// See [`Deepening::rated`], the field.
    pub(crate) fn rated(&self) -> &[(Move, i16)] {
        &self.rated
    }

    /// Rates all moves by a search of so many plies, at least one. The first
    /// step ends, whatever the clock says. When it is broken, all is as before.
    pub(crate) fn step(&mut self, depth: u32) -> Result<(), Broken> {
        self.worker.hurried = depth > 1;
        let mut rated: Vec<(Move, i16)> = Vec::with_capacity(self.rated.len());
        for (played, before) in &self.rated {
            let worst = rated.get(self.lines - 1).map(|&(_, value)| value);
            let value = match worst {
                None => about(&mut self.worker, played, depth - 1, *before)?,
                Some(worst) => rate(&mut self.worker, played, depth - 1, worst)?,
            };
            // Among equals the first stays first.
            let at = rated.partition_point(|&(_, better)| better >= value);
            rated.insert(at, (*played, value));
        }
        self.worker.tell();
        self.rated = rated;
        Ok(())
    }
}

/// What a move is worth, which was worth so much before: first that is asked of a
/// small window, and a larger one where it lies outside.
fn about(
    worker: &mut AlphaBeta<'_>,
    played: &Move,
    depth: u32,
    before: i16,
) -> Result<i16, Broken> {
    let (mut alpha, mut beta) = (before - WINDOW, before + WINDOW);
    loop {
        let value = worker.move_value(played, depth, alpha, beta)?;
        if value <= alpha && alpha > -INFINITE {
            alpha = -INFINITE;
        } else if value >= beta && beta < INFINITE {
            beta = INFINITE;
        } else {
            return Ok(value);
        }
    }
}

/// What a move is worth if it is better than the `worst` of those that matter so
/// far; otherwise a bound from above that is no better.
fn rate(worker: &mut AlphaBeta<'_>, played: &Move, depth: u32, worst: i16) -> Result<i16, Broken> {
    let value = worker.move_value(played, depth, worst, worst + 1)?;
    if value <= worst {
        return Ok(value);
    }
    worker.move_value(played, depth, worst, INFINITE)
}
