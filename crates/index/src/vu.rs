//! The index of the published Awari score database (VU Amsterdam, DOI
//! 10.48338/vu01-11wjke), so that its files and ours can be compared.
//!
//! Its *Goedel number* of a position is the rank among the indexed positions
//! with as many seeds in lexicographic order of the pits, the waiting
//! player's last pit (11) being the most significant. Source: the reader
//! published with the data set.

use grenier_rules::SIDE;

use crate::half::{Half, halves, open_rank, rank, total, unrank};
use crate::layer::Layer;

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
