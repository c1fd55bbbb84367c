//! Alpha-beta to a given depth, with a memo.

use grenier_rules::{Centiseeds, Endless, Move, NetSeeds, Position, RuleSet, SIDE, Sowing};

use crate::estimate::estimate;
use crate::found::{Broken, Found, INFINITE, NOTHING, Question, hundredths, proved_by_repetition};
use crate::limits::Clock;
use crate::memo::{Entry, Memo, Proved};
use crate::order::{Order, Ordered};
use crate::path::Path;
use crate::root::Root;
use crate::tables::Tables;

/// How many nodes a table probe counts for until the next look at the clock: it may
/// have to read and decode a block.
const PROBE_NODES: u64 = 32;

/// One thread's search.
pub(crate) struct AlphaBeta<'a> {
    rules: &'static RuleSet,
    tables: &'a Tables,
    endless: Endless,
    memo: &'a Memo,
    clock: &'a Clock<'a>,
    /// Whether the clock can stop it.
    pub(crate) hurried: bool,
    /// Whether moves late in the order are searched less deep at first.
    pub(crate) reduces: bool,
    path: Path,
    order: Order,
    /// Nodes that the clock was not told of yet.
    nodes: u64,
    table_hits: u64,
    /// Nodes to the next look at the clock.
    patience: u64,
}

impl<'a> AlphaBeta<'a> {
    pub(crate) fn new(
        tables: &'a Tables,
        endless: Endless,
        memo: &'a Memo,
        clock: &'a Clock<'a>,
        root: &Root,
    ) -> Self {
        Self {
            rules: tables.rules(),
            tables,
            endless,
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

    /// The value of a move from the root, searched `depth` plies further, in
    /// hundredths of a seed; exact within the window.
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

    /// Tells the clock of the work since the last call.
    pub(crate) fn tell(&mut self) {
        self.clock.tell(self.nodes, self.table_hits);
        (self.nodes, self.table_hits) = (0, 0);
        self.patience = self.clock.patience();
    }

    /// The value of a move. The question is that of the player who makes it; its
    /// depth begins after the move.
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
                value: hundredths(self.endless.net(position)),
                proved: proved_by_repetition(self.endless),
                depends_on: earlier,
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
        let asked = match asked.within(seeds) {
            Ok(asked) => asked,
            Err(found) => return Ok(found),
        };
        let known = self.memo.get(self.path.key());
        if let Some(entry) = known.filter(|entry| asked.is_answered_by(entry)) {
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

    /// The value of the last position on the path, from all of its moves.
    fn best_of(
        &mut self,
        position: &Position,
        moves: &Ordered<'_>,
        asked: Question,
    ) -> Result<Found, Broken> {
        let mut alpha = asked.alpha;
        // An upper bound is proved when it is proved of every move.
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
                // The other moves do not matter.
                best = found;
                best.proved.at_most = false;
                pit = played.pit;
                if played.captured == 0 {
                    self.order.learn(position, played, asked.depth);
                }
                break;
            }
            if best.add(found) {
                pit = played.pit;
                alpha = alpha.max(found.value);
            }
        }
        // A repetition of this position or a later one does not depend on what was
        // before.
        if best.depends_on >= self.path.here() {
            best.depends_on = NOTHING;
            self.store(&best, pit, asked);
        }
        Ok(best)
    }

    /// Stores the value of the last position on the path; `pit` is its best move.
    fn store(&self, best: &Found, pit: u8, asked: Question) {
        let entry = Entry {
            value: best.value,
            bound: asked.bound_of(best.value),
            proved: best.proved,
            depth: asked.depth.min(255) as u8,
            pit,
        };
        self.memo.put(self.path.key(), entry);
    }

    /// The value of the move with this number in the order.
    fn nth(&mut self, number: usize, played: &Move, asked: Question) -> Result<Found, Broken> {
        if number == 0 {
            return self.after(played, asked);
        }
        // The first move is expected to be best. Whether this one is better is
        // answered faster than by how much.
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

    /// By how many plies the first search of a move late in the order is less deep
    /// than `depth`.
    fn reduction(&self, number: usize, played: &Move, depth: u32) -> u32 {
        match (number, depth) {
            _ if !self.reduces || played.captured > 0 => 0,
            (4.., 4..) => 2,
            (2.., 2..) => 1,
            _ => 0,
        }
    }

    /// The value of a position at depth 0: an estimate, or the best result of
    /// captures. A player need not capture.
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

    /// Counts a node, and looks at the clock now and then.
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

    /// The tabled value.
    fn tabled(&mut self, position: &Position, seeds: u32) -> Result<Option<Found>, Broken> {
        if !self.tables.have(seeds) {
            return Ok(None);
        }
        self.table_hits += 1;
        self.patience = self.patience.saturating_sub(PROBE_NODES - 1).max(1);
        let worth = self.tables.worth(position, self.endless)?;
        Ok(worth.map(|worth| {
            let proved = Proved {
                at_least: Centiseeds::from(worth.at_least) >= worth.estimate,
                at_most: Centiseeds::from(worth.at_most) <= worth.estimate,
            };
            Found::general(worth.estimate.0, proved)
        }))
    }

    /// The value of a finished game for the player who would be to move.
    fn over(&self, position: &Position) -> Found {
        let net = self
            .rules
            .settlement(position)
            .map_or(NetSeeds(0), |left| left.net());
        Found::general(hundredths(net), Proved::BOTH)
    }
}
