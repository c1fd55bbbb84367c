//! The value of a start by enumeration: every reachable position, nothing pruned.

use std::collections::BTreeMap;

use grenier_rules::NetSeeds;

use crate::rules::Position;

use super::layer::Layers;
use super::memo::{Memo, key};

/// The value of a position whose moves are being looked at.
const PENDING: i8 = i8::MIN;

/// What an enumeration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The value of the start, net seeds for its mover.
    pub value: NetSeeds,
    /// Positions valued, with either side to move, by seeds on the board; those in
    /// the tables are not counted.
    pub by_seeds: BTreeMap<u32, u64>,
}

impl Proof {
    /// How many different positions there are in all.
    pub fn positions(&self) -> u64 {
        self.by_seeds.values().sum()
    }
}

/// Values every position between `start` and the tables, each from all of its moves,
/// and so the start. Needs 9 bytes of memory for each, times 1.3 to 2.7, and half as
/// much again while its table grows.
///
/// # Panics
/// When there is not enough memory, or when a position can be reached from itself. It cannot: with more than 16 seeds
/// play does not go in circles.
pub fn prove<V: AsRef<[i8]>>(layers: &Layers<V>, start: &Position) -> Proof {
    let mut enumeration = Enumeration {
        layers,
        memo: Memo::new(),
        by_seeds: BTreeMap::new(),
    };
    let value = enumeration.value(start);
    Proof {
        value: NetSeeds(value),
        by_seeds: enumeration.by_seeds,
    }
}

struct Enumeration<'a, V> {
    layers: &'a Layers<V>,
    memo: Memo<i8>,
    by_seeds: BTreeMap<u32, u64>,
}

impl<V: AsRef<[i8]>> Enumeration<'_, V> {
    fn value(&mut self, position: &Position) -> i8 {
        if let Some(value) = self.layers.value(position) {
            return value;
        }
        let key = key(position);
        if let Some(value) = self.memo.get(key) {
            assert!(value != PENDING, "{position:?} is reached from itself");
            return value;
        }
        self.enter(key, PENDING);
        *self.by_seeds.entry(position.seeds()).or_default() += 1;
        let moves = self.layers.game().moves(position);
        let worth = |played| match self.layers.worth(&played, position) {
            Ok(worth) => worth,
            Err(next) => played.net(position.side()) - self.value(&next),
        };
        let best = moves.into_iter().map(worth).max();
        let best = best.expect("a player with nothing to lift passes");
        self.enter(key, best);
        best
    }

    fn enter(&mut self, key: u64, value: i8) {
        let entered = self.memo.insert(key, value);
        entered.expect("memory for every position");
    }
}
