//! Alpha-beta to a depth, with a memo.

use grenier_probe::ProbeError;
use grenier_rules::{EndlessPlay, Move, Position, RuleSet};

use crate::estimate::estimate;
use crate::limits::Clock;
use crate::memo::{Bound, Entry, Memo, key};
use crate::report::Effort;
use crate::root::Root;
use crate::tables::Tables;

/// Beyond every value, in hundredths of a seed.
pub(crate) const INFINITE: i16 = 10_000;
/// Nodes between two looks at the clock.
const PATIENCE: u64 = 1024;
/// The history that a value does not hang on.
const NOTHING: usize = usize::MAX;

/// Why a search gave no value.
#[derive(Debug)]
pub(crate) enum Broken {
    /// A limit was reached.
    Stopped,
    /// A table could not be read.
    Probe(ProbeError),
}

impl From<ProbeError> for Broken {
    fn from(error: ProbeError) -> Self {
        Self::Probe(error)
    }
}

/// A value in hundredths of a seed, and the earliest place on the path that it
/// hangs on because a position came back: [`NOTHING`] when it is of general
/// truth and may be remembered.
#[derive(Clone, Copy)]
struct Found {
    value: i16,
    hangs_on: usize,
}

impl Found {
    fn general(value: i16) -> Self {
        Self {
            value,
            hangs_on: NOTHING,
        }
    }
}

/// One thread's search.
pub(crate) struct AlphaBeta<'a> {
    rules: &'static RuleSet,
    tables: &'a Tables,
    ending: EndlessPlay,
    memo: &'a Memo,
    clock: &'a Clock<'a>,
    /// Keys of the positions from the last capture before the root to the one at
    /// work.
    path: Vec<u64>,
    /// Where on the path the layer of the position at work begins.
    layer_start: usize,
    pub(crate) effort: Effort,
}

impl<'a> AlphaBeta<'a> {
    pub(crate) fn new(
        tables: &'a Tables,
        ending: EndlessPlay,
        memo: &'a Memo,
        clock: &'a Clock<'a>,
        root: &Root,
    ) -> Self {
        Self {
            rules: tables.rules(),
            tables,
            ending,
            memo,
            clock,
            path: root.since_capture().iter().map(key).collect(),
            layer_start: 0,
            effort: Effort::default(),
        }
    }

    /// What a move from the root is worth, in hundredths of a seed, exact within
    /// the window, after `depth` further plies.
    pub(crate) fn move_value(
        &mut self,
        played: &Move,
        depth: u32,
        alpha: i16,
        beta: i16,
    ) -> Result<i16, Broken> {
        Ok(self.after(played, depth, alpha, beta)?.value)
    }

    fn after(&mut self, played: &Move, depth: u32, alpha: i16, beta: i16) -> Result<Found, Broken> {
        let gain = gain(played) * 100;
        let layer_start = self.layer_start;
        if gain != 0 {
            self.layer_start = self.path.len();
        }
        self.path.push(key(&played.next));
        let found = self.value(&played.next, depth, gain - beta, gain - alpha);
        self.path.pop();
        self.layer_start = layer_start;
        let found = found?;
        Ok(Found {
            value: gain - found.value,
            ..found
        })
    }

    /// The value of a position, the last on the path.
    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: i16,
        beta: i16,
    ) -> Result<Found, Broken> {
        self.effort.nodes += 1;
        if self.effort.nodes.is_multiple_of(PATIENCE) && self.clock.is_over(self.effort.nodes) {
            return Err(Broken::Stopped);
        }
        let here = self.path.len() - 1;
        if let Some(worth) = self.tables.worth(position, self.ending)? {
            self.effort.table_hits += 1;
            return Ok(Found::general(worth.estimate));
        }
        if let Some(earlier) = self.came_back(here) {
            return Ok(Found {
                value: repeated(position, self.ending),
                hangs_on: earlier,
            });
        }
        let key = self.path[here];
        let known = self.memo.get(key);
        if let Some(entry) = known
            && u32::from(entry.depth) >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            }
        {
            return Ok(Found::general(entry.value));
        }
        let moves = self.rules.moves(position);
        if moves.is_empty() {
            let net = self.rules.settlement(position).map_or(0, |left| left.net());
            return Ok(Found::general(i16::from(net) * 100));
        }
        if depth == 0 {
            return Ok(Found::general(estimate(position)));
        }
        let floor = alpha;
        let mut best = Found::general(-INFINITE);
        let mut hangs_on = NOTHING;
        let mut pit = 6;
        for played in ordered(&moves, known.map_or(6, |entry| entry.pit)) {
            let found = self.after(&played, depth - 1, alpha, beta)?;
            hangs_on = hangs_on.min(found.hangs_on);
            if found.value > best.value {
                best = found;
                pit = played.pit;
                alpha = alpha.max(found.value);
            }
            if alpha >= beta {
                // The others have no part in this.
                hangs_on = found.hangs_on;
                break;
            }
        }
        // What comes back to this position or a later one is the same whatever
        // was before.
        if hangs_on >= here {
            hangs_on = NOTHING;
        }
        if hangs_on == NOTHING {
            let bound = match best.value {
                value if value >= beta => Bound::AtLeast,
                value if value <= floor => Bound::AtMost,
                _ => Bound::Exact,
            };
            let entry = Entry {
                value: best.value,
                bound,
                depth: depth.min(255) as u8,
                pit,
            };
            self.memo.put(key, entry);
        }
        Ok(Found { hangs_on, ..best })
    }

    /// Where on the path the last position was before, with the same side to
    /// move.
    fn came_back(&self, here: usize) -> Option<usize> {
        let key = self.path[here];
        let mut earlier = here;
        while earlier >= self.layer_start + 2 {
            earlier -= 2;
            if self.path[earlier] == key {
                return Some(earlier);
            }
        }
        None
    }
}

/// What a move nets at once.
pub(crate) fn gain(played: &Move) -> i16 {
    i16::from(played.captured) - i16::from(played.conceded)
}

/// What the mover nets when the game ends here since the position came back.
fn repeated(position: &Position, ending: EndlessPlay) -> i16 {
    match ending {
        EndlessPlay::Even => 0,
        EndlessPlay::EachKeepsOwnSide => {
            (position.mover_seeds() as i16 - position.waiting_seeds() as i16) * 100
        }
    }
}

/// Moves in the order in which they are tried: the remembered one, then large
/// captures, then from the right.
pub(crate) fn ordered(moves: &[Move], remembered: u8) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|played| {
        (
            played.pit != remembered,
            -gain(played),
            std::cmp::Reverse(played.pit),
        )
    });
    moves
}
