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

/// Ways to put `seeds` seeds into `pits` pits: C(seeds + pits - 1, pits - 1).
/// Nothing can be put into no pits, so that is 1 for no seeds and 0 otherwise.
pub(crate) fn fillings(pits: u32, seeds: u32) -> u64 {
    if pits == 0 {
        u64::from(seeds == 0)
    } else {
        choose(seeds + pits - 1, pits - 1)
    }
}

/// Ways to put `seeds` seeds into `pits` pits with none left empty.
pub(crate) fn full_fillings(pits: u32, seeds: u32) -> u64 {
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
