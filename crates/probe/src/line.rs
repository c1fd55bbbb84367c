//! How play goes on when both sides play best.

use std::collections::HashMap;

use grenier_rules::{NetSeeds, Position, Settlement};

use crate::answer::BestMove;
use crate::conversion::{Conversion, ToConversion};
use crate::error::ProbeError;
use crate::tablebase::Tablebase;

/// A line of best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the first position is worth to its mover.
    pub value: NetSeeds,
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
    /// The best move, from the same view.
    pub best: BestMove,
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
    /// Each is that of [`Tablebase::best`], but for one case: where somebody is
    /// ahead and the search for the shortest way was given up
    /// ([`ToConversion::Unknown`]), a move into a position not seen before is
    /// preferred. Where the value is even the line may repeat, which is then its
    /// result.
    ///
    /// # Errors
    /// [`ProbeError`] when anything on the way is not tabled or damaged.
    pub fn line(&self, position: &Position, max_plies: usize) -> Result<Line, ProbeError> {
        self.line_with(position, max_plies, || Conversion::new(self))
    }

    fn line_with<'a>(
        &self,
        position: &Position,
        max_plies: usize,
        new_search: impl Fn() -> Conversion<'a>,
    ) -> Result<Line, ProbeError> {
        let mut search = new_search();
        let value = self.probe(position)?.value;
        let mut at = *position;
        let mut plies: Vec<Ply> = Vec::new();
        let mut seen = HashMap::new();
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
            let Some(best) = self.choose_fresh(&at, &mut search, is_seen)? else {
                break LineEnd::PlyLimit; // Not reached: the game is not over.
            };
            plies.push(Ply { position: at, best });
            if best.played.next.seeds() < at.seeds() {
                search = new_search();
            }
            at = best.played.next;
        };
        Ok(Line {
            value,
            plies,
            last: at,
            end,
        })
    }

    /// The best move, or where nobody knows which makes progress, one into a
    /// position not seen before.
    fn choose_fresh(
        &self,
        position: &Position,
        search: &mut Conversion<'_>,
        is_seen: impl Fn(&Position) -> bool,
    ) -> Result<Option<BestMove>, ProbeError> {
        let answer = self.probe(position)?;
        let best = self.best_of(&answer, search)?;
        let unknown = |best: &BestMove| best.conversion == ToConversion::Unknown;
        if best.as_ref().is_some_and(unknown) {
            let fresh = answer
                .keeping()
                .find(|rated| !is_seen(&rated.played.next))
                .map(|rated| BestMove {
                    played: rated.played,
                    value: rated.value,
                    conversion: ToConversion::Unknown,
                });
            return Ok(fresh.or(best));
        }
        Ok(best)
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
            let none = || Conversion::within_budget(&tables, 0);
            let line = tables.line_with(&position, 10_000, none).unwrap();
            for ply in &line.plies {
                let even = ply.best.value == NetSeeds(0);
                assert_eq!(ply.best.conversion == ToConversion::Even, even);
                assert_eq!(ply.best.conversion == ToConversion::Unknown, !even);
                assert_eq!(tables.value(&ply.position), Ok(ply.best.value));
            }
            assert_ne!(line.end, LineEnd::PlyLimit);
            if let LineEnd::Repeats { from } = line.end {
                won_but_circling += u32::from(line.plies[from].best.value != NetSeeds(0));
            }
        }
        assert!(won_but_circling > 0, "the search is not needed after all");
    }
}
