//! One game of a file.

use crate::game::Game;
use crate::moves::Move;
use crate::ogn::result::GameResult;

/// Tags that are told by the game itself.
pub(super) const OWN: [&str; 3] = ["Variant", "FEN", "Result"];
/// The other tags that every file has, in their order.
pub(super) const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "South", "North"];

/// A game as it stands in a file: tags, moves with comments, and a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    /// One for each move, empty for most; blanks between words only.
    comments: Vec<String>,
    /// Without [`OWN`] and what is not known, in the order of a file: first those of [`ROSTER`].
    tags: Vec<(String, String)>,
    result: GameResult,
}

impl Record {
    /// The record of a game, without comments and tags. Its result is that of
    /// [`GameResult::of`].
    pub fn new(game: Game) -> Self {
        Self {
            comments: vec![String::new(); game.played().len()],
            tags: Vec::new(),
            result: GameResult::of(&game),
            game,
        }
    }

    /// The game after its last move.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Every move, with the game before it.
    pub fn plies(&self) -> impl Iterator<Item = (Game, Move)> {
        let rules = *self.game.rules();
        let mut game = Game::from_board(rules, *self.game.start()).ok();
        self.game.played().iter().map_while(move |&(_, pit)| {
            let before = game.clone()?;
            let played = game.as_mut()?.play(pit).ok()?;
            Some((before, played))
        })
    }

    /// The comment on a move, the first being 0; empty when there is none.
    pub fn comment(&self, ply: usize) -> &str {
        self.comments.get(ply).map_or("", String::as_str)
    }

    /// Comments on a move, in place of what was said. Runs of white space become
    /// one blank, and `}`, which would end the comment, becomes `)`.
    ///
    /// # Panics
    /// When the game has no such move.
    pub fn set_comment(&mut self, ply: usize, comment: &str) {
        self.comments[ply] = on_one_line(&comment.replace('}', ")"));
    }

    /// The value of a tag such as `South`, when it is known; not of `Variant`, `FEN` and `Result`,
    /// which the game and [`Record::result`] tell.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// The tags that have a value, by name and value: first `Event`, `Site`, `Date`,
    /// `Round`, `South`, `North`, then others as they were set.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let tags = self.tags.iter();
        tags.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag; `?` and nothing take it away. Runs of white space become one
    /// blank, and a quotation mark before a bracket, where Aualé would take the tag
    /// to end, an apostrophe.
    ///
    /// # Panics
    /// When the name is not letters, digits and `_` only, or is `Variant`, `FEN` or
    /// `Result`.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        assert!(is_tag_name(name), "{name:?} is no name of a tag");
        assert!(!OWN.contains(&name), "the game tells its {name}");
        let value = without_false_ends(&on_one_line(value));
        self.tags.retain(|(known, _)| known != name);
        if !["", "?"].contains(&value.as_str()) {
            let place = rank(name);
            let at = self.tags.partition_point(|(known, _)| rank(known) <= place);
            self.tags.insert(at, (name.to_owned(), value));
        }
    }

    /// How the game ended, as the file says.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }
}

/// Where a tag stands in a file.
fn rank(name: &str) -> usize {
    let at = ROSTER.iter().position(|&known| known == name);
    at.unwrap_or(ROSTER.len())
}

/// Whether Aualé would read it, too.
pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_false_ends(value: &str) -> String {
    let ends = |at| value[at + 1..].trim_start().starts_with(']');
    let letters = value.char_indices();
    letters
        .map(|(at, letter)| match letter {
            '"' if ends(at) => '\'',
            _ => letter,
        })
        .collect()
}
