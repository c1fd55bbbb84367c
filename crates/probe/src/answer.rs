//! What the tables say of one position.

use std::cmp::Reverse;

use grenier_rules::{Move, NetSeeds, Position, Settlement};

use crate::distance_search::{BUDGET, Distance, DistanceSearch, Unanswered};
use crate::error::ProbeError;
use crate::layers::Source;
use crate::rated::{RatedMove, keeping};
use crate::tablebase::Tablebase;

/// The move to play: see [`Tablebase::best`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub played: Move,
    /// The value of the move, which is that of the position.
    pub value: NetSeeds,
    /// Plies to the next conversion.
    pub distance: Distance,
}

/// The tabled value of a position and of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// Its value for the mover, -n..=n with n seeds on the board.
    pub value: NetSeeds,
    /// The share of both players, when the game is over; there are no moves then.
    pub settlement: Option<Settlement>,
    /// All legal moves, best value first; among equals the lower pit first.
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
    /// The value, moves and settlement of a position, checked against each other.
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
            source: self.layers().source(position),
        })
    }

    /// The move to play; `None` when the game is over.
    ///
    /// It keeps the value. The player who is ahead takes the shortest way to the
    /// next conversion, the other one the longest. Among equals, and where the value
    /// is even, the lowest pit is sown. Best moves by both sides realise exactly the
    /// value, from any position.
    ///
    /// Distances come from their tables; where those are missing a bounded search
    /// finds them, which can take a second. When it reaches its bound
    /// ([`Distance::Unknown`]), the move is the lowest pit that keeps the value, and
    /// play may go in circles.
    ///
    /// # Errors
    /// As [`Tablebase::probe`], and when a tabled distance does not follow from
    /// those of the moves.
    pub fn best(&self, position: &Position) -> Result<Option<BestMove>, ProbeError> {
        self.best_of(&self.probe(position)?)
    }

    /// As [`Tablebase::best`], for a position that was probed already.
    ///
    /// # Errors
    /// As [`Tablebase::best`].
    pub fn best_of(&self, answer: &Answer) -> Result<Option<BestMove>, ProbeError> {
        self.best_by(answer, &mut DistanceSearch::new(self, BUDGET, &|| false))
    }

    /// See [`Tablebase::best_of`]. The search may know other positions of the layer
    /// already.
    pub(crate) fn best_by(
        &self,
        answer: &Answer,
        search: &mut DistanceSearch<'_>,
    ) -> Result<Option<BestMove>, ProbeError> {
        let (position, moves) = (&answer.position, &answer.moves);
        let Some(first) = moves.first() else {
            return Ok(None);
        };
        let best = |rated: &RatedMove, distance| {
            Ok(Some(BestMove {
                played: rated.played,
                value: rated.value,
                distance,
            }))
        };
        if first.value == NetSeeds(0) {
            return best(first, Distance::Even);
        }
        if self.has_distances(position.seeds())
            && let Some((rated, plies)) = by_tables(moves)
        {
            self.check_distance(position, plies)?;
            return best(rated, Distance::Tabled(plies));
        }
        match search.best(position) {
            Ok((rated, plies)) => best(&rated, Distance::Searched(plies)),
            Err(Unanswered::Exhausted) => best(first, Distance::Unknown),
            Err(Unanswered::Probe(error)) => Err(error),
        }
    }

    /// Compares the tabled distance of a position with that of its best move.
    fn check_distance(&self, position: &Position, expected: u32) -> Result<(), ProbeError> {
        match self.layers().distance(position)? {
            Some(found) if found != expected => Err(ProbeError::DistanceDisagrees {
                layer: position.seeds(),
                position: *position,
                found,
                expected,
            }),
            _ => Ok(()),
        }
    }
}

/// The best of moves whose distances are all known, with its distance; the value is
/// not 0.
fn by_tables(moves: &[RatedMove]) -> Option<(&RatedMove, u32)> {
    let known: Option<Vec<_>> = keeping(moves)
        .map(|rated| Some((rated, rated.distance?)))
        .collect();
    let known = known?.into_iter();
    // Among equals the first is taken, which has the lowest pit.
    if moves.first()?.value > NetSeeds(0) {
        known.min_by_key(|(_, plies)| *plies)
    } else {
        known.min_by_key(|(_, plies)| Reverse(*plies))
    }
}
