//! How answers look to people: boards, words, tables, progress.

pub(crate) mod advice;
pub(crate) mod board;
pub(crate) mod guarantees;
pub(crate) mod json;
pub(crate) mod log;
pub(crate) mod printable;
pub(crate) mod progress;
pub(crate) mod source;
pub(crate) mod table;
pub(crate) mod words;
pub(crate) mod worth;
