//! Boards as text.

use std::fmt::Write;

use grenier_rules::{Board, SIDE, Side, move_letter};

/// The board as South sees it: North's pits on top from right to left, South's
/// below from left to right, stores beside if they are known.
pub fn draw(board: &Board) -> String {
    let rule = format!("        +{}\n", "---+".repeat(SIDE));
    let mut text = letters(Side::North);
    text.push_str(&rule);
    text.push_str(&row(board, Side::North));
    text.push_str(&rule);
    text.push_str(&row(board, Side::South));
    text.push_str(&rule);
    text.push_str(&letters(Side::South));
    text
}

/// The pits of a side in the order in which they are drawn.
fn drawn(side: Side) -> [usize; SIDE] {
    match side {
        Side::South => [0, 1, 2, 3, 4, 5],
        Side::North => [5, 4, 3, 2, 1, 0],
    }
}

fn letters(side: Side) -> String {
    let mut text = " ".repeat(8);
    for pit in drawn(side) {
        let _ = write!(text, "  {} ", move_letter(side, pit as u8));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn row(board: &Board, side: Side) -> String {
    let mut text = format!("  {side} |");
    let first = if side == Side::South { 0 } else { SIDE };
    for pit in drawn(side) {
        let _ = write!(text, "{:2} |", board.pits()[first + pit]);
    }
    if let Some([south, north]) = board.stores() {
        let store = if side == Side::South { south } else { north };
        let _ = write!(text, "  store {store}");
    }
    if board.side() == side {
        text.push_str("  to move");
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[test]
    fn north_sits_opposite() {
        let board = board("1-2-3-4-5-6-7-8-0-0-0-10-1-1-N");
        insta::assert_snapshot!(draw(&board), @r"
                f   e   d   c   b   a
              +---+---+---+---+---+---+
        North |10 | 0 | 0 | 0 | 8 | 7 |  store 1  to move
              +---+---+---+---+---+---+
        South | 1 | 2 | 3 | 4 | 5 | 6 |  store 1
              +---+---+---+---+---+---+
                A   B   C   D   E   F
        ");
    }

    #[test]
    fn a_bare_position_has_no_stores() {
        let board = board("0-0-0-0-0-1-1-0-0-0-0-3");
        insta::assert_snapshot!(draw(&board), @r"
                f   e   d   c   b   a
              +---+---+---+---+---+---+
        North | 3 | 0 | 0 | 0 | 0 | 1 |
              +---+---+---+---+---+---+
        South | 0 | 0 | 0 | 0 | 0 | 1 |  to move
              +---+---+---+---+---+---+
                A   B   C   D   E   F
        ");
    }
}
