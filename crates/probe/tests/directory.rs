//! Questions to directories: complete, with gaps, and damaged.

use std::path::Path;

use grenier_index::{Layer, layer_size};
use grenier_probe::{LineEnd, ProbeError, Source, Tablebase};
use grenier_rules::{NetSeeds, Position, RuleSet};
use grenier_table::{Distances, Kind, TableError, TableWriter, embedded_layer};

/// The last seed fell where it made a pair: layer 5.
const FIVE: [u8; 12] = [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 3];

fn write(path: &Path, rules: &'static RuleSet, layers: &[(u32, Vec<i8>)]) {
    let mut dir = TableWriter::create(path, rules, Kind::Score).unwrap();
    for (seeds, values) in layers {
        dir.write_layer(*seeds, values).unwrap();
    }
}

fn layer(rules: &RuleSet, seeds: u32) -> (u32, Vec<i8>) {
    (
        seeds,
        embedded_layer(rules, Kind::Score, seeds).unwrap().to_vec(),
    )
}

fn constant(seeds: u32, value: i8) -> (u32, Vec<i8>) {
    (seeds, vec![value; layer_size(seeds) as usize])
}

#[test]
fn a_directory_wins_and_embedded_layers_fill_its_gaps() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &RuleSet::AWARI, &[layer(&RuleSet::AWARI, 5)]);
    let tables = Tablebase::open(dir.path()).unwrap();
    let position = Position::new(FIVE).unwrap();
    let answer = tables.probe(&position).unwrap();
    assert_eq!(answer.source, Source::Directory);
    let embedded = Tablebase::embedded(&RuleSet::AWARI).unwrap();
    assert_eq!(answer.moves, embedded.moves(&position).unwrap());
    assert_eq!(answer.value, embedded.value(&position).unwrap());
    let first = |seeds| Layer::new(seeds).position(0).unwrap();
    let source = |seeds| tables.layers().source(&first(seeds));
    assert_eq!([4, 5].map(source), [Source::Embedded, Source::Directory]);
    assert!((0..=8).all(|seeds| tables.layers().has(seeds)));
    assert_eq!(tables.layers().largest(), Some(8));
}

#[test]
fn a_gap_below_is_not_tabled() {
    let rules = RuleSet::named("oware-slam-all").unwrap();
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), rules, &[constant(5, 1)]);
    let tables = Tablebase::open(dir.path()).unwrap();
    let position = Position::new(FIVE).unwrap();
    assert_eq!(tables.value(&position).unwrap(), NetSeeds(1));
    let missing = ProbeError::NotTabled {
        layer: 3,
        rules: "oware-slam-all",
    }
    .to_string();
    assert_eq!(tables.probe(&position).unwrap_err().to_string(), missing);
    assert_eq!(
        tables
            .line(&position, 10, &|| false)
            .unwrap_err()
            .to_string(),
        missing
    );
}

#[test]
fn no_tables_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let opened = Tablebase::open(dir.path());
    assert!(matches!(opened, Err(TableError::NoTables { .. })));
}

#[test]
fn wrong_values_are_reported_and_never_panic() {
    let position = Position::new(FIVE).unwrap();
    for value in [i8::MIN, -6, 6, i8::MAX] {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &RuleSet::AWALE, &[constant(5, value)]);
        let tables = Tablebase::open(dir.path()).unwrap();
        let damaged = tables.probe(&position).unwrap_err();
        assert!(
            matches!(damaged, ProbeError::Damaged { layer: 5, found, .. } if found == value),
            "{damaged}"
        );
        assert_eq!(
            tables
                .line(&position, 10, &|| false)
                .unwrap_err()
                .to_string(),
            damaged.to_string()
        );
    }
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &RuleSet::AWALE, &[constant(5, -5)]);
    let disagrees = Tablebase::open(dir.path()).unwrap().probe(&position);
    assert!(
        matches!(
            disagrees,
            Err(ProbeError::Disagrees { layer: 5, found: NetSeeds(-5), expected, .. }) if expected > NetSeeds(-5)
        ),
        "{disagrees:?}"
    );
}

/// Values that agree with each other and are wrong all the same: in a layer
/// whose every quiet move keeps its value, somebody is ahead for ever.
#[test]
fn a_line_through_wrong_values_ends() {
    let dir = tempfile::tempdir().unwrap();
    let mut six = layer(&RuleSet::AWALE, 6);
    for (at, value) in six.1.iter_mut().enumerate() {
        *value = [3, -3][at % 2];
    }
    write(dir.path(), &RuleSet::AWALE, &[six]);
    let tables = Tablebase::open(dir.path()).unwrap();
    let index = grenier_index::Layer::new(6);
    for at in 0..index.len() {
        let position = index.position(at).unwrap();
        if let Ok(line) = tables.line(&position, 50, &|| false) {
            let ended = !matches!(line.end, LineEnd::PlyLimit) || line.plies.len() == 50;
            assert!(ended, "{line:?}");
        }
    }
}

/// Distances that do not fit together, or that are missing where they should be.
#[test]
fn wrong_distances_are_reported_and_never_panic() {
    let position = Position::new(FIVE).unwrap();
    let index = grenier_index::Layer::new(5).index(&position).unwrap();
    for (wrong, long) in [
        (7, None),
        (255, None),
        (255, Some(1_000)),
        (255, Some(u32::MAX)),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let rules = &RuleSet::AWALE;
        let mut tables = TableWriter::create(dir.path(), rules, Kind::Score).unwrap();
        tables.write_layer(5, &layer(rules, 5).1).unwrap();
        // A capture is the best move, so the distance is 1.
        let mut cells = vec![1; layer_size(5) as usize];
        cells[index as usize] = wrong;
        let list = long.map(|plies| Distances::long_entry(index, plies));
        let distances = Distances::new(&cells, list.as_slice());
        tables.write_distances(5, &distances).unwrap();
        let tables = Tablebase::open(dir.path()).unwrap();
        assert!(tables.has_distances(5) && !tables.has_distances(4) && !tables.has_distances(99));
        assert!(tables.probe(&position).is_ok());
        let error = tables.best(&position).unwrap_err();
        let said = match (wrong, long) {
            (255, None) => {
                matches!(error, ProbeError::NoDistance { layer: 5, index: i } if i == index)
            }
            _ => matches!(
                error,
                ProbeError::DistanceDisagrees {
                    layer: 5,
                    expected: 1,
                    ..
                }
            ),
        };
        assert!(said, "{error}");
        assert_eq!(
            tables
                .line(&position, 9, &|| false)
                .unwrap_err()
                .to_string(),
            error.to_string()
        );
    }
}
