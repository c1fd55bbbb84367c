//! Letters of pits, and what a position may not hold.
//!
//! Boards are written as in the Oware family, see [`grenier_rules::Board`]. South's pits
//! are `A`, `B`, ... as many as South owns, North's `a`, `b`, ... from North's
//! first.

use thiserror::Error;

use super::game::Game;
use super::moves::Move;
use grenier_rules::Side;

/// A letter names no pit in this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no pit is {letter:?}: South's are A to {south}, North's a to {north}")]
pub struct PitLetterError {
    /// What was given.
    pub letter: char,
    /// South's last.
    pub south: char,
    /// North's last.
    pub north: char,
}

impl Game {
    /// The letter of a pit, 0..=11: South's are capitals.
    ///
    /// # Panics
    /// When `pit` is not 0..=11.
    pub fn letter(&self, pit: u8) -> char {
        assert!(pit < 12, "pit {pit} is no pit");
        match self.owner(usize::from(pit)) {
            Side::South => char::from(b'A' + pit),
            Side::North => char::from(b'a' + pit - self.owns()),
        }
    }

    /// The letter of the pit that a move sows, or `pass`.
    pub fn move_name(&self, played: &Move) -> String {
        let pit = played.pit.map(|pit| self.letter(pit));
        pit.map_or_else(|| "pass".to_owned(), String::from)
    }

    /// The pit that a letter names, 0..=11.
    ///
    /// # Errors
    /// [`PitLetterError`] when it names none.
    pub fn pit(&self, letter: char) -> Result<u8, PitLetterError> {
        (0..12)
            .find(|&pit| self.letter(pit) == letter)
            .ok_or_else(|| PitLetterError {
                letter,
                south: self.letter(self.owns() - 1),
                north: self.letter(11),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::super::readings::Rules;
    use super::*;

    #[test]
    fn letters_follow_the_ownership() {
        let game = Game::new(Rules::DEFAULT, 7, Side::South).unwrap();
        let letters: String = (0..12).map(|pit| game.letter(pit)).collect();
        assert_eq!(letters, "ABCDEFGabcde");
        for pit in 0..12 {
            assert_eq!(game.pit(game.letter(pit)), Ok(pit));
        }
        let told = game.pit('f').unwrap_err().to_string();
        assert_eq!(told, "no pit is 'f': South's are A to G, North's a to e");
    }
}
