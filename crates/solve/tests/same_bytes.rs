//! The same values from any number of threads.

mod solved;

use grenier_rules::RuleSet;
use grenier_solve::Engine;

const LAYERS: usize = 11;

fn layers(engine: Engine, up_to: usize, threads: usize) -> Vec<Vec<i8>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.expect("a thread pool");
    pool.install(|| solved::layers(engine, up_to))
}

#[test]
fn any_number_of_threads_gives_the_same_values() {
    for rules in [RuleSet::AWALE, RuleSet::AWARI] {
        for new in [
            Engine::new,
            |rules| Engine::secure(rules, None),
            |rules| Engine::own_side(rules, None),
        ] {
            let expected = layers(new(rules), LAYERS, 1);
            for threads in [2, 3, 16] {
                assert!(layers(new(rules), LAYERS, threads) == expected);
            }
        }
    }
}
