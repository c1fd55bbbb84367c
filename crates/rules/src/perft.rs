//! Counting lines of play: the usual check of a move generator.

use crate::position::Position;
use crate::rule_set::RuleSet;

impl RuleSet {
    /// The number of lines of exactly `depth` moves from a position.
    ///
    /// A line that meets the end of the game earlier counts for nothing.
    /// Stores play no part: a game that someone has won by seeds goes on until
    /// there is no move. Depth 0 is one line. Time and count grow up to sixfold
    /// with each move.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        let Some(below) = depth.checked_sub(1) else {
            return 1;
        };
        let moves = self.moves(position);
        if below == 0 {
            return moves.len() as u64;
        }
        moves.iter().map(|m| self.perft(&m.next, below)).sum()
    }
}
