//! The moves of all mover halves, grouped for the kernel by tile and by give.
//! They are computed once for all layers.

use grenier_index::{halves, unrank};
use grenier_rules::{Feeding, RuleSet};
use rayon::prelude::*;

use crate::engine::tile::TILE;
use crate::halves::moves::{Given, half_moves};

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
