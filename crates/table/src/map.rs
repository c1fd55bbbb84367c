//! A payload in memory: mapped, or read. The mapping is the only `unsafe` of
//! this crate.

#![allow(unsafe_code)]

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Deref;

use memmap2::{Mmap, MmapOptions};

/// The bytes of a file from some offset on.
#[derive(Debug)]
pub(crate) enum Bytes {
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
        //   beyond the new end is touched. `LayerFile` says so to its users
        //   and offers `Bytes::read` to those who cannot rely on their files.
        unsafe { options.map(file) }.map(Self::Mapped)
    }

    /// Reads `len` bytes from `offset` on: the safe twin of [`Bytes::map`].
    pub(crate) fn read(mut file: &File, offset: u64, len: usize) -> io::Result<Self> {
        let mut bytes = vec![0; len];
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut bytes)?;
        Ok(Self::Read(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Read(bytes) => bytes,
        }
    }
}

/// A file from which pieces are read.
#[derive(Debug)]
pub(crate) enum Source {
    /// All its bytes are at hand.
    Bytes(Bytes),
    /// A piece is asked for when it is needed; with the file's length.
    File(File, u64),
}

impl Source {
    /// Bytes of the file.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::File(_, len) => *len,
        }
    }

    /// Reads `len` bytes from `offset` on.
    pub(crate) fn read(&self, offset: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        match self {
            Self::Bytes(bytes) => bytes
                .get(offset as usize..)
                .and_then(|bytes| bytes.get(..len))
                .map(Cow::Borrowed)
                .ok_or_else(|| io::ErrorKind::UnexpectedEof.into()),
            Self::File(file, _) => {
                let mut bytes = vec![0; len];
                read_exact_at(file, &mut bytes, offset)?;
                Ok(Cow::Owned(bytes))
            }
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
            let read = Bytes::read(&file, offset, len).unwrap();
            assert_eq!(*mapped, content[offset as usize..][..len]);
            assert_eq!(*mapped, *read);
        }
        assert!(Bytes::read(&file, 64, 20_000).is_err(), "past the end");
    }
}
