//! Layers and positions for the tests of the search.

use grenier_probe::Tablebase;
use grenier_rules::{Position, RuleSet};
use grenier_solve::{Engine, Silent, Values};
use rand::Rng;
use rand::rngs::StdRng;

/// The values of layers up to one.
pub fn layers(mut engine: Engine, up_to: u32) -> Vec<Values> {
    let mut layers: Vec<Values> = Vec::new();
    for _ in 0..=up_to {
        let lower: Vec<&[i8]> = layers.iter().map(|layer| &layer[..]).collect();
        layers.push(engine.solve(&lower, &Silent).unwrap());
    }
    layers
}

/// A position with so many seeds.
pub fn random_position(rng: &mut StdRng, seeds: u32) -> Position {
    let mut pits = [0; 12];
    for _ in 0..seeds {
        pits[rng.random_range(0..12)] += 1;
    }
    Position::new(pits).unwrap()
}

/// The scores of layers up to one.
pub fn scores(rules: &'static RuleSet, up_to: u32) -> Tablebase {
    let tables = Tablebase::without_tables(rules);
    for (seeds, values) in (0..).zip(layers(Engine::new(*rules), up_to)) {
        tables.layers().add(seeds, Box::new(values));
    }
    tables
}
