//! Alpha-beta to a depth, with a memo.

use grenier_probe::ProbeError;
use grenier_rules::{EndlessPlay, Move, Position, RuleSet};

use crate::estimate::estimate;
use crate::limits::Clock;
use crate::memo::{Bound, Entry, Memo, key};
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
        let gain = gain(played) * 100;
        let quiet = played.captured == 0 && played.conceded == 0;
        let turned = Question {
            depth: asked.depth,
            alpha: gain - asked.beta,
            beta: gain - asked.alpha,
        };
        if asked.depth == 0 && !self.path.may_come_back(quiet) {
            let value = self.settled(&played.next, turned.alpha, turned.beta)?;
            return Ok(Found::general(gain - value));
        }
        let before = self.path.enter(key(&played.next), quiet);
        let found = self.value(&played.next, turned);
        self.path.leave(before);
        let found = found?;
        Ok(Found {
            value: gain - found.value,
            ..found
        })
    }

    /// The value of a position, the last on the path.
    fn value(&mut self, position: &Position, asked: Question) -> Result<Found, Broken> {
        if let Some(earlier) = self.path.came_back() {
            self.count()?;
            return Ok(Found {
                value: repeated(position, self.ending),
                hangs_on: earlier,
            });
        }
        if asked.depth == 0 {
            return self
                .settled(position, asked.alpha, asked.beta)
                .map(Found::general);
        }
        self.count()?;
        let seeds = position.seeds();
        if let Some(value) = self.tabled(position, seeds)? {
            return Ok(Found::general(value));
        }
        let asked = match within(asked, seeds) {
            Ok(asked) => asked,
            Err(value) => return Ok(Found::general(value)),
        };
        let known = self.memo.get(self.path.key());
        if let Some(value) = known.and_then(|entry| answer(&entry, asked)) {
            return Ok(Found::general(value));
        }
        let moves = self.rules.moves(position);
        if moves.is_empty() {
            return Ok(Found::general(self.over(position)));
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
        let mut best = Found::general(-INFINITE);
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
                pit = played.pit;
                if played.captured == 0 {
                    self.order.learn(position, played, asked.depth);
                }
                break;
            }
            let hangs_on = best.hangs_on.min(found.hangs_on);
            if found.value > best.value {
                best = found;
                pit = played.pit;
                alpha = alpha.max(found.value);
            }
            best.hangs_on = hangs_on;
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
    fn settled(&mut self, position: &Position, alpha: i16, beta: i16) -> Result<i16, Broken> {
        self.count()?;
        let seeds = position.seeds();
        if let Some(value) = self.tabled(position, seeds)? {
            return Ok(value);
        }
        if self.rules.is_over(position) {
            return Ok(self.over(position));
        }
        let mut best = estimate(position);
        if best >= beta {
            return Ok(best);
        }
        let moves = self.rules.moves(position);
        let ordered = self.order.of(position, &moves, None);
        for played in ordered.iter().filter(|played| played.captured > 0) {
            let gain = gain(played) * 100;
            let value = gain - self.settled(&played.next, gain - beta, gain - alpha.max(best))?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        Ok(best)
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

    /// What the tables say, in hundredths of a seed.
    fn tabled(&mut self, position: &Position, seeds: u32) -> Result<Option<i16>, Broken> {
        if !self.tables.have(seeds) {
            return Ok(None);
        }
        self.table_hits += 1;
        self.patience = self.patience.saturating_sub(LOOK_UP - 1).max(1);
        let worth = self.tables.worth(position, self.ending)?;
        Ok(worth.map(|worth| worth.estimate))
    }

    /// What a game that is over gives the player who would be to move.
    fn over(&self, position: &Position) -> i16 {
        let net = self.rules.settlement(position).map_or(0, |left| left.net());
        i16::from(net) * 100
    }
}

/// A question with a window no wider than the seeds on the board, beyond which
/// no value can be; or the answer, if that is enough for one.
fn within(asked: Question, seeds: u32) -> Result<Question, i16> {
    let most = seeds as i16 * 100;
    if asked.alpha >= most {
        return Err(most);
    }
    if asked.beta <= -most {
        return Err(-most);
    }
    Ok(Question {
        alpha: asked.alpha.max(-most),
        beta: asked.beta.min(most),
        ..asked
    })
}

/// The answer that is remembered, if it is one to this question.
fn answer(entry: &Entry, asked: Question) -> Option<i16> {
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => entry.value >= asked.beta,
        Bound::AtMost => entry.value <= asked.alpha,
    };
    (enough && u32::from(entry.depth) >= asked.depth).then_some(entry.value)
}

/// What a move nets at once, in seeds.
pub(crate) fn gain(played: &Move) -> i16 {
    i16::from(played.captured) - i16::from(played.conceded)
}

/// What the mover nets when the game ends here since the position came back, in
/// hundredths of a seed.
pub(crate) fn repeated(position: &Position, ending: EndlessPlay) -> i16 {
    match ending {
        EndlessPlay::Even => 0,
        EndlessPlay::EachKeepsOwnSide => {
            (position.mover_seeds() as i16 - position.waiting_seeds() as i16) * 100
        }
    }
}
