//! Bytes of a file in memory: mapped, or read. The mapping is the only `unsafe`
//! of this crate.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::{Mmap, MmapOptions};

/// Bytes of a file, mapped or read.
#[derive(Debug)]
pub struct Bytes(Place);

#[derive(Debug)]
enum Place {
    /// Pages of the file itself, read by the system when they are touched.
    Mapped(Mmap),
    /// A copy of our own.
    Read(Vec<u8>),
}

impl Bytes {
    /// Maps `len` bytes from `offset` on. The caller has seen that the file is
    /// that long.
    pub(crate) fn map(file: &File, offset: u64, len: usize) -> io::Result<Self> {
        let mut options = MmapOptions::new();
        options.offset(offset).len(len);
        // SAFETY: a mapping is sound as long as the bytes behind it do not
        // change or vanish while they are borrowed as `&[u8]`.
        // - This program never writes to a table under its final name: it
        //   fills a temporary file and renames it. Replacing or removing a
        //   name leaves the mapped file as it is.
        // - The mapping is read-only and private to this value; no `&mut` to
        //   it is ever made, and every bit pattern is a valid `u8` (and `i8`).
        // - Other programs can still write to the file or shorten it. No
        //   program that maps files can rule that out. Bytes written by others
        //   would be read as values, at worst wrong ones; a shortened file
        //   makes the system end this process (SIGBUS on Unix) when a page
        //   beyond the new end is touched. `LayerFile` says so to its users;
        //   `Access::Read`, the default for questions, maps nothing.
        unsafe { options.map(file) }.map(|map| Self(Place::Mapped(map)))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Place::Read(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Place::Mapped(map) => map,
            Place::Read(bytes) => bytes,
        }
    }
}

/// Reads at an offset, whatever other threads do with the file.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn mapping_and_reading_give_the_same_bytes() {
        let mut file = tempfile::tempfile().unwrap();
        let content: Vec<u8> = (0..20_000_u32).map(|at| (at * 7 / 3) as u8).collect();
        file.write_all(&content).unwrap();
        for (offset, len) in [(0, 20_000), (64, 19_936), (5_000, 1), (64, 0)] {
            let mapped = Bytes::map(&file, offset, len).unwrap();
            let mut read = vec![0; len];
            read_exact_at(&file, &mut read, offset).unwrap();
            assert_eq!(*mapped, content[offset as usize..][..len]);
            assert_eq!(*mapped, *read);
        }
        let past_the_end = read_exact_at(&file, &mut [0; 64], 19_999);
        assert!(past_the_end.is_err());
    }
}
