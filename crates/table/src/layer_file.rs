//! One table file, opened.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::atomic;
use crate::depth::LONG_BYTES;
use crate::disk::Disk;
use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, Header, HeaderError};
use crate::kind::{Endless, Kind};
use crate::map::{Bytes, Source};
use crate::packed::{self, PackedFile};
use crate::record::FileRecord;
use crate::rules_id::RulesId;
use crate::scratch;

/// What a file must hold to be the one looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) rules: RulesId,
    pub(crate) kind: Kind,
    pub(crate) endless: Endless,
    pub(crate) seeds: u32,
}

/// A file whose header and length are in order.
pub(crate) struct Opened {
    pub(crate) file: File,
    pub(crate) header: Header,
    /// Bytes of the file.
    pub(crate) len: usize,
}

/// How a header is read.
type Decode = fn(&[u8; HEADER_BYTES]) -> Result<Header, HeaderError>;

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
    /// Opens and maps a table; one in the packed form is unpacked into memory.
    pub(crate) fn map(path: &Path, wanted: &Wanted) -> Result<Self, TableError> {
        Self::load(path, wanted.open(path)?, Bytes::map)
    }

    /// Opens and maps a checkpoint.
    pub(crate) fn map_checkpoint(path: &Path, wanted: &Wanted) -> Result<Self, TableError> {
        Self::load(path, wanted.open_checkpoint(path)?, Bytes::map)
    }

    /// Opens a table and reads it into memory.
    pub(crate) fn read(path: &Path, wanted: &Wanted) -> Result<Self, TableError> {
        Self::load(path, wanted.open(path)?, Bytes::read)
    }

    fn load(
        path: &Path,
        opened: Opened,
        load: fn(&File, u64, usize) -> io::Result<Bytes>,
    ) -> Result<Self, TableError> {
        let Opened { file, header, len } = opened;
        let error = TableError::io("read", path);
        let payload = if let Form::Packed { .. } = header.form {
            let bytes = load(&file, 0, len).map_err(error)?;
            let packed = PackedFile::open(path, &header, Source::Bytes(bytes))?;
            let payload = packed.unpack()?;
            if payload.len() as u64 != payload_bytes(&header, payload.len() as u64) {
                return Err(TableError::BadPayload {
                    path: path.to_owned(),
                });
            }
            Bytes::Read(payload)
        } else {
            load(&file, HEADER_BYTES as u64, len - HEADER_BYTES).map_err(error)?
        };
        Ok(Self {
            path: path.to_owned(),
            header,
            payload,
        })
    }

    /// Moves what was unpacked into memory to a file without a name in `dir` and
    /// maps it, so that the system can take the memory back. Where none can be
    /// written, as on a full disk, it stays in memory.
    #[must_use]
    pub fn set_aside(mut self, dir: &Path) -> Self {
        if self.header.form != Form::Plain
            && let Ok(mapped) = scratch::set_aside(dir, &self.payload)
        {
            self.payload = mapped;
        }
        self
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
    /// Opens a table and checks all but its payload.
    pub(crate) fn open(&self, path: &Path) -> Result<Opened, TableError> {
        self.open_as(path, Header::decode)
    }

    /// Opens a checkpoint and checks all but its payload.
    pub(crate) fn open_checkpoint(&self, path: &Path) -> Result<Opened, TableError> {
        self.open_as(path, Header::decode_checkpoint)
    }

    fn open_as(&self, path: &Path, decode: Decode) -> Result<Opened, TableError> {
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
        let header = read_header(&file, path, decode, have_bytes)?;
        self.check(path, &header)?;
        let want_bytes = match header.form {
            Form::Packed { model_bytes, .. } => {
                packed::length(&file, model_bytes, self.seeds, have_bytes)
                    .map_err(TableError::io("read", path))?
            }
            Form::Plain | Form::Checkpoint => {
                let header_bytes = HEADER_BYTES as u64;
                header_bytes + payload_bytes(&header, have_bytes.saturating_sub(header_bytes))
            }
        };
        if have_bytes != want_bytes {
            return Err(TableError::Truncated {
                path: path.to_owned(),
                want_bytes,
                have_bytes,
            });
        }
        let len = usize::try_from(have_bytes)
            .map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))
            .map_err(TableError::io("read", path))?;
        Ok(Opened { file, header, len })
    }

    /// Compares a header with what is looked for.
    fn check(&self, path: &Path, header: &Header) -> Result<(), TableError> {
        let path = path.to_owned();
        if header.rules != self.rules.0 {
            return Err(TableError::WrongRules {
                path,
                have: RulesId(header.rules).name(),
                want: self.rules.name(),
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

    /// Writes a file of this layer, whose size the caller has checked, with the
    /// payload as it is, its parts one behind the other. The mark of a finished
    /// file is set when the payload is on the disk.
    pub(crate) fn write(
        &self,
        disk: &dyn Disk,
        path: &Path,
        form: Form,
        payload: &[&[u8]],
    ) -> Result<(), TableError> {
        let header = |payload_hash| self.header(form, payload_hash);
        atomic::write(disk, path, |file| {
            file.write_all(&header(0).encode(false))?;
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
            file.write_all(&header(payload_hash).encode(true))
        })
    }

    /// Writes a table of this layer in the plain form, as [`Wanted::write`] does, and
    /// makes the record of the file. That hashes what is written, one long chain,
    /// beside the writing: to read the file for it would come after.
    pub(crate) fn write_plain(
        &self,
        disk: &dyn Disk,
        path: &Path,
        payload: &[&[u8]],
    ) -> Result<FileRecord, TableError> {
        let record = || {
            let header = self.header(Form::Plain, hash(payload)).encode(true);
            let parts = [&[&header[..]], payload].concat();
            FileRecord::of_content(path, Form::Plain, &parts)
        };
        let write = || self.write(disk, path, Form::Plain, payload);
        let (record, written) = rayon::join(record, write);
        written?;
        Ok(record)
    }

    /// Writes a table of this layer in the packed form. `payload` is what the
    /// plain form would have; `packed` hears how many positions are done.
    pub(crate) fn write_packed(
        &self,
        disk: &dyn Disk,
        path: &Path,
        payload: &[u8],
        packed: &dyn Fn(u64),
    ) -> Result<(), TableError> {
        let header = self.header(Form::Plain, xxh3_64(payload));
        atomic::write(disk, path, |file| {
            packed::write(file, &header, payload, |file| file.sync(), packed)
        })
    }

    pub(crate) fn header(&self, form: Form, payload_hash: u64) -> Header {
        Header {
            rules: self.rules.0,
            kind: self.kind,
            endless: self.endless,
            seeds: self.seeds as u8,
            positions: self.rules.layer_size(self.seeds),
            payload_hash,
            form,
        }
    }
}

/// How long a payload must be that has so many bytes in the plain form.
fn payload_bytes(header: &Header, have_bytes: u64) -> u64 {
    let list = match header.kind {
        // A list of long distances may follow.
        Kind::Depth => have_bytes.saturating_sub(header.positions) / LONG_BYTES as u64,
        Kind::Score | Kind::Secure | Kind::OwnSide => 0,
    };
    header.positions + list * LONG_BYTES as u64
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
    decode: Decode,
    have_bytes: u64,
) -> Result<Header, TableError> {
    let mut bytes = [0; HEADER_BYTES];
    match file.read_exact(&mut bytes) {
        Ok(()) => decode(&bytes).map_err(|why| TableError::header(path, why)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(TableError::no_header(path, have_bytes))
        }
        Err(error) => Err(TableError::io("read", path)(error)),
    }
}

/// A kind and a reading, for an error message.
pub(crate) fn kind_words(kind: Kind, endless: Endless) -> String {
    format!("{kind} tables with endless play {endless}")
}
