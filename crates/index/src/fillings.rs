//! In how many ways seeds can be put into pits, tabled at compile time.

/// Most seeds on one side, with the five that a full half has too many.
const MAX_SEEDS: usize = 53;

static FILLINGS: [[u32; MAX_SEEDS + 1]; 7] = table();

const fn table() -> [[u32; MAX_SEEDS + 1]; 7] {
    let mut table = [[0; MAX_SEEDS + 1]; 7];
    table[0][0] = 1;
    let mut pits = 1;
    while pits < 7 {
        table[pits][0] = 1;
        let mut seeds = 1;
        while seeds <= MAX_SEEDS {
            // The first pit is empty, or a seed is taken out of it.
            table[pits][seeds] = table[pits - 1][seeds] + table[pits][seeds - 1];
            seeds += 1;
        }
        pits += 1;
    }
    table
}

/// Ways to put `seeds` seeds into `pits` pits: C(seeds + pits - 1, pits - 1).
/// Nothing can be put into no pits, so that is 1 for no seeds and 0 otherwise.
#[inline]
pub(crate) fn fillings(pits: u32, seeds: u32) -> u32 {
    FILLINGS[pits as usize][seeds as usize]
}

/// Ways to put `seeds` seeds into `pits` pits with none left empty.
#[inline]
pub(crate) fn full_fillings(pits: u32, seeds: u32) -> u32 {
    seeds
        .checked_sub(pits)
        .map_or(0, |spare| fillings(pits, spare))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values() {
        assert_eq!(fillings(6, 1), 6);
        assert_eq!(fillings(6, 53), 4_582_116);
        assert_eq!(fillings(0, 0), 1);
        assert_eq!(fillings(0, 1), 0);
        assert_eq!(full_fillings(6, 5), 0);
        assert_eq!(full_fillings(6, 7), 6);
    }
}
