//! Layers that are missing between the tables and the root are solved on the way.

mod common;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grenier_index::layer_size;
use grenier_probe::{BoundTables, Kind, Tablebase};
use grenier_rules::{Board, Endless, NetSeeds, Position, RuleSet};
use grenier_search::{Limits, Report, Root, Search, Settings, Tables};
use grenier_solve::Engine;

use rand::SeedableRng;
use rand::rngs::StdRng;

use common::{layers, random_position, scores};

fn run(search: &mut Search, position: Position, limits: &Limits<'_>) -> Report {
    let found = search.run(&Root::new(position), limits, &mut |_| {});
    found.unwrap()
}

#[test]
fn what_is_reached_is_exact_under_every_rule_set() {
    let mut rng = StdRng::seed_from_u64(7);
    for rules in &RuleSet::ALL {
        let large = scores(rules, 11);
        let tables = Arc::new(Tables::new(scores(rules, 6), Vec::new()));
        let mut search = Search::new(tables, Settings::default());
        for number in 0..40 {
            let position = random_position(&mut rng, 10 + number % 2);
            let found = run(&mut search, position, &Limits::default());
            let value = large.value(&position).unwrap();
            assert_eq!(
                found.worth.value(),
                Some(value),
                "{} {position:?}",
                rules.name
            );
            if let Some(best) = found.moves.first() {
                assert_eq!(best.worth.value(), Some(value));
                let next = large.value(&best.played.next).unwrap();
                assert_eq!(best.played.worth(next), value);
            }
        }
    }
}

/// For `cargo test --release -- --ignored`: a thousand positions of 12 to 14 seeds,
/// two captures above tables of 8.
#[test]
#[ignore = "a minute"]
fn a_thousand_positions_two_captures_above_the_tables() {
    let mut rng = StdRng::seed_from_u64(12);
    let limits = Limits {
        nodes: Some(10_000_000),
        ..Limits::default()
    };
    let by_search = Settings {
        layer_bytes: 0,
        ..Settings::default()
    };
    let few = Limits {
        nodes: Some(50_000),
        ..Limits::default()
    };
    for rules in &RuleSet::ALL {
        let large = scores(rules, 14);
        let tables = || Arc::new(Tables::new(scores(rules, 8), Vec::new()));
        let mut search = Search::new(tables(), Settings::default());
        let mut alone = Search::new(tables(), by_search);
        let mut proved = 0;
        for number in 0..1000 {
            let position = random_position(&mut rng, 12 + number % 3);
            let value = large.value(&position).unwrap();
            let found = run(&mut search, position, &limits);
            assert_eq!(
                found.worth.value(),
                Some(value),
                "{} {position:?}",
                rules.name
            );
            if number % 10 > 0 {
                continue;
            }
            // Without solving layers less is proved, and nothing that is wrong.
            let found = run(&mut alone, position, &few);
            let bounds = found.worth.at_least..=found.worth.at_most;
            assert!(bounds.contains(&value), "{} {position:?}", rules.name);
            proved += u32::from(found.worth.value().is_some());
        }
        println!(
            "{}: 1000 exact; of 100 {proved} by 50,000 nodes of search alone",
            rules.name
        );
        assert!(proved > 0);
    }
}

#[test]
fn own_side_bounds_grow_too() {
    let rules = &RuleSet::OWARE;
    let bounds = BoundTables::embedded(rules, Kind::Secure);
    let own_side = BoundTables::embedded(rules, Kind::OwnSide);
    for (seeds, values) in (0..).zip(layers(Engine::own_side(*rules, None), 9)) {
        own_side.layers().add(seeds, Box::new(values));
    }
    let tables = Tables::new(Tablebase::embedded(rules).unwrap(), vec![bounds]);
    let settings = Settings {
        endless: Endless::EachKeepsOwnSide,
        ..Settings::default()
    };
    let mut search = Search::new(tables.into(), settings);
    let mut rng = StdRng::seed_from_u64(8);
    for _ in 0..40 {
        let position = random_position(&mut rng, 9);
        let found = run(&mut search, position, &Limits::default());
        let sure = own_side.bounds(&position).unwrap();
        let least = NetSeeds(2 * sure.mover as i8 - 9);
        let most = NetSeeds(9 - 2 * sure.waiting as i8);
        assert_eq!((found.worth.at_least, found.worth.at_most), (least, most));
    }
}

#[test]
fn a_long_search_meets_the_layers_that_it_could_afford() {
    let tables = Arc::new(Tables::new(
        Tablebase::without_tables(&RuleSet::AWARI),
        Vec::new(),
    ));
    let mut search = Search::new(tables.clone(), Settings::default());
    let limits = Limits {
        nodes: Some(100_000),
        ..Limits::default()
    };
    let found = run(&mut search, Position::START, &limits);
    let largest = tables.scores().layers().largest().unwrap();
    assert!(largest >= 8 && found.effort.solved <= 4 * found.effort.nodes);
}

/// Layer by layer, too, and with what was solved before.
#[test]
fn what_grows_fits_into_the_memory_it_may_take() {
    let tables = Tables::new(Tablebase::without_tables(&RuleSet::AWARI), Vec::new());
    let tables = Arc::new(tables);
    // Enough for layer 10 while it is solved, but not for those below it, too.
    let settings = Settings {
        layer_bytes: 4 * layer_size(10),
        ..Settings::default()
    };
    let mut search = Search::new(tables.clone(), settings);
    let limits = Limits {
        nodes: Some(400_000),
        ..Limits::default()
    };
    for _ in 0..2 {
        run(&mut search, Position::START, &limits);
        assert_eq!(tables.scores().layers().largest(), Some(9));
    }
}

#[test]
fn nothing_grows_where_the_limits_leave_no_room() {
    let tables = Arc::new(Tables::new(
        Tablebase::embedded(&RuleSet::AWALE).unwrap(),
        Vec::new(),
    ));
    let board: Board = "1-1-1-1-1-1-1-1-1-1-1-1".parse().unwrap();
    let stop = AtomicBool::new(true);
    let no_memory = Settings {
        layer_bytes: 0,
        ..Settings::default()
    };
    let depth = |depth| Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let nodes = Limits {
        nodes: Some(10),
        ..Limits::default()
    };
    let stopped = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    for (settings, limits) in [
        (no_memory, depth(4)),
        (Settings::default(), depth(1)),
        (Settings::default(), nodes),
        (Settings::default(), stopped),
    ] {
        let mut search = Search::new(tables.clone(), settings);
        let found = run(&mut search, board.position(), &limits);
        assert_eq!(found.effort.solved, 0);
        assert_eq!(tables.scores().layers().largest(), Some(8));
        assert_eq!(found.moves.len(), 1);
    }
}
