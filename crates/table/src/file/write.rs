//! Writing a table file.

use std::io::{Seek, Write};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use super::expected::Expected;
use crate::atomic;
use crate::disk::Disk;
use crate::error::TableError;
use crate::header::{Form, Header};

impl Expected {
    /// Writes a file of this layer, whose size the caller has checked, with the
    /// parts of `payload` one after the other. The mark of a finished file is
    /// set when the payload is on the disk. `beside` is called with the final
    /// header while the payload is written, and its result returned.
    pub(crate) fn write<T: Send>(
        &self,
        disk: &dyn Disk,
        path: &Path,
        form: Form,
        payload: &[&[u8]],
        beside: impl FnOnce(&Header) -> T + Send,
    ) -> Result<T, TableError> {
        atomic::write(disk, path, |file| {
            file.write_all(&self.header(form, 0).encode(false))?;
            // The system's copying and the disk leave time for hashes.
            let (written, (header, made)) = rayon::join(
                || {
                    payload.iter().try_for_each(|part| file.write_all(part))?;
                    file.sync()
                },
                || {
                    let header = self.header(form, hash(payload));
                    (header, beside(&header))
                },
            );
            written?;
            file.rewind()?;
            file.write_all(&header.encode(true))?;
            Ok(made)
        })
    }
}

/// XXH3-64 of all parts as one.
fn hash(parts: &[&[u8]]) -> u64 {
    let mut hash = Xxh3::new();
    for part in parts {
        hash.update(part);
    }
    hash.digest()
}
