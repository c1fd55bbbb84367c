//! A layer for questions about single positions, in either form.

use xxhash_rust::xxh3::Xxh3;

use crate::dir::TableDir;
use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, Header};
use crate::layer_file::LayerFile;
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
}

#[derive(Debug)]
enum Cells {
    Whole(LayerFile),
    Plain {
        path: std::path::PathBuf,
        source: Source,
    },
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
        let (path, wanted) = (self.layer_path(seeds), self.wanted(seeds));
        let opened = wanted.open(&path)?;
        let header = opened.header;
        let packed = header.form != Form::Plain;
        let source = match access {
            Access::Map if packed => Bytes::map(&opened.file, 0, opened.len).map(Source::Bytes),
            _ => Ok(Source::File(opened.file, opened.len as u64)),
        };
        let source = source.map_err(TableError::io("read", &path))?;
        let cells = match access {
            Access::Load => Cells::Whole(LayerFile::read(&path, &wanted)?),
            Access::Map | Access::Read if packed => {
                Cells::Packed(PackedFile::open(&path, &header, source)?)
            }
            Access::Map => Cells::Whole(LayerFile::map(&path, &wanted)?),
            Access::Read => Cells::Plain { path, source },
        };
        Ok(LayerReader { header, cells })
    }
}

impl LayerReader {
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
            Cells::Whole(file) => {
                let values = &file.values()[start as usize..][..len as usize];
                Ok(bytemuck::cast_slice(values).to_vec())
            }
            Cells::Plain { path, source } => {
                let read = source.read(HEADER_BYTES as u64 + start, len as usize);
                Ok(read.map_err(TableError::io("read", path))?.into_owned())
            }
            Cells::Packed(packed) => packed.block(number),
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
                if hash.digest() == self.header.payload_hash {
                    return Ok(());
                }
                Err(TableError::BadPayload { path: path.clone() })
            }
        }
    }
}
