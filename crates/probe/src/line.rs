//! How play goes on when both sides play best.

use std::collections::HashMap;

use grenier_rules::{Position, Settlement};

use crate::answer::RatedMove;
use crate::conversion::{Conversion, Unanswered};
use crate::error::ProbeError;
use crate::tablebase::Tablebase;

/// Questions that the search for one conversion may ask.
const BUDGET: u32 = 400_000;

/// A line of best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the first position is worth to its mover, in net seeds.
    pub value: i8,
    /// The moves, in order.
    pub plies: Vec<Ply>,
    /// The position after the last move.
    pub last: Position,
    /// Why the line stops.
    pub end: LineEnd,
}

/// One move of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The position before the move, from its mover's view.
    pub position: Position,
    /// The move and its value, from the same view.
    pub rated: RatedMove,
    /// How far the conversion is.
    pub conversion: ToConversion,
}

/// The way to the next conversion: the move that takes seeds off the board or
/// ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToConversion {
    /// So many plies, this move included, when both keep the value, the side
    /// that is ahead hurries and the other resists.
    Plies(u32),
    /// The value is 0, and nobody need force anything: the first move that
    /// keeps it was taken.
    Even,
    /// Somebody is ahead, but the search for the shortest way was given up:
    /// the first move that keeps the value was taken, if possible into a
    /// position not seen before.
    Unknown,
}

/// Why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over; who takes what, seen from the player who would have
    /// been to move.
    GameOver(Settlement),
    /// The last position is that before ply `from` (0 is the first), with the
    /// same player to move: play can go round for ever.
    Repeats {
        /// The ply.
        from: usize,
    },
    /// As many plies as were asked for.
    PlyLimit,
}

impl Tablebase {
    /// A line of at most `max_plies` best moves from `position`.
    ///
    /// Every move keeps the value. Where a side is ahead, it moreover takes
    /// the shortest forced way to the next conversion and the other resists as
    /// long as it can; that way is searched for with a bound, and
    /// [`ToConversion::Unknown`] marks the moves that were taken without it.
    /// Where the value is even the line may repeat, which is then its result.
    ///
    /// # Errors
    /// [`ProbeError`] when anything on the way is not tabled or damaged.
    pub fn line(&self, position: &Position, max_plies: usize) -> Result<Line, ProbeError> {
        self.line_within(position, max_plies, BUDGET)
    }

    fn line_within(
        &self,
        position: &Position,
        max_plies: usize,
        budget: u32,
    ) -> Result<Line, ProbeError> {
        let value = self.probe(position)?.value;
        let mut at = *position;
        let mut plies: Vec<Ply> = Vec::new();
        let mut seen = HashMap::new();
        let mut conversion = Conversion::new(self, budget);
        let end = loop {
            if let Some(settlement) = self.rules().settlement(&at) {
                break LineEnd::GameOver(settlement);
            }
            // The same player must be to move: a turned board is another one.
            if let Some(from) = seen.insert((at, plies.len() % 2), plies.len()) {
                break LineEnd::Repeats { from };
            }
            if plies.len() >= max_plies {
                break LineEnd::PlyLimit;
            }
            let is_seen = |next: &Position| seen.contains_key(&(*next, (plies.len() + 1) % 2));
            let ply = self.choose(&at, &mut conversion, is_seen)?;
            plies.push(ply);
            at = ply.rated.played.next;
            if at.seeds() < ply.position.seeds() {
                conversion = Conversion::new(self, budget);
            }
        };
        Ok(Line {
            value,
            plies,
            last: at,
            end,
        })
    }

    /// The move of a line in a position in which the game is not over.
    fn choose(
        &self,
        position: &Position,
        conversion: &mut Conversion<'_>,
        is_seen: impl Fn(&Position) -> bool,
    ) -> Result<Ply, ProbeError> {
        let answer = self.probe(position)?;
        let ply = |rated, conversion| Ply {
            position: *position,
            rated,
            conversion,
        };
        if answer.value == 0 {
            return Ok(ply(answer.moves[0], ToConversion::Even));
        }
        match conversion.best(position) {
            Ok((rated, plies)) => Ok(ply(rated, ToConversion::Plies(plies))),
            Err(Unanswered::Probe(error)) => Err(error),
            Err(Unanswered::Exhausted) => {
                let fresh = answer
                    .best()
                    .find(|rated| !is_seen(&rated.played.next))
                    .unwrap_or(&answer.moves[0]);
                Ok(ply(*fresh, ToConversion::Unknown))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use grenier_index::Layer;
    use grenier_rules::RuleSet;

    use super::*;

    /// Without any search the line still keeps the value, says that it did not
    /// search, and ends.
    #[test]
    fn a_line_without_a_budget_is_marked() {
        let tables = Tablebase::embedded(&RuleSet::AWARI).unwrap();
        let layer = Layer::new(7);
        let mut won_but_circling = 0;
        for index in (0..layer.len()).step_by(97) {
            let position = layer.position(index).unwrap();
            let line = tables.line_within(&position, 10_000, 0).unwrap();
            for ply in &line.plies {
                let even = ply.rated.value == 0;
                assert_eq!(ply.conversion == ToConversion::Even, even);
                assert_eq!(ply.conversion == ToConversion::Unknown, !even);
                assert_eq!(tables.value(&ply.position), Ok(ply.rated.value));
            }
            assert_ne!(line.end, LineEnd::PlyLimit);
            if let LineEnd::Repeats { from } = line.end {
                won_but_circling += u32::from(line.plies[from].rated.value != 0);
            }
        }
        assert!(won_but_circling > 0, "the search is not needed after all");
    }
}
