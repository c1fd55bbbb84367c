//! Where tables are read from: a directory, or what another crate offers.

use std::borrow::Cow;
use std::fmt::Debug;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::map::{Bytes, read_exact_at};

/// A place that has the files of a directory of tables, a manifest among them.
/// Everything a reader needs goes through it.
pub trait TableSource: Debug + Send + Sync {
    /// The path or address of the place, for error messages.
    fn path(&self) -> &Path;

    /// Opens the file with this name, `layer-07.score` for instance.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] when there is none;
    /// [`io::ErrorKind::InvalidData`] when the name is not that of a regular
    /// file; any other when it cannot be opened.
    fn open(&self, name: &str) -> io::Result<Arc<dyn ReadAt>>;
}

/// An open file that is read at any offset, by several threads at once.
#[expect(clippy::len_without_is_empty, reason = "an empty file is not special")]
pub trait ReadAt: Debug + Send + Sync {
    /// The length of the file in bytes.
    fn len(&self) -> u64;

    /// Reads `len` bytes from `offset` on; they are borrowed where they are in
    /// memory.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] when the file ends before; any other when
    /// it cannot be read.
    fn read_at(&self, offset: u64, len: usize) -> io::Result<Cow<'_, [u8]>>;

    /// All bytes from `offset` on, to be used without another call: mapped where
    /// that is possible, otherwise read, as without a method of its own.
    ///
    /// # Errors
    /// As [`ReadAt::read_at`].
    fn map(&self, offset: u64) -> io::Result<Bytes> {
        let bytes = self.read_at(offset, rest(self.len(), offset)?)?;
        Ok(bytes.into_owned().into())
    }
}

/// So many bytes, all 0.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`].
pub(crate) fn zeroed(len: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len)?;
    bytes.resize(len, 0);
    Ok(bytes)
}

/// Bytes from `offset` to the end of a file of `len` bytes.
pub(crate) fn rest(len: u64, offset: u64) -> io::Result<usize> {
    let rest = len.checked_sub(offset);
    let rest = rest.ok_or(io::ErrorKind::UnexpectedEof)?;
    usize::try_from(rest).map_err(|_| io::ErrorKind::FileTooLarge.into())
}

impl ReadAt for Bytes {
    fn len(&self) -> u64 {
        (**self).len() as u64
    }

    fn read_at(&self, offset: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        let bytes = usize::try_from(offset).ok().and_then(|at| self.get(at..));
        let bytes = bytes.and_then(|bytes| bytes.get(..len));
        let bytes = bytes.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(Cow::Borrowed(bytes))
    }
}

/// A directory of the file system.
#[derive(Debug)]
pub(crate) struct Folder(pub(crate) PathBuf);

impl TableSource for Folder {
    fn path(&self) -> &Path {
        &self.0
    }

    fn open(&self, name: &str) -> io::Result<Arc<dyn ReadAt>> {
        let path = self.0.join(name);
        // Opening a pipe, say, would wait for a writer.
        if !fs::metadata(&path)?.is_file() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let file = File::open(&path)?;
        let len = file.metadata()?.len();
        Ok(Arc::new(OpenFile { file, len }))
    }
}

/// A file of the file system, with its length when it was opened.
#[derive(Debug)]
struct OpenFile {
    file: File,
    len: u64,
}

impl ReadAt for OpenFile {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        let mut bytes = zeroed(len)?;
        read_exact_at(&self.file, &mut bytes, offset)?;
        Ok(Cow::Owned(bytes))
    }

    fn map(&self, offset: u64) -> io::Result<Bytes> {
        Bytes::map(&self.file, offset, rest(self.len, offset)?)
    }
}
