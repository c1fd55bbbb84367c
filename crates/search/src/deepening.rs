//! One thread's search: all moves of the root, to rising depths.

use grenier_rules::{Move, Position};

use crate::alpha_beta::AlphaBeta;
use crate::found::{Broken, INFINITE};
use crate::order::Order;

/// The expected difference to the value of the step before, in hundredths of a seed.
const WINDOW: i16 = 100;

/// The moves of a root, and the search that rates them.
pub(crate) struct Deepening<'a> {
    worker: AlphaBeta<'a>,
    /// Each move with its value in the last finished step, in hundredths of a seed,
    /// best first. After the first `lines` it is only an upper bound.
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

    /// Rates all moves by a search of `depth` plies, at least one. The first step
    /// always finishes, whatever the clock says. An error changes nothing.
    pub(crate) fn step(&mut self, depth: u32) -> Result<(), Broken> {
        self.worker.hurried = depth > 1;
        let mut rated: Vec<(Move, i16)> = Vec::with_capacity(self.rated.len());
        for (played, before) in &self.rated {
            let worst = rated.get(self.lines - 1).map(|&(_, value)| value);
            let value = match worst {
                None => about(&mut self.worker, played, depth - 1, *before)?,
                Some(worst) => rate(&mut self.worker, played, depth - 1, worst)?,
            };
            // Equal moves stay in their order.
            let at = rated.partition_point(|&(_, better)| better >= value);
            rated.insert(at, (*played, value));
        }
        self.worker.tell();
        self.rated = rated;
        Ok(())
    }
}

/// The value of a move that had the value `before`: first with a small window, then
/// with a larger one when it lies outside.
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

/// The value of a move if it is better than `worst`, that of the last rated line;
/// otherwise an upper bound that is no better.
fn rate(worker: &mut AlphaBeta<'_>, played: &Move, depth: u32, worst: i16) -> Result<i16, Broken> {
    let value = worker.move_value(played, depth, worst, worst + 1)?;
    if value <= worst {
        return Ok(value);
    }
    worker.move_value(played, depth, worst, INFINITE)
}
