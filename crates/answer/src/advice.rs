//! The best moves now, from tables or by a search above them.

use grenier_probe::{Answer, ProbeError, Verdict};
use grenier_rules::{Board, Endless, Move, NetSeeds, SIDE, Settlement};
use grenier_search::{Effort, Limits, Report, Root, Search, Settings, Worth};
use serde::Serialize;

use crate::assessment::{Assessment, SearchEffort};
use crate::error::AnswerError;
use crate::guarantees::Guarantees;
use crate::moves::{LineMove, MoveAnswer, line_moves};
use crate::names::{DistanceSource, Source, text};
use crate::oracle::Oracle;

/// Plies of an expected line from tables.
const LINE_PLIES: usize = 10;

/// The best moves now.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The position asked for.
    #[serde(serialize_with = "text")]
    pub position: Board,
    /// The name of the rule set.
    pub rules: &'static str,
    /// How endless play counts.
    pub endless: Endless,
    /// Seeds on the board.
    pub layer: u32,
    /// Where the answer comes from.
    pub source: Source,
    /// What the position is worth to the player to move.
    pub worth: Assessment,
    /// The best move; `None` when the game is over.
    pub play: Option<char>,
    /// The distance of the best move, in plies; `None` after a search.
    pub distance: Option<u32>,
    /// Where that distance comes from; `None` after a search.
    pub distance_source: Option<DistanceSource>,
    /// The best moves, best first, at most as many as [`Settings::lines`].
    pub moves: Vec<AdvisedMove>,
    /// How the whole game ends; it needs stores.
    pub game: Option<Verdict>,
    /// What the answer took; `None` when tables or rules gave it at once.
    pub effort: Option<SearchEffort>,
    /// Who takes what, when the game is over.
    #[serde(skip)]
    pub settlement: Option<Settlement>,
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AdvisedMove {
    /// The move, with its value if that is proved.
    #[serde(flatten)]
    pub answer: MoveAnswer,
    /// What the move is worth to the player who makes it.
    pub worth: Assessment,
    /// The expected line, this move first.
    pub line: Vec<LineMove>,
}

/// A position whose layer is not tabled, answered by a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchedPosition {
    /// What the tables below the search hold.
    pub kind: &'static str,
    /// Net seeds from here on, for the player to move, when they are proved.
    pub value: Option<NetSeeds>,
    /// The best move alone; none when the game is over.
    pub best: Vec<char>,
    /// What the search found, of all moves.
    #[serde(flatten)]
    pub advice: Advice,
    /// What both players can force.
    #[serde(flatten)]
    pub guarantees: Guarantees,
}

impl Oracle {
    /// The best moves: from the tables where these have the position, else by a
    /// search, which calls `progress` after each step that it finished. A limit or
    /// the stop flag ends a search early, with the best answer so far.
    ///
    /// # Errors
    /// When a table is damaged or cannot be opened.
    pub fn advise(
        &self,
        board: &Board,
        settings: &Settings,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Advice, AnswerError> {
        match self.tabled(board, settings.endless)? {
            Some(answer) => Ok(self.by_tables(board, &answer, settings.lines)?),
            None => self.by_search(board, settings, limits, progress),
        }
    }

    /// The same for all moves of a position, with what both players can force;
    /// `None` where the tables have the position, and [`Oracle::position`] knows
    /// more.
    ///
    /// # Errors
    /// As [`Oracle::advise`].
    pub fn search_position(
        &self,
        board: &Board,
        settings: &Settings,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Option<SearchedPosition>, AnswerError> {
        if self.tabled(board, settings.endless)?.is_some() {
            return Ok(None);
        }
        let settings = Settings {
            lines: SIDE,
            ..*settings
        };
        let advice = self.by_search(board, &settings, limits, progress)?;
        let value = advice.worth.value;
        let even = value.filter(|_| settings.endless == Endless::Even);
        Ok(Some(SearchedPosition {
            kind: self.scores().layers().kind().name(),
            value,
            best: advice.play.into_iter().collect(),
            guarantees: self.guarantees(board, even),
            advice,
        }))
    }

    /// What the tables say of a position, if that answers the question: they count
    /// endless play even, but a game that is over does not go on.
    fn tabled(&self, board: &Board, endless: Endless) -> Result<Option<Answer>, ProbeError> {
        match self.scores().probe(&board.position()) {
            Ok(answer) if endless == Endless::Even || answer.settlement.is_some() => {
                Ok(Some(answer))
            }
            Ok(_) | Err(ProbeError::NotTabled { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn by_tables(
        &self,
        board: &Board,
        answer: &Answer,
        lines: usize,
    ) -> Result<Advice, ProbeError> {
        let line = self
            .scores()
            .line(&board.position(), LINE_PLIES, &|| false)?;
        let best = line.plies.first().map(|ply| ply.best);
        let line: Vec<Move> = line.plies.iter().map(|ply| ply.best.played).collect();
        let mut moves = answer.moves.clone();
        moves.sort_by_key(|rated| line.first() != Some(&rated.played));
        let moves = moves.iter().take(lines).map(|rated| AdvisedMove {
            line: match line.first() {
                Some(first) if *first == rated.played => line_moves(board.side(), &line),
                _ => line_moves(board.side(), &[rated.played]),
            },
            worth: Assessment::new(&Worth::exact(rated.value), answer.position.seeds()),
            answer: MoveAnswer {
                distance: rated.distance,
                ..MoveAnswer::new(board, &rated.played).worth(Some(rated.value), Some(answer.value))
            },
        });
        Ok(Advice {
            source: answer.source.into(),
            distance: best.and_then(|best| best.distance.plies()),
            distance_source: best.map(|best| best.distance.into()),
            settlement: answer.settlement,
            ..self.advice(
                board,
                Endless::Even,
                &Worth::exact(answer.value),
                moves.collect(),
            )
        })
    }

    /// A layer that the search solved counts as tabled.
    fn by_search(
        &self,
        board: &Board,
        settings: &Settings,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&Report),
    ) -> Result<Advice, AnswerError> {
        let mut search = Search::new(self.tables()?.clone(), *settings);
        let report = search.run(&Root::new(board.position()), limits, progress)?;
        let effort = SearchEffort::new(&report.effort, report.depth);
        let effort = (report.effort != Effort::default()).then_some(effort);
        if let Some(answer) = self.tabled(board, settings.endless)? {
            let advice = self.by_tables(board, &answer, settings.lines)?;
            return Ok(Advice { effort, ..advice });
        }
        let best = report.worth.value();
        let moves = report.moves.iter().map(|rated| AdvisedMove {
            answer: MoveAnswer::new(board, &rated.played).worth(rated.worth.value(), best),
            worth: Assessment::new(&rated.worth, board.position().seeds()),
            line: line_moves(board.side(), &rated.line),
        });
        Ok(Advice {
            effort,
            ..self.advice(board, settings.endless, &report.worth, moves.collect())
        })
    }

    /// Advice by search whose effort is not known.
    fn advice(
        &self,
        board: &Board,
        endless: Endless,
        worth: &Worth,
        moves: Vec<AdvisedMove>,
    ) -> Advice {
        let layer = board.position().seeds();
        let worth = Assessment::new(worth, layer);
        Advice {
            position: *board,
            rules: self.rules().name,
            endless,
            layer,
            source: Source::Search,
            worth,
            play: moves.first().map(|best| best.answer.letter),
            distance: None,
            distance_source: None,
            moves,
            game: board.ahead().map(|ahead| worth.verdict(ahead)),
            effort: None,
            settlement: None,
        }
    }
}
