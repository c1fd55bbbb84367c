//! A moment of a game of Ba-awa, read and drawn.

use std::fmt::Write;

use anyhow::bail;
use grenier_baawa::{After, FOUR, Game, Move, Position};
use grenier_rules::{Board, SIDE, Side};

/// Pits, the side to move, and stores if they are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) pits: [u8; 12],
    pub(crate) side: Side,
    pub(crate) stores: Option<[u8; 2]>,
}

impl Moment {
    /// The start of a game.
    pub(crate) fn start(game: &Game) -> Self {
        let start = game.start();
        Self {
            pits: start.pits(),
            side: start.side(),
            stores: Some([0, 0]),
        }
    }

    /// Reads 12 pits, or 12 pits, two stores and the side to move, and makes sure
    /// that this can come up in Ba-awa.
    pub(crate) fn parse(text: &str) -> anyhow::Result<(Self, Position)> {
        let board = crate::output::board::parse(text)?;
        let position = Position::of_board(&board)?;
        let moment = Self {
            pits: board.pits(),
            side: board.side(),
            stores: board.stores(),
        };
        if let Some([south, _]) = moment.stores
            && position.seeds() > 0
            && south % FOUR != 0
        {
            bail!("South's store is {south}: in ba-awa captures are four seeds each");
        }
        Ok((moment, position))
    }

    /// After a move; when it ends the game, with all seeds in the stores.
    pub(crate) fn after(&self, played: &Move) -> Self {
        let mut stores = self.stores;
        let mut take = |seeds: [u8; 2]| {
            let stores = stores.iter_mut().flatten().zip(seeds);
            stores.for_each(|(store, seeds)| *store += seeds);
        };
        take(played.captured);
        let pits = match played.after {
            After::Position(next) => next.pits(),
            After::Over(settlement) => {
                take(settlement.takes);
                [0; 12]
            }
        };
        Self {
            pits,
            side: self.side.other(),
            stores,
        }
    }

    /// As it is written: with stores when they are known, else the pits alone.
    pub(crate) fn text(&self) -> String {
        match self.stores {
            Some(stores) => Board::with_stores(self.pits, stores, self.side)
                .expect("all seeds are somewhere")
                .to_string(),
            None => self.pits.map(|seeds| seeds.to_string()).join("-"),
        }
    }

    /// The board as South sees it, each pit with its letter.
    pub(crate) fn draw(&self, game: &Game) -> String {
        let top = || (SIDE..2 * SIDE).rev();
        let rule = format!("  +{}\n", "---+".repeat(SIDE));
        let mut text = letters(game, top());
        text += &rule;
        text += &self.row(top());
        text += &rule;
        text += &self.row(0..SIDE);
        text += &rule;
        text += &letters(game, 0..SIDE);
        if let Some([south, north]) = self.stores {
            let _ = write!(text, "  stores: South {south}, North {north}; ");
        } else {
            text += "  ";
        }
        let _ = writeln!(text, "{} to move", self.side);
        text
    }

    fn row(&self, pits: impl Iterator<Item = usize>) -> String {
        let mut text = "  |".to_owned();
        for pit in pits {
            let _ = write!(text, "{:2} |", self.pits[pit]);
        }
        text.push('\n');
        text
    }
}

fn letters(game: &Game, pits: impl Iterator<Item = usize>) -> String {
    let mut text = "  ".to_owned();
    for pit in pits {
        let _ = write!(text, "  {} ", game.letter(pit as u8));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_baawa::Rules;

    #[test]
    fn letters_go_by_owner() {
        let game = Game::new(Rules::DEFAULT, 8, Side::South).unwrap();
        let (moment, _) = Moment::parse("1-2-3-0-5-6-7-0-0-0-0-12-8-4-N").unwrap();
        let drawn = moment.draw(&game);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "    d   c   b   a   H   G");
        assert_eq!(lines[2], "  |12 | 0 | 0 | 0 | 0 | 7 |");
        assert_eq!(lines[4], "  | 1 | 2 | 3 | 0 | 5 | 6 |");
        assert_eq!(lines[6], "    A   B   C   D   E   F");
        assert_eq!(lines[7], "  stores: South 8, North 4; North to move");
    }

    #[test]
    fn what_cannot_come_up_is_told() {
        let told = |text| Moment::parse(text).unwrap_err().to_string();
        assert!(told("4-8-0-0-0-0-0-0-0-0-0-0").starts_with("pit 1 holds four seeds"));
        assert!(told("1-8-0-0-0-0-0-0-0-0-0-0").starts_with("9 seeds on the board"));
        assert!(told("1-11-0-0-0-0-0-0-0-0-0-0-34-2-S").starts_with("South's store is 34"));
    }
}
