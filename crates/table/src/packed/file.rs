//! Reading a layer in the packed form.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use grenier_index::Layer;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::blocks::Blocks;
use super::coder::Decoder;
use super::model::Model;
use super::{ENTRY_BYTES, block_hash};
use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, Header};
use crate::map::{Source, read_exact_at};

/// A packed layer, opened. Its header, length and model have been checked; a
/// block is when it is decoded.
#[derive(Debug)]
pub(crate) struct PackedFile {
    path: PathBuf,
    blocks: Blocks,
    decoder: Decoder,
    source: Source,
    table_at: u64,
}

impl PackedFile {
    /// Reads the model of a file whose header and length have been checked.
    pub(crate) fn open(path: &Path, header: &Header, source: Source) -> Result<Self, TableError> {
        let Form::Packed {
            model_bytes,
            model_hash,
        } = header.form
        else {
            unreachable!("a packed file has a packed header");
        };
        let bytes = source
            .read(HEADER_BYTES as u64, model_bytes as usize)
            .map_err(TableError::io("read", path))?;
        let model = Some(bytes).filter(|bytes| xxh3_64(bytes) == model_hash);
        let model = model.and_then(|bytes| Model::decode(&bytes));
        let model = model.ok_or_else(|| TableError::BadModel {
            path: path.to_owned(),
        })?;
        Ok(Self {
            path: path.to_owned(),
            blocks: Blocks::new(&Layer::new(header.seeds.into())),
            decoder: Decoder::new(&model),
            source,
            table_at: HEADER_BYTES as u64 + u64::from(model_bytes),
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
        let mut cells = vec![0; self.blocks.positions() as usize];
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
        let read = |at, len| {
            let read = self.source.read(at, len);
            read.map_err(TableError::io("read", &self.path))
        };
        let first_at = self.table_at + (self.blocks.count() + 1) * ENTRY_BYTES;
        let entry_at = self.table_at + number * ENTRY_BYTES;
        let start = match number {
            0 => first_at,
            _ => first_number(&read(entry_at - ENTRY_BYTES, 8)?),
        };
        let entry = read(entry_at, ENTRY_BYTES as usize)?;
        let (end, hash) = (first_number(&entry), first_number(&entry[8..]));
        if start < first_at || end < start || end > self.source.len() {
            return Err(self.bad_block(number));
        }
        let bytes = read(start, (end - start) as usize)?;
        if block_hash(number, &bytes) != hash {
            return Err(self.bad_block(number));
        }
        Ok(bytes)
    }

    fn bad_block(&self, block: u64) -> TableError {
        TableError::BadBlock {
            path: self.path.clone(),
            block,
        }
    }
}

/// How long a packed file must be: what its offset table says, and at least up
/// to the end of that.
pub(crate) fn length(
    file: &File,
    model_bytes: u32,
    seeds: u32,
    have_bytes: u64,
) -> io::Result<u64> {
    let entries = Blocks::new(&Layer::new(seeds)).count() + 1;
    let first_at = HEADER_BYTES as u64 + u64::from(model_bytes) + entries * ENTRY_BYTES;
    if have_bytes < first_at {
        return Ok(first_at);
    }
    let mut end = [0; 8];
    read_exact_at(file, &mut end, first_at - ENTRY_BYTES)?;
    Ok(u64::from_le_bytes(end).max(first_at))
}

/// The number in the first eight bytes.
fn first_number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(*bytes.first_chunk().expect("eight bytes"))
}
