//! The order in which moves are tried.

use grenier_rules::{MAX_SEEDS, Move, Position, SIDE};

/// Moves of a position, the most promising first.
pub(crate) struct Ordered<'a> {
    moves: &'a [Move],
    /// For each move its promise, negated, and in the lowest three bits its index in
    /// `moves`.
    keys: [i64; SIDE],
}

/// Experience from earlier positions: which moves to try first.
pub(crate) struct Order {
    /// How often sowing a pit with this many seeds caused a cutoff, weighted with the
    /// depth of the search.
    history: [[i32; MAX_SEEDS as usize + 1]; SIDE],
}

/// More than every count of the history.
const MOST: i32 = 1 << 20;

impl Order {
    pub(crate) fn new() -> Self {
        Self {
            history: [[0; MAX_SEEDS as usize + 1]; SIDE],
        }
    }

    /// The moves in order: the move of the memo, then large captures, then moves that
    /// were good elsewhere, then from the right.
    pub(crate) fn of<'a>(
        &self,
        position: &Position,
        moves: &'a [Move],
        remembered: Option<u8>,
    ) -> Ordered<'a> {
        let pits = position.pits();
        let mut keys = [0; SIDE];
        for (number, (key, played)) in keys.iter_mut().zip(moves).enumerate() {
            let seeds = pits[usize::from(played.pit)];
            let good = self.history[usize::from(played.pit)][usize::from(seeds)];
            let promise = if Some(played.pit) == remembered {
                i32::MAX
            } else {
                i32::from(played.gain().0) * MOST + good * 8 + i32::from(played.pit)
            };
            *key = -i64::from(promise) << 3 | number as i64;
        }
        keys[..moves.len()].sort_unstable();
        Ordered { moves, keys }
    }

    /// Records that a quiet move caused a cutoff.
    pub(crate) fn learn(&mut self, position: &Position, played: &Move, depth: u32) {
        let pit = usize::from(played.pit);
        let seeds = usize::from(position.pits()[pit]);
        let count = &mut self.history[pit][seeds];
        *count += (depth * depth) as i32;
        if *count * 8 >= MOST - 8 {
            for count in self.history.iter_mut().flatten() {
                *count /= 2;
            }
        }
    }
}

impl<'a> Ordered<'a> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a Move> {
        let keys = &self.keys[..self.moves.len()];
        keys.iter().map(|&key| &self.moves[(key & 7) as usize])
    }
}
