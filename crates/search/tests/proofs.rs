//! What a search without any help calls proved is true.

mod common;

use grenier_probe::{BoundTables, Kind, Tablebase};
use grenier_rules::{Endless, NetSeeds, RuleSet};
use grenier_search::{Limits, Root, Search, Settings, Tables, Worth};
use grenier_solve::Engine;

use rand::SeedableRng;
use rand::rngs::StdRng;

use common::{layers, random_position, scores};

/// A search that solves no layers, rates all moves, and ends soon.
fn search(scores: Tablebase, own_side: BoundTables, endless: Endless) -> Search {
    let settings = Settings {
        lines: 6,
        endless,
        layer_bytes: 0,
        ..Settings::default()
    };
    Search::new(Tables::new(scores, vec![own_side]).into(), settings)
}

fn bounds_hold(worth: &Worth, value: NetSeeds) -> bool {
    (worth.at_least..=worth.at_most).contains(&value)
}

#[test]
fn proved_bounds_hold_the_value() {
    let mut rng = StdRng::seed_from_u64(3);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    for rules in &RuleSet::ALL {
        let large = scores(rules, 9);
        let none = BoundTables::embedded(rules, Kind::OwnSide);
        let mut search = search(scores(rules, 5), none, Endless::Even);
        let (mut exact, mut moves) = (0, 0);
        for number in 0..100 {
            let position = random_position(&mut rng, 6 + number % 4);
            let root = Root::new(position);
            let found = search.run(&root, &limits, &mut |_| {}).unwrap();
            let value = large.value(&position).unwrap();
            assert!(
                bounds_hold(&found.worth, value),
                "{position:?} {value} {found:?}"
            );
            for rated in &found.moves {
                let next = large.value(&rated.played.next).unwrap();
                let value = rated.played.worth(next);
                assert!(bounds_hold(&rated.worth, value), "{value} {rated:?}");
                moves += 1;
                exact += usize::from(rated.worth.value().is_some());
            }
        }
        assert!(exact * 4 > moves, "{}: {exact} of {moves}", rules.name);
    }
}

#[test]
fn where_each_keeps_their_own_side_proved_bounds_fit_the_tables() {
    let rules = &RuleSet::OWARE;
    let mut rng = StdRng::seed_from_u64(4);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let large = BoundTables::embedded(rules, Kind::OwnSide);
    for (seeds, values) in (0..).zip(layers(Engine::own_side(*rules, None), 11)) {
        large.layers().add(seeds, Box::new(values));
    }
    let small = BoundTables::embedded(rules, Kind::OwnSide);
    let scores = Tablebase::embedded(rules).unwrap();
    let mut search = search(scores, small, Endless::EachKeepsOwnSide);
    let mut raised = 0;
    for number in 0..100 {
        let position = random_position(&mut rng, 9 + number % 3);
        let seeds = position.seeds() as i8;
        let root = Root::new(position);
        let found = search.run(&root, &limits, &mut |_| {}).unwrap();
        let sure = large.bounds(&position).unwrap();
        let least = NetSeeds(2 * sure.mover as i8 - seeds);
        let most = NetSeeds(seeds - 2 * sure.waiting as i8);
        assert!(found.worth.at_least <= least, "{position:?} {found:?}");
        assert!(found.worth.at_most >= most, "{position:?} {found:?}");
        raised += usize::from(found.worth.at_least > NetSeeds(-seeds));
    }
    assert!(raised > 10, "{raised}");
}
