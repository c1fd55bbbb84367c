//! How a player did.

use super::ply::{Grade, Ply};

/// How a player did in a game, by the moves that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) moves: u32,
    /// Moves that no other is known to be better than.
    pub(super) best: u32,
    /// Moves whose loss is exact.
    pub(super) exact: u32,
    /// What those lost, in net seeds.
    pub(super) lost: u32,
    /// What the others lost by estimate, in hundredths.
    pub(super) estimated: u32,
    pub(super) mistakes: u32,
    pub(super) blunders: u32,
    pub(super) turns: u32,
}

impl Tally {
    pub(super) fn of<'a>(plies: impl Iterator<Item = &'a Ply>) -> Self {
        let mut tally = Self::default();
        for ply in plies {
            let loss = ply.loss();
            tally.moves += 1;
            tally.best += u32::from(ply.is_best());
            match loss.value() {
                Some(lost) => {
                    tally.exact += 1;
                    tally.lost += u32::from(lost.0.unsigned_abs());
                }
                None => tally.estimated += u32::from(loss.estimate.0.unsigned_abs()),
            }
            tally.mistakes += u32::from(ply.grade() == Grade::Mistake);
            tally.blunders += u32::from(ply.grade() == Grade::Blunder);
            tally.turns += u32::from(ply.turn().is_some());
        }
        tally
    }

    /// What a move with an exact loss lost in the mean; `None` without any.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.exact > 0).then(|| f64::from(self.lost) / f64::from(self.exact))
    }

    /// In net seeds.
    pub(super) fn estimated(&self) -> f64 {
        f64::from(self.estimated) / 100.0
    }
}
