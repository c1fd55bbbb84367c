//! Lines of best play.

use std::collections::HashMap;

use grenier_rules::{NetSeeds, Position, Settlement};

use crate::answer::BestMove;
use crate::distance_search::{BUDGET, Distance, DistanceSearch};
use crate::error::ProbeError;
use crate::tablebase::Tablebase;

/// A line of best moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value of the first position for its mover.
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
    /// The position before the move.
    pub position: Position,
    /// The best move there.
    pub best: BestMove,
}

/// Why a line stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over. The mover of the settlement is the player who would have
    /// been to move.
    GameOver(Settlement),
    /// The last position is that before ply `from` (0 is the first), with the
    /// same player to move: play may repeat for ever.
    Repeats {
        /// The ply.
        from: usize,
    },
    /// The line has as many plies as were asked for.
    PlyLimit,
    /// The caller stopped it.
    Stopped,
}

impl Tablebase {
    /// A line of at most `max_plies` best moves from `position`. It ends early when
    /// `stop` is true, which is called often.
    ///
    /// Each move is that of [`Tablebase::best`], with one exception: where the distance
    /// is [`Distance::Unknown`], a move to a position not seen before is preferred.
    /// Where the value is even the line may repeat, which is then its result.
    ///
    /// # Errors
    /// [`ProbeError`] when any position on the way is not tabled or its table is
    /// damaged.
    pub fn line(
        &self,
        position: &Position,
        max_plies: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Line, ProbeError> {
        self.line_within(position, max_plies, stop, BUDGET)
    }

    /// As [`Tablebase::line`]; each search for a distance may ask `budget` questions.
    fn line_within(
        &self,
        position: &Position,
        max_plies: usize,
        stop: &dyn Fn() -> bool,
        budget: u32,
    ) -> Result<Line, ProbeError> {
        let mut search = DistanceSearch::new(self, budget, stop);
        let mut at = *position;
        let (mut plies, mut seen) = (Vec::new(), HashMap::new());
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
            let best = self.choose_fresh(&at, &mut search, is_seen)?;
            // A move chosen by a search that was stopped is not the best.
            let Some(best) = best.filter(|_| !stop()) else {
                break LineEnd::Stopped;
            };
            plies.push(Ply { position: at, best });
            if best.played.next.seeds() < at.seeds() {
                search = DistanceSearch::new(self, budget, stop);
            }
            at = best.played.next;
        };
        Ok(Line {
            value: self.probe(position)?.value,
            plies,
            last: at,
            end,
        })
    }

    /// The best move; where its distance is unknown, one to a position not seen
    /// before.
    fn choose_fresh(
        &self,
        position: &Position,
        search: &mut DistanceSearch<'_>,
        is_seen: impl Fn(&Position) -> bool,
    ) -> Result<Option<BestMove>, ProbeError> {
        let answer = self.probe(position)?;
        let mut best = self.best_by(&answer, search)?;
        if let Some(best) = &mut best
            && best.distance == Distance::Unknown
            && let Some(fresh) = answer.keeping().find(|rated| !is_seen(&rated.played.next))
        {
            best.played = fresh.played;
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
            let line = tables.line_within(&position, 10_000, &|| false, 0);
            let line = line.unwrap();
            for ply in &line.plies {
                let even = ply.best.value == NetSeeds(0);
                assert_eq!(ply.best.distance == Distance::Even, even);
                assert_eq!(ply.best.distance == Distance::Unknown, !even);
                assert_eq!(tables.value(&ply.position).unwrap(), ply.best.value);
            }
            assert_ne!(line.end, LineEnd::PlyLimit);
            if let LineEnd::Repeats { from } = line.end {
                won_but_circling += u32::from(line.plies[from].best.value != NetSeeds(0));
            }
        }
        assert!(won_but_circling > 0, "the search is not needed after all");
    }
}
