//! How the same positions differ under several rule sets: their scores, who is
//! ahead, and which moves are best.

use grenier_index::Layer;
use grenier_rules::{NetSeeds, Position, RuleSet};
use rayon::prelude::*;
use serde::Serialize;

/// Positions that a thread compares at a time.
const COMPARED: u64 = 1 << 14;

/// Scores of the layers from 0 on under one rule set.
pub struct Scored<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The layers, each in index order.
    pub layers: Vec<&'a [i8]>,
}

/// How the positions of a layer differ under two rule sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Positions.
    pub positions: u64,
    /// Positions with another score.
    pub values: u64,
    /// Positions in which another side is ahead, or one where none was.
    pub winners: u64,
    /// Positions with another set of moves that keep the score.
    pub best: u64,
    /// The differences of all scores together, in seeds.
    pub sum: u64,
    /// The largest difference, in net seeds.
    pub largest: u8,
    /// The index of the first position that has it.
    #[serde(skip)]
    pub(crate) example: u64,
}

impl Difference {
    /// The difference of one position, with scores and best moves under either.
    fn of(index: u64, values: [i8; 2], best: [u8; 2]) -> Self {
        let largest = values[0].abs_diff(values[1]);
        Self {
            positions: 1,
            values: (largest > 0).into(),
            winners: (values[0].signum() != values[1].signum()).into(),
            best: (best[0] != best[1]).into(),
            sum: largest.into(),
            largest,
            example: index,
        }
    }

    /// The difference over the positions of both; those of `other` come later.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let (largest, example) = if other.largest > self.largest || self.positions == 0 {
            (other.largest, other.example)
        } else {
            (self.largest, self.example)
        };
        Self {
            positions: self.positions + other.positions,
            values: self.values + other.values,
            winners: self.winners + other.winners,
            best: self.best + other.best,
            sum: self.sum + other.sum,
            largest,
            example,
        }
    }
}

/// The pairs of so many rule sets.
pub(crate) fn pairs(sets: usize) -> Vec<[usize; 2]> {
    let with = |one| (one + 1..sets).map(move |other| [one, other]);
    (0..sets).flat_map(with).collect()
}

/// How the positions of the layer with `seeds` seeds differ, pair by pair.
/// `index` numbers the layers up to it.
pub(crate) fn layer_differences(
    sets: &[Scored<'_>],
    index: &[Layer],
    seeds: usize,
) -> Vec<Difference> {
    let pairs = pairs(sets.len());
    let none = vec![Difference::default(); pairs.len()];
    let len = index[seeds].len();
    (0..len.div_ceil(COMPARED))
        .into_par_iter()
        .map(|chunk| {
            let mut found = none.clone();
            for at in chunk * COMPARED..len.min((chunk + 1) * COMPARED) {
                let position = index[seeds].position(at).expect("an index of the layer");
                let value = |set: &Scored<'_>| set.layers[seeds][at as usize];
                let values: Vec<i8> = sets.iter().map(value).collect();
                let best = |set: &Scored<'_>| set.best(index, &position);
                let best: Vec<u8> = sets.iter().map(best).collect();
                for (found, pair) in found.iter_mut().zip(&pairs) {
                    let one =
                        Difference::of(at, pair.map(|set| values[set]), pair.map(|set| best[set]));
                    *found = found.and(one);
                }
            }
            found
        })
        // In the order of the positions, so that examples are the first ones.
        .collect::<Vec<_>>()
        .into_iter()
        .fold(none.clone(), |all, more| {
            all.into_iter()
                .zip(more)
                .map(|(all, more)| all.and(more))
                .collect()
        })
}

impl Scored<'_> {
    /// The pits whose sowing keeps the score, one bit each; none when the game
    /// is over.
    pub(crate) fn best(&self, index: &[Layer], position: &Position) -> u8 {
        let mut best = (i8::MIN, 0);
        for played in self.rules.moves(position).iter() {
            let seeds = played.next.seeds() as usize;
            let child = index[seeds].index(&played.next);
            let child = child.expect("the pit sown from is empty");
            let worth = played.worth(NetSeeds(self.layers[seeds][child as usize])).0;
            if worth > best.0 {
                best = (worth, 0);
            }
            if worth == best.0 {
                best.1 |= 1 << played.pit;
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_table::{Kind, embedded_layer};

    #[test]
    fn pairs_are_all_of_two() {
        assert_eq!(pairs(2), [[0, 1]]);
        assert_eq!(pairs(3), [[0, 1], [0, 2], [1, 2]]);
    }

    #[test]
    fn the_first_largest_difference_is_the_example() {
        let difference = |index, values| Difference::of(index, values, [1, 1]);
        let all = difference(4, [0, 0])
            .and(difference(5, [3, -2]))
            .and(difference(6, [-5, 0]))
            .and(Difference::of(7, [1, 2], [3, 1]));
        let expected = Difference {
            positions: 4,
            values: 3,
            winners: 2,
            best: 1,
            sum: 11,
            largest: 5,
            example: 5,
        };
        assert_eq!(all, expected);
        assert_eq!(Difference::default().and(difference(9, [1, 1])).example, 9);
    }

    /// Position by position, with sets of best moves as lists.
    #[test]
    fn a_layer_counted_plainly() {
        let sets = [&RuleSet::AWALE, &RuleSet::AWARI].map(|rules| Scored {
            rules,
            layers: (0..=6)
                .map(|seeds| embedded_layer(rules, Kind::Score, seeds).unwrap())
                .collect(),
        });
        let index: Vec<Layer> = (0..=6).map(Layer::new).collect();
        let counted = layer_differences(&sets, &index, 6)[0];
        let mut expected = Difference {
            positions: 12_375,
            ..Difference::default()
        };
        for at in 0..index[6].len() {
            let position = index[6].position(at).unwrap();
            let [one, other] = [0, 1].map(|set| sets[set].layers[6][at as usize]);
            expected.values += u64::from(one != other);
            expected.winners += u64::from((one > 0) != (other > 0) || (one < 0) != (other < 0));
            let [mine, theirs] = [0, 1].map(|set| {
                let tables = grenier_probe::Tablebase::embedded(sets[set].rules).unwrap();
                let answer = tables.probe(&position).unwrap();
                answer
                    .keeping()
                    .map(|rated| rated.played.pit)
                    .collect::<Vec<_>>()
            });
            expected.best += u64::from(mine != theirs);
            expected.sum += u64::from(one.abs_diff(other));
            if one.abs_diff(other) > expected.largest {
                (expected.largest, expected.example) = (one.abs_diff(other), at);
            }
        }
        assert_eq!(counted, expected);
        assert!(counted.values > 0 && counted.best > 0 && counted.winners > 0);
    }
}
