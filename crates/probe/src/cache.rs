//! A cache of blocks of values.

use std::sync::{Mutex, PoisonError};

use grenier_table::Kind;

/// A block's kind of table, layer and number.
pub(crate) type Key = (Kind, u32, u64);

/// The longest block, in bytes; most are about as long.
const BLOCK_BYTES: usize = 8192;
/// Blocks of a set.
const WAYS: usize = 8;

/// A cache of blocks, shared by threads. It is divided into sets: a block belongs to
/// one of them and evicts the least recently used block there. A thread waits for
/// another only when both use the same set.
pub(crate) struct Cache {
    sets: Vec<Mutex<Set>>,
}

/// Some blocks, the most recently used first.
type Set = Vec<(Key, Vec<u8>)>;

impl Cache {
    /// A cache of approximately `bytes` bytes, at least of a few blocks.
    pub(crate) fn new(bytes: usize) -> Self {
        let sets = (bytes / (WAYS * BLOCK_BYTES)).max(1);
        Self {
            sets: (0..sets).map(|_| Mutex::default()).collect(),
        }
    }

    /// The byte at an offset of a block, which is loaded if it is not cached. No
    /// lock is held while it loads: two threads may load the same block.
    pub(crate) fn byte<E>(
        &self,
        key: Key,
        at: usize,
        load: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<u8, E> {
        let set = &self.sets[self.set_of(key)];
        // A panic elsewhere leaves a set whole.
        let lock = || set.lock().unwrap_or_else(PoisonError::into_inner);
        let mut blocks = lock();
        if let Some(way) = blocks.iter().position(|(other, _)| *other == key) {
            blocks[..=way].rotate_right(1);
            return Ok(blocks[0].1[at]);
        }
        drop(blocks);
        let block = load()?;
        let byte = block[at];
        let mut blocks = lock();
        blocks.truncate(WAYS - 1);
        blocks.insert(0, (key, block));
        Ok(byte)
    }

    /// The set of a block. Neighbouring blocks are in different sets.
    fn set_of(&self, (kind, layer, block): Key) -> usize {
        // An odd constant spreads the tables over all sets.
        let table = u64::from(layer) << 8 | u64::from(kind.code());
        let place = block.wrapping_add(table.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (place % self.sets.len() as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(key: Key) -> Vec<u8> {
        vec![key.1 as u8, key.2 as u8]
    }

    #[test]
    fn what_was_asked_last_is_kept() {
        let cache = Cache::new(0);
        let asked = |number| {
            let mut loaded = false;
            let key = (Kind::Score, 7, number);
            let byte = cache.byte(key, 1, || {
                loaded = true;
                Ok::<_, ()>(block(key))
            });
            assert_eq!(byte, Ok(number as u8));
            loaded
        };
        for number in 0..WAYS as u64 {
            assert!(asked(number));
        }
        assert!(!asked(0), "it is there");
        assert!(asked(99), "in the place of 1");
        assert!(!asked(0));
        assert!(asked(1));
    }

    #[test]
    fn a_block_that_cannot_be_loaded_is_asked_for_again() {
        let cache = Cache::new(1 << 20);
        let key = (Kind::Score, 1, 2);
        assert_eq!(cache.byte(key, 0, || Err("no")), Err("no"));
        assert_eq!(cache.byte(key, 0, || Ok::<_, ()>(block(key))), Ok(1));
        assert_eq!(cache.byte(key, 1, || Err("no need")), Ok(2));
        // Another layer's block of the same number is another block, and so is
        // another kind's.
        for other in [(Kind::Score, 3, 2), (Kind::Distance, 1, 2)] {
            let mut loaded = false;
            let byte = cache.byte(other, 0, || {
                loaded = true;
                Ok::<_, ()>(block(other))
            });
            assert_eq!((byte, loaded), (Ok(other.1 as u8), true));
        }
    }

    #[test]
    fn threads_share_it() {
        let cache = Cache::new(1 << 17);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let cache = &cache;
                scope.spawn(move || {
                    for step in 0..10_000 {
                        let key = (Kind::Score, step as u32 % 5, step * (thread + 3) % 41);
                        let byte = cache.byte(key, 1, || Ok::<_, ()>(block(key)));
                        assert_eq!(byte, Ok(key.2 as u8));
                    }
                });
            }
        });
    }
}
