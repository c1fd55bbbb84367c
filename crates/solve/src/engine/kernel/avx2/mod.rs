//! The inner loops in AVX2.
#![allow(unsafe_code)]
// All loads and stores here are the unaligned ones.
#![allow(clippy::cast_ptr_alignment)]

mod apply;
mod update;

use std::arch::is_x86_feature_detected;
use std::ops::Range;

use crate::buffers::columns::Columns;
use crate::engine::program::Chunk;
use crate::engine::tile::Tile;
use crate::engine::tile_moves::TileMove;

/// Proof that this processor has AVX2 and counts ones: only `detect` makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

// `self` is the proof that the instructions are there.
#[allow(clippy::unused_self)]
impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        is_there.then_some(Self(()))
    }

    /// As [`super::portable::apply`].
    pub(super) fn apply(
        self,
        tile: &mut Tile<'_>,
        moves: &[TileMove],
        (children, width): (&[i8], usize),
        chunk: &Chunk,
        bias: u8,
    ) {
        // SAFETY: AVX2 is there, as `self` proves.
        unsafe { apply::apply_all(tile, moves, (children, width), chunk, bias) }
    }

    /// As [`super::portable::update`].
    pub(super) fn update(
        self,
        tile: &Tile<'_>,
        columns: &mut Columns<'_>,
        rows: Range<usize>,
        list: Option<&mut dyn FnMut(usize, u64)>,
    ) -> u64 {
        // SAFETY: AVX2 and the counting of ones are there, as `self` proves.
        unsafe { update::update(tile, columns, rows, list) }
    }
}
