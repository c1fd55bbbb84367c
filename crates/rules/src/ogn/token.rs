//! The words of a game file.

use crate::notation::shown;
use crate::ogn::error::{OgnError, Problem};
use crate::ogn::record::is_tag_name;

/// Where something stands: line and column, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// An error here.
    pub(super) fn error(self, problem: Problem) -> OgnError {
        OgnError {
            line: self.line,
            column: self.column,
            problem,
        }
    }

    /// So many characters further on the same line.
    pub(super) fn right(self, columns: usize) -> Self {
        Self {
            column: self.column + columns,
            ..self
        }
    }
}

/// A word of a game file.
#[derive(Clone, Debug)]
pub(super) enum Token<'a> {
    /// `[South "Ama"]`, the value without its escapes.
    Tag(&'a str, String),
    /// A run of letters.
    Letters(&'a str),
    /// `+2`.
    Mark(u32),
    /// What stands in braces.
    Comment(&'a str),
    /// `12` or `12.` or `12...`.
    Number,
    /// `25-23` or `*`, or something that begins like the former.
    Result(&'a str),
}

/// Goes through a text word by word. Variations are left out, and so are marks
/// of good and bad moves (`!`, `?`, `$1`).
pub(super) struct Tokens<'a> {
    /// The text from here on.
    rest: &'a str,
    place: Place,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: Place { line: 1, column: 1 },
        }
    }

    /// The next word and where it begins; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Place, Token<'a>)>, OgnError> {
        loop {
            self.run(|c| c.is_whitespace() || ".!?".contains(c));
            let place = self.place;
            let Some(first) = self.peek() else {
                return Ok(None);
            };
            let token = match first {
                '[' => self.tag(place)?,
                '{' => Token::Comment(self.comment(place)?),
                '*' => Token::Result(self.run_of_one()),
                '+' => self.mark(place)?,
                '0'..='9' => self.number(),
                '(' => {
                    self.skip_variation(place)?;
                    continue;
                }
                '$' => {
                    self.bump();
                    self.run(|c| c.is_ascii_digit());
                    continue;
                }
                _ if first.is_alphabetic() => Token::Letters(self.run(char::is_alphabetic)),
                _ => {
                    let found = shown(self.run_of_one());
                    return Err(place.error(Problem::Unexpected { found }));
                }
            };
            return Ok(Some((place, token)));
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some(c)
    }

    /// All characters from here on that are such.
    fn run(&mut self, is_such: impl Fn(char) -> bool) -> &'a str {
        let text = self.rest;
        while self.peek().is_some_and(&is_such) {
            self.bump();
        }
        &text[..text.len() - self.rest.len()]
    }

    /// The next character.
    fn run_of_one(&mut self) -> &'a str {
        let text = self.rest;
        self.bump();
        &text[..text.len() - self.rest.len()]
    }

    fn tag(&mut self, place: Place) -> Result<Token<'a>, OgnError> {
        let not_a_tag = || place.error(Problem::NotATag);
        self.bump();
        self.run(char::is_whitespace);
        let name = self.run(|c| !c.is_whitespace() && !"\"[]{}".contains(c));
        self.run(char::is_whitespace);
        if !is_tag_name(name) || self.bump() != Some('"') {
            return Err(not_a_tag());
        }
        let (what, end) = ("value", '"');
        let unclosed = || place.error(Problem::Unclosed { what, end });
        let mut value = String::new();
        loop {
            match self.bump().ok_or_else(unclosed)? {
                '"' => break,
                '\\' if matches!(self.peek(), Some('"' | '\\')) => value.extend(self.bump()),
                c => value.push(c),
            }
        }
        self.run(char::is_whitespace);
        match self.bump() {
            Some(']') => Ok(Token::Tag(name, value)),
            _ => Err(not_a_tag()),
        }
    }

    fn comment(&mut self, place: Place) -> Result<&'a str, OgnError> {
        self.bump();
        let comment = self.run(|c| c != '}');
        let (what, end) = ("comment", '}');
        self.bump()
            .map(|_| comment)
            .ok_or_else(|| place.error(Problem::Unclosed { what, end }))
    }

    /// Goes behind a variation, which may hold comments and other variations.
    fn skip_variation(&mut self, place: Place) -> Result<(), OgnError> {
        let mut depth = 0_usize;
        loop {
            let here = self.place;
            match self.peek() {
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') => {
                    self.comment(here)?;
                    continue;
                }
                Some(_) => {}
                None => {
                    let (what, end) = ("variation", ')');
                    return Err(place.error(Problem::Unclosed { what, end }));
                }
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn mark(&mut self, place: Place) -> Result<Token<'a>, OgnError> {
        let plus = self.run_of_one();
        let seeds = self.run(|c| c.is_ascii_digit());
        seeds.parse().map(Token::Mark).map_err(|_| {
            let found = shown(&format!("{plus}{seeds}"));
            place.error(Problem::Unexpected { found })
        })
    }

    fn number(&mut self) -> Token<'a> {
        let word = self.run(|c| c.is_ascii_digit() || ".-/".contains(c));
        let digits = word.trim_end_matches('.');
        if digits.bytes().all(|digit| digit.is_ascii_digit()) {
            Token::Number
        } else {
            Token::Result(word)
        }
    }
}
