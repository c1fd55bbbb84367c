//! A layer for questions about single positions, in either form.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use crate::depth::{LONG, listed};
use crate::dir::TableDir;
use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, Header};
use crate::layer_file::{LayerFile, Wanted};
use crate::map::{Bytes, Source};
use crate::packed::PackedFile;

/// How the bytes of a table are reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// The file is mapped. See [`LayerFile`] for what that asks of others.
    #[default]
    Map,
    /// Each piece is read when it is asked for, and nothing is mapped.
    Read,
    /// The whole layer is read into memory, unpacked.
    Load,
}

/// Positions that are read at once from a plain file that is not mapped.
const PIECE: u64 = 4096;

/// A layer whose values are asked for one by one. They are at hand, or come in
/// blocks which the caller keeps as long as they like.
#[derive(Debug)]
pub struct LayerReader {
    header: Header,
    cells: Cells,
    /// What the payload has behind the cells: the list of long distances.
    list: Vec<u8>,
}

#[derive(Debug)]
enum Cells {
    Whole(LayerFile),
    Plain { path: PathBuf, source: Source },
    Packed(PackedFile),
}

impl TableDir {
    /// Opens the table of a layer for questions about single positions. What is
    /// checked is what [`TableDir::open_layer`] checks; each block of a packed
    /// layer is checked when it is read.
    ///
    /// # Errors
    /// As [`TableDir::open_layer`].
    pub fn reader(&self, seeds: u32, access: Access) -> Result<LayerReader, TableError> {
        self.check_present(seeds)?;
        LayerReader::open(&self.layer_path(seeds), &self.wanted(seeds), access)
    }

    /// As [`TableDir::reader`], for the distances of a layer; see
    /// [`LayerReader::distance`].
    ///
    /// # Errors
    /// As [`TableDir::open_depth`].
    pub fn depth_reader(&self, seeds: u32, access: Access) -> Result<LayerReader, TableError> {
        self.check_depth_present(seeds)?;
        LayerReader::open(&self.depth_path(seeds), &self.wanted_depth(seeds), access)
    }
}

impl LayerReader {
    pub(crate) fn open(path: &Path, wanted: &Wanted, access: Access) -> Result<Self, TableError> {
        let opened = wanted.open(path)?;
        let header = opened.header;
        let packed = header.form != Form::Plain;
        let error = || TableError::io("read", path);
        let source = match access {
            Access::Map if packed => Bytes::map(&opened.file, 0, opened.len).map(Source::Bytes),
            _ => Ok(Source::File(opened.file, opened.len as u64)),
        };
        let source = source.map_err(error())?;
        let cells = match access {
            Access::Load => Cells::Whole(LayerFile::read(path, wanted)?),
            Access::Map | Access::Read if packed => {
                Cells::Packed(PackedFile::open(path, &header, source)?)
            }
            Access::Map => Cells::Whole(LayerFile::map(path, wanted)?),
            Access::Read => Cells::Plain {
                path: path.to_owned(),
                source,
            },
        };
        let list = match &cells {
            Cells::Whole(file) => file.payload()[header.positions as usize..].to_vec(),
            Cells::Packed(packed) => packed.list()?,
            Cells::Plain { source, .. } => {
                let at = HEADER_BYTES as u64 + header.positions;
                let list = source.read(at, (source.len() - at) as usize);
                list.map_err(error())?.into_owned()
            }
        };
        Ok(Self {
            header,
            cells,
            list,
        })
    }

    /// The distance, in plies, of the position with this index, for which this
    /// byte stands in a table of distances; `None` when it should be in the list
    /// of long ones and is not, as in a damaged table.
    pub fn distance(&self, index: u64, byte: u8) -> Option<u32> {
        match byte {
            LONG => listed(self.list.as_chunks().0, index),
            plies => Some(u32::from(plies)),
        }
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// All values in index order, when they are at hand: mapped or in memory.
    pub fn values(&self) -> Option<&[i8]> {
        match &self.cells {
            Cells::Whole(file) => Some(file.values()),
            Cells::Plain { .. } | Cells::Packed(_) => None,
        }
    }

    /// All values in index order, read into memory where they are not at hand.
    ///
    /// # Errors
    /// [`TableError::BadBlock`] when a packed layer is not what was written;
    /// [`TableError::Io`] when the system refuses.
    pub fn all_values(&self) -> Result<Cow<'_, [i8]>, TableError> {
        let positions = self.header.positions as usize;
        let bytes = match &self.cells {
            Cells::Whole(file) => return Ok(Cow::Borrowed(file.values())),
            Cells::Packed(packed) => packed.unpack()?,
            Cells::Plain { path, source } => {
                let read = source.read(HEADER_BYTES as u64, positions);
                read.map_err(TableError::io("read", path))?.into_owned()
            }
        };
        let values = bytes.into_iter().take(positions);
        Ok(Cow::Owned(values.map(|byte| byte as i8).collect()))
    }

    /// The number of the block that has the value with this index, and its place
    /// in it.
    ///
    /// # Panics
    /// When the layer has not so many positions.
    pub fn locate(&self, index: u64) -> (u64, usize) {
        assert!(index < self.header.positions, "an index of the layer");
        match &self.cells {
            Cells::Packed(packed) => packed.locate(index),
            _ => (index / PIECE, (index % PIECE) as usize),
        }
    }

    /// The values of a block, by their places. That of a packed layer is
    /// compared with its checksum.
    ///
    /// # Errors
    /// [`TableError::BadBlock`] when it is not what was written;
    /// [`TableError::Io`] when the system refuses.
    ///
    /// # Panics
    /// When [`LayerReader::locate`] gives no such number.
    pub fn block(&self, number: u64) -> Result<Vec<u8>, TableError> {
        let start = number * PIECE;
        let len = PIECE.min(self.header.positions - start.min(self.header.positions));
        match &self.cells {
            Cells::Whole(file) => Ok(file.payload()[start as usize..][..len as usize].to_vec()),
            Cells::Plain { path, source } => {
                let read = source.read(HEADER_BYTES as u64 + start, len as usize);
                Ok(read.map_err(TableError::io("read", path))?.into_owned())
            }
            Cells::Packed(packed) => packed.block(number),
        }
    }

    /// Reads all of a file and compares its checksums; see also
    /// [`LayerReader::check`].
    pub(crate) fn check_file(&self) -> Result<(), TableError> {
        match &self.cells {
            Cells::Packed(packed) => packed.check(),
            Cells::Whole(_) | Cells::Plain { .. } => self.check(),
        }
    }

    /// Reads all of a plain layer and compares its hash with the header's. The
    /// blocks of a packed one are checked one by one anyway.
    ///
    /// # Errors
    /// [`TableError::BadPayload`] or [`TableError::BadValue`] when the layer is
    /// not what was written; [`TableError::Io`] when the system refuses.
    pub fn check(&self) -> Result<(), TableError> {
        match &self.cells {
            Cells::Whole(file) => file.check_payload(),
            Cells::Packed(_) => Ok(()),
            Cells::Plain { path, .. } => {
                let mut hash = Xxh3::new();
                for number in 0..self.header.positions.div_ceil(PIECE) {
                    hash.update(&self.block(number)?);
                }
                hash.update(&self.list);
                if hash.digest() == self.header.payload_hash {
                    return Ok(());
                }
                Err(TableError::BadPayload { path: path.clone() })
            }
        }
    }
}
