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
