//! A position with its value, as a row of a data set.

use std::io;

use grenier_rules::PITS;

/// The names of the columns: the layer, the index in it, the mover's pits, the
/// waiting player's, each in the order of sowing, and the value.
pub(crate) const COLUMNS: [&str; PITS + 3] = [
    "layer", "index", "m0", "m1", "m2", "m3", "m4", "m5", "w0", "w1", "w2", "w3", "w4", "w5",
    "value",
];

/// One position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) layer: u8,
    pub(crate) index: u64,
    pub(crate) pits: [u8; PITS],
    pub(crate) value: i8,
}

/// Where rows go, in some form.
pub(crate) trait Sink {
    /// Takes the next row.
    fn row(&mut self, row: &Row) -> io::Result<()>;

    /// Writes what comes after the last row.
    fn finish(self: Box<Self>) -> io::Result<()>;
}
