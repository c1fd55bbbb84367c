//! Reading a layer in the packed form.

use std::borrow::Cow;

use grenier_index::Layer;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::blocks::{Blocks, ENTRY_BYTES, block_hash};
use super::coder::Decoder;
use super::model::Model;
use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, HeaderError};
use crate::opened::Opened;
use crate::source::zeroed;

/// Bytes of memory that a decoder takes, at most.
const DECODER_BYTES: usize = 1 << 20;

/// A packed layer, opened. Its header, length and model have been checked; a
/// block is when it is decoded.
#[derive(Debug)]
pub(crate) struct PackedFile {
    opened: Opened,
    blocks: Blocks,
    decoder: Decoder,
    table_at: u64,
}

impl PackedFile {
    /// Reads the model of a file whose header and length have been checked.
    pub(crate) fn open(opened: Opened) -> Result<Self, TableError> {
        let Form::Packed {
            model_bytes,
            model_hash,
        } = opened.header.form
        else {
            unreachable!("a packed file has a packed header");
        };
        let bytes = opened.read(HEADER_BYTES as u64, model_bytes as usize)?;
        let model = Some(bytes).filter(|bytes| xxh3_64(bytes) == model_hash);
        let model = model.and_then(|bytes| Model::decode(&bytes));
        let model = model.ok_or_else(|| TableError::BadModel {
            path: opened.path.clone(),
        })?;
        // The parts of a decoder are too small to be allocated fallibly one by one.
        let room = Vec::<u8>::new().try_reserve_exact(DECODER_BYTES);
        room.map_err(|error| TableError::io("read", &opened.path)(error.into()))?;
        Ok(Self {
            blocks: blocks(&opened)?,
            decoder: Decoder::new(&model),
            table_at: HEADER_BYTES as u64 + u64::from(model_bytes),
            opened,
        })
    }

    /// The number of the block that has the position with this index, and the
    /// position's place in it.
    pub(crate) fn locate(&self, index: u64) -> (u64, usize) {
        self.blocks.locate(index)
    }

    /// The bytes of the positions in a block, its checksum compared.
    pub(crate) fn block(&self, number: u64) -> Result<Vec<u8>, TableError> {
        let block = self.blocks.block(number);
        let bytes = self.stored(number)?;
        let decoded = self.decoder.decode(&bytes, block.rows, block.width);
        decoded.ok_or_else(|| self.bad_block(number))
    }

    /// What the payload has behind a byte per position.
    pub(crate) fn list(&self) -> Result<Vec<u8>, TableError> {
        Ok(self.stored(self.blocks.count())?.into_owned())
    }

    /// Compares the checksums of all parts, without decoding them. Works on
    /// rayon's current thread pool.
    pub(crate) fn check(&self) -> Result<(), TableError> {
        let parts = (0..=self.blocks.count()).into_par_iter();
        parts.try_for_each(|number| self.stored(number).map(drop))
    }

    /// All of the payload, as it is in the plain form. Works on rayon's current
    /// thread pool.
    pub(crate) fn unpack(&self) -> Result<Vec<u8>, TableError> {
        let cells = zeroed(self.blocks.positions() as usize);
        let mut cells = cells.map_err(TableError::io("unpack", &self.opened.path))?;
        let mut rest = &mut cells[..];
        let bands = self.blocks.bands().map(|(numbers, indices)| {
            let len = (indices.end - indices.start) as usize;
            let (band, behind) = std::mem::take(&mut rest).split_at_mut(len);
            rest = behind;
            (numbers, indices.start, band)
        });
        let bands: Vec<_> = bands.collect();
        bands
            .into_par_iter()
            .try_for_each(|(numbers, start, band)| {
                for number in numbers {
                    let block = self.blocks.block(number);
                    let decoded = self.block(number)?;
                    for (row, decoded) in block.rows().zip(decoded.chunks(block.width)) {
                        let start = row.start - start as usize;
                        band[start..][..block.width].copy_from_slice(decoded);
                    }
                }
                Ok(())
            })?;
        cells.append(&mut self.list()?);
        Ok(cells)
    }

    /// What the file has of a block, or behind the last one, its checksum
    /// compared.
    fn stored(&self, number: u64) -> Result<Cow<'_, [u8]>, TableError> {
        let first_at = self.table_at + (self.blocks.count() + 1) * ENTRY_BYTES;
        let entry_at = self.table_at + number * ENTRY_BYTES;
        let start = match number {
            0 => first_at,
            _ => first_number(&self.opened.read(entry_at - ENTRY_BYTES, 8)?),
        };
        let entry = self.opened.read(entry_at, ENTRY_BYTES as usize)?;
        let (end, hash) = (first_number(&entry), first_number(&entry[8..]));
        if start < first_at || end < start || end > self.opened.len() {
            return Err(self.bad_block(number));
        }
        let bytes = self.opened.read(start, (end - start) as usize)?;
        if block_hash(number, &bytes) != hash {
            return Err(self.bad_block(number));
        }
        Ok(bytes)
    }

    fn bad_block(&self, block: u64) -> TableError {
        TableError::BadBlock {
            path: self.opened.path.clone(),
            block,
        }
    }
}

/// How long a packed file must be: as its offset table says, and at least to the
/// end of that table.
pub(crate) fn length(opened: &Opened, model_bytes: u32) -> Result<u64, TableError> {
    let entries = blocks(opened)?.count() + 1;
    let first_at = HEADER_BYTES as u64 + u64::from(model_bytes) + entries * ENTRY_BYTES;
    if opened.len() < first_at {
        return Ok(first_at);
    }
    let end = opened.read(first_at - ENTRY_BYTES, 8)?;
    Ok(first_number(&end).max(first_at))
}

/// The blocks of a packed layer. Only layers of the Oware family have them.
fn blocks(opened: &Opened) -> Result<Blocks, TableError> {
    let header = &opened.header;
    let blocks = Blocks::new(&Layer::new(header.seeds.into()));
    if blocks.positions() == header.positions {
        return Ok(blocks);
    }
    let why = HeaderError::Field { field: "form" };
    let path = opened.path.clone();
    Err(TableError::BadHeader { path, why })
}

/// The number in the first eight bytes.
fn first_number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("eight bytes"))
}
