//! Writing a layer in the packed form.

use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::blocks::{Blocks, ENTRY_BYTES, block_hash};
use super::coder::{Decoder, Encoder};
use super::model::Model;
use crate::header::{Form, HEADER_BYTES, Header};

/// Blocks that are packed at once, before they are written.
const BATCH: u64 = 4096;

/// Writes a packed file: the payload's first bytes, one per position, as blocks,
/// and the rest as it is. Each block is decoded again and compared before it is
/// written. The form in `header` is not used. `sync` is called before the mark of
/// a finished file is set, and `packed` from time to time with the number of
/// positions that are done.
///
/// The bytes are the same from any number of threads. Long because it writes the
/// parts of a file in their order.
pub(crate) fn write<W: Write + Seek>(
    out: &mut W,
    header: &Header,
    payload: &[u8],
    sync: impl FnOnce(&mut W) -> io::Result<()>,
    packed: &dyn Fn(u64),
) -> io::Result<()> {
    let blocks = Blocks::new(&grenier_index::Layer::new(header.seeds.into()));
    let (cells, tail) = payload.split_at(blocks.positions() as usize);
    let model = Model::of(&blocks, cells);
    let bytes = model.encode();
    let form = Form::Packed {
        model_bytes: bytes.len() as u32,
        model_hash: xxh3_64(&bytes),
    };
    let header = Header { form, ..*header };
    out.write_all(&header.encode(false))?;
    out.write_all(&bytes)?;
    let table_at = HEADER_BYTES as u64 + bytes.len() as u64;
    let mut end = table_at + (blocks.count() + 1) * ENTRY_BYTES;
    out.seek(SeekFrom::Start(end))?;

    let packer = Packer {
        blocks: &blocks,
        cells,
        encoder: Encoder::new(&model),
        decoder: Decoder::new(&model),
    };
    let mut table = Vec::new();
    let mut enter = |number, bytes: &[u8]| {
        end += bytes.len() as u64;
        table.extend(end.to_le_bytes());
        table.extend(block_hash(number, bytes).to_le_bytes());
    };
    for start in (0..blocks.count()).step_by(BATCH as usize) {
        let numbers = start..(start + BATCH).min(blocks.count());
        let batch = packer.pack(numbers.clone())?;
        for (number, bytes) in numbers.clone().zip(&batch) {
            enter(number, bytes);
        }
        out.write_all(&batch.concat())?;
        packed(match numbers.end {
            end if end == blocks.count() => blocks.positions(),
            end => blocks.block(end).start,
        });
    }
    enter(blocks.count(), tail);
    out.write_all(tail)?;
    out.seek(SeekFrom::Start(table_at))?;
    out.write_all(&table)?;
    sync(out)?;
    out.rewind()?;
    out.write_all(&header.encode(true))
}

/// Packs blocks.
struct Packer<'a> {
    blocks: &'a Blocks,
    cells: &'a [u8],
    encoder: Encoder<'a>,
    decoder: Decoder,
}

impl Packer<'_> {
    /// The bytes of some blocks.
    fn pack(&self, numbers: Range<u64>) -> io::Result<Vec<Vec<u8>>> {
        let pack = |cells: &mut Vec<u8>, number| {
            let block = self.blocks.block(number);
            block.gather(self.cells, cells);
            let bytes = self.encoder.encode(cells, block.width);
            let decoded = self.decoder.decode(&bytes, block.rows, block.width);
            if decoded.as_ref() != Some(cells) {
                // The memory is bad, or this program.
                let why = format!("block {number} does not unpack to what was packed");
                return Err(io::Error::new(io::ErrorKind::InvalidData, why));
            }
            Ok(bytes)
        };
        let numbers = numbers.into_par_iter();
        numbers.map_init(Vec::new, pack).collect()
    }
}
