//! Ways to the same values: with less memory, and from wherever a checkpoint
//! left a layer.

use grenier_rules::RuleSet;
use grenier_solve::{Course, Engine, Memory, Silent};

const LAYERS: usize = 11;

fn as_slices(layers: &[Vec<i8>]) -> Vec<&[i8]> {
    layers.iter().map(Vec::as_slice).collect()
}

fn layers(rules: RuleSet, memory: Memory) -> Vec<Vec<i8>> {
    let mut engine = Engine::new(rules);
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for _ in 0..=LAYERS {
        let course = Course {
            memory,
            start: None,
            keep: &mut |_| Ok(false),
            observer: &Silent,
        };
        let values = engine.solve_by(&as_slices(&layers), course).unwrap();
        layers.push(values.to_vec());
    }
    layers
}

#[test]
fn low_memory_gives_the_same_values() {
    for rules in RuleSet::ALL {
        assert!(layers(rules, Memory::Low) == layers(rules, Memory::Normal));
    }
}

/// A layer stopped after every single step, and each time taken up from the
/// values it had then.
#[test]
fn any_checkpoint_leads_to_the_same_values() {
    let rules = RuleSet::AWARI;
    let layers = layers(rules, Memory::Normal);
    let (last, lower) = layers.split_last().unwrap();
    let mut states: Vec<Vec<i8>> = Vec::new();
    let mut engine = Engine::new(rules);
    let course = Course {
        memory: Memory::Normal,
        start: None,
        keep: &mut |values| {
            states.push(values.to_vec());
            Ok(true)
        },
        observer: &Silent,
    };
    engine.solve_by(&as_slices(lower), course).unwrap();
    assert!(states.len() > 20);
    for state in states {
        let mut steps = 0;
        let course = Course {
            memory: Memory::Low,
            start: Some(Box::new(state)),
            keep: &mut |_| {
                steps += 1;
                Ok(false)
            },
            observer: &Silent,
        };
        let values = engine.solve_by(&as_slices(lower), course).unwrap();
        assert!(*values == **last, "after {steps} more steps");
    }
}
