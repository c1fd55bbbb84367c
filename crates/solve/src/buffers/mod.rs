//! Memory that several threads write at once: large arrays of bytes, and
//! blocks of columns of a matrix.

pub(crate) mod columns;
pub(crate) mod memory;
