//! The dense sweep: every position of the layer valued again from the present
//! values of its children, in place, section by section in rising order of the
//! mover's seeds.

use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;

use crate::buffers::columns::{Columns, split};
use crate::buffers::memory::copy_bytes;
use crate::engine::floor::Movers;
use crate::engine::program::{CHUNK, LANES};
use crate::engine::sides::{Side, Sides, Work, floor_of};
use crate::engine::tile::{OFFSET, TILE, Tile, with_tile};
use crate::engine::work::{Known, Merge};

/// How many values a thread copies at a time.
const COPIED: usize = 1 << 20;

/// What the sweep of a section changed.
#[derive(Debug, Default)]
struct Changes {
    /// How many values.
    count: u64,
    /// Their indices, when they are listed.
    list: Vec<u64>,
}

/// The values of a layer's children while one of its sections is written.
struct View<'a> {
    known: Known<'a>,
    /// The section being written.
    waiting: u32,
    /// The sections before it.
    before: &'a [i8],
    /// The section itself, as it was where its own tiles write it.
    itself: &'a [i8],
    /// The sections behind it.
    after: &'a [i8],
}

impl View<'_> {
    /// The section with `waiting` waiting seeds, whatever follows it, and the
    /// length of its rows.
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
        (&values[base as usize..], section.width as usize)
    }

    /// The value of the position with this index.
    fn value(&self, index: u64) -> i8 {
        let sections = self.known.layer().sections();
        let waiting = sections.partition_point(|section| section.base <= index) - 1;
        let (values, _) = self.section(waiting as u32);
        values[(index - sections[waiting].base) as usize]
    }
}

/// One sweep over the layer: of each section all sides, one after the other.
/// Returns how many values changed; with `listing`, each side lists its changes.
pub(crate) fn sweep(work: &mut Work<'_>, snapshot: &mut Vec<i8>, listing: bool) -> u64 {
    for side in work.sides.all_mut() {
        side.changed.clear();
    }
    let mut changed = 0;
    for (waiting, slams_only) in work.slams_only.iter().enumerate().rev() {
        let waiting = waiting as u32;
        changed += match &mut work.sides {
            Sides::Net(side) => sweep_itself(side, slams_only, snapshot, waiting, listing),
            Sides::Sure([mover, waiter]) => {
                sweep_section(mover, &waiter.values, slams_only, waiting, listing)
                    + sweep_section(waiter, &mover.values, slams_only, waiting, listing)
            }
        };
    }
    changed
}

/// A section of a side whose children are counted the same way.
fn sweep_itself(
    side: &mut Side<'_>,
    slams_only: &[(u32, u32)],
    snapshot: &mut Vec<i8>,
    waiting: u32,
    listing: bool,
) -> u64 {
    let known = side.known;
    let section = known.section(waiting);
    let (start, len) = (section.base as usize, section.len() as usize);
    let (before, rest) = side.values.split_at_mut(start);
    let (here, after) = rest.split_at_mut(len);
    // A child has the mover's seeds less the give as its waiting seeds, so a
    // section reads itself only if the mover has at least as many seeds as
    // waits. Reading it as it was keeps the threads out of each other's way.
    let read = if 2 * waiting <= known.seeds() { len } else { 0 };
    // What follows a row may be read with it.
    snapshot.resize(snapshot.len().max(read + LANES), 0);
    snapshot[..read]
        .par_chunks_mut(COPIED)
        .zip(here.par_chunks(COPIED))
        .for_each(|(copy, values)| copy_bytes(copy, values));
    let view = View {
        known,
        waiting,
        before,
        itself: snapshot,
        after,
    };
    let floor = floor_of(side.floor.as_ref(), section);
    let mut changes = value_section(&view, here, floor, slams_only, listing);
    side.changed.append(&mut changes.list);
    changes.count
}

/// One sweep over a side from the values of the children, which have what
/// they need from it: where those are final, so is the result.
pub(crate) fn sweep_from(side: &mut Side<'_>, children: &[i8], slams_only: &[Vec<(u32, u32)>]) {
    for (waiting, slams_only) in (0..).zip(slams_only) {
        sweep_section(side, children, slams_only, waiting, false);
    }
}

/// A section of a side that has the values of its children beside it.
fn sweep_section(
    side: &mut Side<'_>,
    children: &[i8],
    slams_only: &[(u32, u32)],
    waiting: u32,
    listing: bool,
) -> u64 {
    let known = side.known;
    let section = known.section(waiting);
    let (start, len) = (section.base as usize, section.len() as usize);
    let view = View {
        known,
        waiting,
        before: &children[..start],
        itself: &children[start..],
        after: &children[start + len..],
    };
    let here = &mut side.values[start..][..len];
    let floor = floor_of(side.floor.as_ref(), section);
    let mut changes = value_section(&view, here, floor, slams_only, listing);
    side.changed.append(&mut changes.list);
    changes.count
}

