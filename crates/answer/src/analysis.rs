//! What each move of a game lost, and where the game turned.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use grenier_probe::{ProbeError, Verdict};
use grenier_rules::ogn::{GameResult, Record};
use grenier_rules::{Board, Centiseeds, Endless, Game, Move, NetSeeds, Side, move_letter};
use grenier_search::{Limits, Settings, Tables, Worth};
use serde::{Serialize, Serializer};

use crate::assessment::Assessment;
use crate::judge::{Judge, JudgedMove};
use crate::names::{seeds, text};

/// Net seeds whose loss makes a move a mistake, in hundredths.
const MISTAKE: i16 = 200;
/// And a blunder.
const BLUNDER: i16 = 600;

/// A game, with what each move lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameAnalysis {
    /// The name of the rule set.
    pub rules: &'static str,
    /// How endless play counts.
    pub endless: Endless,
    /// The board on which the game began.
    #[serde(serialize_with = "text")]
    pub start: Board,
    /// What the record says of the result.
    #[serde(serialize_with = "text")]
    pub result: GameResult,
    /// Moves of the game.
    pub length: usize,
    /// The moves that were analysed, in order: all, or the last ones when the
    /// analysis was stopped.
    pub moves: Vec<AnalysedMove>,
    /// How South did.
    pub south: PlayerAnalysis,
    /// How North did.
    pub north: PlayerAnalysis,
    /// Positions that were searched.
    pub searches: u32,
    /// Positions that all searches looked at.
    pub nodes: u64,
    /// Values that all searches found in tables.
    pub table_hits: u64,
    /// Time of all searches, in seconds.
    pub seconds: f64,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedMove {
    /// The number of the move in the game, from 1.
    pub ply: usize,
    /// The letter of the pit: `A` to `F` for South, `a` to `f` for North.
    #[serde(rename = "move")]
    pub letter: char,
    /// Seeds that the move captures.
    pub captured: u8,
    /// Seeds that the move hands to the other player.
    pub conceded: u8,
    /// What the position before the move is worth to the player who makes it.
    pub value: Assessment,
    /// What the move is worth to that player.
    pub worth: Assessment,
    /// By how many net seeds the best move is better.
    pub loss: Loss,
    /// The best move that is known; this one when no other is better. `None` when
    /// only the loss is proved.
    pub best: Option<char>,
    /// There was no other move.
    pub forced: bool,
    /// How bad the move is.
    pub mark: Mark,
    /// The verdict before and after the move for the player who makes it, when
    /// both are proved and differ.
    pub turning_point: Option<[Verdict; 2]>,
    /// How many times the position after the move has been on the board since the
    /// last capture.
    pub occurrences: usize,
}

/// Net seeds that a move lost, at least 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// The best guess, within the bounds.
    #[serde(serialize_with = "seeds")]
    pub estimate: Centiseeds,
    /// The loss is this or more: proved.
    pub at_least: NetSeeds,
    /// The loss is this or less: proved.
    pub at_most: NetSeeds,
    /// The loss, when it is proved.
    pub value: Option<NetSeeds>,
}

/// How bad a move is. In JSON it is the mark behind the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It loses less than 2 net seeds.
    Fine,
    /// `?`: it loses 2 net seeds or more.
    Mistake,
    /// `??`: it loses 6 net seeds or more, or is a turning point.
    Blunder,
}

impl Mark {
    /// The mark behind the move: empty, `?` or `??`.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Fine => "",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}

/// How a player did in a game, by the moves that were analysed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerAnalysis {
    /// The player's name, if the record has it.
    pub name: Option<String>,
    /// Moves.
    pub moves: u32,
    /// Moves that no other is known to be better than.
    pub best: u32,
    /// Moves whose loss is exact.
    pub exact: u32,
    /// Net seeds that those lost.
    pub lost: u32,
    /// Net seeds that those lost on average; `None` without any.
    pub mean: Option<f64>,
    /// Net seeds that the other moves lost, by estimate.
    pub estimated: f64,
    /// Moves with the mark `?`.
    pub mistakes: u32,
    /// Moves with the mark `??`.
    pub blunders: u32,
    /// Turning points.
    pub turning_points: u32,
}

impl AnalysedMove {
    /// The player who made the move.
    pub fn side(&self) -> Side {
        if self.letter.is_ascii_uppercase() {
            Side::South
        } else {
            Side::North
        }
    }

    /// Whether no move is known to be better.
    pub fn is_best(&self) -> bool {
        self.loss.estimate == Centiseeds(0)
    }

    /// A better move, if one is known.
    pub fn better(&self) -> Option<char> {
        self.best.filter(|best| *best != self.letter)
    }

