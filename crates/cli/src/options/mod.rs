//! Options that several commands share.

pub(crate) mod memory;
pub(crate) mod number;
pub(crate) mod open;
pub(crate) mod searching;
pub(crate) mod threads;
