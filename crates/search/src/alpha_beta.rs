//! Alpha-beta to a depth, with a memo.

use grenier_probe::ProbeError;
use grenier_rules::{Centiseeds, EndlessPlay, Move, NetSeeds, Position, RuleSet, SIDE, Sowing};

use crate::estimate::estimate;
use crate::limits::Clock;
use crate::memo::{Bound, Entry, Memo, Proved};
use crate::order::{Order, Ordered};
use crate::path::Path;
use crate::root::Root;
use crate::tables::Tables;

/// Beyond every value, in hundredths of a seed.
pub(crate) const INFINITE: i16 = 10_000;
/// The history that a value does not hang on.
const NOTHING: usize = usize::MAX;
/// How many nodes a look into a table is as good as, when the next look at the
/// clock is due: a block of a packed table must be decoded for it, if not read.
const LOOK_UP: u64 = 32;

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

/// A value in hundredths of a seed, what of it is proved, and the earliest place
/// on the path that it hangs on because a position came back: [`NOTHING`] when it
/// is of general truth and may be remembered.
#[derive(Clone, Copy)]
struct Found {
    value: i16,
    proved: Proved,
    hangs_on: usize,
}

impl Found {
    fn general(value: i16, proved: Proved) -> Self {
        Self {
            value,
            proved,
            hangs_on: NOTHING,
        }
    }

    /// The same for the player who makes a move that nets `gain` and leads here.
    fn before(self, gain: i16) -> Self {
        Self {
            value: gain - self.value,
            proved: self.proved.turned(),
            ..self
        }
    }
}

/// What is asked of a position: its value after so many plies, exact if it lies
/// between alpha and beta, and otherwise only on which side of them.
#[derive(Clone, Copy)]
struct Question {
    depth: u32,
    alpha: i16,
    beta: i16,
}

