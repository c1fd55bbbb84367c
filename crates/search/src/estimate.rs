//! A guess at the value of a position.

use grenier_rules::{MAX_SEEDS, Position, SIDE};

/// Net seeds for the mover from here on, in hundredths; at most the seeds on the
/// board.
///
/// A linear function of the pits of each side, the mover's minus the other's. Its
/// weights were fitted (least squares) to 14,383 positions of 15 to 48 seeds from
/// games of `oware`, three in ten moves at random, in which the mover cannot
/// capture: to the tabled value up to 20 seeds, above to that of a search that
/// rests on those tables. The fit explains half of the variance, the seeds on
/// either side alone a quarter. In games all weights do better halved.
pub(crate) fn estimate(position: &Position) -> i16 {
    side(&position.mover()) - side(&position.waiting())
}

/// A seed on a player's own side is a little more likely to become theirs.
const SEED: i16 = 6;
/// An empty pit is one move less, and the opponent's seeds that land there soon
/// capture.
const EMPTY: i16 = -118;
/// A single seed can be captured: one more makes it two.
const SINGLE: i16 = -34;
/// A pit whose seeds reach the other side when it is sown gives seeds away; one
/// whose seeds all stay is a move in reserve.
const REACHES: i16 = -56;

/// The value of a pit for its owner, by its place and its seeds.
static WORTH: [[i16; MAX_SEEDS as usize + 1]; SIDE] = {
    let mut worth = [[EMPTY; MAX_SEEDS as usize + 1]; SIDE];
    let mut pit = 0;
    while pit < SIDE {
        let mut seeds = 1;
        while seeds <= MAX_SEEDS as usize {
            let single = if seeds == 1 { SINGLE } else { 0 };
            let reaches = if pit + seeds >= SIDE { REACHES } else { 0 };
            worth[pit][seeds] = SEED * seeds as i16 + single + reaches;
            seeds += 1;
        }
        pit += 1;
    }
    worth
};

/// The value of all pits of one side for their owner.
fn side(half: &[u8; SIDE]) -> i16 {
    let pits = half.iter().zip(&WORTH);
    pits.map(|(&seeds, worth)| worth[usize::from(seeds)]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_counts_for_its_owner() {
        let of = |mover, waiting| estimate(&Position::from_halves(mover, waiting).unwrap());
        let (many, few) = ([4, 3, 2, 1, 1, 9], [0, 0, 1, 5, 0, 2]);
        // Seeds 20 to 8, empty pits 0 to 3, single seeds 2 to 1, and pits that
        // reach the other side 1 (the last, with 9) to 2 (5 in the fourth, 2).
        let expected = 12 * SEED - 3 * EMPTY + SINGLE - REACHES;
        assert_eq!(of(many, few), expected);
        assert_eq!(of(few, many), -expected);
        assert_eq!(of([4; 6], [4; 6]), 0);
    }

    /// So the sum over a side lies between 0 and all of its seeds, if an empty side
    /// counts 0, and the difference within what is on the board.
    #[test]
    fn no_pit_is_worth_more_than_its_seeds() {
        for worth in &WORTH {
            for (seeds, worth) in (0..).zip(worth) {
                assert!((0..=100 * seeds).contains(&(worth - EMPTY)));
            }
        }
    }
}
