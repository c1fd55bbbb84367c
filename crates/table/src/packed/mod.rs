//! The packed form: blocks, each compressed on its own.
//!
//! `docs/format.md` specifies it, and `docs/architecture.md` says why it is as
//! it is. `blocks.rs` says which positions a block has, `model.rs` what the
//! layer knows of its bytes, `coder.rs` turns a block's bytes into words and
//! back, `write.rs` and `file.rs` make and read files.

mod blocks;
mod coder;
mod file;
mod model;
mod write;

#[cfg(test)]
mod tests;

pub(crate) use file::{PackedFile, length};
pub(crate) use write::write;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bytes of an entry in the offset table: where the block ends in the file, and
/// its hash.
const ENTRY_BYTES: u64 = 16;

/// The hash of a block: XXH3-64, with the block's number as the seed, so that
/// one block in the place of another is noticed.
fn block_hash(number: u64, bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, number)
}
