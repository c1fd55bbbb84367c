//! The tables inside the program.

use grenier_index::{Layer, layer_size};
use grenier_rules::{Endless, NetSeeds, Position, RuleSet};
use grenier_table::{EMBEDDED_LAYERS, Kind, LayerRecord, embedded_layer};

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
            let values = embedded_layer(&rules, Kind::Score, seeds).unwrap();
            assert_eq!(
                values.len() as u64,
                layer_size(seeds),
                "{} {seeds}",
                rules.name
            );
            let range = Kind::Score.range(seeds as u8);
            assert!(values.iter().all(|value| range.contains(value)));
            let secure = embedded_layer(&rules, Kind::Secure, seeds).unwrap();
            assert_eq!(secure.len(), values.len());
            let range = Kind::Secure.range(seeds as u8);
            assert!(secure.iter().all(|value| range.contains(value)));
        }
        for seeds in [EMBEDDED_LAYERS, 48, u32::MAX] {
            assert!(embedded_layer(&rules, Kind::Score, seeds).is_none());
            assert!(embedded_layer(&rules, Kind::Secure, seeds).is_none());
        }
    }
    for rules in &RuleSet::ALL[4..] {
        assert!(
            embedded_layer(rules, Kind::Score, 3).is_none(),
            "{}",
            rules.name
        );
        assert!(
            embedded_layer(rules, Kind::Secure, 3).is_none(),
            "{}",
            rules.name
        );
    }
}

/// The naive solver's golden counts, see `data/README.md`.
#[test]
fn embedded_tables_have_the_golden_fingerprints() {
    let golden = include_str!("../../../data/golden/scores.txt");
    for rules in PLAYED {
        for seeds in 0..EMBEDDED_LAYERS {
            let record =
                LayerRecord::of(seeds, embedded_layer(&rules, Kind::Score, seeds).unwrap());
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
                    Some(settlement) => settlement.net().0,
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

/// What the mover can be sure of is what a move captures and what they are then
/// sure of as the waiting player: the least of what the other's moves leave.
#[test]
fn bounds_follow_from_two_moves() {
    for rules in PLAYED {
        bounds_follow(&rules, Kind::Secure);
        let own_side = rules.endless == Endless::EachKeepsOwnSide;
        assert_eq!(embedded_layer(&rules, Kind::OwnSide, 0).is_some(), own_side);
        if own_side {
            bounds_follow(&rules, Kind::OwnSide);
        }
    }
}

fn bounds_follow(rules: &RuleSet, kind: Kind) {
    for seeds in 0..EMBEDDED_LAYERS {
        let layer = Layer::new(seeds);
        for index in 0..layer.len() {
            let position = layer.position(index).unwrap();
            let moves = rules.moves(&position);
            let worths = moves
                .iter()
                .map(|played| played.captured + waiting_forces(rules, kind, &played.next));
            let want = match rules.settlement(&position) {
                Some(settlement) => settlement.mover,
                None => worths.max().unwrap(),
            };
            let found = mover_forces(rules, kind, &position);
            assert_eq!(found, want, "{} {position:?}", rules.name);
        }
    }
}

fn waiting_forces(rules: &RuleSet, kind: Kind, position: &Position) -> u8 {
    let moves = rules.moves(position);
    let worths = moves
        .iter()
        .map(|played| played.conceded + mover_forces(rules, kind, &played.next));
    match rules.settlement(position) {
        Some(settlement) => settlement.waiting,
        None => worths.min().unwrap(),
    }
}

fn mover_forces(rules: &RuleSet, kind: Kind, position: &Position) -> u8 {
    let seeds = position.seeds();
    let index = Layer::new(seeds).index(position).unwrap();
    embedded_layer(rules, kind, seeds).unwrap()[index as usize] as u8
}

fn best(rules: &RuleSet, position: &Position) -> i8 {
    let moves = rules.moves(position);
    let worths = moves
        .iter()
        .map(|played| played.worth(NetSeeds(value(rules, &played.next))).0);
    worths.max().unwrap()
}

fn value(rules: &RuleSet, position: &Position) -> i8 {
    let seeds = position.seeds();
    let index = Layer::new(seeds).index(position).unwrap();
    embedded_layer(rules, Kind::Score, seeds).unwrap()[index as usize]
}
