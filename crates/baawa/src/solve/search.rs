//! Search with memory, from any position down to the tables.

use grenier_rules::NetSeeds;

use crate::rules::{Move, Position};

use super::layer::Layers;
use super::memo::{Memo, key};

/// Outside of every value.
const BEYOND: i8 = 49;

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bounds {
    least: i8,
    most: i8,
}

/// A move and its value for the player who makes it, net seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The move.
    pub played: Move,
    /// Net seeds from before the move on.
    pub value: NetSeeds,
}

/// Values of positions of one game: from the tables where they reach, above them
/// by an alpha-beta search that remembers bounds.
///
/// Above 16 seeds play cannot go round in circles, so that a value does not
/// depend on the moves that led to a position.
pub struct Search<'a, V> {
    layers: &'a Layers<V>,
    memo: Memo<Bounds>,
    nodes: u64,
}

impl<'a, V: AsRef<[i8]>> Search<'a, V> {
    /// A search above these layers.
    pub fn new(layers: &'a Layers<V>) -> Self {
        Self {
            layers,
            memo: Memo::new(),
            nodes: 0,
        }
    }

    /// How many times the moves of a position were tried so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position, net seeds for its mover.
    ///
    /// # Panics
    /// When a layer is missing that it needs: its own or one below, up to 16 seeds.
    pub fn value(&mut self, position: &Position) -> NetSeeds {
        NetSeeds(self.within(position, -BEYOND, BEYOND))
    }

    /// All moves of a position with their values, by rising pit; none when the
    /// game is over.
    ///
    /// # Panics
    /// As [`Search::value`].
    pub fn rated(&mut self, position: &Position) -> Vec<Rated> {
        let moves = self.layers.game().moves(position);
        let rate = |played: Move| {
            let worth = self.layers.worth(&played, position);
            let value = worth.unwrap_or_else(|next| {
                played.net(position.side()) - self.within(&next, -BEYOND, BEYOND)
            });
            Rated {
                played,
                value: NetSeeds(value),
            }
        };
        moves.into_iter().map(rate).collect()
    }

    /// The value of a position if it is above `alpha` and below `beta`;
    /// otherwise a bound that shows on which side it is.
    fn within(&mut self, position: &Position, mut alpha: i8, beta: i8) -> i8 {
        if let Some(value) = self.layers.value(position) {
            return value;
        }
        // Below, play can go in circles.
        assert!(position.seeds() > 16, "a layer to 16 seeds is missing");
        let key = key(position);
        let seeds = position.seeds() as i8;
        let known = self.memo.get(key).unwrap_or(Bounds {
            least: -seeds,
            most: seeds,
        });
        if known.least >= beta || known.least == known.most {
            return known.least;
        }
        if known.most <= alpha {
            return known.most;
        }
        alpha = alpha.max(known.least - 1);

        let best = self.best_within(position, alpha, beta);
        let mut found = known;
        if best > alpha {
            found.least = found.least.max(best);
        }
        if best < beta {
            found.most = found.most.min(best);
        }
        if self.memo.insert(key, found).is_err() {
            // Without memory for more the search starts to remember anew.
            self.memo.clear();
        }
        best
    }

    /// The same from the moves, the most promising first: those that lead to
    /// tables, then the greatest captures.
    fn best_within(&mut self, position: &Position, alpha: i8, beta: i8) -> i8 {
        self.nodes += 1;
        let mut best = -BEYOND;
        let mut deeper: Vec<(i8, Position)> = Vec::new();
        self.layers.game().each_move(position, |played| {
            match self.layers.worth(&played, position) {
                Ok(worth) => best = best.max(worth),
                Err(next) => deeper.push((played.net(position.side()), next)),
            }
        });
        deeper.sort_by_key(|&(net, _)| std::cmp::Reverse(net));
        for (net, next) in deeper {
            if best >= beta {
                break;
            }
            let alpha = alpha.max(best);
            // What is on the board is the most that can come.
            if net + next.seeds() as i8 <= alpha {
                best = best.max(net + next.seeds() as i8);
                continue;
            }
            best = best.max(net - self.within(&next, net - beta, net - alpha));
        }
        best
    }
}
