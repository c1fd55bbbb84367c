//! Distances as plainly as they are defined: breadth first, all positions of a
//! layer looked at again for every ply.
//!
//! Like the naive solver, whose moves and values it uses, it shares nothing
//! with the engine. A conversion is a move that takes seeds off the board or
//! after which the game is over.

use grenier_rules::RuleSet;

use crate::naive::{Places, legal_moves, positions, seeds};

/// A move that keeps the value.
enum Keeping {
    Converts,
    /// A quiet move to this place of the layer.
    Quiet(usize),
}

/// The distances of every layer whose values are in `layers`, in index order.
///
/// # Panics
/// When a position with a value other than 0 never gets one.
pub(crate) fn distances(rules: &RuleSet, layers: &[Vec<i8>]) -> Vec<Vec<u32>> {
    let places = Places::new(layers.len() - 1);
    (0..layers.len())
        .map(|n| layer_distances(rules, layers, n, &places))
        .collect()
}

fn layer_distances(rules: &RuleSet, layers: &[Vec<i8>], n: usize, places: &Places) -> Vec<u32> {
    let values = &layers[n];
    let boards = positions(n);
    let mut keeping = Vec::new();
    for (board, &value) in boards.iter().zip(values) {
        let mut list = Vec::new();
        for played in legal_moves(rules, board) {
            let left = seeds(&played.next) as usize;
            let place = places.of(&played.next);
            let worth = played.gain - i32::from(layers[left][place]);
            if worth == i32::from(value) {
                let over = legal_moves(rules, &played.next).is_empty();
                list.push(if left < n || over {
                    Keeping::Converts
                } else {
                    Keeping::Quiet(place)
                });
            }
        }
        keeping.push(list);
    }
    let mut distances: Vec<Option<u32>> = Vec::new();
    for (board, &value) in boards.iter().zip(values) {
        let over = legal_moves(rules, board).is_empty();
        distances.push((value == 0 || over).then_some(0));
    }
    let mut plies = 0;
    while distances.contains(&None) {
        plies += 1;
        let mut found = Vec::new();
        for (place, list) in keeping.iter().enumerate() {
            if distances[place].is_some() {
                continue;
            }
            let mut within = list.iter().map(|played| match *played {
                Keeping::Converts => true,
                Keeping::Quiet(child) => distances[child].is_some(),
            });
            let now = if values[place] > 0 {
                within.any(|within| within)
            } else {
                within.all(|within| within)
            };
            if now {
                found.push(place);
            }
        }
        assert!(!found.is_empty(), "somebody is ahead and never arrives");
        for place in found {
            distances[place] = Some(plies);
        }
    }
    distances.into_iter().flatten().collect()
}
