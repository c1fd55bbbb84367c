//! What a move does to the mover's own half: the part of a move that does not
//! depend on the waiting side. It is worked out once for all layers.

use grenier_index::{Half, halves, open_rank, unrank};
use grenier_rules::{Feeding, Position, RuleSet, SIDE, Sowing};
use rayon::prelude::*;

use crate::engine::tile::TILE;

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

/// A move of one of a tile's mover halves, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TileMove(u32);

/// Bits of the mover half's number in its tile.
const TILE_BITS: u32 = TILE.ilog2();

impl TileMove {
    /// # Panics
    /// When the number is not below [`TILE`]. Dense ranks always fit.
    pub fn new(tile_row: usize, child: u32) -> Self {
        assert!(tile_row < TILE && child >> (u32::BITS - TILE_BITS) == 0);
        Self(child << TILE_BITS | tile_row as u32)
    }

    /// Which mover half of its tile this is a move of: below [`TILE`].
    #[inline]
    pub fn tile_row(self) -> usize {
        self.0 as usize % TILE
    }

    /// Dense rank of the waiting half of the child.
    #[inline]
    pub fn child(self) -> usize {
        (self.0 >> TILE_BITS) as usize
    }
}

/// The moves of a tile that give the same, by mover half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SameGive<'a> {
    pub give: Given,
    pub moves: &'a [TileMove],
}

/// The moves of all mover halves with some number of seeds, tile by tile and
/// give by give.
#[derive(Debug, Default)]
pub(crate) struct MoverMoves {
    moves: Vec<TileMove>,
    /// The gives of each tile, and where in `moves` those of each end.
    gives: Vec<(Given, u32)>,
    /// Where in `gives` each tile ends.
    tiles: Vec<u32>,
}

/// The moves of the mover halves of every section of a layer.
#[derive(Debug, Default)]
pub(crate) struct LayerMoves {
    /// By the mover's seeds: against a waiting side that has seeds.
    usual: Vec<MoverMoves>,
    /// Against an empty waiting side, where the duty to feed forbids some.
    feeding: Option<MoverMoves>,
}

impl MoverMoves {
    fn new(rules: &RuleSet, mover: u32, waiting_is_empty: bool) -> Self {
        let tiles: Vec<Vec<(Given, TileMove)>> = (0..halves(mover))
            .into_par_iter()
            .step_by(TILE)
            .map(|first| {
                let tile = first..halves(mover).min(first + TILE as u32);
                let mut moves: Vec<_> = tile
                    .flat_map(|rank| {
                        let half = unrank(mover, rank).expect("rank is below the count");
                        let tile_row = (rank - first) as usize;
                        half_moves(rules, &half, waiting_is_empty)
                            .map(move |played| (played.give, TileMove::new(tile_row, played.child)))
                    })
                    .collect();
                moves.sort_by_key(|&(give, _)| give);
                moves
            })
            .collect();
        let mut all = Self::default();
        all.moves.reserve_exact(tiles.iter().map(Vec::len).sum());
        for tile in &tiles {
            for same_give in tile.chunk_by(|one, other| one.0 == other.0) {
                all.moves
                    .extend(same_give.iter().map(|&(_, played)| played));
                all.gives.push((same_give[0].0, all.moves.len() as u32));
            }
            all.tiles.push(all.gives.len() as u32);
        }
        all
    }

    /// The moves of the tile whose first mover half is `first`.
    pub fn tile(&self, first: usize) -> impl Iterator<Item = SameGive<'_>> + Clone {
        let before = |ends: &[u32], at: usize| at.checked_sub(1).map_or(0, |at| ends[at] as usize);
        let tile = first / TILE;
        let gives = before(&self.tiles, tile)..self.tiles[tile] as usize;
        let start = gives.start.checked_sub(1).map_or(0, |at| self.gives[at].1);
        let ends = self.gives[gives].iter();
        ends.scan(start as usize, |start, &(give, end)| {
            let moves = &self.moves[*start..end as usize];
            *start = end as usize;
            Some(SameGive { give, moves })
        })
    }
}

impl LayerMoves {
    /// Makes what the layer with `seeds` seeds needs.
    pub fn prepare(&mut self, rules: &RuleSet, seeds: u32) {
        for mover in self.usual.len() as u32..=seeds {
            self.usual.push(MoverMoves::new(rules, mover, false));
        }
        let duty = rules.feeding != Feeding::NoDuty;
        self.feeding = duty.then(|| MoverMoves::new(rules, seeds, true));
    }

    /// The moves of the mover halves with `mover` seeds against `waiting` seeds.
    pub fn of(&self, mover: u32, waiting: u32) -> &MoverMoves {
        match &self.feeding {
            Some(feeding) if waiting == 0 => feeding,
            _ => &self.usual[mover as usize],
        }
    }
}

/// A bit for each mover half of a tile that has one of these moves.
pub(crate) fn bits<'a>(gives: impl Iterator<Item = SameGive<'a>>) -> u64 {
    let moves = gives.flat_map(|same| same.moves);
    moves.fold(0, |bits, played| bits | 1 << played.tile_row())
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
