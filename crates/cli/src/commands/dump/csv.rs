//! Rows as comma-separated values (RFC 4180): numbers need no quotes.

use std::io::{self, Write};

use crate::commands::dump::row::{COLUMNS, Row, Sink};

pub(crate) struct Csv<W> {
    out: W,
    line: Vec<u8>,
    number: itoa::Buffer,
}

impl<W: Write> Csv<W> {
    /// Writes the names of the columns.
    pub(crate) fn new(mut out: W) -> io::Result<Self> {
        writeln!(out, "{}", COLUMNS.join(","))?;
        Ok(Self {
            out,
            line: Vec::new(),
            number: itoa::Buffer::new(),
        })
    }

    fn field(&mut self, number: impl itoa::Integer) {
        self.line
            .extend_from_slice(self.number.format(number).as_bytes());
        self.line.push(b',');
    }
}

impl<W: Write> Sink for Csv<W> {
    fn row(&mut self, row: &Row) -> io::Result<()> {
        self.line.clear();
        self.field(row.layer);
        self.field(row.index);
        for seeds in row.pits {
            self.field(seeds);
        }
        self.field(row.value);
        self.line.pop();
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
