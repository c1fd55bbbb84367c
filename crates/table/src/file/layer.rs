//! A table of which all values are in memory or mapped.

use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::distances::Distances;
use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, Header};
use crate::kind::Kind;
use crate::map::Bytes;
use crate::opened::Opened;
use crate::packed::PackedFile;
use crate::scratch;

/// The table of one layer, or its checkpoint.
///
/// Opening checks all that is cheap to check: magic, version, header hash,
/// rule set, kind, endless play, layer, the exact length and the mark of a
/// finished file. It does not read the payload; [`LayerFile::check_payload`]
/// does.
///
/// A mapped file must not be changed while it is open. Grenier only ever
/// replaces files as a whole, which leaves an open one as it was. If another
/// program shortens the file, the system ends the process that touches the
/// missing part (SIGBUS on Unix): use [`crate::Access::Read`] where that may
/// happen.
#[derive(Debug)]
pub struct LayerFile {
    path: PathBuf,
    header: Header,
    payload: Bytes,
}

impl AsRef<[i8]> for LayerFile {
    fn as_ref(&self) -> &[i8] {
        self.values()
    }
}

impl LayerFile {
    /// Maps or loads a file by `bytes`; one in the packed form is unpacked into
    /// memory.
    pub(crate) fn new(
        opened: Opened,
        bytes: fn(&Opened, u64) -> Result<Bytes, TableError>,
    ) -> Result<Self, TableError> {
        let (path, header) = (opened.path.clone(), opened.header);
        let payload = match header.form {
            Form::Packed { .. } => {
                let bytes = bytes(&opened, 0)?;
                let payload = PackedFile::open(opened.with(bytes))?.unpack()?;
                if payload.len() as u64 != header.payload_bytes(payload.len() as u64) {
                    return Err(TableError::BadPayload { path });
                }
                payload.into()
            }
            Form::Plain | Form::Checkpoint => bytes(&opened, HEADER_BYTES as u64)?,
        };
        Ok(Self {
            path,
            header,
            payload,
        })
    }

    /// Moves what was unpacked into memory to a file without a name in `dir` and
    /// maps it, so that the system can take the memory back. It stays in memory
    /// where no file can be written, as on a full disk.
    #[must_use]
    pub fn set_aside(mut self, dir: &Path) -> Self {
        if self.header.form != Form::Plain
            && let Ok(mapped) = scratch::set_aside(dir, &self.payload)
        {
            self.payload = mapped;
        }
        self
    }

    /// The values of all positions of the layer, in index order, from the
    /// mover's view; [`Header::kind`] says what they mean. In a checkpoint they
    /// are those that the solver had reached.
    pub fn values(&self) -> &[i8] {
        bytemuck::cast_slice(&self.payload)
    }

    /// The distances of all positions, of a table of kind [`Kind::Distance`].
    pub fn distances(&self) -> Distances<'_> {
        let positions = self.header.positions as usize;
        let (cells, list) = self.payload.split_at(positions);
        // A length that is not whole was refused.
        let (long, _) = list.as_chunks();
        Distances::new(cells, long)
    }

    /// All bytes after the header, in the plain form.
    pub(crate) fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the whole payload and compares its hash with the header's. Makes
    /// sure that every value is in [`Kind::range`], and that every long distance
    /// is in the list.
    ///
    /// # Errors
    /// [`TableError::BadPayload`] or [`TableError::BadValue`] when not.
    pub fn check_payload(&self) -> Result<(), TableError> {
        let is_sound = xxh3_64(&self.payload) == self.header.payload_hash
            && (self.header.kind != Kind::Distance || self.distances().is_sound());
        if !is_sound {
            return Err(TableError::BadPayload {
                path: self.path.clone(),
            });
        }
        let range = self.header.kind.range(self.header.seeds);
        let mut values = self.values().iter();
        match values.position(|value| !range.contains(value)) {
            None => Ok(()),
            Some(index) => Err(TableError::BadValue {
                path: self.path.clone(),
                index: index as u64,
                value: self.values()[index],
            }),
        }
    }
}
