//! The law of best moves: play by them, both sides, gets each side exactly what
//! the tables say, from wherever it begins; even positions stay even, and a
//! repetition is split evenly.

use std::collections::{HashMap, HashSet};

use grenier_index::Layer;
use grenier_probe::{Distance, Tablebase};
use grenier_rules::{NetSeeds, Position, RuleSet};
use grenier_solve::{BuildOptions, Memory, Silent, build, build_distances};
use grenier_table::{Kind, TableWriter};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tempfile::TempDir;

const FOUR: [&RuleSet; 4] = [
    &RuleSet::AWALE,
    &RuleSet::AWELE,
    &RuleSet::OWARE,
    &RuleSet::AWARI,
];

/// Tables of the layers to `seeds`, with distances.
fn tables(rules: &'static RuleSet, seeds: u32) -> (TempDir, Tablebase) {
    let home = tempfile::tempdir().unwrap();
    let mut dir = TableWriter::create(home.path(), rules, Kind::Score).unwrap();
    build(&mut dir, seeds, &BuildOptions::default(), &Silent).unwrap();
    build_distances(&mut dir, seeds, Memory::Normal, &Silent).unwrap();
    let tables = Tablebase::open(home.path()).unwrap();
    (home, tables)
}

fn positions(layers: std::ops::RangeInclusive<u32>) -> impl Iterator<Item = Position> {
    layers
        .map(Layer::new)
        .flat_map(|layer| (0..layer.len()).map(move |index| layer.position(index).unwrap()))
}

/// Plays best moves, remembering what came of positions met before: best moves
/// depend on nothing but the position.
struct Players<'a> {
    tables: &'a Tablebase,
    realised: HashMap<Position, i32>,
}

impl Players<'_> {
    /// Net seeds for the mover when both sides play best moves to the end.
    fn play(&mut self, start: Position) -> i32 {
        let mut path: Vec<(Position, i32)> = Vec::new();
        let mut on_path = HashSet::new();
        let mut at = start;
        let mut net = loop {
            if let Some(&known) = self.realised.get(&at) {
                break known;
            }
            if let Some(settlement) = self.tables.rules().settlement(&at) {
                break settlement.net().0.into();
            }
            if !on_path.insert(at) {
                break 0; // It goes round for ever.
            }
            let best = self.tables.best(&at).unwrap().unwrap();
            let even = best.value == NetSeeds(0);
            let known = matches!(best.distance, Distance::Tabled(_));
            assert_eq!((even, known), (!known, !even), "{at:?}: {best:?}");
            let gain = i32::from(best.played.captured) - i32::from(best.played.conceded);
            path.push((at, gain));
            at = best.played.next;
        };
        for (position, gain) in path.into_iter().rev() {
            net = gain - net;
            self.realised.insert(position, net);
        }
        net
    }

    fn check(&mut self, position: Position) {
        let value = i32::from(self.tables.value(&position).unwrap().0);
        let name = self.tables.rules().name;
        assert_eq!(self.play(position), value, "{name}: {position:?}");
    }
}

fn check(rules: &'static RuleSet, all_to: u32, random: std::ops::RangeInclusive<u32>, many: u32) {
    let (_home, tables) = tables(rules, *random.end());
    let mut players = Players {
        tables: &tables,
        realised: HashMap::new(),
    };
    positions(0..=all_to).for_each(|position| players.check(position));
    let layers: Vec<Layer> = random.map(Layer::new).collect();
    let mut source = StdRng::seed_from_u64(rules.id.into());
    for _ in 0..many {
        let layer = &layers[source.random_range(0..layers.len())];
        let index = source.random_range(0..layer.len());
        players.check(layer.position(index).unwrap());
    }
}

#[test]
fn best_moves_realise_the_value() {
    for rules in FOUR {
        check(rules, 7, 8..=10, 2_000);
    }
}

/// As above, larger: about a minute.
#[test]
#[ignore = "run by .ci/run"]
fn best_moves_realise_the_value_to_16_seeds() {
    for rules in FOUR {
        check(rules, 7, 8..=16, 10_000);
    }
}

/// Without distance tables the search finds the same best move.
#[test]
fn tables_and_search_agree() {
    for rules in FOUR {
        let (_home, tabled) = tables(rules, 6);
        let searching = Tablebase::embedded(rules).unwrap();
        let small = positions(1..=4).chain(positions(5..=6).step_by(29));
        for position in small {
            let (Some(one), Some(other)) = (
                tabled.best(&position).unwrap(),
                searching.best(&position).unwrap(),
            ) else {
                continue;
            };
            assert_eq!(one.played, other.played, "{}: {position:?}", rules.name);
            let expected = match one.distance {
                Distance::Tabled(plies) => Distance::Searched(plies),
                other => other,
            };
            assert_eq!(other.distance, expected, "{position:?}");
            assert!(!matches!(one.distance, Distance::Searched(_)));
            assert!(!searching.has_distances(position.seeds()));
        }
    }
}

/// A position whose waiting half is full has no number; its distance follows
/// from its moves.
#[test]
fn a_full_waiting_half_has_a_distance() {
    let (_home, tables) = tables(&RuleSet::OWARE, 8);
    let position = Position::new([0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]).unwrap();
    assert_eq!(Layer::new(8).index(&position), None);
    let best = tables.best(&position).unwrap().unwrap();
    assert!(matches!(
        best.distance,
        Distance::Tabled(_) | Distance::Even
    ));
    let line = tables.line(&position, 500, &|| false).unwrap();
    assert_eq!(line.plies[0].best, best);
}
