//! What a move does to the mover's own half: the part of a move that does not
//! depend on the waiting side.

use grenier_index::{Half, open_rank};
use grenier_rules::{Feeding, Position, RuleSet, SIDE, Sowing};

/// One pit of a mover half, sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfMove {
    /// Dense rank of what the half becomes: the waiting half of the child, with
    /// `given` seeds less.
    pub row: u32,
    /// How many seeds the waiting side gets.
    pub given: u32,
    /// Whether the last seed falls on the waiting side, so that it may capture.
    pub ends_on_waiting: bool,
}

/// The moves of `half` against a waiting side with `waiting_seeds` seeds, as
/// far as the mover's half alone decides: all of them, or those that the duty
/// to feed leaves. Grand slams are still among them.
pub(crate) fn half_moves(
    rules: &RuleSet,
    half: &Half,
    waiting_seeds: u32,
) -> impl Iterator<Item = HalfMove> {
    let mut moves: [Option<HalfMove>; SIDE] = std::array::from_fn(|pit| sow(half, pit as u8));
    if waiting_seeds == 0 && rules.feeding != Feeding::NoDuty {
        let feeds = |played: &Option<HalfMove>| played.is_some_and(|played| played.given > 0);
        let must = moves.iter().any(feeds) || rules.feeding == Feeding::MustElseMoverTakesAll;
        if must {
            moves = moves.map(|played| played.filter(|_| feeds(&played)));
        }
    }
    moves.into_iter().flatten()
}

fn sow(half: &Half, pit: u8) -> Option<HalfMove> {
    let alone = Position::from_halves(*half, [0; SIDE]).expect("a half has at most 48 seeds");
    let sowing = Sowing::of(&alone, pit)?;
    let left: Half = std::array::from_fn(|pit| sowing.pits[pit]);
    Some(HalfMove {
        row: open_rank(&left).expect("the pit sown from is empty"),
        given: u32::from(sowing.given),
        ends_on_waiting: sowing.last as usize >= SIDE,
    })
}
