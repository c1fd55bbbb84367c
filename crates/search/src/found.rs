//! What the search asks of a position, and what it finds.

use grenier_probe::ProbeError;
use grenier_rules::{Centiseeds, Endless, NetSeeds};

use crate::memo::{Bound, Entry, Proved};

/// Beyond every value, in hundredths of a seed.
pub(crate) const INFINITE: i16 = 10_000;
/// [`Found::depends_on`] of a value that is the same whatever was played before.
pub(crate) const NOTHING: usize = usize::MAX;

/// Why a search gave no value.
#[derive(Debug)]
pub(crate) enum Broken {
    /// A limit was reached.
    Stopped,
    /// A table cannot be read.
    Probe(ProbeError),
}

impl From<ProbeError> for Broken {
    fn from(error: ProbeError) -> Self {
        Self::Probe(error)
    }
}

/// The value of a position, in hundredths of a seed.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    pub(crate) value: i16,
    pub(crate) proved: Proved,
    /// The earliest place on the path that the value depends on because a position
    /// was repeated, or [`NOTHING`]: then it may be stored in the memo.
    pub(crate) depends_on: usize,
}

impl Found {
    /// A value that depends on no earlier position.
    pub(crate) fn general(value: i16, proved: Proved) -> Self {
        Self {
            value,
            proved,
            depends_on: NOTHING,
        }
    }

    /// Adds another move of the same player. Returns whether it is better.
    pub(crate) fn add(&mut self, other: Self) -> bool {
        let order = other.value.cmp(&self.value);
        let (mine, others) = (self.proved, other.proved);
        *self = Self {
            value: self.value.max(other.value),
            proved: Proved {
                at_least: order.is_le() && mine.at_least || order.is_ge() && others.at_least,
                at_most: mine.at_most && others.at_most,
            },
            depends_on: self.depends_on.min(other.depends_on),
        };
        order.is_gt()
    }

    /// The same for the player who makes a move that nets `gain` and leads here.
    pub(crate) fn before(self, gain: i16) -> Self {
        Self {
            value: gain - self.value,
            proved: self.proved.turned(),
            ..self
        }
    }
}

/// What is asked of a position: its value after `depth` plies, exact if it lies
/// between alpha and beta, otherwise only on which side of them it lies.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub(crate) depth: u32,
    pub(crate) alpha: i16,
    pub(crate) beta: i16,
}

impl Question {
    /// The question with a window no wider than the seeds on the board, beyond which
    /// no value lies; or the answer, if that suffices.
    pub(crate) fn within(self, seeds: u32) -> Result<Self, Found> {
        let most = hundredths(NetSeeds(seeds as i8));
        if self.alpha >= most {
            return Err(Found::general(most, Proved::AT_MOST));
        }
        if self.beta <= -most {
            return Err(Found::general(-most, Proved::AT_LEAST));
        }
        Ok(Self {
            alpha: self.alpha.max(-most),
            beta: self.beta.min(most),
            ..self
        })
    }

    /// Whether a memo entry answers it: it is from a search as deep, or proved.
    pub(crate) fn is_answered_by(self, entry: &Entry) -> bool {
        let value = entry.value;
        let enough = match entry.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= self.beta,
            Bound::AtMost => value <= self.alpha,
        };
        let proved = match (entry.proved.at_least, entry.proved.at_most) {
            (true, true) => true,
            (at_least, at_most) => at_least && value >= self.beta || at_most && value <= self.alpha,
        };
        proved || enough && u32::from(entry.depth) >= self.depth
    }

    /// How a value relates to that of the position.
    pub(crate) fn bound_of(self, value: i16) -> Bound {
        match value {
            value if value >= self.beta => Bound::AtLeast,
            value if value <= self.alpha => Bound::AtMost,
            _ => Bound::Exact,
        }
    }
}

/// What a repetition proves. Where endless play is even, a player who can force more
/// need not repeat, so a repetition gives nobody more or less than endless play.
/// Where each player keeps their own side, its value depends on which position
/// repeats, and so on the moves before: nothing is proved.
pub(crate) fn proved_by_repetition(endless: Endless) -> Proved {
    match endless {
        Endless::Even => Proved::BOTH,
        Endless::EachKeepsOwnSide => Proved::NOTHING,
    }
}

/// Net seeds in hundredths, as the search counts.
pub(crate) fn hundredths(net: NetSeeds) -> i16 {
    Centiseeds::from(net).0
}
