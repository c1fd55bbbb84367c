//! The positions that end the game when they are repeated.

use grenier_rules::Position;

use crate::root::Root;

/// The fewest quiet moves that can repeat a position. A pit that gains a seed must be
/// sown to be as it was; sowing it gives the next pit a seed; and so on round the
/// board: all twelve pits are sown.
const SHORTEST_CIRCLE: usize = 12;

/// Keys of the positions since the last capture before the root, and of those from
/// the root to the present one.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// Where the layer of the last position begins: no earlier one can be repeated.
    layer_start: usize,
}

impl Path {
    /// The path that ends at the root.
    pub(crate) fn to(root: &Root) -> Self {
        Self {
            keys: root.since_capture().iter().map(Position::key).collect(),
            layer_start: 0,
        }
    }

    /// Appends a position; `quiet` when the move took no seed off the board. Returns
    /// the argument of [`Path::leave`].
    pub(crate) fn enter(&mut self, key: u64, quiet: bool) -> usize {
        let before = self.layer_start;
        if !quiet {
            self.layer_start = self.keys.len();
        }
        self.keys.push(key);
        before
    }

    /// Removes the last position.
    pub(crate) fn leave(&mut self, before: usize) {
        self.keys.pop();
        self.layer_start = before;
    }

    /// The place of the last position, from 0.
    pub(crate) fn here(&self) -> usize {
        self.keys.len() - 1
    }

    /// The key of the last position.
    pub(crate) fn key(&self) -> u64 {
        self.keys[self.here()]
    }

    /// Whether one more move can repeat a position.
    pub(crate) fn may_come_back(&self, quiet: bool) -> bool {
        quiet && self.keys.len() - self.layer_start >= SHORTEST_CIRCLE
    }

    /// The earlier place of the last position, with the same side to move.
    pub(crate) fn came_back(&self) -> Option<usize> {
        let here = self.here();
        let mut earlier = here.checked_sub(SHORTEST_CIRCLE)?;
        while earlier >= self.layer_start {
            if self.keys[earlier] == self.keys[here] {
                return Some(earlier);
            }
            earlier = earlier.checked_sub(2)?;
        }
        None
    }
}
