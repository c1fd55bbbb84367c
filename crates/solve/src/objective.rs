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

use grenier_index::Layer;
use grenier_rules::{Move, Position, RuleSet, Settlement};

/// What a value counts; always seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    /// Net seeds: the mover's less the other's, endless play even.
    Net,
    /// Seeds that the mover can force in finite time, 0..=n. The children's
    /// values count [`Objective::WaiterSure`].
    MoverSure,
    /// Seeds that the waiting player can force in finite time, as a negative
    /// number, -n..=0: the mover wants few of them, which is a maximum again.
    /// The children's values count [`Objective::MoverSure`].
    WaiterSure,
}

impl Objective {
    /// The gain of taking seeds while the other takes `conceded`.
    pub fn gain(self, captured: u8, conceded: u8) -> i8 {
        match self {
            Self::Net => captured as i8 - conceded as i8,
            Self::MoverSure => captured as i8,
            Self::WaiterSure => -(conceded as i8),
        }
    }

    /// What a move is worth whose child is worth `child`. No value overflows,
    /// not even an impossible one: tables may be damaged.
    fn worth(self, played: &Move, child: i8) -> i8 {
        let gain = self.gain(played.captured, played.conceded);
        gain.saturating_sub(child)
    }

    /// What the end of the game is worth.
    pub fn settled(self, settlement: &Settlement) -> i8 {
        self.gain(settlement.mover, settlement.waiting)
    }

    /// The value of a position from those of its children, which it finds by the
    /// rules and the index: slow and plain.
    ///
    /// `index` numbers the layers up to the position's; `lower` has the values of
    /// the layers below, `value` those of the position's own layer, by index.
    pub fn evaluate(
        self,
        rules: &RuleSet,
        index: &[Layer],
        lower: &[impl AsRef<[i8]>],
        position: &Position,
        value: impl Fn(u64) -> i8,
    ) -> i8 {
        let worth = |played: &Move| {
            let seeds = played.next.seeds() as usize;
            let child = index[seeds].index(&played.next);
            let child = child.expect("the pit sown from is empty");
            let child = match lower.get(seeds) {
                Some(values) => values.as_ref()[child as usize],
                None => value(child),
            };
            self.worth(played, child)
        };
        let moves = rules.moves(position);
        moves.iter().map(worth).max().unwrap_or_else(|| {
            let settlement = rules.settlement(position);
            self.settled(&settlement.expect("no move is left"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn net_is_what_both_get() {
        for (captured, conceded) in [(0, 0), (3, 0), (2, 7), (0, 48)] {
            let [mover, waiting, net] =
                [Objective::MoverSure, Objective::WaiterSure, Objective::Net]
                    .map(|objective| objective.gain(captured, conceded));
            assert_eq!(mover + waiting, net);
        }
    }
}
