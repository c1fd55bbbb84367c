//! Game files as text.

use std::fmt;

use crate::board::{Board, Side};
use crate::notation::move_letter;
use crate::ogn::record::{ROSTER, Record};
use crate::ogn::variant;

/// Characters of a line of moves, at most, unless a single word is longer.
const COLUMNS: usize = 79;

/// The text of a file, tags first, with a line feed at the end. Files of several
/// games have one such text after the other.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Aualé knows a file by the tag Variant at its beginning.
        tag(f, "Variant", variant::name(self.game().rules()))?;
        for name in ROSTER {
            tag(f, name, self.tag(name).unwrap_or("?"))?;
        }
        tag(f, "Result", &self.result().to_string())?;
        // Without the tag a reader expects a result that follows from the moves.
        if *self.game().start() != Board::START || !self.result().follows_from(self.game()) {
            tag(f, "FEN", &self.game().start().to_string())?;
        }
        for (name, value) in self.tags().filter(|(name, _)| !ROSTER.contains(name)) {
            tag(f, name, value)?;
        }
        writeln!(f)?;

        let mut line = Line { f, length: 0 };
        moves(self, &mut line)?;
        line.word(&self.result().to_string())?;
        writeln!(f)
    }
}

/// Moves with their numbers, captures and comments.
fn moves(record: &Record, line: &mut Line<'_, '_>) -> fmt::Result {
    let mut number = 1;
    for (ply, (before, played)) in record.plies().enumerate() {
        let side = before.board().side();
        match side {
            Side::South => line.word(&format!("{number}."))?,
            Side::North if ply == 0 => line.word("1...")?,
            Side::North => {}
        }
        number += usize::from(side == Side::North);
        let letter = move_letter(side, played.pit);
        line.word(&match played.captured {
            0 => letter.to_string(),
            captured => format!("{letter}+{captured}"),
        })?;
        let comment = record.comment(ply);
        if !comment.is_empty() {
            let words = ["{"].into_iter().chain(comment.split(' ')).chain(["}"]);
            words.into_iter().try_for_each(|word| line.word(word))?;
        }
    }
    Ok(())
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{escaped}\"]")
}

/// Words with blanks or line feeds between.
struct Line<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    length: usize,
}

impl Line<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.length == 0 {
            self.length = length;
        } else if self.length + 1 + length <= COLUMNS {
            self.f.write_str(" ")?;
            self.length += 1 + length;
        } else {
            self.f.write_str("\n")?;
            self.length = length;
        }
        self.f.write_str(word)
    }
}
