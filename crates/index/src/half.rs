//! Halves: the six pits of one side, and their ranks.
//!
//! Halves with s seeds are ranked in lexicographic order, pit 0 first. Write
//! `N(k, r) = C(r + k - 1, k - 1)` for the ways to put r seeds into k pits, and
//! `r_j` for the seeds in pits j..6. The halves that agree with `h` before pit
//! j and have fewer seeds in it number
//! `N(6 - j, r_j) - N(6 - j, r_j - h_j)`; the rank is the sum over j < 5.
//!
//! An *open* half has an empty pit. Open halves get a dense rank of their own:
//! the rank less the number of full halves before it, counted the same way
//! with one seed taken out of every pit.

use grenier_rules::SIDE;

use crate::fillings::{fillings, full_fillings};

/// The contents of one side, in sowing order.
pub type Half = [u8; SIDE];

/// How many halves have `seeds` seeds: C(seeds + 5, 5). At most 2,869,685 for
/// 48 seeds.
///
/// # Panics
/// When `seeds` is above 53.
pub fn halves(seeds: u32) -> u32 {
    fillings(6, seeds)
}

/// How many halves with `seeds` seeds have an empty pit.
///
/// # Panics
/// When `seeds` is above 53.
pub fn open_halves(seeds: u32) -> u32 {
    fillings(6, seeds) - full_fillings(6, seeds)
}

/// The rank of a half among all halves with as many seeds, from 0.
///
/// # Panics
/// When the half holds more than 53 seeds.
pub fn rank(half: &Half) -> u32 {
    let mut left = total(half);
    let mut rank = 0;
    for (pit, &seeds) in half[..5].iter().enumerate() {
        let pits = 6 - pit as u32;
        rank += fillings(pits, left) - fillings(pits, left - u32::from(seeds));
        left -= u32::from(seeds);
    }
    rank
}

/// The half with `seeds` seeds and this rank; `None` when there are not so
/// many. The inverse of [`rank`].
///
/// # Panics
/// When `seeds` is above 53.
pub fn unrank(seeds: u32, rank: u32) -> Option<Half> {
    (rank < halves(seeds)).then(|| walk(seeds, rank, |_, pits, left| fillings(pits, left)))
}

/// The rank of a half among the open halves with as many seeds, from 0;
/// `None` when every pit holds a seed.
///
/// # Panics
/// When the half holds more than 53 seeds.
pub fn open_rank(half: &Half) -> Option<u32> {
    half.contains(&0).then(|| rank(half) - full_before(half))
}

/// The open half with `seeds` seeds and this dense rank; `None` when there are
/// not so many. The inverse of [`open_rank`].
///
/// # Panics
/// When `seeds` is above 53.
pub fn open_unrank(seeds: u32, rank: u32) -> Option<Half> {
    (rank < open_halves(seeds)).then(|| {
        walk(seeds, rank, |open, pits, left| {
            let full = if open { 0 } else { full_fillings(pits, left) };
            fillings(pits, left) - full
        })
    })
}

pub(crate) fn total(half: &Half) -> u32 {
    half.iter().map(|&seeds| u32::from(seeds)).sum()
}

/// How many full halves with as many seeds come before this one.
fn full_before(half: &Half) -> u32 {
    let mut left = total(half);
    let mut count = 0;
    for (pit, &seeds) in half[..5].iter().enumerate() {
        if seeds == 0 {
            break;
        }
        // Full halves with 1..seeds in this pit: those with at least 1 less
        // those with at least `seeds`, every later pit holding at least 1.
        let pits = 6 - pit as u32;
        let at_least = |least: u32| full_fillings(pits, (left + 1).saturating_sub(least));
        count += at_least(1) - at_least(u32::from(seeds));
        left -= u32::from(seeds);
    }
    count
}

/// Fills the pits one by one, skipping over the halves that come before
/// `rank`. `count(open, pits, left)` is the number of ways to go on with
/// `left` seeds for the last `pits` pits, `open` saying whether a pit was left
/// empty so far.
fn walk(seeds: u32, rank: u32, count: impl Fn(bool, u32, u32) -> u32) -> Half {
    let (mut left, mut rank) = (seeds, rank);
    let mut half = [0; SIDE];
    let mut open = false;
    for pit in 0..5u32 {
        let mut here = 0;
        loop {
            let ways = count(open || here == 0, 5 - pit, left - here);
            if rank < ways {
                break;
            }
            rank -= ways;
            here += 1;
        }
        half[pit as usize] = here as u8;
        open |= here == 0;
        left -= here;
    }
    half[5] = left as u8;
    half
}