/// One thread's search.
pub(crate) struct AlphaBeta<'a> {
    rules: &'static RuleSet,
    tables: &'a Tables,
    ending: EndlessPlay,
    memo: &'a Memo,
    clock: &'a Clock<'a>,
    /// Whether the clock can stop it.
    pub(crate) hurried: bool,
    /// Whether moves late in the order are at first searched less deep.
    pub(crate) reduces: bool,
    path: Path,
    order: Order,
    /// Since the clock was told.
    nodes: u64,
    table_hits: u64,
    /// Nodes to the next look at the clock.
    patience: u64,
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
            hurried: true,
            reduces: true,
            path: Path::to(root),
            order: Order::new(),
            nodes: 0,
            table_hits: 0,
            patience: clock.patience(),
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
        let asked = Question { depth, alpha, beta };
        Ok(self.after(played, asked)?.value)
    }

    /// Tells the clock of the work since the last time.
    pub(crate) fn tell(&mut self) {
        self.clock.tell(self.nodes, self.table_hits);
        (self.nodes, self.table_hits) = (0, 0);
        self.patience = self.clock.patience();
    }

    /// What a move is worth; the question is asked for who makes it, and its depth
    /// begins after it.
    fn after(&mut self, played: &Move, asked: Question) -> Result<Found, Broken> {
        let gain = hundredths(played.gain());
        let quiet = played.is_quiet();
        let turned = Question {
            depth: asked.depth,
            alpha: gain - asked.beta,
            beta: gain - asked.alpha,
        };
        if asked.depth == 0 && !self.path.may_come_back(quiet) {
            let found = self.settled(&played.next, turned.alpha, turned.beta)?;
            return Ok(found.before(gain));
        }
        let before = self.path.enter(played.next.key(), quiet);
        let found = self.value(&played.next, turned);
        self.path.leave(before);
        Ok(found?.before(gain))
    }

    /// The value of a position, the last on the path.
    fn value(&mut self, position: &Position, asked: Question) -> Result<Found, Broken> {
        if let Some(earlier) = self.path.came_back() {
            self.count()?;
            return Ok(Found {
                value: hundredths(self.ending.net(position)),
                proved: circle(self.ending),
                hangs_on: earlier,
            });
        }
        if asked.depth == 0 {
            return self.settled(position, asked.alpha, asked.beta);
        }
        self.count()?;
        let seeds = position.seeds();
        if let Some(found) = self.tabled(position, seeds)? {
            return Ok(found);
        }
        let asked = match within(asked, seeds) {
            Ok(asked) => asked,
            Err(found) => return Ok(found),
        };
        let known = self.memo.get(self.path.key());
        if let Some(entry) = known.filter(|entry| is_answer(entry, asked)) {
            return Ok(Found::general(entry.value, entry.proved));
        }
        let moves = self.rules.moves(position);
        if moves.is_empty() {
            return Ok(self.over(position));
        }
        let ordered = self
            .order
            .of(position, &moves, known.map(|entry| entry.pit));
        self.best_of(position, &ordered, asked)
    }

    /// The value of the last position on the path, by all of its moves.
    fn best_of(
        &mut self,
        position: &Position,
        moves: &Ordered<'_>,
        asked: Question,
    ) -> Result<Found, Broken> {
        let here = self.path.here();
        let mut alpha = asked.alpha;
        // What no move is better than is proved when that is so of each.
        let mut best = Found::general(-INFINITE, Proved::AT_MOST);
        let mut pit = 0;
        for (number, played) in moves.iter().enumerate() {
            let rest = Question {
                depth: asked.depth - 1,
                alpha,
                beta: asked.beta,
            };
            let found = self.nth(number, played, rest)?;
            if found.value >= asked.beta {
                // The other moves have no part in this.
                best = found;
                best.proved.at_most = false;
                pit = played.pit;
                if played.captured == 0 {
                    self.order.learn(position, played, asked.depth);
                }
                break;
            }
            let hangs_on = best.hangs_on.min(found.hangs_on);
            let at_most = best.proved.at_most && found.proved.at_most;
            if found.value > best.value {
                best = found;
                pit = played.pit;
                alpha = alpha.max(found.value);
            } else if found.value == best.value {
                best.proved.at_least |= found.proved.at_least;
            }
            best.hangs_on = hangs_on;
            best.proved.at_most = at_most;
        }
        // What comes back to this position or a later one is the same whatever
        // was before.
        if best.hangs_on >= here {
            best.hangs_on = NOTHING;
            let bound = match best.value {
                value if value >= asked.beta => Bound::AtLeast,
                value if value <= asked.alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.memo.put(
                self.path.key(),
                Entry {
                    value: best.value,
                    bound,
                    proved: best.proved,
                    depth: asked.depth.min(255) as u8,
                    pit,
                },
            );
        }
        Ok(best)
    }

    /// What the move of this number in the order is worth.
    fn nth(&mut self, number: usize, played: &Move, asked: Question) -> Result<Found, Broken> {
        if number == 0 {
            return self.after(played, asked);
        }
        // The first move is expected to be best: is this one better? That is
        // quicker to say than by how much.
        let better = Question {
            beta: asked.alpha + 1,
            ..asked
        };
        let less = self.reduction(number, played, asked.depth);
        if less > 0 {
            let depth = asked.depth - less;
            let found = self.after(played, Question { depth, ..better })?;
            if found.value <= asked.alpha {
                return Ok(found);
            }
        }
        let found = self.after(played, better)?;
        if found.value <= asked.alpha || found.value >= asked.beta {
            return Ok(found);
        }
        self.after(played, asked)
    }

    /// How many plies less are enough to see that a move late in the order is no
    /// better than those before; `depth` is what it is to be searched to.
    fn reduction(&self, number: usize, played: &Move, depth: u32) -> u32 {
        match (number, depth) {
            _ if !self.reduces || played.captured > 0 => 0,
            (4.., 4..) => 2,
            (2.., 2..) => 1,
            _ => 0,
        }
    }

    /// The value of a position where the depth is used up: an estimate, or what
    /// captures make of it. A player need not capture.
    fn settled(&mut self, position: &Position, alpha: i16, beta: i16) -> Result<Found, Broken> {
        self.count()?;
        let seeds = position.seeds();
        if let Some(found) = self.tabled(position, seeds)? {
            return Ok(found);
        }
        if self.rules.is_over(position) {
            return Ok(self.over(position));
        }
        let mut best = estimate(position);
        let captures = || (0..SIDE as u8).any(|pit| Sowing::may_capture(position, pit));
        if best >= beta || !captures() {
            return Ok(Found::general(best, Proved::NOTHING));
        }
        let moves = self.rules.moves(position);
        let ordered = self.order.of(position, &moves, None);
        for played in ordered.iter().filter(|played| played.captured > 0) {
            let gain = hundredths(played.gain());
            let found = self.settled(&played.next, gain - beta, gain - alpha.max(best))?;
            let found = found.before(gain);
            if found.value >= beta {
                let proved = Proved {
                    at_most: false,
                    ..found.proved
                };
                return Ok(Found { proved, ..found });
            }
            best = best.max(found.value);
        }
        Ok(Found::general(best, Proved::NOTHING))
    }

    /// One more node. Looks at the clock now and then.
    fn count(&mut self) -> Result<(), Broken> {
        self.nodes += 1;
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 {
            self.tell();
            if self.hurried && self.clock.is_over() {
                return Err(Broken::Stopped);
            }
        }
        Ok(())
    }

    /// What the tables say.
    fn tabled(&mut self, position: &Position, seeds: u32) -> Result<Option<Found>, Broken> {
        if !self.tables.have(seeds) {
            return Ok(None);
        }
        self.table_hits += 1;
        self.patience = self.patience.saturating_sub(LOOK_UP - 1).max(1);
        let worth = self.tables.worth(position, self.ending)?;
        Ok(worth.map(|worth| {
            let proved = Proved {
                at_least: Centiseeds::from(worth.at_least) >= worth.estimate,
                at_most: Centiseeds::from(worth.at_most) <= worth.estimate,
            };
            Found::general(worth.estimate.0, proved)
        }))
    }

    /// What a game that is over gives the player who would be to move.
    fn over(&self, position: &Position) -> Found {
        let net = self
            .rules
            .settlement(position)
            .map_or(NetSeeds(0), |left| left.net());
        Found::general(hundredths(net), Proved::BOTH)
    }
}

