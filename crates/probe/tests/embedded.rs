//! Questions to the embedded tables, for every position of the small layers.

use std::collections::HashMap;

use grenier_index::Layer;
use grenier_probe::{Distance, Line, LineEnd, ProbeError, Source, Tablebase};
use grenier_rules::{NetSeeds, Position, RuleSet};

const FOUR: [&RuleSet; 4] = [
    &RuleSet::AWALE,
    &RuleSet::AWELE,
    &RuleSet::OWARE,
    &RuleSet::AWARI,
];

fn embedded(rules: &'static RuleSet) -> Tablebase {
    Tablebase::embedded(rules).unwrap()
}

fn positions(layers: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = Position> {
    layers
        .map(Layer::new)
        .flat_map(|layer| (0..layer.len()).map(move |index| layer.position(index).unwrap()))
}

#[test]
fn a_tablebase_may_be_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Tablebase>();
    shared::<ProbeError>();
}

#[test]
fn the_value_is_that_of_the_best_move_or_of_the_settlement() {
    for rules in FOUR {
        let tables = embedded(rules);
        for position in positions(0..=8) {
            let answer = tables.probe(&position).unwrap();
            let Some(best) = answer.moves.first() else {
                assert_eq!(answer.settlement.unwrap().net(), answer.value);
                continue;
            };
            assert_eq!((best.value, answer.settlement), (answer.value, None));
            assert!(answer.moves.is_sorted_by_key(|m| (-m.value, m.played.pit)));
            assert!(answer.keeping().all(|rated| rated.value == best.value));
            assert_eq!(answer.source, Source::Embedded);
        }
    }
}

#[test]
fn a_full_waiting_half_is_answered_one_ply_deeper() {
    let tables = embedded(&RuleSet::AWALE);
    let position = Position::new([0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]).unwrap();
    assert_eq!(Layer::new(8).index(&position), None);
    let answer = tables.probe(&position).unwrap();
    assert_eq!(answer.value, answer.moves[0].value);
    assert_eq!(tables.value(&position).unwrap(), answer.value);
    let over = Position::new([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]).unwrap();
    assert_eq!(tables.value(&over).unwrap(), NetSeeds(-6));
}

#[test]
fn what_is_not_tabled_is_said_so() {
    let tables = embedded(&RuleSet::OWARE);
    let missing = ProbeError::NotTabled {
        layer: 48,
        rules: "oware",
    }
    .to_string();
    let start = Position::START;
    assert_eq!(tables.value(&start).unwrap_err().to_string(), missing);
    assert_eq!(tables.moves(&start).unwrap_err().to_string(), missing);
    assert_eq!(tables.best(&start).unwrap_err().to_string(), missing);
    assert_eq!(
        tables.line(&start, 9, &|| false).unwrap_err().to_string(),
        missing
    );
    let message = tables.probe(&start).unwrap_err().to_string();
    assert!(
        message.starts_with("not tabled: layer 48 of oware (build it with `grenier build"),
        "{message}"
    );
    let slams = RuleSet::named("oware-slam-all").unwrap();
    assert!(Tablebase::embedded(slams).is_none());
}

#[test]
fn a_game_that_is_over_needs_no_table() {
    let tables = embedded(&RuleSet::AWALE);
    let over = Position::new([0, 0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 2]).unwrap();
    let answer = tables.probe(&over).unwrap();
    assert_eq!(
        (answer.value, answer.source),
        (NetSeeds(-20), Source::Rules)
    );
    assert!(answer.moves.is_empty() && answer.keeping().next().is_none());
    assert_eq!(tables.best(&over).unwrap(), None);
    let line = tables.line(&over, 5, &|| false).unwrap();
    assert!(line.plies.is_empty());
    assert!(matches!(line.end, LineEnd::GameOver(left) if left.net() == NetSeeds(-20)));
}

/// Net seeds for the first mover along a line; what a repetition leaves is
/// shared evenly.
fn outcome(line: &Line) -> NetSeeds {
    let mut sign = 1;
    let mut net = 0;
    for ply in &line.plies {
        let played = &ply.best.played;
        net += sign * played.gain().0;
        sign = -sign;
    }
    match line.end {
        LineEnd::GameOver(settlement) => NetSeeds(net + sign * settlement.net().0),
        LineEnd::Repeats { .. } => NetSeeds(net),
        LineEnd::PlyLimit | LineEnd::Stopped => panic!("{line:?} was cut short"),
    }
}

#[test]
fn every_line_realises_the_tabled_value() {
    for rules in FOUR {
        let tables = embedded(rules);
        let all = positions(0..=3).chain(positions(4..=8).step_by(223));
        for position in all {
            let line = tables.line(&position, 1000, &|| false).unwrap();
            assert_eq!(outcome(&line), line.value, "{}: {line:?}", rules.name);
            for pair in line.plies.windows(2) {
                let quiet = pair[0].position.seeds() == pair[1].position.seeds();
                if let (true, Distance::Searched(plies)) = (quiet, pair[0].best.distance) {
                    let one_less = Distance::Searched(plies - 1);
                    assert_eq!(pair[1].best.distance, one_less);
                }
                assert_eq!(pair[0].best.played.next, pair[1].position);
            }
        }
    }
}

/// Distances to conversion of a whole layer by repeated sweeps, as plainly as
/// they are defined.
fn plain_distances(tables: &Tablebase, seeds: u32) -> HashMap<Position, u32> {
    let mut distances: HashMap<Position, u32> = HashMap::new();
    for round in 1.. {
        let before = distances.len();
        let mut found = Vec::new();
        for position in positions(seeds..=seeds) {
            let answer = tables.probe(&position).unwrap();
            if answer.value == NetSeeds(0)
                || answer.moves.is_empty()
                || distances.contains_key(&position)
            {
                continue;
            }
            let mut works = answer.keeping().map(|rated| {
                let next = &rated.played.next;
                next.seeds() < seeds
                    || tables.rules().settlement(next).is_some()
                    || distances.contains_key(next)
            });
            let done = if answer.value > NetSeeds(0) {
                works.any(|works| works)
            } else {
                works.all(|works| works)
            };
            if done {
                found.push((position, round));
            }
        }
        distances.extend(found);
        if distances.len() == before {
            break;
        }
    }
    distances
}

#[test]
fn distances_to_conversion_are_the_least_fixpoint() {
    for rules in FOUR {
        let tables = embedded(rules);
        for seeds in 1..=5 {
            let plain = plain_distances(&tables, seeds);
            for position in positions(seeds..=seeds) {
                let line = tables.line(&position, 1, &|| false).unwrap();
                let found = line.plies.first().map(|ply| ply.best.distance);
                let expected = match (found, plain.get(&position)) {
                    (None, None) => continue,
                    (_, Some(&plies)) => Distance::Searched(plies),
                    (Some(_), None) => Distance::Even,
                };
                assert_eq!(found, Some(expected), "{}: {position:?}", rules.name);
            }
        }
    }
}

#[test]
fn a_line_stops_at_the_ply_limit() {
    let tables = embedded(&RuleSet::AWALE);
    let position = Position::new([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]).unwrap();
    let line = tables.line(&position, 2, &|| false).unwrap();
    assert_eq!((line.plies.len(), line.end), (2, LineEnd::PlyLimit));
    assert!(
        tables
            .line(&position, 0, &|| false)
            .unwrap()
            .plies
            .is_empty()
    );
}
