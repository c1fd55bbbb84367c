//! What the values of a layer count.
//!
//! In each case a position is worth the best that a move offers:
//!
//! ```text
//! value(p) = max over legal moves of (gain of the move - value(child))
//! ```
//!
//! so one engine serves for all. What differs is the gain of a move, the end of
//! the game, and what the children's values count: net seeds on both sides; or
//! the mover's seeds and, for their children, the waiting player's, since the
//! mover of a position is the waiting player of its children.

use grenier_rules::{Move, Settlement};

/// What a value counts; always seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// Net seeds: the mover's less the other's, endless play even.
    Net,
    /// Seeds that the mover can force in finite time, 0..=n. The children's
    /// values count [`Count::Waiting`].
    Mover,
    /// Seeds that the waiting player can force in finite time, as a negative
    /// number, -n..=0: who moves wants few of them, which is a maximum again.
    /// The children's values count [`Count::Mover`].
    Waiting,
}

impl Count {
    /// The gain of taking seeds while the other takes `conceded`.
    pub fn gain(self, captured: u8, conceded: u8) -> i8 {
        match self {
            Self::Net => captured as i8 - conceded as i8,
            Self::Mover => captured as i8,
            Self::Waiting => -(conceded as i8),
        }
    }

    /// What a move is worth whose child is worth `child`. No value overflows,
    /// not even one that cannot be: tables may be damaged.
    pub fn worth(self, played: &Move, child: i8) -> i8 {
        let gain = self.gain(played.captured, played.conceded);
        gain.saturating_sub(child)
    }

    /// What the end of the game is worth.
    pub fn settled(self, settlement: &Settlement) -> i8 {
        self.gain(settlement.mover, settlement.waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn net_is_what_both_get() {
        for (captured, conceded) in [(0, 0), (3, 0), (2, 7), (0, 48)] {
            let [mover, waiting, net] = [Count::Mover, Count::Waiting, Count::Net]
                .map(|count| count.gain(captured, conceded));
            assert_eq!(mover + waiting, net);
        }
    }
}
