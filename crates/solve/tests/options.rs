//! Ways to the same values: with less memory, and from wherever a checkpoint
//! left a layer.

use grenier_rules::RuleSet;
use grenier_solve::{Engine, Memory, Silent, SolveOptions};

const LAYERS: usize = 10;

fn as_slices(layers: &[Vec<i8>]) -> Vec<&[i8]> {
    layers.iter().map(Vec::as_slice).collect()
}

/// Engines for everything that is tabled.
fn engines(rules: RuleSet) -> [Engine; 3] {
    [
        Engine::new(rules),
        Engine::secure(rules, None),
        Engine::own_side(rules, None),
    ]
}

fn layers(mut engine: Engine, memory: Memory) -> Vec<Vec<i8>> {
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for _ in 0..=LAYERS {
        let options = SolveOptions {
            memory,
            start: None,
            checkpoint: &mut |_| Ok(false),
            observer: &Silent,
        };
        let values = engine.solve_with(&as_slices(&layers), options).unwrap();
        layers.push(values.to_vec());
    }
    layers
}

#[test]
fn low_memory_gives_the_same_values() {
    for rules in RuleSet::ALL {
        for (one, other) in engines(rules).into_iter().zip(engines(rules)) {
            assert!(layers(one, Memory::Low) == layers(other, Memory::Normal));
        }
    }
}

/// A layer stopped after one step or another, and each time taken up from the
/// values it had then.
#[test]
fn any_checkpoint_leads_to_the_same_values() {
    let engines = engines(RuleSet::AWARI).into_iter();
    for (one, other) in engines.zip(self::engines(RuleSet::AWARI)) {
        from_every_state(&layers(one, Memory::Normal), other);
    }
}

fn from_every_state(layers: &[Vec<i8>], mut engine: Engine) {
    let (last, lower) = layers.split_last().unwrap();
    let mut states: Vec<Vec<i8>> = Vec::new();
    let options = SolveOptions {
        memory: Memory::Normal,
        start: None,
        checkpoint: &mut |values| {
            states.push(values.to_vec());
            Ok(true)
        },
        observer: &Silent,
    };
    engine.solve_with(&as_slices(lower), options).unwrap();
    assert!(states.len() > 20);
    let step = states.len() / 20;
    for state in states.into_iter().step_by(step) {
        let mut steps = 0;
        let options = SolveOptions {
            memory: Memory::Low,
            start: Some(Box::new(state)),
            checkpoint: &mut |_| {
                steps += 1;
                Ok(false)
            },
            observer: &Silent,
        };
        let values = engine.solve_with(&as_slices(lower), options).unwrap();
        assert!(*values == **last, "after {steps} more steps");
    }
}
