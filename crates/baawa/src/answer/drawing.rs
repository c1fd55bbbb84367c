//! The board as text.

use grenier_rules::SIDE;

use crate::rules::{Game, Moment};

/// The board as South sees it, each pit with its letter, then the stores if they are
/// known, and the side to move.
pub fn draw(game: &Game, moment: &Moment) -> String {
    let seeds = moment.position().pits();
    let (above, below): ([usize; SIDE], [usize; SIDE]) = ([11, 10, 9, 8, 7, 6], [0, 1, 2, 3, 4, 5]);
    let letters = |pits: [usize; SIDE]| {
        let line = pits.map(|pit| format!("  {} ", game.letter(pit as u8)));
        line.concat().trim_end().to_owned()
    };
    let row = |pits: [usize; SIDE]| pits.map(|pit| format!("{:2} |", seeds[pit])).concat();
    let rule = "---+".repeat(SIDE);
    let stores = match moment.stores() {
        Some([south, north]) => format!("stores: South {south}, North {north}; "),
        None => String::new(),
    };
    [
        letters(above),
        format!("+{rule}"),
        format!("|{}", row(above)),
        format!("+{rule}"),
        format!("|{}", row(below)),
        format!("+{rule}"),
        letters(below),
        format!("{stores}{} to move", moment.side()),
    ]
    .map(|line| format!("  {line}\n"))
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use grenier_rules::Side;

    #[test]
    fn letters_go_by_owner() {
        let game = Game::new(Rules::DEFAULT, 8, Side::South).unwrap();
        let board = "1-2-3-0-5-6-7-0-0-0-0-12-8-4-N".parse().unwrap();
        let drawn = draw(&game, &Moment::of_board(&board).unwrap());
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "    d   c   b   a   H   G");
        assert_eq!(lines[2], "  |12 | 0 | 0 | 0 | 0 | 7 |");
        assert_eq!(lines[4], "  | 1 | 2 | 3 | 0 | 5 | 6 |");
        assert_eq!(lines[6], "    A   B   C   D   E   F");
        assert_eq!(lines[7], "  stores: South 8, North 4; North to move");
    }
}
