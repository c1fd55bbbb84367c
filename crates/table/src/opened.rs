//! An open file whose header and length are in order.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::error::TableError;
use crate::header::Header;
use crate::map::Bytes;
use crate::source::{ReadAt, rest};

/// An open file whose header and length are in order. Reading adds its path to
/// the errors.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) path: PathBuf,
    pub(crate) header: Header,
    pub(crate) file: Arc<dyn ReadAt>,
}

impl Opened {
    /// Bytes of the file.
    pub(crate) fn len(&self) -> u64 {
        self.file.len()
    }

    /// Reads `len` bytes from `offset` on.
    pub(crate) fn read(&self, offset: u64, len: usize) -> Result<Cow<'_, [u8]>, TableError> {
        self.named(self.file.read_at(offset, len))
    }

    /// All bytes from `offset` on, mapped if possible.
    pub(crate) fn map(&self, offset: u64) -> Result<Bytes, TableError> {
        self.named(self.file.map(offset))
    }

    /// All bytes from `offset` on, copied into memory.
    pub(crate) fn load(&self, offset: u64) -> Result<Bytes, TableError> {
        let len = self.named(rest(self.len(), offset))?;
        let bytes = self.read(offset, len)?;
        Ok(bytes.into_owned().into())
    }

    /// The same file, all its bytes in memory or mapped.
    pub(crate) fn with(self, bytes: Bytes) -> Self {
        let file = Arc::new(bytes);
        Self { file, ..self }
    }

    fn named<T>(&self, read: io::Result<T>) -> Result<T, TableError> {
        read.map_err(|error| match error.kind() {
            // The length was in order when the file was opened.
            io::ErrorKind::UnexpectedEof => TableError::Changed {
                path: self.path.clone(),
            },
            _ => TableError::io("read", &self.path)(error),
        })
    }
}
