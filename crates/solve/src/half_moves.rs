//! What a move does to the mover's own half: the part of a move that does not
//! depend on the waiting side. It is worked out once for all layers.

use grenier_index::{Half, halves, open_rank, unrank};
use grenier_rules::{Feeding, Position, RuleSet, SIDE, Sowing};
use rayon::prelude::*;

use crate::kernel::TILE;

/// A pit of a mover half, sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HalfMove {
    /// Dense rank of what the half becomes: the waiting half of the child, with
    /// `given` seeds less.
    pub child: u32,
    /// How many seeds the waiting side gets.
    pub given: u8,
    /// Whether the last seed falls on the waiting side, so that it may capture.
    pub ends_on_waiting: bool,
    /// Which mover half of its tile this is a move of.
    pub tile_row: u8,
}

impl HalfMove {
    /// Whether two moves do the same to the waiting half.
    pub fn same_give(&self, other: &Self) -> bool {
        (self.given, self.ends_on_waiting) == (other.given, other.ends_on_waiting)
    }
}

/// The moves of all mover halves with some number of seeds, tile by tile; in a
/// tile, equal gives follow each other.
#[derive(Debug)]
pub(crate) struct MoverMoves {
    moves: Vec<HalfMove>,
    /// Where in `moves` each tile ends.
    ends: Vec<u32>,
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
        let tiles: Vec<Vec<HalfMove>> = (0..halves(mover))
            .into_par_iter()
            .step_by(TILE)
            .map(|first| {
                let tile = first..halves(mover).min(first + TILE as u32);
                let mut moves: Vec<_> = tile
                    .flat_map(|rank| {
                        let half = unrank(mover, rank).expect("rank is below the count");
                        let tile_row = (rank - first) as u8;
                        half_moves(rules, &half, waiting_is_empty)
                            .map(move |played| HalfMove { tile_row, ..played })
                    })
                    .collect();
                moves.sort_by_key(|played| (played.given, played.ends_on_waiting));
                moves
            })
            .collect();
        let mut all = Self {
            moves: Vec::with_capacity(tiles.iter().map(Vec::len).sum()),
            ends: Vec::with_capacity(tiles.len()),
        };
        for moves in tiles {
            all.moves.extend(moves);
            all.ends.push(all.moves.len() as u32);
        }
        all
    }

    /// The moves of the tile whose first mover half is `first`.
    pub fn tile(&self, first: usize) -> &[HalfMove] {
        let tile = first / TILE;
        let start = tile.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[start as usize..self.ends[tile] as usize]
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
        child: open_rank(&left).expect("the pit sown from is empty"),
        given: sowing.given,
        ends_on_waiting: sowing.last as usize >= SIDE,
        tile_row: 0,
    })
}
