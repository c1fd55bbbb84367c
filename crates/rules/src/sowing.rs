//! Lifting a pit and sowing it, and what that could capture: the part of a
//! move on which all rule sets of the family agree.

use crate::position::{PITS, Position, SIDE};

/// A pit sown, nothing captured yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sowing {
    /// The twelve pits after the last seed fell, still from the view of the
    /// player who sowed.
    pub pits: [u8; PITS],
    /// Where the last seed fell.
    pub last: u8,
    /// How many seeds fell on the waiting side (the *give*).
    pub given: u8,
}

impl Sowing {
    /// Sows `pit`, one seed at a time, skipping `pit` itself on every lap.
    ///
    /// `None` when the pit is empty.
    ///
    /// # Panics
    /// When `pit` is not one of the mover's (0..=5).
    pub fn of(position: &Position, pit: u8) -> Option<Self> {
        assert!((pit as usize) < SIDE, "pit {pit} is not the mover's");
        let pit = pit as usize;
        let mut pits = position.pits();
        let in_hand = std::mem::take(&mut pits[pit]);
        if in_hand == 0 {
            return None;
        }
        let (mut at, mut given) = (pit, 0);
        for _ in 0..in_hand {
            at = (at + 1) % PITS;
            if at == pit {
                at = (at + 1) % PITS;
            }
            pits[at] += 1;
            given += u8::from(at >= SIDE);
        }
        Some(Self {
            pits,
            last: at as u8,
            given,
        })
    }

    /// The pits that the last seed captures: those from [`Sowing::last`]
    /// backwards that lie on the waiting side and hold 2 or 3, as a range of
    /// pit numbers (empty when nothing is captured).
    pub fn captures(&self) -> std::ops::Range<usize> {
        let end = self.last as usize + 1;
        let run = self.pits[SIDE..end.max(SIDE)]
            .iter()
            .rev()
            .take_while(|&&seeds| seeds == 2 || seeds == 3)
            .count();
        end - run..end
    }

    /// Whether capturing `range` would leave the waiting side without a seed
    /// that it has now.
    pub fn is_grand_slam(&self, range: &std::ops::Range<usize>) -> bool {
        !range.is_empty() && (SIDE..PITS).all(|pit| self.pits[pit] == 0 || range.contains(&pit))
    }
}
