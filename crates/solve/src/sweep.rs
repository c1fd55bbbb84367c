//! The dense sweep: every position of the layer valued anew from the present
//! values of its children, in place, section by section in rising order of the
//! mover's seeds.

use std::cmp::Ordering;
use std::ops::Range;

use grenier_index::{open_unrank, unrank};
use grenier_rules::Position;
use rayon::prelude::*;

use crate::columns::{Columns, split};
use crate::half_moves::HalfMove;
use crate::kernel::{OFFSET, TILE};
use crate::program::CHUNK;
use crate::tile::{Tile, with_tile};
use crate::work::{Known, Work};

/// What a sweep changed.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    /// How many values.
    pub count: u64,
    /// Their indices, when they were asked for.
    pub list: Vec<u64>,
}

/// The values of a layer while one of its sections is written.
struct View<'a> {
    known: Known<'a>,
    /// The section being written.
    waiting: u32,
    /// The sections before it.
    before: &'a [i8],
    /// The section itself as it was, where its own tiles read it.
    itself: &'a [i8],
    /// The sections behind it.
    after: &'a [i8],
}

impl View<'_> {
    /// The section with `waiting` waiting seeds, and the length of its rows.
    fn section(&self, waiting: u32) -> (&[i8], usize) {
        let sections = self.known.layer().sections();
        let section = sections[waiting as usize];
        let (values, base) = match waiting.cmp(&self.waiting) {
            Ordering::Less => (self.before, section.base),
            Ordering::Equal => (self.itself, 0),
            Ordering::Greater => {
                let here = sections[self.waiting as usize];
                (self.after, section.base - here.base - here.len())
            }
        };
        let values = &values[base as usize..][..section.len() as usize];
        (values, section.width as usize)
    }

    /// The value of the position with this index.
    fn value(&self, index: u64) -> i8 {
        let sections = self.known.layer().sections();
        let waiting = sections.partition_point(|section| section.base <= index) - 1;
        let (values, _) = self.section(waiting as u32);
        values[(index - sections[waiting].base) as usize]
    }
}

/// One sweep over the layer. With `listing`, also lists what changed.
pub(crate) fn sweep(
    known: Known<'_>,
    work: &mut Work,
    snapshot: &mut Vec<i8>,
    listing: bool,
) -> Changes {
    let mut changes = Changes::default();
    for waiting in (0..=known.seeds()).rev() {
        let more = sweep_section(known, work, snapshot, waiting, listing);
        changes.count += more.count;
        changes.list.extend(more.list);
    }
    changes
}

fn sweep_section(
    known: Known<'_>,
    work: &mut Work,
    snapshot: &mut Vec<i8>,
    waiting: u32,
    listing: bool,
) -> Changes {
    let section = known.layer().sections()[waiting as usize];
    let (start, len) = (section.base as usize, section.len() as usize);
    let (before, rest) = work.values.split_at_mut(start);
    let (here, after) = rest.split_at_mut(len);
    // A child has the mover's seeds less the give as its waiting seeds, so a
    // section reads itself only if the mover has at least as many seeds as
    // waits. Reading it as it was keeps the threads out of each other's way.
    snapshot.clear();
    if 2 * waiting <= known.seeds() {
        snapshot.extend_from_slice(here);
    }
    let view = View {
        known,
        waiting,
        before,
        itself: snapshot,
        after,
    };
    let floor = &work.floor[start..][..len];
    let slams_only = &work.slams_only[waiting as usize];
    split(here, section.width as usize, TILE)
        .into_par_iter()
        .map(|columns| {
            let block = Block {
                view: &view,
                floor: &floor[columns.first * section.rows as usize..],
                slams_only: slams_only_of(slams_only, &columns),
            };
            block.sweep(columns, listing)
        })
        .reduce(Changes::default, |mut one, mut other| {
            one.count += other.count;
            one.list.append(&mut other.list);
            one
        })
}

/// The part of a section's list that lies in a block of columns.
fn slams_only_of<'a>(list: &'a [(u32, u32)], columns: &Columns<'_>) -> &'a [(u32, u32)] {
    let from = list.partition_point(|&(column, _)| (column as usize) < columns.first);
    let end = columns.first + columns.len;
    let to = list.partition_point(|&(column, _)| (column as usize) < end);
    &list[from..to]
}

/// A block of mover halves of one section: what one thread values at a time.
struct Block<'a> {
    view: &'a View<'a>,
    /// From the block's first mover half on.
    floor: &'a [u8],
    slams_only: &'a [(u32, u32)],
}

impl Block<'_> {
    fn sweep(&self, mut columns: Columns<'_>, listing: bool) -> Changes {
        let known = &self.view.known;
        let section = known.layer().sections()[self.view.waiting as usize];
        let rows = section.rows as usize;
        let first = columns.first as u64;
        let mut changes = Changes::default();
        for start in (0..rows).step_by(CHUNK) {
            let len = CHUNK.min(rows - start);
            with_tile(len, rows, |tile| {
                self.value_tile(&columns, start..start + len, tile);
                let kernel = known.kernel;
                kernel.update(tile, &mut columns, start, len, |row, bits| {
                    changes.count += u64::from(bits.count_ones());
                    if listing {
                        let start = section.base + row as u64 * u64::from(section.width) + first;
                        changes.list.extend(ones(bits).map(|bit| start + bit));
                    }
                });
            });
        }
        changes
    }

    /// Fills a tile with the values of the block's mover halves against the
    /// waiting halves `rows`.
    fn value_tile(&self, columns: &Columns<'_>, rows: Range<usize>, tile: &mut Tile<'_>) {
        let (known, waiting) = (&self.view.known, self.view.waiting);
        let mover = known.seeds() - waiting;
        let all_rows = known.layer().sections()[waiting as usize].rows as usize;
        if rows.len() == all_rows {
            let floor = &self.floor[..columns.len * all_rows];
            tile.rows[..floor.len()].copy_from_slice(floor);
        } else {
            for number in 0..columns.len {
                let floor = &self.floor[number * all_rows..][rows.clone()];
                tile.rows[number * tile.stride..][..floor.len()].copy_from_slice(floor);
            }
        }
        let moves = known.moves.of(mover, waiting).tile(columns.first);
        for same_give in moves.chunk_by(HalfMove::same_give) {
            let played = &same_give[0];
            let children = self.view.section(mover - u32::from(played.given));
            let program = &known.give(waiting, played).quiet;
            let chunk = program.chunk(rows.start / CHUNK);
            known.kernel.apply(tile, same_give, children, chunk, 0);
        }
        for &(column, row) in self.slams_only {
            if rows.contains(&(row as usize)) {
                let value = self.value_slams_only(column, row);
                let best = tile.byte(column as usize - columns.first, row as usize - rows.start);
                *best = OFFSET.wrapping_add_signed(value);
            }
        }
    }

    /// The value of a position in which only grand slams can be played.
    fn value_slams_only(&self, column: u32, row: u32) -> i8 {
        let (known, waiting) = (&self.view.known, self.view.waiting);
        let mover = unrank(known.seeds() - waiting, column);
        let halves = (mover, open_unrank(waiting, row));
        let (Some(mover), Some(waiting)) = halves else {
            unreachable!("a position of the section")
        };
        let position = Position::from_halves(mover, waiting).expect("a position of the layer");
        known.evaluate(&position, |index| self.view.value(index))
    }
}

/// The positions of the ones in a word, from the lowest.
fn ones(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| u64::from(bits.trailing_zeros()));
        bits &= bits.wrapping_sub(1);
        bit
    })
}
