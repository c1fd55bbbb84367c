//! The transposition table, shared by all threads.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How a stored value relates to the value of the position at this depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is equal.
    Exact,
    /// The value is this or more.
    AtLeast,
    /// The value is this or less.
    AtMost,
}

/// Which bounds of a value are proved, however deep the search was: every line of play
/// that matters for them ended in a table, by the rules or by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proved {
    /// The position has this value or more.
    pub(crate) at_least: bool,
    /// It has this value or less.
    pub(crate) at_most: bool,
}

impl Proved {
    pub(crate) const NOTHING: Self = Self::new(false, false);
    pub(crate) const AT_LEAST: Self = Self::new(true, false);
    pub(crate) const AT_MOST: Self = Self::new(false, true);
    pub(crate) const BOTH: Self = Self::new(true, true);

    const fn new(at_least: bool, at_most: bool) -> Self {
        Self { at_least, at_most }
    }

    /// The same for the other player.
    pub(crate) fn turned(self) -> Self {
        Self::new(self.at_most, self.at_least)
    }
}

/// The result of a search to some depth. It does not depend on the moves before the
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// In hundredths of a seed.
    pub(crate) value: i16,
    pub(crate) bound: Bound,
    pub(crate) proved: Proved,
    /// Plies searched.
    pub(crate) depth: u8,
    /// The pit of the best move, or 6 when there is none.
    pub(crate) pit: u8,
}

/// A table of a fixed size, in buckets that fill a cache line: a position belongs to
/// one bucket and evicts the least valuable entry there.
///
/// A place is two words, written one after the other without a lock: the data, and
/// the key combined with the data, so that words from two writers do not look like
/// an entry (Hyatt and Mann). The key is the whole position: no two positions are
/// confused.
#[derive(Default)]
pub(crate) struct Memo {
    buckets: Vec<Bucket>,
    /// Counts the searches: old entries are evicted first.
    age: AtomicU8,
}

/// Places of a bucket.
const WAYS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Place; WAYS]);

#[derive(Default)]
struct Place {
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Place {
    /// The key and the data; meaningless while they are written.
    fn read(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.mixed.load(Ordering::Relaxed) ^ data, data)
    }

    fn write(&self, key: u64, data: u64) {
        self.data.store(data, Ordering::Relaxed);
        self.mixed.store(key ^ data, Ordering::Relaxed);
    }
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.value as u16)
            | (self.bound as u64) << 16
            | u64::from(self.proved.at_least) << 18
            | u64::from(self.proved.at_most) << 19
            | u64::from(self.depth) << 24
            | u64::from(self.pit) << 32
            | u64::from(age) << 40
    }

    fn unpack(data: u64) -> Self {
        Self {
            value: data as u16 as i16,
            bound: match data >> 16 & 3 {
                0 => Bound::Exact,
                1 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
            proved: Proved::new(data >> 18 & 1 == 1, data >> 19 & 1 == 1),
            depth: (data >> 24) as u8,
            pit: (data >> 32) as u8,
        }
    }
}

/// The bits of [`Proved`].
const PROVED: u64 = 3 << 18;
/// A proof counts as this many plies more: it is never searched again.
const DEPTH_OF_PROOF: u64 = 64;

/// How valuable an entry is: the work in it, and more if it is from this search. An
/// empty place has no value.
fn merit(data: u64, age: u8) -> u64 {
    let depth = data >> 24 & 0xff;
    let depth = if data & PROVED == 0 {
        depth
    } else {
        depth + DEPTH_OF_PROOF
    };
    let old = (data >> 40) as u8 != age;
    if old { depth } else { depth + 512 }
}

impl Memo {
    /// A table of approximately `bytes` bytes; 0 stores nothing.
    ///
    /// # Errors
    /// When the system does not give that much memory.
    pub(crate) fn new(bytes: u64) -> Result<Self, TryReserveError> {
        let len = bytes as usize / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len)?;
        buckets.resize_with(len, Bucket::default);
        Ok(Self {
            buckets,
            age: AtomicU8::new(0),
        })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// Begins a new search: entries of earlier ones are evicted first.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let places = self.bucket(key)?.0.iter().map(Place::read);
        let mut found = places.filter(|&(there, _)| there == key);
        found.next().map(|(_, data)| Entry::unpack(data))
    }

    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let Some(Bucket(places)) = self.bucket(key) else {
            return;
        };
        let age = self.age.load(Ordering::Relaxed);
        let (mut least, mut least_merit) = (&places[0], u64::MAX);
        for place in places {
            let (there, data) = place.read();
            if there == key {
                least = place;
                break;
            }
            let merit = merit(data, age);
            if merit < least_merit {
                (least, least_merit) = (place, merit);
            }
        }
        least.write(key, entry.pack(age));
    }

    fn bucket(&self, key: u64) -> Option<&Bucket> {
        // Multiplication with 2^64 over the golden ratio (Knuth), then the high
        // part of the product with the number of buckets.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let at = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        self.buckets.get(at as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        assert!(Memo::new(1 << 60).is_err());
        assert!(Memo::new(0).unwrap().is_empty());
    }

    #[test]
    fn what_is_entered_is_found() {
        let memo = Memo::new(1 << 16).unwrap();
        let key = grenier_rules::Position::START.key();
        assert_eq!(memo.get(key), None);
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            let entry = Entry {
                value: -4800,
                bound,
                proved: Proved::AT_MOST,
                depth: 255,
                pit: 6,
            };
            memo.put(key, entry);
            assert_eq!(memo.get(key), Some(entry));
            assert_eq!(memo.get(key ^ 1), None);
        }
    }
}
