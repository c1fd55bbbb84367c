//! Binomial coefficients, tabled at compile time.

/// Largest upper argument: C(48 + 11, 11) is the largest number in use.
const MAX_N: usize = 59;
/// Largest lower argument.
const MAX_K: usize = 11;

static TABLE: [[u64; MAX_K + 1]; MAX_N + 1] = table();

const fn table() -> [[u64; MAX_K + 1]; MAX_N + 1] {
    let mut table = [[0; MAX_K + 1]; MAX_N + 1];
    let mut n = 0;
    while n <= MAX_N {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_K && k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// C(n, k), the number of k-subsets of n things.
pub(crate) fn choose(n: u32, k: u32) -> u64 {
    TABLE[n as usize][k as usize]
}

/// Most seeds on one side, with the five that a full half has too many.
const MAX_SEEDS: usize = 53;

static FILLINGS: [[u32; MAX_SEEDS + 1]; 7] = fillings_table();

const fn fillings_table() -> [[u32; MAX_SEEDS + 1]; 7] {
    let mut fillings = [[0; MAX_SEEDS + 1]; 7];
    fillings[0][0] = 1;
    let mut pits = 1;
    while pits < 7 {
        let mut seeds = 0;
        while seeds <= MAX_SEEDS {
            fillings[pits][seeds] = TABLE[seeds + pits - 1][pits - 1] as u32;
            seeds += 1;
        }
        pits += 1;
    }
    fillings
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
        assert_eq!(choose(0, 0), 1);
        assert_eq!(choose(3, 5), 0);
        assert_eq!(choose(59, 11), 279_871_768_995);
        assert_eq!(fillings(6, 1), 6);
        assert_eq!(fillings(0, 0), 1);
        assert_eq!(fillings(0, 1), 0);
        assert_eq!(full_fillings(6, 5), 0);
        assert_eq!(full_fillings(6, 7), 6);
    }
}
