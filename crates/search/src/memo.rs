//! The transposition table: what is known of positions, shared by all threads.

use std::sync::atomic::{AtomicU64, Ordering};

use grenier_rules::Position;

/// How a value in the memo relates to that of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is the value at this depth.
    Exact,
    /// The value is no less.
    AtLeast,
    /// The value is no more.
    AtMost,
}

/// What a search to some depth found out. Nothing in here hangs on the moves
/// before the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// In hundredths of a seed.
    pub(crate) value: i16,
    pub(crate) bound: Bound,
    /// Plies searched.
    pub(crate) depth: u8,
    /// The pit of the best move, or 6 when there is none.
    pub(crate) pit: u8,
}

/// A table of a fixed size; new entries drive out old ones.
///
/// A place is two words, written one after the other without a lock: the data,
/// and the key combined with the data, so that words from two writers do not
/// fit together and count as nothing found (Hyatt's lockless table).
pub(crate) struct Memo {
    places: Vec<[AtomicU64; 2]>,
}

/// A position as a number: for each pit as many zeros as seeds and a one, 60
/// bits at most. No position is 0, and no two are the same.
pub(crate) fn key(position: &Position) -> u64 {
    let pits = position.pits();
    pits.iter().fold(0, |key, &seeds| (key << 1 | 1) << seeds)
}

impl Entry {
    fn pack(self) -> u64 {
        let bound = self.bound as u64;
        u64::from(self.value as u16)
            | bound << 16
            | u64::from(self.depth) << 24
            | u64::from(self.pit) << 32
    }

    fn unpack(data: u64) -> Self {
        Self {
            value: data as u16 as i16,
            bound: match data >> 16 & 3 {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            depth: (data >> 24) as u8,
            pit: (data >> 32) as u8,
        }
    }
}

impl Memo {
    /// A table of about so many bytes, at least one place.
    pub(crate) fn new(bytes: u64) -> Self {
        let places = (bytes / 16).max(1) as usize;
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        Self {
            places: std::iter::repeat_with(empty).take(places).collect(),
        }
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let [mixed, data] = self.place(key);
        let data = data.load(Ordering::Relaxed);
        (mixed.load(Ordering::Relaxed) ^ data == key).then(|| Entry::unpack(data))
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let [mixed, data] = self.place(key);
        let packed = entry.pack();
        data.store(packed, Ordering::Relaxed);
        mixed.store(key ^ packed, Ordering::Relaxed);
    }

    fn place(&self, key: u64) -> &[AtomicU64; 2] {
        // Multiplication with 2^64 over the golden ratio (Knuth), then the high
        // part of the product with the number of places.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (u128::from(hash) * self.places.len() as u128) >> 64;
        &self.places[at as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_entered_is_found() {
        let memo = Memo::new(1 << 16);
        let key = key(&Position::START);
        assert_eq!(memo.get(key), None);
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            let entry = Entry {
                value: -4800,
                bound,
                depth: 255,
                pit: 6,
            };
            memo.put(key, entry);
            assert_eq!(memo.get(key), Some(entry));
            assert_eq!(memo.get(key ^ 1), None);
        }
    }

    #[test]
    fn keys_tell_positions_apart() {
        let mut pits = [0; 12];
        pits[11] = 48;
        let last = key(&Position::new(pits).unwrap());
        assert_eq!(last.ilog2(), 59);
        pits.swap(0, 11);
        assert_ne!(key(&Position::new(pits).unwrap()), last);
    }
}
