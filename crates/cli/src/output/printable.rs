//! Text from files and arguments, such as a player's name, made safe for a terminal.

use std::fmt::Write as _;
use std::io::{self, Write};

/// The text with each control character as `\u001b`, which is also its form in JSON;
/// line feeds and tabs stay.
pub(crate) fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_control(letter) {
            let _ = write!(safe, "\\u{:04x}", u32::from(letter));
        } else {
            safe.push(letter);
        }
    }
    safe
}

fn is_control(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\n' | '\t')
}

/// Writes text to `W` as [`printable`] makes it. Each write is of whole characters,
/// as formatting does it.
pub(crate) struct Printable<W: Write>(pub(crate) W);

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match str::from_utf8(bytes) {
            Ok(text) if text.contains(is_control) => {
                self.0.write_all(printable(text).as_bytes())?;
                Ok(bytes.len())
            }
            _ => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
