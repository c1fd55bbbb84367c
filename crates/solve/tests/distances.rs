//! Distances by the engine against the naive ones, whole layers of every rule
//! set and of combinations of choices; and scores that have none.

mod naive;
mod naive_distance;
mod solved;

use grenier_rules::{Feeding, GrandSlam, RuleSet};
use grenier_solve::{DistanceEngine, Engine, Silent, SolveError};
use naive::{Places, move_values, positions};
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

/// Scores that agree with each other but prop themselves up on a circle: nobody
/// can force them, so they have no distances. `verify` alone would let them pass.
#[test]
fn scores_that_nobody_can_force_are_refused() {
    let rules = RuleSet::AWALE;
    let right = solved::layers(Engine::new(rules), 4);
    let places = Places::new(4);
    let boards = positions(4);
    let mut refused = 0;
    for start in (0..boards.len()).filter(|&place| right[4][place] == 0) {
        let mut layers = right.clone();
        layers[4][start] = 2;
        // Settle to scores that satisfy the equation, if they do settle.
        for _ in 0..200 {
            let before = layers[4].clone();
            for (place, board) in boards.iter().enumerate() {
                let values = move_values(&rules, board, &layers, &places);
                layers[4][place] = *values.iter().max().unwrap() as i8;
            }
            if layers[4] == before {
                break;
            }
        }
        let consistent = boards.iter().zip(&layers[4]).all(|(board, &value)| {
            move_values(&rules, board, &layers, &places).iter().max() == Some(&value.into())
        });
        if !consistent || layers[4] == right[4] {
            continue;
        }
        let scores: Vec<&[i8]> = layers.iter().map(Vec::as_slice).collect();
        let error = DistanceEngine::new(rules)
            .solve(&scores, &Silent)
            .unwrap_err();
        assert!(
            matches!(error, SolveError::CheckFailed { layer: 4, .. }),
            "{error}"
        );
        refused += 1;
        if refused == 3 {
            return;
        }
    }
    panic!("no scores that prop themselves up were found");
}
