//! Numbers for positions of Ba-awa.
//!
//! Four seeds in a pit are captured as soon as they are made, so after the first
//! move of a game no pit holds four. A *board* is twelve counts without a four;
//! boards of as many seeds are numbered in lexicographic order, pit 0 (South's
//! leftmost) first. The positions of a layer are all boards with South to move,
//! then all with North to move.
//!
//! ```
//! use grenier_baawa::{Position, index};
//! use grenier_rules::Side;
//!
//! assert_eq!(index::boards(12), 873_952);
//! let pits = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 11];
//! let position = Position::new(pits, Side::North).unwrap();
//! let index = index::index(&position).unwrap();
//! assert_eq!(index, 873_952 + 1);
//! assert_eq!(index::position(12, index), Some(position));
//! ```

use crate::rules::{FOUR, LAST_EIGHT, Position};
use grenier_rules::{PITS, Side};

/// The layers that can be tabled: a multiple of four seeds, more than the last
/// eight, and not so many that a table would be of no use.
pub const LAYERS: [u32; 4] = [12, 16, 20, 24];

/// Most seeds of a board that has a number.
const MOST: usize = LAYERS[LAYERS.len() - 1] as usize;

/// By pits and seeds: the ways to fill so many pits, none of them with four.
static FILLINGS: [[u32; MOST + 1]; PITS + 1] = fillings();

/// By pits, seeds and a count: the ways to fill that pit with less than this
/// count and the pits after it with the rest of the seeds.
static BEFORE: [[[u32; MOST + 2]; MOST + 1]; PITS] = before();

const fn fillings() -> [[u32; MOST + 1]; PITS + 1] {
    let mut table = [[0; MOST + 1]; PITS + 1];
    table[0][0] = 1;
    let mut pits = 1;
    while pits <= PITS {
        let mut seeds = 0;
        while seeds <= MOST {
            let mut here = 0;
            while here <= seeds {
                if here != FOUR as usize {
                    table[pits][seeds] += table[pits - 1][seeds - here];
                }
                here += 1;
            }
            seeds += 1;
        }
        pits += 1;
    }
    table
}

#[allow(clippy::large_stack_arrays, reason = "the compiler's stack")]
const fn before() -> [[[u32; MOST + 2]; MOST + 1]; PITS] {
    let fillings = fillings();
    let mut table = [[[0; MOST + 2]; MOST + 1]; PITS];
    let mut pit = 0;
    while pit < PITS {
        let mut seeds = 0;
        while seeds <= MOST {
            let mut here = 0;
            while here <= seeds {
                let ways = if here == FOUR as usize {
                    0
                } else {
                    fillings[PITS - 1 - pit][seeds - here]
                };
                table[pit][seeds][here + 1] = table[pit][seeds][here] + ways;
                here += 1;
            }
            seeds += 1;
        }
        pit += 1;
    }
    table
}

/// Boards with so many seeds: half the positions of that layer.
///
/// # Panics
/// When `seeds` is above 24.
pub fn boards(seeds: u32) -> u32 {
    FILLINGS[PITS][seeds as usize]
}

/// Positions in a layer; 0 for those that are not tabled: only the multiples of
/// four from 12 to 24 are.
pub fn layer_size(seeds: u32) -> u64 {
    if LAYERS.contains(&seeds) {
        2 * u64::from(boards(seeds))
    } else {
        0
    }
}

/// The number of a board among those with as many seeds, which are at most 24.
/// No pit may hold four.
///
/// # Panics
/// May panic with more than 24 seeds.
pub fn rank(pits: &[u8; PITS]) -> u32 {
    let mut left: usize = pits.iter().map(|&seeds| seeds as usize).sum();
    let mut rank = 0;
    for (before, &here) in BEFORE.iter().zip(pits) {
        rank += before[left][here as usize];
        left -= here as usize;
    }
    rank
}

/// The board with this number among those with so many seeds.
///
/// # Panics
/// When there is none, or `seeds` is above 24.
pub fn unrank(seeds: u32, rank: u32) -> [u8; PITS] {
    assert!(rank < boards(seeds), "there is no board {rank}");
    let (mut left, mut rank) = (seeds as usize, rank);
    let mut pits = [0; PITS];
    for (before, here) in BEFORE.iter().zip(&mut pits) {
        let counts = &before[left];
        // The last count with no more than `rank` boards before it. No board has a
        // count of four, so that the search does not stop there.
        let mut count = 0;
        while count < left && counts[count + 1] <= rank {
            count += 1;
        }
        rank -= counts[count];
        *here = count as u8;
        left -= count;
    }
    pits
}

/// The number of a position in its layer; `None` when it is not tabled: it is
/// the start, over, or has more than 24 seeds.
pub fn index(position: &Position) -> Option<u64> {
    let seeds = position.seeds();
    let tabled = u32::from(LAST_EIGHT) < seeds && seeds <= MOST as u32;
    tabled.then(|| {
        let rank = u64::from(rank(&position.pits()));
        match position.side() {
            Side::South => rank,
            Side::North => rank + u64::from(boards(seeds)),
        }
    })
}

/// The position with this number in the layer with so many seeds; `None` when
/// there is none.
pub fn position(seeds: u32, index: u64) -> Option<Position> {
    if index >= layer_size(seeds) {
        return None;
    }
    let boards = u64::from(boards(seeds));
    let side = [Side::South, Side::North][(index / boards) as usize];
    let pits = unrank(seeds, (index % boards) as u32);
    // A board without a four is a position.
    Position::new(pits, side).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_have_the_known_numbers_of_boards() {
        let sizes = [8, 12, 16, 20, 24].map(boards);
        assert_eq!(sizes, [63_636, 873_952, 6_774_198, 37_662_033, 166_828_599]);
        assert_eq!(layer_size(24), 333_657_198);
        for seeds in [0, 8, 13, 28, 48] {
            assert_eq!(layer_size(seeds), 0);
        }
    }

    #[test]
    fn boards_are_numbered_in_lexicographic_order() {
        for seeds in [0, 1, 4, 7, 8, 12] {
            let mut previous = None;
            for number in 0..boards(seeds) {
                let pits = unrank(seeds, number);
                assert_eq!(rank(&pits), number);
                assert_eq!(pits.iter().map(|&n| u32::from(n)).sum::<u32>(), seeds);
                assert!(!pits.contains(&FOUR), "{pits:?}");
                assert!(previous < Some(pits));
                previous = Some(pits);
            }
        }
    }

    #[test]
    fn positions_of_all_layers_have_their_numbers() {
        for seeds in LAYERS {
            for index in (0..layer_size(seeds)).step_by(9973) {
                let found = position(seeds, index).unwrap();
                assert_eq!(self::index(&found), Some(index));
            }
            assert_eq!(position(seeds, layer_size(seeds)), None);
        }
        assert_eq!(index(&Position::START), None);
    }
}