/// A question with a window no wider than the seeds on the board, beyond which
/// no value can be; or the answer, if that is enough for one.
fn within(asked: Question, seeds: u32) -> Result<Question, Found> {
    let most = hundredths(NetSeeds(seeds as i8));
    if asked.alpha >= most {
        return Err(Found::general(most, Proved::AT_MOST));
    }
    if asked.beta <= -most {
        return Err(Found::general(-most, Proved::AT_LEAST));
    }
    Ok(Question {
        alpha: asked.alpha.max(-most),
        beta: asked.beta.min(most),
        ..asked
    })
}

/// Whether what is remembered is an answer to this question: it is of a search as
/// deep, or it is proved.
fn is_answer(entry: &Entry, asked: Question) -> bool {
    let Entry {
        value,
        bound,
        proved,
        ..
    } = *entry;
    let enough = match bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= asked.beta,
        Bound::AtMost => value <= asked.alpha,
    };
    let proved = match (proved.at_least, proved.at_most) {
        (true, true) => true,
        (at_least, at_most) => at_least && value >= asked.beta || at_most && value <= asked.alpha,
    };
    proved || enough && u32::from(entry.depth) >= asked.depth
}

/// What the end of a game by a circle proves. Where what is left is shared evenly
/// a player who can force more need not go in circles, so that such an end gives
/// nobody more or less than play without end. Where each keeps their own side it
/// hangs on the position that comes back, and thereby on all that was played
/// before: nothing is proved.
fn circle(ending: EndlessPlay) -> Proved {
    match ending {
        EndlessPlay::Even => Proved::BOTH,
        EndlessPlay::EachKeepsOwnSide => Proved::NOTHING,
    }
}

/// Net seeds as the search counts: in hundredths.
fn hundredths(net: NetSeeds) -> i16 {
    Centiseeds::from(net).0
}