/// Values the section `here`, which has this floor.
fn value_section(
    view: &View<'_>,
    here: &mut [i8],
    floor: Option<&[u8]>,
    slams_only: &[(u32, u32)],
    listing: bool,
) -> Changes {
    let known = &view.known;
    let section = known.section(view.waiting);
    split(here, section.width as usize, TILE)
        .into_par_iter()
        .map(|columns| {
            let rows = section.rows as usize;
            let block = Block {
                view,
                movers: Movers::new(known, view.waiting, columns.first),
                floor: floor.map(|floor| &floor[columns.first * rows..]),
                slams_only: slams_only_of(slams_only, &columns),
            };
            block.sweep(columns, listing)
        })
        .reduce(Changes::default, |mut one, other| {
            one.add(other);
            one
        })
}

impl Changes {
    fn add(&mut self, mut more: Self) {
        self.count += more.count;
        self.list.append(&mut more.list);
    }
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
    movers: Movers<'a>,
    /// From the block's first mover half on, if it is kept.
    floor: Option<&'a [u8]>,
    slams_only: &'a [(u32, u32)],
}

impl Block<'_> {
    fn sweep(&self, mut columns: Columns<'_>, listing: bool) -> Changes {
        let known = &self.view.known;
        let section = known.section(self.view.waiting);
        let rows = section.rows as usize;
        let first = columns.first as u64;
        let mut changes = Changes::default();
        for start in (0..rows).step_by(CHUNK) {
            let len = CHUNK.min(rows - start);
            with_tile(len, rows, |tile| {
                self.value_tile(&columns, start..start + len, tile);
                self.merge(&mut columns, start..start + len, tile);
                let mut list = |row, bits| {
                    let start = section.base + row as u64 * u64::from(section.width) + first;
                    changes.list.extend(ones(bits).map(|bit| start + bit));
                };
                let list: Option<&mut dyn FnMut(usize, u64)> =
                    if listing { Some(&mut list) } else { None };
                let rows = start..start + len;
                changes.count += known.kernel.update(tile, &mut columns, rows, list);
            });
        }
        changes
    }

    /// Fills a tile with the values of the block's mover halves against the
    /// waiting halves `rows`.
    fn value_tile(&self, columns: &Columns<'_>, rows: Range<usize>, tile: &mut Tile<'_>) {
        let (known, waiting) = (&self.view.known, self.view.waiting);
        match self.floor {
            Some(floor) => self.copy_floor(floor, columns.len, rows.clone(), tile),
            None => self.movers.fill(rows.clone(), tile),
        }
        for same in self.movers.moves() {
            let left = known.seeds() - waiting - u32::from(same.give.seeds);
            let quiet = &known.give(waiting, same.give).quiet;
            let chunk = quiet.chunk(rows.start / CHUNK);
            let children = self.view.section(left);
            known.kernel.apply(tile, same.moves, children, chunk, 0);
        }
        for &(column, row) in self.slams_only {
            if rows.contains(&(row as usize)) {
                let number = column as usize - columns.first;
                let position = self.movers.position(number, row);
                let value = known.evaluate(&position, |index| self.view.value(index));
                *tile.byte(number, row as usize - rows.start) = OFFSET.wrapping_add_signed(value);
            }
        }
    }

    /// Lets the old values stand in a tile where they are to.
    fn merge(&self, columns: &mut Columns<'_>, rows: Range<usize>, tile: &mut Tile<'_>) {
        let merge = self.view.known.merge;
        if merge == Merge::Replace {
            return;
        }
        for (at, row) in rows.enumerate() {
            for (column, &old) in columns.row(row).iter().enumerate() {
                let byte = tile.byte(column, at);
                let new = byte.wrapping_sub(OFFSET) as i8;
                *byte = OFFSET.wrapping_add_signed(merge.of(old, new));
            }
        }
    }

    /// Fills a tile of `len` mover halves with the floor that was kept.
    fn copy_floor(&self, floor: &[u8], len: usize, rows: Range<usize>, tile: &mut Tile<'_>) {
        let all_rows = self.view.known.section(self.view.waiting).rows as usize;
        if rows.len() == all_rows {
            copy_bytes(&mut tile.rows[..len * all_rows], &floor[..len * all_rows]);
            return;
        }
        for number in 0..len {
            let floor = &floor[number * all_rows..][rows.clone()];
            copy_bytes(tile.row(number, rows.len()), floor);
        }
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
