//! The tables inside the program.

use grenier_index::{Layer, layer_size};
use grenier_rules::{Position, RuleSet};
use grenier_table::{EMBEDDED_LAYERS, LayerRecord, embedded_layer};

const PLAYED: [RuleSet; 4] = [
    RuleSet::AWALE,
    RuleSet::AWELE,
    RuleSet::OWARE,
    RuleSet::AWARI,
];

#[test]
fn nine_layers_of_the_four_rule_sets() {
    for rules in PLAYED {
        for seeds in 0..EMBEDDED_LAYERS {
            let values = embedded_layer(&rules, seeds).unwrap();
            assert_eq!(
                values.len() as u64,
                layer_size(seeds),
                "{} {seeds}",
                rules.name
            );
            let bound = seeds as i8;
            assert!(values.iter().all(|value| (-bound..=bound).contains(value)));
        }
        for seeds in [EMBEDDED_LAYERS, 48, u32::MAX] {
            assert!(embedded_layer(&rules, seeds).is_none());
        }
    }
    for rules in &RuleSet::ALL[4..] {
        assert!(embedded_layer(rules, 3).is_none(), "{}", rules.name);
    }
}

/// The naive solver's golden counts, see `data/README.md`.
#[test]
fn embedded_tables_have_the_golden_fingerprints() {
    let golden = include_str!("../../../data/golden/scores.txt");
    for rules in PLAYED {
        for seeds in 0..EMBEDDED_LAYERS {
            let record = LayerRecord::of(seeds, embedded_layer(&rules, seeds).unwrap());
            let line = format!(
                "{} layer={seeds} positions={} wins={} draws={} losses={} sha256={}",
                rules.name,
                record.positions,
                record.wins,
                record.draws,
                record.losses,
                record.sha256
            );
            assert!(golden.lines().any(|golden| golden == line), "{line}");
        }
    }
}

/// Every value is that of the best move, or of the settlement.
#[test]
fn every_value_follows_from_its_children() {
    for rules in PLAYED {
        for seeds in 0..EMBEDDED_LAYERS {
            let layer = Layer::new(seeds);
            for index in 0..layer.len() {
                let position = layer.position(index).unwrap();
                let want = match rules.settlement(&position) {
                    Some(settlement) => settlement.net(),
                    None => best(&rules, &position),
                };
                assert_eq!(
                    value(&rules, &position),
                    want,
                    "{} {position:?}",
                    rules.name
                );
            }
        }
    }
}

fn best(rules: &RuleSet, position: &Position) -> i8 {
    let moves = rules.moves(position);
    let worths = moves
        .iter()
        .map(|played| played.worth(value(rules, &played.next)));
    worths.max().unwrap()
}

fn value(rules: &RuleSet, position: &Position) -> i8 {
    let seeds = position.seeds();
    let index = Layer::new(seeds).index(position).unwrap();
    embedded_layer(rules, seeds).unwrap()[index as usize]
}
