//! A table whose values are asked for one by one.

use std::borrow::Cow;

use xxhash_rust::xxh3::Xxh3;

use super::layer::LayerFile;
use crate::distances::plies;
use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, Header};
use crate::opened::Opened;
use crate::packed::PackedFile;

/// How the bytes of a table are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// The file is mapped: the fastest way. If another program shortens the file,
    /// the system ends this process; see [`LayerFile`].
    Map,
    /// Each value or block is read when it is asked for. A file that another program
    /// shortens gives [`TableError::Changed`].
    #[default]
    Read,
    /// The whole layer is read into memory, unpacked.
    Load,
}

/// Positions in a block of a plain file.
const PIECE: u64 = 4096;

/// The table of one layer, for values one by one. A plain file gives each value at
/// once; a packed one is decoded in blocks, which the caller may cache.
#[derive(Debug)]
pub struct LayerReader {
    header: Header,
    cells: Cells,
    /// The payload after the cells: the list of long distances.
    list: Vec<u8>,
}

#[derive(Debug)]
enum Cells {
    Whole(LayerFile),
    Plain(Opened),
    Packed(PackedFile),
}

impl LayerReader {
    pub(crate) fn new(opened: Opened, access: Access) -> Result<Self, TableError> {
        let header = opened.header;
        let cells = match (access, header.form) {
            (Access::Load, _) => Cells::Whole(LayerFile::new(opened, Opened::load)?),
            (Access::Read, Form::Packed { .. }) => Cells::Packed(PackedFile::open(opened)?),
            (Access::Map, Form::Packed { .. }) => {
                let bytes = opened.map(0)?;
                Cells::Packed(PackedFile::open(opened.with(bytes))?)
            }
            (Access::Map, _) => Cells::Whole(LayerFile::new(opened, Opened::map)?),
            (Access::Read, _) => Cells::Plain(opened),
        };
        let list = match &cells {
            Cells::Whole(file) => file.payload()[header.positions as usize..].to_vec(),
            Cells::Packed(packed) => packed.list()?,
            Cells::Plain(opened) => {
                let at = HEADER_BYTES as u64 + header.positions;
                opened.read(at, (opened.len() - at) as usize)?.into_owned()
            }
        };
        Ok(Self {
            header,
            cells,
            list,
        })
    }

    /// The distance, in plies, of the position with this index, whose byte in a
    /// table of distances is this one; `None` when the byte is [`crate::LONG`] and the
    /// list does not have the index, as in a damaged table.
    pub fn distance(&self, index: u64, byte: u8) -> Option<u32> {
        plies(byte, self.list.as_chunks().0, index)
    }

    /// The header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The byte of the value with this index; `None` when only its block can be had.
    ///
    /// # Errors
    /// [`TableError::Changed`] when the file became shorter; [`TableError::Io`] when
    /// it cannot be read.
    ///
    /// # Panics
    /// When the layer has not so many positions.
    #[inline]
    pub fn byte(&self, index: u64) -> Result<Option<u8>, TableError> {
        assert!(index < self.header.positions, "an index of the layer");
        match &self.cells {
            Cells::Whole(file) => Ok(Some(file.payload()[index as usize])),
            // One byte costs a third of a block, and blocks are rarely used twice.
            Cells::Plain(opened) => {
                let read = opened.read(HEADER_BYTES as u64 + index, 1);
                Ok(Some(read?[0]))
            }
            Cells::Packed(_) => Ok(None),
        }
    }

    /// All values in index order; they are read where they are neither mapped
    /// nor in memory.
    ///
    /// # Errors
    /// [`TableError::BadBlock`] when a packed layer is not what was written;
    /// [`TableError::Io`] when it cannot be read.
    pub fn all_values(&self) -> Result<Cow<'_, [i8]>, TableError> {
        let positions = self.header.positions as usize;
        let bytes = match &self.cells {
            Cells::Whole(file) => return Ok(Cow::Borrowed(file.values())),
            Cells::Packed(packed) => packed.unpack()?,
            Cells::Plain(opened) => opened.read(HEADER_BYTES as u64, positions)?.into_owned(),
        };
        let values = bytes.into_iter().take(positions);
        Ok(Cow::Owned(values.map(|byte| byte as i8).collect()))
    }

    /// The number of the block that has the value with this index, and the place
    /// of the value in it.
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
    /// [`TableError::Io`] when it cannot be read.
    ///
    /// # Panics
    /// When [`LayerReader::locate`] gives no such number.
    pub fn block(&self, number: u64) -> Result<Vec<u8>, TableError> {
        let start = number * PIECE;
        let len = PIECE.min(self.header.positions - start.min(self.header.positions));
        match &self.cells {
            Cells::Whole(file) => Ok(file.payload()[start as usize..][..len as usize].to_vec()),
            Cells::Plain(opened) => {
                let read = opened.read(HEADER_BYTES as u64 + start, len as usize);
                Ok(read?.into_owned())
            }
            Cells::Packed(packed) => packed.block(number),
        }
    }

    /// Reads all of a file and compares its checksums; see also
    /// [`LayerReader::check`].
    pub(crate) fn check_file(&self) -> Result<(), TableError> {
        match &self.cells {
            Cells::Packed(packed) => packed.check(),
            Cells::Whole(_) | Cells::Plain(_) => self.check(),
        }
    }

    /// Reads all of a plain layer and compares its hash with the header's. The
    /// blocks of a packed one are checked one by one when they are read.
    ///
    /// # Errors
    /// [`TableError::BadPayload`] or [`TableError::BadValue`] when the layer is
    /// not what was written; [`TableError::Io`] when it cannot be read.
    pub fn check(&self) -> Result<(), TableError> {
        match &self.cells {
            Cells::Whole(file) => file.check_payload(),
            Cells::Packed(_) => Ok(()),
            Cells::Plain(opened) => {
                let mut hash = Xxh3::new();
                for number in 0..self.header.positions.div_ceil(PIECE) {
                    hash.update(&self.block(number)?);
                }
                hash.update(&self.list);
                if hash.digest() == self.header.payload_hash {
                    return Ok(());
                }
                let path = opened.path.clone();
                Err(TableError::BadPayload { path })
            }
        }
    }
}
