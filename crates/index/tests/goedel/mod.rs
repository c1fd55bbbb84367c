//! Goedel numbers one by one, by formula.

use grenier_index::layer_size;
use grenier_rules::{MAX_SEEDS, PITS, Position, SIDE};

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

/// C(n, k).
pub fn choose(n: u32, k: u32) -> u64 {
    let factors = (0..k).map(|i| (u64::from(n.saturating_sub(i)), u64::from(i + 1)));
    factors.fold(1, |product, (factor, divisor)| product * factor / divisor)
}
