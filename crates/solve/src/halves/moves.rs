//! What a move does to the mover's own half: the part of a move that does not
//! depend on the waiting side.

use grenier_index::{Half, halves, open_rank};
use grenier_rules::{Feeding, Position, RuleSet, SIDE, Sowing};
/// A pit of a mover half, sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfMove {
    /// Dense rank of what the half becomes: the waiting half of the child.
    pub child: u32,
    /// What the waiting side gets.
    pub give: Given,
}

/// What the waiting side gets by a move: all that matters to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Given {
    /// How many seeds.
    pub seeds: u8,
    /// Whether the last seed falls on the waiting side, so that it may capture.
    pub ends_on_waiting: bool,
}

/// The moves of `half`, as far as the mover's half alone decides: all of them,
/// or against an empty side those that the duty to feed leaves. Grand slams are
/// still among them.
pub(crate) fn half_moves(
    rules: &RuleSet,
    half: &Half,
    waiting_is_empty: bool,
) -> impl Iterator<Item = HalfMove> + use<> {
    let mut moves: [Option<HalfMove>; SIDE] = std::array::from_fn(|pit| sow(half, pit as u8));
    if waiting_is_empty && rules.feeding != Feeding::NoDuty {
        let feeds = |played: &Option<HalfMove>| played.is_some_and(|played| played.give.seeds > 0);
        let must = moves.iter().any(feeds) || rules.feeding == Feeding::MustElseMoverTakesAll;
        if must {
            moves = moves.map(|played| played.filter(|_| feeds(&played)));
        }
    }
    moves.into_iter().flatten()
}

/// How many moves the halves with `seeds` seeds have in all. As many halves
/// have a seed in a given pit as there are halves with one seed less.
pub(crate) fn moves_of_halves(seeds: u32) -> u64 {
    let per_pit = seeds.checked_sub(1).map_or(0, halves);
    SIDE as u64 * u64::from(per_pit)
}

fn sow(half: &Half, pit: u8) -> Option<HalfMove> {
    let alone = Position::from_halves(*half, [0; SIDE]).expect("a half has at most 48 seeds");
    let sowing = Sowing::of(&alone, pit)?;
    let left: Half = std::array::from_fn(|pit| sowing.pits[pit]);
    Some(HalfMove {
        child: open_rank(&left).expect("the pit sown from is empty"),
        give: Given {
            seeds: sowing.given,
            ends_on_waiting: sowing.last as usize >= SIDE,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_index::unrank;

    #[test]
    fn moves_are_counted() {
        for seeds in 0..=9 {
            let halves = (0..halves(seeds)).map(|rank| unrank(seeds, rank).unwrap());
            let counted =
                halves.map(|half| half_moves(&RuleSet::OWARE, &half, false).count() as u64);
            assert_eq!(counted.sum::<u64>(), moves_of_halves(seeds));
        }
    }
}