    // Long, as it fills all fields.
    fn new(ply: usize, game: &Game, played: &Move, judged: &JudgedMove) -> Self {
        let board = game.board();
        let seeds = board.position().seeds();
        let loss = loss(judged);
        let [value, worth] =
            [judged.before, judged.after].map(|worth| Assessment::new(&worth, seeds));
        let ahead = board.ahead().unwrap_or(0);
        let verdicts = [value.verdict(ahead), worth.verdict(ahead)];
        let turns = verdicts[0] != verdicts[1] && !verdicts.contains(&Verdict::Open);
        let is_known = loss.estimate == Centiseeds(0) || judged.best != played.pit;
        let best = if loss.estimate == Centiseeds(0) {
            played.pit
        } else {
            judged.best
        };
        let mut after = game.clone();
        // Moves of a record are legal.
        let _ = after.play(played.pit);
        Self {
            ply,
            letter: move_letter(board.side(), played.pit),
            captured: played.captured,
            conceded: played.conceded,
            value,
            worth,
            loss: Loss {
                estimate: loss.estimate,
                at_least: loss.at_least,
                at_most: loss.at_most,
                value: loss.value(),
            },
            best: is_known.then(|| move_letter(board.side(), best)),
            forced: judged.is_forced,
            mark: match loss.estimate.0 {
                _ if turns => Mark::Blunder,
                BLUNDER.. => Mark::Blunder,
                MISTAKE.. => Mark::Mistake,
                _ => Mark::Fine,
            },
            turning_point: turns.then_some(verdicts),
            occurrences: after.occurrences(),
        }
    }
}

/// By how many net seeds the best move is better: 0 or more.
fn loss(judged: &JudgedMove) -> Worth {
    let (before, after) = (&judged.before, &judged.after);
    if judged.is_forced {
        return Worth::exact(NetSeeds(0));
    }
    Worth {
        estimate: (before.estimate - after.estimate).max(Centiseeds(0)),
        at_least: (before.at_least - after.at_most).max(NetSeeds(0)),
        at_most: before.at_most - after.at_least,
    }
}

impl PlayerAnalysis {
    fn new(name: Option<&str>, side: Side, moves: &[AnalysedMove]) -> Self {
        let mut player = Self {
            name: name.map(ToOwned::to_owned),
            ..Self::default()
        };
        let mut estimated = 0;
        for played in moves.iter().filter(|played| played.side() == side) {
            player.moves += 1;
            player.best += u32::from(played.is_best());
            match played.loss.value {
                Some(lost) => {
                    player.exact += 1;
                    player.lost += u32::from(lost.0.unsigned_abs());
                }
                None => estimated += u32::from(played.loss.estimate.0.unsigned_abs()),
            }
            player.mistakes += u32::from(played.mark == Mark::Mistake);
            player.blunders += u32::from(played.mark == Mark::Blunder);
            player.turning_points += u32::from(played.turning_point.is_some());
        }
        player.estimated = f64::from(estimated) / 100.0;
        let mean = || f64::from(player.lost) / f64::from(player.exact);
        player.mean = (player.exact > 0).then(mean);
        player
    }
}

/// Analyses games of one rule set, each move by the tables where they have the
/// position, else by a search.
///
/// ```
/// use grenier_answer::{Analyst, Limits, Oracle, Settings};
/// use grenier_rules::{Game, NetSeeds, RuleSet, ogn::Record};
///
/// let board = "0-0-0-0-0-1-1-0-0-0-0-3-22-21-S".parse().unwrap();
/// let mut game = Game::from_board(RuleSet::OWARE, board).unwrap();
/// game.play(5).unwrap();
/// let oracle = Oracle::embedded(&RuleSet::OWARE);
/// let mut analyst = Analyst::new(oracle.tables().unwrap().clone(), Settings::default());
/// let analysis = analyst.analyse(&Record::new(game), &Limits::default(), &mut || {}).unwrap();
/// assert_eq!(analysis.moves[0].loss.value, Some(NetSeeds(0)));
/// ```
pub struct Analyst {
    judge: Judge,
}

impl Analyst {
    /// An analyst whose searches work by these settings.
    pub fn new(tables: Arc<Tables>, settings: Settings) -> Self {
        Self {
            judge: Judge::new(tables, settings),
        }
    }

    /// Analyses every move of a game, the last one first, and calls `progress` after
    /// each position, of which there is one more than moves. The limits are those of
    /// one position; the stop flag ends the whole analysis, which then has only the
    /// last moves.
    ///
    /// # Errors
    /// [`ProbeError`] when a table is damaged or cannot be read.
    pub fn analyse(
        &mut self,
        record: &Record,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(),
    ) -> Result<GameAnalysis, ProbeError> {
        let judge = &mut self.judge;
        judge.start();
        let played: Vec<_> = record.plies().collect();
        let mut moves = Vec::new();
        let mut next = judge.end(record.game(), limits)?;
        progress();
        for (at, (game, played)) in played.iter().enumerate().rev() {
            let judged = judge.ply(game, played, &next, limits)?;
            if limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                break;
            }
            next = judged.before;
            moves.push(AnalysedMove::new(at + 1, game, played, &judged));
            progress();
        }
        moves.reverse();
        let (effort, searches) = judge.effort();
        let player = |side: Side| PlayerAnalysis::new(record.tag(&side.to_string()), side, &moves);
        Ok(GameAnalysis {
            rules: record.game().rules().name,
            endless: judge.endless(),
            start: *record.game().start(),
            result: record.result(),
            length: played.len(),
            south: player(Side::South),
            north: player(Side::North),
            moves,
            searches,
            nodes: effort.nodes,
            table_hits: effort.table_hits,
            seconds: effort.elapsed.as_secs_f64(),
        })
    }
}
