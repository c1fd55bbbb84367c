//! What is known of one move of a game.

use grenier_probe::Verdict;
use grenier_rules::{Centiseeds, Move, NetSeeds, Side, move_letter};
use grenier_search::Worth;

use crate::output::worth;

/// Hundredths of a net seed that make a mistake.
const MISTAKE: i16 = 200;
/// And a blunder.
const BLUNDER: i16 = 600;

/// A move that was made, and what it was worth. All values are net seeds from
/// before the move on, for the player who made it.
pub(super) struct Ply {
    pub(super) side: Side,
    pub(super) played: Move,
    /// Seeds on the board before it.
    pub(super) seeds: u32,
    /// By how many seeds the player's store was ahead before it.
    pub(super) ahead: i8,
    /// There was no other move.
    pub(super) is_forced: bool,
    /// The pit of the best move that is known.
    pub(super) best: u8,
    /// What the position was worth.
    pub(super) before: Worth,
    /// What this move is worth.
    pub(super) after: Worth,
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grade {
    Fine,
    Mistake,
    Blunder,
}

impl Grade {
    /// The mark behind such a move.
    pub(super) fn mark(self) -> &'static str {
        match self {
            Self::Fine => "",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl Ply {
    pub(super) fn letter(&self) -> char {
        move_letter(self.side, self.played.pit)
    }

    /// `F+2`.
    pub(super) fn written(&self) -> String {
        match self.played.captured {
            0 => self.letter().to_string(),
            captured => format!("{}+{captured}", self.letter()),
        }
    }

    /// By how many net seeds the best move is better: 0 or more.
    pub(super) fn loss(&self) -> Worth {
        if self.is_forced {
            return Worth::exact(NetSeeds(0));
        }
        Worth {
            estimate: (self.before.estimate - self.after.estimate).max(Centiseeds(0)),
            at_least: (self.before.at_least - self.after.at_most).max(NetSeeds(0)),
            at_most: self.before.at_most - self.after.at_least,
        }
    }

    /// Whether no move is better, as far as is known.
    pub(super) fn is_best(&self) -> bool {
        self.loss().estimate == Centiseeds(0)
    }

    /// A better move, if one is known: that there is one can be proved without.
    pub(super) fn better(&self) -> Option<char> {
        let is_known = !self.is_best() && self.best != self.played.pit;
        is_known.then(|| move_letter(self.side, self.best))
    }

    pub(super) fn grade(&self) -> Grade {
        match self.loss().estimate.0 {
            _ if self.turn().is_some() => Grade::Blunder,
            BLUNDER.. => Grade::Blunder,
            MISTAKE.. => Grade::Mistake,
            _ => Grade::Fine,
        }
    }

    /// What the game was for the player before this move and after it, when that
    /// is proved and not the same.
    pub(super) fn turn(&self) -> Option<(Verdict, Verdict)> {
        let verdict = |worth| worth::verdict(self.ahead.into(), worth);
        let (before, after) = (verdict(&self.before), verdict(&self.after));
        (before != after && before != Verdict::Open && after != Verdict::Open)
            .then_some((before, after))
    }
}
