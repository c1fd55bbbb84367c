//! Large arrays of bytes, zeroed, in huge pages where the system has them: a
//! tile is written across thousands of rows, each in a page of its own, and
//! with small pages every other access would miss the translation buffer.
#![allow(unsafe_code)]

use std::io;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU8;

use memmap2::MmapMut;

/// Bytes that [`copy_bytes`] copies at a time.
const PIECE: usize = 2048;

/// A fixed number of bytes, all 0 at first.
#[derive(Debug)]
pub(crate) struct Bytes(MmapMut);

impl Bytes {
    /// # Errors
    /// When the system does not give that much memory.
    pub fn zeroed(len: usize) -> io::Result<Self> {
        let map = MmapMut::map_anon(len)?;
        // Advice: where it cannot be followed, nothing is lost but time.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self(map))
    }

    /// The bytes as cells that several threads may write.
    pub fn shared(&mut self) -> &[AtomicU8] {
        let bytes: &mut [u8] = self;
        let (start, len) = (bytes.as_mut_ptr(), bytes.len());
        // SAFETY: `AtomicU8` has the size, alignment and bit validity of `u8`.
        // The bytes are borrowed mutably as long as the cells are, so nothing
        // else reads or writes them but through these cells.
        unsafe { std::slice::from_raw_parts(start.cast::<AtomicU8>(), len) }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// Copies all of `from`, in pieces short enough for the C library's vector loop:
/// it copies longer ones with string instructions, whose work valgrind counts
/// byte by byte, and the budget of instructions would say little.
///
/// # Panics
/// When the lengths differ.
pub(crate) fn copy_bytes<T: Copy>(to: &mut [T], from: &[T]) {
    assert_eq!(to.len(), from.len());
    for (to, from) in to.chunks_mut(PIECE).zip(from.chunks(PIECE)) {
        to.copy_from_slice(from);
    }
}

/// The values of a layer: net seeds for the mover, in index order.
#[derive(Debug)]
pub struct Values(Bytes);

impl Values {
    /// `len` values, all 0.
    ///
    /// # Errors
    /// When the system does not give that much memory.
    pub(crate) fn zeroed(len: usize) -> io::Result<Self> {
        Bytes::zeroed(len).map(Self)
    }
}

impl Deref for Values {
    type Target = [i8];

    fn deref(&self) -> &[i8] {
        bytemuck::cast_slice(&self.0)
    }
}

impl DerefMut for Values {
    fn deref_mut(&mut self) -> &mut [i8] {
        bytemuck::cast_slice_mut(&mut self.0)
    }
}

impl AsRef<[i8]> for Values {
    fn as_ref(&self) -> &[i8] {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn several_threads_write_shared_bytes() {
        let mut bytes = Bytes::zeroed(100).unwrap();
        let cells = bytes.shared();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for cell in cells {
                        cell.fetch_add(1, Relaxed);
                    }
                });
            }
        });
        assert!(bytes.iter().all(|&byte| byte == 3));
    }
}
