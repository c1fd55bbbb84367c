//! The same values from any number of threads, with and without vector
//! instructions.

use grenier_rules::RuleSet;
use grenier_solve::{Engine, Silent};

fn layers(mut engine: Engine, up_to: usize, threads: usize) -> Vec<Vec<i8>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a thread pool").install(|| {
        let mut layers: Vec<Vec<i8>> = Vec::new();
        for _ in 0..=up_to {
            let lower: Vec<&[i8]> = layers.iter().map(Vec::as_slice).collect();
            let values = engine.solve(&lower, &Silent).expect("a solved layer");
            layers.push(values.to_vec());
        }
        layers
    })
}

#[test]
fn any_number_of_threads_and_no_vector_instructions() {
    for rules in [RuleSet::AWALE, RuleSet::AWARI] {
        let expected = layers(Engine::new(rules), 12, 1);
        for threads in [2, 3, 16] {
            assert!(layers(Engine::new(rules), 12, threads) == expected);
        }
        assert!(layers(Engine::portable(rules), 12, 2) == expected);
    }
}
