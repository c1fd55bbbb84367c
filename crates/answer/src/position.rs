//! What a position is worth, with every move.

use grenier_probe::{Answer, BestMove, ProbeError};
use grenier_rules::{Board, Endless, NetSeeds, Settlement, move_letter};
use serde::Serialize;

use crate::guarantees::Guarantees;
use crate::moves::MoveAnswer;
use crate::names::{DistanceSource, Source, text};
use crate::oracle::Oracle;

/// What a position is worth, with every move.
///
/// Where the layer has no scores but something else is known, `source`, `value`
/// and `play` are `None` and `moves` has all legal moves without values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionAnswer {
    /// The position asked for.
    #[serde(serialize_with = "text")]
    pub position: Board,
    /// The name of the rule set.
    pub rules: &'static str,
    /// What the tables hold.
    pub kind: &'static str,
    /// How the tables count endless play.
    pub endless: Endless,
    /// Seeds on the board.
    pub layer: u32,
    /// Where the value comes from.
    pub source: Option<Source>,
    /// Net seeds from here on, for the player to move.
    pub value: Option<NetSeeds>,
    /// All moves that keep the value, the lowest pit first; none when the game is
    /// over.
    pub best: Vec<char>,
    /// The best move: of those that keep the value the nearest to the next capture
    /// for the player who is ahead, the farthest for the player who is behind.
    pub play: Option<char>,
    /// The distance of the best move, in plies.
    pub distance: Option<u32>,
    /// Where that distance comes from.
    pub distance_source: Option<DistanceSource>,
    /// All legal moves, best first, then the lower pit.
    pub moves: Vec<MoveAnswer>,
    /// What both players can force.
    #[serde(flatten)]
    pub guarantees: Guarantees,
    /// Who takes what, when the game is over.
    #[serde(skip)]
    pub settlement: Option<Settlement>,
}

impl Oracle {
    /// What the tables know of a position.
    ///
    /// # Errors
    /// [`ProbeError`] when a score table is damaged, or the layer has no scores
    /// and nothing else is known of the position.
    pub fn position(&self, board: &Board) -> Result<PositionAnswer, ProbeError> {
        let position = board.position();
        let scores = self.scores();
        match scores.probe(&position) {
            Ok(answer) => {
                let best = scores.best_of(&answer)?;
                let guarantees = self.guarantees(board, Some(answer.value));
                Ok(self.scored(board, &answer, best.as_ref(), guarantees))
            }
            Err(ProbeError::NotTabled { layer, rules }) => {
                let guarantees = self.guarantees(board, None);
                if guarantees.has_any() {
                    Ok(self.unscored(board, guarantees))
                } else {
                    Err(ProbeError::NotTabled { layer, rules })
                }
            }
            Err(error) => Err(error),
        }
    }

    /// A position without its value.
    fn unscored(&self, board: &Board, guarantees: Guarantees) -> PositionAnswer {
        let position = board.position();
        let moves = self.rules().moves(&position);
        let moves = moves.iter().map(|played| MoveAnswer::new(board, played));
        PositionAnswer {
            position: *board,
            rules: self.rules().name,
            kind: self.scores().layers().kind().name(),
            endless: Endless::Even,
            layer: position.seeds(),
            source: None,
            value: None,
            best: Vec::new(),
            play: None,
            distance: None,
            distance_source: None,
            moves: moves.collect(),
            guarantees,
            settlement: None,
        }
    }

    fn scored(
        &self,
        board: &Board,
        answer: &Answer,
        best: Option<&BestMove>,
        guarantees: Guarantees,
    ) -> PositionAnswer {
        let letter = |pit| move_letter(board.side(), pit);
        PositionAnswer {
            source: Some(answer.source.into()),
            value: Some(answer.value),
            best: answer
                .keeping()
                .map(|rated| letter(rated.played.pit))
                .collect(),
            play: best.map(|best| letter(best.played.pit)),
            distance: best.and_then(|best| best.distance.plies()),
            distance_source: best.map(|best| best.distance.into()),
            moves: answer
                .moves
                .iter()
                .map(|rated| MoveAnswer {
                    distance: rated.distance,
                    ..MoveAnswer::new(board, &rated.played)
                        .worth(Some(rated.value), Some(answer.value))
                })
                .collect(),
            settlement: answer.settlement,
            ..self.unscored(board, guarantees)
        }
    }
}
