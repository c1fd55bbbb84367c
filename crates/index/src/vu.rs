//! The index of the published Awari score database (VU Amsterdam, DOI
//! 10.48338/vu01-11wjke), so that its files and ours can be compared.
//!
//! Its *Goedel number* of a position is the rank among the indexed positions
//! with as many seeds in lexicographic order of the pits, the waiting
//! player's last pit (11) being the most significant. Source: the reader
//! published with the data set.

use grenier_rules::{MAX_SEEDS, PITS, Position, SIDE};

use crate::binomial::choose;
use crate::half::{Half, halves, open_rank, rank, total, unrank};
use crate::layer::{Layer, layer_size};

/// The Goedel number of a position; `None` when its waiting half has no empty
/// pit.
pub fn goedel(position: &Position) -> Option<u64> {
    let pits = position.pits();
    if !pits[SIDE..].contains(&0) {
        return None;
    }
    let (mut left, mut full, mut number) = (position.seeds(), true, 0);
    for pit in (1..PITS).rev() {
        let seeds = u32::from(pits[pit]);
        number += before(pit as u32, left, seeds, full);
        full &= seeds > 0;
        left -= seeds;
    }
    Some(number)
}

/// The position with `seeds` seeds and this Goedel number; `None` when there
/// are not so many. The inverse of [`goedel`].
///
/// # Panics
/// When `seeds` is above 48.
pub fn position(seeds: u32, number: u64) -> Option<Position> {
    assert!(seeds <= MAX_SEEDS, "a position has at most 48 seeds");
    if number >= layer_size(seeds) {
        return None;
    }
    let (mut left, mut full, mut number) = (seeds, true, number);
    let mut pits = [0; PITS];
    for pit in (1..PITS).rev() {
        // `before` rises with the seeds in the pit; take the last that fits.
        let fits = |&seeds: &u32| before(pit as u32, left, seeds, full) <= number;
        let here = (0..=left).take_while(fits).last()?;
        number -= before(pit as u32, left, here, full);
        pits[pit] = here as u8;
        full &= here > 0;
        left -= here;
    }
    pits[0] = left as u8;
    Position::new(pits).ok()
}

/// The order of the Goedel numbers of a layer, gone through row by row without
/// working out a single number.
///
/// The positions with the same waiting half follow each other, as they do in
/// the order of [`Layer`], where they are a row; only the rows, and the
/// positions within one, come in another order.
#[derive(Clone, Debug)]
pub struct Order {
    layer: Layer,
    /// By mover seeds: the ranks of the mover halves in their order here.
    columns: Vec<Vec<u32>>,
}

/// The positions of a layer with the same waiting half.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The index of the first of them, see [`Layer::index`].
    pub start: u64,
    /// In the order of their Goedel numbers: what is to be added to `start` to
    /// get each one's index.
    pub columns: &'a [u32],
}

impl Order {
    /// The order of the layer with `seeds` seeds.
    ///
    /// # Panics
    /// When `seeds` is above 48.
    pub fn new(seeds: u32) -> Self {
        Self {
            layer: Layer::new(seeds),
            columns: (0..=seeds).map(mover_ranks).collect(),
        }
    }

    /// The rows by rising Goedel number. Put together, their columns are the
    /// layer, each position once.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let seeds = self.layer.seeds();
        waiting_halves(seeds).filter_map(move |waiting| {
            let given = total(&waiting);
            let section = self.layer.sections()[given as usize];
            let row = open_rank(&waiting)?;
            Some(Row {
                start: section.base + u64::from(row) * u64::from(section.width),
                columns: &self.columns[(seeds - given) as usize],
            })
        })
    }
}

/// The halves of up to `seeds` seeds that can be a waiting one, the last pit
/// being the most significant.
fn waiting_halves(seeds: u32) -> impl Iterator<Item = Half> {
    let next = move |half: &Half| {
        let mut half = *half;
        let mut sum = total(&half);
        // Counts up: where no seed is left to add, the pit starts anew and the
        // next one gets a seed.
        for pit in &mut half {
            if sum < seeds {
                *pit += 1;
                return Some(half);
            }
            sum -= u32::from(*pit);
            *pit = 0;
        }
        None
    };
    std::iter::successors(Some([0; SIDE]), next).filter(|half| half.contains(&0))
}

/// The ranks of the mover halves with `seeds` seeds, the last pit being the
/// most significant.
fn mover_ranks(seeds: u32) -> Vec<u32> {
    // Backwards, the order is that of the ranks.
    let mirrored = (0..halves(seeds)).filter_map(|rank| unrank(seeds, rank));
    let ranks = mirrored.map(|mut half| {
        half.reverse();
        rank(&half)
    });
    ranks.collect()
}

/// How many positions come before one with `seeds` seeds in `pit`, agreeing on
/// all higher pits, when `left` seeds are to be placed in pits 0..=pit. `full`
/// says that all higher pits hold a seed, so that what would fill the waiting
/// half has to be left out.
fn before(pit: u32, left: u32, seeds: u32, full: bool) -> u64 {
    let mut count = choose(left + pit, pit) - choose(left - seeds + pit, pit);
    let waiting_pits = (pit + 1).saturating_sub(SIDE as u32);
    if full && waiting_pits > 0 && seeds >= 2 && left >= waiting_pits {
        // Of those with 1..seeds here, the ones with a seed in every other
        // waiting pit too.
        let at_least = |least: u32| match (left + 1).checked_sub(waiting_pits + least) {
            Some(spare) => choose(spare + pit, pit),
            None => 0,
        };
        count -= at_least(1) - at_least(seeds);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers given by the data set's own reader.
    #[test]
    fn golden_numbers() {
        for (pits, number) in [
            ([0, 1, 2, 0, 0, 0, 0, 1, 2, 0, 0, 0], 2_726),
            ([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0], 588_953),
            ([5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 0], 30_844_431_882),
            ([4, 4, 4, 4, 4, 4, 0, 5, 5, 5, 5, 4], 132_755_017_782),
        ] {
            let expected = Position::new(pits).unwrap();
            assert_eq!(goedel(&expected), Some(number));
            assert_eq!(position(expected.seeds(), number), Some(expected));
        }
        assert_eq!(goedel(&Position::START), None);
    }

    #[test]
    fn counts_the_positions_in_their_order() {
        for seeds in 0..=8 {
            let layer = Layer::new(seeds);
            let mut all: Vec<Position> = (0..layer.len())
                .map(|index| layer.position(index).unwrap())
                .collect();
            all.sort_by_key(|position| {
                let mut pits = position.pits();
                pits.reverse();
                pits
            });
            for (number, expected) in all.iter().enumerate() {
                assert_eq!(goedel(expected), Some(number as u64));
                assert_eq!(position(seeds, number as u64), Some(*expected));
            }
            assert_eq!(position(seeds, layer.len()), None);
        }
    }

    #[test]
    fn rows_give_the_order_without_numbers() {
        for seeds in 0..=9 {
            let layer = Layer::new(seeds);
            let mut number = 0;
            for row in Order::new(seeds).rows() {
                for &column in row.columns {
                    let here = layer.position(row.start + u64::from(column)).unwrap();
                    assert_eq!(goedel(&here), Some(number));
                    number += 1;
                }
            }
            assert_eq!(number, layer_size(seeds));
        }
    }
}
