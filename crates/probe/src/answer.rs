//! What a probe says of one position.

use std::cmp::Reverse;

use grenier_rules::{Move, NetSeeds, Position, Settlement};

use crate::conversion::{Conversion, ToConversion, Unanswered};
use crate::error::ProbeError;
use crate::rated::{RatedMove, keeping};
use crate::reading::Source;
use crate::tablebase::Tablebase;

/// The move to play: see [`Tablebase::best`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub played: Move,
    /// What it is worth, which is what the position is worth.
    pub value: NetSeeds,
    /// How far the conversion is.
    pub conversion: ToConversion,
}

/// All that the tables know of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position asked for.
    pub position: Position,
    /// Net seeds for the mover from here on, -n..=n with n seeds on the board.
    pub value: NetSeeds,
    /// Who takes what, when the game is over here; there are no moves then.
    pub settlement: Option<Settlement>,
    /// All legal moves, those of the best value first; among equals the lower
    /// pit first.
    pub moves: Vec<RatedMove>,
    /// Where the value comes from.
    pub source: Source,
}

impl Answer {
    /// The moves that keep the value, the lowest pit first; none when the game
    /// is over.
    pub fn keeping(&self) -> impl Iterator<Item = &RatedMove> {
        keeping(&self.moves)
    }
}

impl Tablebase {
    /// The move to play; `None` when the game is over.
    ///
    /// It keeps the value. Whoever is ahead takes, among the moves that do, one
    /// with the shortest way to the next conversion; whoever is behind one with
    /// the longest. Among equals, and where the value is even, the lowest pit is
    /// sown. Play by best moves gets each side exactly the value, from wherever
    /// it begins.
    ///
    /// The ways come from the distance tables; where those are missing they are
    /// searched for with a bound. [`BestMove::conversion`] says which, and
    /// whether the bound was reached: then it is the lowest pit that keeps the
    /// value, and play may walk in circles. A search can take a second.
    ///
    /// # Errors
    /// As [`Tablebase::probe`], and when the distance does not follow from those
    /// of the moves.
    pub fn best(&self, position: &Position) -> Result<Option<BestMove>, ProbeError> {
        let answer = self.probe(position)?;
        self.best_of(&answer, &mut Conversion::new(self))
    }

    /// Value, moves and settlement of a position, checked against each other.
    ///
    /// # Errors
    /// [`ProbeError`] when the position or any of its children is not tabled
    /// or damaged, or when the value is not that of the best move.
    pub fn probe(&self, position: &Position) -> Result<Answer, ProbeError> {
        let value = self.value(position)?;
        let moves = self.moves(position)?;
        let settlement = self.rules().settlement(position);
        let expected = match (settlement, moves.first()) {
            (Some(settlement), _) => settlement.net(),
            (None, Some(best)) => best.value,
            (None, None) => value,
        };
        if value != expected {
            return Err(ProbeError::Disagrees {
                layer: position.seeds(),
                position: *position,
                found: value,
                expected,
            });
        }
        Ok(Answer {
            position: *position,
            value,
            settlement,
            moves,
            source: self.source(position),
        })
    }

    /// The best of all moves of a position, by a search that may know others of
    /// its layer already.
    pub(crate) fn best_of(
        &self,
        answer: &Answer,
        search: &mut Conversion<'_>,
    ) -> Result<Option<BestMove>, ProbeError> {
        let (position, moves) = (&answer.position, &answer.moves);
        let Some(first) = moves.first() else {
            return Ok(None);
        };
        let best = |rated: &RatedMove, conversion| BestMove {
            played: rated.played,
            value: rated.value,
            conversion,
        };
        if first.value == NetSeeds(0) {
            return Ok(Some(best(first, ToConversion::Even)));
        }
        if self.has_distances(position.seeds())
            && let Some((rated, plies)) = by_tables(moves)
        {
            self.check_distance(position, plies)?;
            return Ok(Some(best(rated, ToConversion::Tabled(plies))));
        }
        match search.best(position) {
            Ok((rated, plies)) => Ok(Some(best(&rated, ToConversion::Searched(plies)))),
            Err(Unanswered::Exhausted) => Ok(Some(best(first, ToConversion::Unknown))),
            Err(Unanswered::Probe(error)) => Err(error),
        }
    }
}

/// The best of moves whose distances are all known, and its own; the value is
/// not 0.
fn by_tables(moves: &[RatedMove]) -> Option<(&RatedMove, u32)> {
    let known: Option<Vec<_>> = keeping(moves)
        .map(|rated| Some((rated, rated.conversion?)))
        .collect();
    let known = known?.into_iter();
    // Among equals the first is taken, which has the lowest pit.
    if moves.first()?.value > NetSeeds(0) {
        known.min_by_key(|(_, plies)| *plies)
    } else {
        known.min_by_key(|(_, plies)| Reverse(*plies))
    }
}
