//! How much the choice of rules changes.

use grenier_index::Layer;
use grenier_rules::{Board, NetSeeds, SIDE, Side, move_letter};
use serde::Serialize;

use crate::differences::{Difference, Scored, layer_differences, pairs};
use crate::names::text;

/// How positions of all layers up to some number of seeds differ under rule sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleComparison {
    /// Seeds of the largest layer.
    pub seeds: u32,
    /// Each two rule sets.
    pub pairs: Vec<RulePair>,
}

/// How positions differ under two rule sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulePair {
    /// The names of the rule sets.
    pub rules: [&'static str; 2],
    /// The layers, by seeds.
    pub layers: Vec<LayerDifference>,
}

/// How the positions of a layer differ under two rule sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LayerDifference {
    /// Seeds on the board.
    pub layer: u32,
    /// How many positions differ, and by how much.
    #[serde(flatten)]
    pub difference: Difference,
    /// The first position with the largest difference; `None` when no score differs.
    pub example: Option<Example>,
}

/// A position under both rule sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Example {
    /// The position.
    #[serde(serialize_with = "text")]
    pub position: Board,
    /// Net seeds from here on, for the player to move.
    pub values: [NetSeeds; 2],
    /// The moves that keep the value; none when the game is over.
    pub best: [Vec<char>; 2],
}

/// Compares positions of up to `seeds` seeds under each two rule sets; `None` when
/// `stop` is true, which is called before each layer.
///
/// # Panics
/// When a rule set lacks a layer up to `seeds`, or it has another size.
///
/// ```
/// use grenier_answer::{Scored, compare_rules};
/// use grenier_rules::RuleSet;
///
/// // The game is over on an empty board.
/// let sets = [&RuleSet::AWALE, &RuleSet::AWARI].map(|rules| Scored {
///     rules,
///     layers: vec![&[0]],
/// });
/// let compared = compare_rules(&sets, 0, &|| false).unwrap();
/// assert_eq!(compared.pairs[0].layers[0].difference.values, 0);
/// ```
pub fn compare_rules(
    sets: &[Scored<'_>],
    seeds: u32,
    stop: &dyn Fn() -> bool,
) -> Option<RuleComparison> {
    let index: Vec<Layer> = (0..=seeds).map(Layer::new).collect();
    let pairs = pairs(sets.len());
    let mut compared: Vec<RulePair> = pairs
        .iter()
        .map(|pair| RulePair {
            rules: pair.map(|set| sets[set].rules.name),
            layers: Vec::new(),
        })
        .collect();
    for layer in 0..=seeds {
        if stop() {
            return None;
        }
        let differences = layer_differences(sets, &index, layer as usize);
        for ((compared, pair), difference) in compared.iter_mut().zip(&pairs).zip(differences) {
            let pair = pair.map(|set| &sets[set]);
            let example =
                (difference.largest > 0).then(|| example(pair, &index, layer, &difference));
            compared.layers.push(LayerDifference {
                layer,
                difference,
                example,
            });
        }
    }
    Some(RuleComparison {
        seeds,
        pairs: compared,
    })
}

fn example(
    pair: [&Scored<'_>; 2],
    index: &[Layer],
    seeds: u32,
    difference: &Difference,
) -> Example {
    let at = difference.example;
    let position = index[seeds as usize].position(at);
    let position = position.expect("an index of the layer");
    Example {
        position: Board::from_position(&position),
        values: pair.map(|set| NetSeeds(set.layers[seeds as usize][at as usize])),
        best: pair.map(|set| letters(set.best(index, &position))),
    }
}

/// The letters of a set of pits.
fn letters(pits: u8) -> Vec<char> {
    let has = |pit: &u8| pits >> pit & 1 == 1;
    let pits = (0..SIDE as u8).filter(has);
    pits.map(|pit| move_letter(Side::South, pit)).collect()
}
