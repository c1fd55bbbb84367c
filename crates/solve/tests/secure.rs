//! Secure seeds by the engine: against the naive solver, by the local equation
//! in larger layers, and how many positions leave nothing open.

mod naive;
mod naive_secure;
mod solved;

use grenier_rules::RuleSet;
use grenier_solve::Engine;
use naive::{Places, positions};
use naive_secure::{forced_by_movers, solve};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Whole layers are compared up to this one.
const WHOLE: usize = 8;
/// Positions at random are checked up to this one.
const LARGE: usize = 13;

fn engine_layers(rules: &RuleSet, up_to: usize) -> Vec<Vec<i8>> {
    solved::layers(Engine::secure(*rules, None), up_to)
}

#[test]
fn whole_layers_of_every_rule_set() {
    for rules in &RuleSet::ALL {
        let engine = engine_layers(rules, WHOLE);
        let naive = solve(rules, WHOLE);
        for (n, (engine, naive)) in engine.iter().zip(naive).enumerate() {
            let naive: Vec<i8> = naive.mover.iter().map(|&value| value as i8).collect();
            let differs = engine.iter().zip(&naive).position(|(a, b)| a != b);
            assert_eq!(differs, None, "{}, layer {n}", rules.name);
            assert_eq!(engine.len(), naive.len());
        }
    }
}

/// A value is what its moves give, two plies on; and the shares of both do not
/// exceed what is on the board.
#[test]
fn random_positions_of_larger_layers() {
    let places = Places::new(LARGE);
    for rules in &RuleSet::ALL[..4] {
        let engine = engine_layers(rules, LARGE);
        let mut random = StdRng::seed_from_u64(u64::from(rules.id));
        for n in WHOLE + 1..=LARGE {
            let boards = positions(n);
            for _ in 0..2_000 {
                let at = random.random_range(0..boards.len());
                let (mover, waiting) = forced_by_movers(rules, &boards[at], &engine, &places);
                assert_eq!(i32::from(engine[n][at]), mover, "{:?}", boards[at]);
                assert!(mover + waiting <= n as i32, "{:?}", boards[at]);
            }
        }
    }
}

/// How often nothing is left open under `oware`, as an independent program
/// counted it: 72.8, 61.1 and 18.7 in a hundred.
#[test]
fn what_is_left_open_under_oware() {
    let places = Places::new(12);
    let engine = engine_layers(&RuleSet::OWARE, 12);
    for (n, per_mille) in [(4, 728), (8, 611), (12, 187)] {
        let boards = positions(n);
        let exact = |board: &&naive::Board| {
            let (mover, waiting) = forced_by_movers(&RuleSet::OWARE, board, &engine, &places);
            mover + waiting == n as i32
        };
        let exact = boards.iter().filter(exact).count();
        let share = 1000.0 * exact as f64 / boards.len() as f64;
        assert_eq!(share.round() as i32, per_mille, "layer {n}: {exact}");
    }
}
