//! A game of best moves from a position to its end.

use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};

use serde::{Serialize, Serializer};

use crate::rules::{After, Move, Position, Settlement};

use super::layer::Layers;
use super::search::{Rated, Search};

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over, and who takes what is left.
    Over(Settlement),
    /// Best play has no end; what is left is split evenly.
    Endless,
}

/// By its name.
impl Serialize for LineEnd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Over(settlement) => settlement.end.serialize(serializer),
            Self::Endless => serializer.serialize_str("endless play"),
        }
    }
}

/// A game from `start` in which every move is a best one, and how it ends. The
/// value is realised: captures and what the end gives add up to it.
///
/// Above the tables the first of the best moves is played. In the tables best
/// moves alone might go round in circles; there the shortest way to a capture or
/// to the end of the game is taken on which every move is a best one.
pub fn line<V: AsRef<[i8]>>(
    layers: &Layers<V>,
    search: &mut Search<'_, V>,
    start: &Position,
) -> (Vec<Move>, LineEnd) {
    let mut moves = Vec::new();
    let mut position = *start;
    loop {
        if let Some(settlement) = layers.game().settlement(&position) {
            return (moves, LineEnd::Over(settlement));
        }
        let way = if layers.layer(position.seeds()).is_some() {
            way_out(search, &position)
        } else {
            best(search, &position).into_iter().take(1).collect()
        };
        let Some(last) = way.last().copied() else {
            return (moves, LineEnd::Endless);
        };
        moves.extend(way);
        match last.after {
            After::Position(next) => position = next,
            After::Over(settlement) => return (moves, LineEnd::Over(settlement)),
        }
    }
}

/// The best moves of a position, by rising pit.
fn best<V: AsRef<[i8]>>(search: &mut Search<'_, V>, position: &Position) -> Vec<Move> {
    let rated = search.rated(position);
    let value = rated.iter().map(|rated| rated.value).max();
    let best = rated.iter().filter(|rated| Some(rated.value) == value);
    best.map(|&Rated { played, .. }| played).collect()
}

/// The shortest way by best moves out of the layer of a position or to the end
/// of the game; empty when there is none.
///
/// There is one unless the value is 0: the value was reached from 0 step by
/// step, and a best move of the player ahead, and every best move of the other,
/// leads to a position that was so earlier.
fn way_out<V: AsRef<[i8]>>(search: &mut Search<'_, V>, start: &Position) -> Vec<Move> {
    let seeds = start.seeds();
    let mut came_from: HashMap<Position, Option<(Position, Move)>> = HashMap::new();
    came_from.insert(*start, None);
    let mut queue = VecDeque::from([*start]);
    while let Some(position) = queue.pop_front() {
        for played in best(search, &position) {
            match played.after {
                After::Position(next) if next.seeds() == seeds => {
                    if let Entry::Vacant(place) = came_from.entry(next) {
                        place.insert(Some((position, played)));
                        queue.push_back(next);
                    }
                }
                _ => return way_to(&came_from, position, played),
            }
        }
    }
    Vec::new()
}

/// The moves that led to a position, and one more.
fn way_to(
    came_from: &HashMap<Position, Option<(Position, Move)>>,
    mut position: Position,
    last: Move,
) -> Vec<Move> {
    let mut way = vec![last];
    while let Some(&(before, played)) = came_from[&position].as_ref() {
        way.push(played);
        position = before;
    }
    way.reverse();
    way
}
