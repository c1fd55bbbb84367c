//! Options that several commands share.

pub(crate) mod dir;
pub(crate) mod memory;
pub(crate) mod number;
pub(crate) mod rules;
pub(crate) mod searching;
pub(crate) mod tables;
pub(crate) mod threads;
