//! A moment of a game of Ba-awa, read and drawn.

use std::fmt::Write;

use grenier_baawa::{Game, Moment};
use grenier_rules::SIDE;

use crate::output::board;

/// Reads 12 pits, or 12 pits, two stores and the side to move.
pub(crate) fn parse(text: &str) -> anyhow::Result<Moment> {
    Ok(Moment::of_board(&board::parse(text)?)?)
}

/// As [`parse`]; without a text, the start of a game.
pub(crate) fn parse_or_start(text: Option<&str>, game: &Game) -> anyhow::Result<Moment> {
    text.map_or_else(|| Ok(Moment::start(game)), parse)
}

/// The board as South sees it, each pit with its letter.
pub(crate) fn draw(game: &Game, moment: &Moment) -> String {
    let top = || (SIDE..2 * SIDE).rev();
    let row = |pits: &mut dyn Iterator<Item = usize>| {
        let seeds = pits.map(|pit| format!("{:2} |", moment.position().pits()[pit]));
        format!("  |{}\n", seeds.collect::<Vec<_>>().concat())
    };
    let rule = format!("  +{}\n", "---+".repeat(SIDE));
    let (north, south) = (row(&mut top()), row(&mut (0..SIDE)));
    let mut text = letters(game, top());
    for part in [&rule, &north, &rule, &south, &rule] {
        text += part;
    }
    text += &letters(game, 0..SIDE);
    let stores = moment
        .stores()
        .map(|[south, north]| format!("stores: South {south}, North {north}; "));
    let stores = stores.unwrap_or_default();
    text + &format!("  {stores}{} to move\n", moment.side())
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
    use grenier_rules::Side;

    #[test]
    fn letters_go_by_owner() {
        let game = Game::new(Rules::DEFAULT, 8, Side::South).unwrap();
        let moment = parse("1-2-3-0-5-6-7-0-0-0-0-12-8-4-N").unwrap();
        let drawn = draw(&game, &moment);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "    d   c   b   a   H   G");
        assert_eq!(lines[2], "  |12 | 0 | 0 | 0 | 0 | 7 |");
        assert_eq!(lines[4], "  | 1 | 2 | 3 | 0 | 5 | 6 |");
        assert_eq!(lines[6], "    A   B   C   D   E   F");
        assert_eq!(lines[7], "  stores: South 8, North 4; North to move");
    }
}
