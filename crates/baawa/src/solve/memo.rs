//! A hash table of positions for Ba-awa: keys of 64 bits and something small.

use std::collections::TryReserveError;
use std::mem;

use crate::rules::Position;
use grenier_rules::Side;

/// A position as a number: for each pit as many zeros as seeds and a one, then
/// the side to move. 48 seeds in 12 pits are 61 bits. No position is 0.
pub(crate) fn key(position: &Position) -> u64 {
    let side = u64::from(position.side() == Side::North);
    let pits = position.pits();
    pits.iter().fold(0, |key, &seeds| (key << 1 | 1) << seeds) << 1 | side
}

/// Open addressing, linear probing, a power of two of places; never more than
/// three quarters full.
pub(crate) struct Memo<V> {
    keys: Vec<u64>,
    values: Vec<V>,
    len: usize,
}

impl<V: Copy + Default> Memo<V> {
    pub(crate) fn new() -> Self {
        const PLACES: usize = 1 << 16;
        Self {
            keys: vec![0; PLACES],
            values: vec![V::default(); PLACES],
            len: 0,
        }
    }

    /// What is known of a key.
    pub(crate) fn get(&self, key: u64) -> Option<V> {
        let place = self.place(key);
        (self.keys[place] == key).then(|| self.values[place])
    }

    /// Enters what is known of a key, in the place of what was.
    ///
    /// # Errors
    /// When the table is full and there is no memory for a larger one.
    pub(crate) fn insert(&mut self, key: u64, value: V) -> Result<(), TryReserveError> {
        let mut place = self.place(key);
        if self.keys[place] == 0 {
            if self.len >= self.keys.len() / 4 * 3 {
                self.grow()?;
                place = self.place(key);
            }
            self.len += 1;
        }
        self.keys[place] = key;
        self.values[place] = value;
        Ok(())
    }

    /// Forgets everything; the table stays as large as it is.
    pub(crate) fn clear(&mut self) {
        self.keys.fill(0);
        self.len = 0;
    }

    /// Where a key is, or would be.
    fn place(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        // Multiplication with 2^64 over the golden ratio (Knuth): its high bits
        // depend on all of the key.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut place = (hash >> (64 - self.keys.len().ilog2())) as usize;
        while self.keys[place] != 0 && self.keys[place] != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) -> Result<(), TryReserveError> {
        let places = 2 * self.keys.len();
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        keys.try_reserve_exact(places)?;
        values.try_reserve_exact(places)?;
        keys.resize(places, 0);
        values.resize(places, V::default());
        let smaller = mem::replace(
            self,
            Self {
                keys,
                values,
                len: 0,
            },
        );
        for (key, value) in smaller.keys.into_iter().zip(smaller.values) {
            if key != 0 {
                self.insert(key, value)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_entered_is_found() {
        let mut memo = Memo::new();
        let keys = || (1..200_000_u64).map(|n| n * n);
        for key in keys() {
            assert_eq!(memo.get(key), None);
            memo.insert(key, key as u32).unwrap();
        }
        memo.insert(9, 5).unwrap();
        assert_eq!(memo.len, 199_999);
        assert_eq!((memo.get(9), memo.get(10)), (Some(5), None));
        assert!(keys().skip(3).all(|key| memo.get(key) == Some(key as u32)));
        memo.clear();
        assert_eq!((memo.len, memo.get(9)), (0, None));
        memo.insert(9, 7).unwrap();
        assert_eq!((memo.len, memo.get(9)), (1, Some(7)));
    }

    #[test]
    fn keys_tell_positions_apart() {
        let mut pits = [0; 12];
        pits[11] = 48;
        let last = Position::new(pits, Side::North).unwrap();
        assert_eq!(key(&last).ilog2(), 60);
        pits.swap(0, 11);
        let first = Position::new(pits, Side::South).unwrap();
        assert_eq!(key(&first).ilog2(), 60);
        assert_ne!(key(&first), key(&last));
    }
}
