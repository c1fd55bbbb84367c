//! Values that a computation needs for a while, in a file without a name: the
//! system can take their memory back, and nothing is left behind.

use std::io::{self, Write};
use std::path::Path;

use crate::error::TableError;
use crate::map::Bytes;

/// Values in a temporary file without a name (where the system needs one, it is
/// removed at once). The file is gone when this is dropped or the process ends.
#[derive(Debug)]
pub struct Scratch(Bytes);

impl Scratch {
    /// Writes values to a file in `dir` and maps it.
    ///
    /// # Errors
    /// [`TableError::Io`] when it cannot be written, for instance on a full
    /// disk.
    pub fn write(dir: &Path, values: &[i8]) -> Result<Self, TableError> {
        let bytes = set_aside(dir, bytemuck::cast_slice(values));
        bytes
            .map(Self)
            .map_err(TableError::io("write a temporary file in", dir))
    }

    /// The values.
    pub fn values(&self) -> &[i8] {
        bytemuck::cast_slice(&self.0)
    }
}

/// Writes bytes to a file without a name and maps it.
pub(crate) fn set_aside(dir: &Path, bytes: &[u8]) -> io::Result<Bytes> {
    let mut file = tempfile::tempfile_in(dir)?;
    // Not a hole that is filled later: a full disk must show here.
    file.write_all(bytes)?;
    Bytes::map(&file, 0, bytes.len())
}
