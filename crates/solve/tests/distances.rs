//! Distances by the engine against the naive ones, whole layers of every rule
//! set and of combinations of choices; and by one step in larger layers.

mod naive;
mod naive_distance;
mod solved;

use grenier_rules::{Feeding, GrandSlam, RuleSet};
use grenier_solve::{DistanceEngine, Engine, Silent};
use naive::positions;
use naive_distance::distances;

/// Whole layers are compared up to this one, under every named rule set.
const WHOLE: usize = 9;
/// The same, under combinations of choices that no named rule set has.
const WHOLE_COMBINATION: usize = 7;

/// Distances of layers 0..=`up_to` by the engine.
fn engine_distances(rules: &RuleSet, layers: &[Vec<i8>]) -> Vec<Vec<u32>> {
    let mut engine = DistanceEngine::new(*rules);
    let scores: Vec<&[i8]> = layers.iter().map(Vec::as_slice).collect();
    (1..=layers.len())
        .map(|known| {
            let found = engine.solve(&scores[..known], &Silent).unwrap();
            let found = found.view();
            let all = (0..found.len()).map(|index| found.get(index));
            all.map(|plies| plies.expect("a sound list")).collect()
        })
        .collect()
}

fn compare(rules: &RuleSet, up_to: usize) {
    let layers = solved::layers(Engine::new(*rules), up_to);
    let engine = engine_distances(rules, &layers);
    let naive = distances(rules, &layers);
    for (n, (engine, naive)) in engine.iter().zip(&naive).enumerate() {
        let wrong = engine.iter().zip(naive).position(|(a, b)| a != b);
        if let Some(place) = wrong {
            panic!(
                "{rules:?}\nlayer {n}, {:?}, value {}: engine {}, naive {}",
                positions(n)[place],
                layers[n][place],
                engine[place],
                naive[place]
            );
        }
        assert_eq!(engine.len(), naive.len());
    }
    assert!(naive[up_to].iter().max() > Some(&20), "they reach far");
}

#[test]
fn whole_layers_of_every_rule_set() {
    for rules in &RuleSet::ALL {
        compare(rules, WHOLE);
    }
}

#[test]
fn combinations_of_choices() {
    for feeding in [
        Feeding::MustElseAnyMove,
        Feeding::MustElseMoverTakesAll,
        Feeding::NoDuty,
    ] {
        for grand_slam in [
            GrandSlam::ForbiddenElseCapturesNothing,
            GrandSlam::ForbiddenElseCaptures,
            GrandSlam::CapturesAllRestToOther,
        ] {
            let rules = RuleSet {
                feeding,
                grand_slam,
                ..RuleSet::OWARE
            };
            compare(&rules, WHOLE_COMBINATION);
        }
    }
}
