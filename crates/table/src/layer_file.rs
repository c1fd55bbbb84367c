//! One table file, opened.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::atomic;
use crate::depth::LONG_BYTES;
use crate::disk::Disk;
use crate::error::TableError;
use crate::header::{FORM_CHECKPOINT, FORM_PLAIN, HEADER_BYTES, Header};
use crate::kind::{Endless, Kind};
use crate::map::Bytes;

/// What a file must hold to be the one looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) rules: &'static RuleSet,
    pub(crate) kind: Kind,
    pub(crate) endless: Endless,
    pub(crate) seeds: u32,
}

/// The table of one layer, or its checkpoint.
///
/// Opening checks all that is cheap to check: magic, version, header hash,
/// rule set, kind, reading of endless play, layer, the exact length and the
/// mark of a finished file. It does not read the payload;
/// [`LayerFile::check_payload`] does.
///
/// A file that is mapped must be left alone while it is open. Grenier itself
/// only ever replaces files as a whole, which leaves an open one as it was. If
/// another program cuts the file short, the system ends the process that
/// touches the missing part (SIGBUS on Unix): use
/// [`crate::TableDir::read_layer`] where that may happen.
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
    /// Opens and maps a table.
    pub(crate) fn map(path: &Path, wanted: &Wanted) -> Result<Self, TableError> {
        Self::open(path, wanted, FORM_PLAIN, Bytes::map)
    }

    /// Opens and maps a checkpoint.
    pub(crate) fn map_checkpoint(path: &Path, wanted: &Wanted) -> Result<Self, TableError> {
        Self::open(path, wanted, FORM_CHECKPOINT, Bytes::map)
    }

    /// Opens a table and reads it into memory.
    pub(crate) fn read(path: &Path, wanted: &Wanted) -> Result<Self, TableError> {
        Self::open(path, wanted, FORM_PLAIN, Bytes::read)
    }

    fn open(
        path: &Path,
        wanted: &Wanted,
        form: u8,
        load: fn(&File, u64, usize) -> io::Result<Bytes>,
    ) -> Result<Self, TableError> {
        let (file, header, len) = wanted.open(path, form)?;
        let payload =
            load(&file, HEADER_BYTES as u64, len).map_err(TableError::io("read", path))?;
        Ok(Self {
            path: path.to_owned(),
            header,
            payload,
        })
    }

    /// The values of all positions of the layer, in index order; what they
    /// mean is [`Header::kind`]. In a checkpoint they are those that the solver
    /// had reached.
    pub fn values(&self) -> &[i8] {
        bytemuck::cast_slice(&self.payload)
    }

    /// All bytes behind the header.
    pub(crate) fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the whole payload, compares its hash with the header's and makes
    /// sure that every value can be one, see [`Kind::range`].
    ///
    /// # Errors
    /// [`TableError::BadPayload`] or [`TableError::BadValue`] when not.
    pub fn check_payload(&self) -> Result<(), TableError> {
        self.check_hash()?;
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

impl LayerFile {
    /// Reads the whole payload and compares its hash with the header's.
    pub(crate) fn check_hash(&self) -> Result<(), TableError> {
        if xxh3_64(&self.payload) == self.header.payload_hash {
            return Ok(());
        }
        Err(TableError::BadPayload {
            path: self.path.clone(),
        })
    }
}

impl Wanted {
    /// Opens a file of this form and checks all but its payload. The file,
    /// read up to the payload, and the payload's length.
    pub(crate) fn open(&self, path: &Path, form: u8) -> Result<(File, Header, usize), TableError> {
        // A pipe, say, would be waited for.
        if !fs::metadata(path)
            .map_err(TableError::io("open", path))?
            .is_file()
        {
            return Err(TableError::NotATable {
                path: path.to_owned(),
            });
        }
        let file = File::open(path).map_err(TableError::io("open", path))?;
        let have_bytes = file.metadata().map_err(TableError::io("read", path))?.len();
        let header = read_header(&file, path, form, have_bytes)?;
        self.check(path, &header)?;
        let want_bytes = HEADER_BYTES as u64 + header.positions;
        // A list of long distances may follow.
        let list = if self.kind == Kind::Depth {
            have_bytes.saturating_sub(want_bytes) / LONG_BYTES as u64
        } else {
            0
        };
        let want_bytes = want_bytes + list * LONG_BYTES as u64;
        if have_bytes != want_bytes {
            return Err(TableError::Truncated {
                path: path.to_owned(),
                want_bytes,
                have_bytes,
            });
        }
        let len = usize::try_from(want_bytes - HEADER_BYTES as u64)
            .map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))
            .map_err(TableError::io("read", path))?;
        Ok((file, header, len))
    }

    /// Compares a header with what is looked for.
    fn check(&self, path: &Path, header: &Header) -> Result<(), TableError> {
        let path = path.to_owned();
        if header.rules != self.rules.id {
            return Err(TableError::WrongRules {
                path,
                have: rules_name(header.rules),
                want: self.rules.name.to_owned(),
            });
        }
        if (header.kind, header.endless) != (self.kind, self.endless) {
            return Err(TableError::WrongKind {
                path,
                have: kind_words(header.kind, header.endless),
                want: kind_words(self.kind, self.endless),
            });
        }
        if u32::from(header.seeds) != self.seeds {
            return Err(TableError::WrongLayer {
                path,
                have: u32::from(header.seeds),
                want: self.seeds,
            });
        }
        Ok(())
    }

    /// Writes a file of this layer, whose size the caller has checked, in this
    /// form, the parts of the payload one behind the other. The mark of a
    /// finished file is set when the payload is on the disk.
    pub(crate) fn write(
        &self,
        disk: &dyn Disk,
        path: &Path,
        form: u8,
        payload: &[&[u8]],
    ) -> Result<(), TableError> {
        let header = |payload_hash| Header {
            rules: self.rules.id,
            kind: self.kind,
            endless: self.endless,
            seeds: self.seeds as u8,
            positions: layer_size(self.seeds),
            payload_hash,
        };
        atomic::write(disk, path, |file| {
            file.write_all(&header(0).encode_as(form, false))?;
            // The system's copying and the disk leave time for the hash.
            let (written, payload_hash) = rayon::join(
                || {
                    payload.iter().try_for_each(|part| file.write_all(part))?;
                    file.sync()
                },
                || hash(payload),
            );
            written?;
            file.rewind()?;
            file.write_all(&header(payload_hash).encode_as(form, true))
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

fn read_header(
    mut file: &File,
    path: &Path,
    form: u8,
    have_bytes: u64,
) -> Result<Header, TableError> {
    let mut bytes = [0; HEADER_BYTES];
    match file.read_exact(&mut bytes) {
        Ok(()) => Header::decode_as(form, &bytes).map_err(|why| TableError::header(path, why)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(TableError::no_header(path, have_bytes))
        }
        Err(error) => Err(TableError::io("read", path)(error)),
    }
}

/// The name of a rule set, or its number when it has none here.
pub(crate) fn rules_name(id: u16) -> String {
    RuleSet::with_id(id).map_or_else(|| format!("number {id}"), |rules| rules.name.to_owned())
}

/// A kind and a reading, for an error message.
pub(crate) fn kind_words(kind: Kind, endless: Endless) -> String {
    format!("{kind} tables with endless play {endless}")
}
