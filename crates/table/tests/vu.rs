//! Files in the layout of the published Awari score database.

use std::fs;
use std::path::Path;

use grenier_index::{Layer, layer_size};
use grenier_rules::RuleSet;
use grenier_table::{
    Comparison, Difference, Kind, TableError, TableWriter, embedded_layer, vu_layer, vu_name,
};
use tempfile::TempDir;

/// Seeds of the largest layer.
const SEEDS: u32 = 7;

fn values(rules: &RuleSet, seeds: u32) -> &'static [i8] {
    embedded_layer(rules, Kind::Score, seeds).unwrap()
}

/// A directory with the first layers of a rule set.
fn tables(rules: &'static RuleSet) -> (TempDir, TableWriter) {
    let home = tempfile::tempdir().unwrap();
    let mut dir = TableWriter::create(home.path(), rules, Kind::Score).unwrap();
    for seeds in 0..=SEEDS {
        dir.write_layer(seeds, values(rules, seeds)).unwrap();
    }
    (home, dir)
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn names_are_those_of_layers() {
    for seeds in 0..=48 {
        assert_eq!(vu_layer(&vu_name(seeds)), Some(seeds));
    }
    for other in [
        "scores.49",
        "scores.07",
        "scores.+7",
        "scores.",
        "scores",
        "7",
        "scores.7.tmp",
    ] {
        assert_eq!(vu_layer(other), None, "{other}");
    }
}

/// The indices of a layer by rising Goedel number: the positions sorted by their
/// pits, the last one first.
fn in_order(seeds: u32) -> Vec<u64> {
    let layer = Layer::new(seeds);
    let mut indices: Vec<u64> = (0..layer.len()).collect();
    indices.sort_by_key(|&index| {
        let mut pits = layer.position(index).unwrap().pits();
        pits.reverse();
        pits
    });
    indices
}

/// The positions are sorted here, and gone through row by row in the program.
#[test]
fn each_value_stands_at_its_goedel_number() {
    let (_home, dir) = tables(&RuleSet::AWARI);
    let out = tempfile::tempdir().unwrap();
    let below = out.path().join("a/b");
    for seeds in 0..=SEEDS {
        let path = dir.export_vu(seeds, &below).unwrap();
        assert_eq!(path, below.join(vu_name(seeds)));
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes.len() as u64, layer_size(seeds));
        for (index, &byte) in in_order(seeds).into_iter().zip(&bytes) {
            assert_eq!(byte as i8, values(&RuleSet::AWARI, seeds)[index as usize]);
        }
        assert_eq!(dir.compare_vu(seeds, &path).unwrap(), Comparison::default());
    }
    let files = fs::read_dir(&below).unwrap().count();
    assert_eq!(files as u32, SEEDS + 1, "nothing else is left");
}

#[test]
fn differences_are_counted_and_the_first_is_named() {
    let (_home, dir) = tables(&RuleSet::AWARI);
    let out = tempfile::tempdir().unwrap();
    let path = dir.export_vu(5, out.path()).unwrap();
    for number in [4_000, 17, 300] {
        flip(&path, number);
    }
    let comparison = dir.compare_vu(5, &path).unwrap();
    let index = in_order(5)[17];
    let ours = values(&RuleSet::AWARI, 5)[index as usize];
    let first = Difference {
        index,
        number: 17,
        ours,
        theirs: ours ^ 1,
    };
    assert_eq!(
        comparison,
        Comparison {
            differences: 3,
            first: Some(first)
        }
    );
}

#[test]
fn every_changed_byte_is_one_difference() {
    let (_home, dir) = tables(&RuleSet::AWARI);
    let out = tempfile::tempdir().unwrap();
    let path = dir.export_vu(3, out.path()).unwrap();
    for number in 0..layer_size(3) as usize {
        flip(&path, number);
        let comparison = dir.compare_vu(3, &path).unwrap();
        let first = comparison.first.unwrap();
        assert_eq!((comparison.differences, first.number), (1, number as u64));
        flip(&path, number);
    }
}

#[test]
fn directories_are_compared_by_values() {
    let (_home, ours) = tables(&RuleSet::AWARI);
    let (_home, mut theirs) = tables(&RuleSet::AWARI);
    assert_eq!(ours.compare(&theirs, 6).unwrap(), Comparison::default());
    let mut changed = values(&RuleSet::AWARI, 6).to_vec();
    for at in [90, 70] {
        changed[at] = -changed[at];
        assert_ne!(changed[at], 0, "another value");
    }
    theirs.write_layer(6, &changed).unwrap();
    let comparison = ours.compare(&theirs, 6).unwrap();
    assert_eq!(comparison.differences, 2);
    let first = comparison.first.unwrap();
    assert_eq!((first.index, first.number), (70, 70));
    assert_eq!(first.theirs, -first.ours);

    let (_home, oware) = tables(&RuleSet::OWARE);
    let error = ours.compare(&oware, 6).unwrap_err();
    assert!(matches!(error, TableError::WrongRules { .. }), "{error}");
}

#[test]
fn what_does_not_fit_is_refused() {
    let (_home, dir) = tables(&RuleSet::AWARI);
    let out = tempfile::tempdir().unwrap();
    let path = dir.export_vu(4, out.path()).unwrap();
    let whole = fs::read(&path).unwrap();
    for len in [0, 1, whole.len() - 1] {
        fs::write(&path, &whole[..len]).unwrap();
        let error = dir.compare_vu(4, &path).unwrap_err();
        assert!(matches!(error, TableError::WrongLength { .. }), "{error}");
    }
    fs::write(&path, [&whole[..], &[0]].concat()).unwrap();
    assert!(dir.compare_vu(4, &path).is_err());
    assert!(dir.compare_vu(4, out.path()).is_err());
    assert!(dir.compare_vu(4, &out.path().join("none")).is_err());

    let (_home, oware) = tables(&RuleSet::OWARE);
    let error = oware.export_vu(4, out.path()).unwrap_err();
    let told = error.to_string();
    assert!(
        told.ends_with("holds rule set oware, not awari; choose another directory"),
        "{told}"
    );
}

/// A damaged table is not published, and not compared.
#[test]
fn a_damaged_table_is_not_exported() {
    let (home, dir) = tables(&RuleSet::AWARI);
    let out = tempfile::tempdir().unwrap();
    let path = dir.export_vu(4, out.path()).unwrap();
    flip(&home.path().join("layer-04.score"), 100);
    let before = fs::read(&path).unwrap();
    for result in [
        dir.export_vu(4, out.path()).map(drop),
        dir.compare_vu(4, &path).map(drop),
    ] {
        let error = result.unwrap_err();
        assert!(matches!(error, TableError::BadPayload { .. }), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}
