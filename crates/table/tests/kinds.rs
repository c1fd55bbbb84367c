//! Tables of several kinds in one directory.

use std::fs;
use std::path::{Path, PathBuf};

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_table::{Distances, EndlessCode, Kind, TableDir, TableError, TableWriter};

fn create(path: &Path, rules: &'static RuleSet, kind: Kind) -> Result<TableWriter, TableError> {
    TableWriter::create(path, rules, kind)
}

fn values(seeds: u32, value: i8) -> Vec<i8> {
    vec![value; layer_size(seeds) as usize]
}

/// A directory with scores and distances of layer 2, and secure seeds and
/// own-side bounds of the layers 2 and 3.
fn filled() -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let rules = RuleSet::named("oware").unwrap();
    let mut scores = create(home.path(), rules, Kind::Score).unwrap();
    scores.write_layer(2, &values(2, -1)).unwrap();
    let cells = vec![7; layer_size(2) as usize];
    scores
        .write_distances(2, &Distances::new(&cells, &[]))
        .unwrap();
    drop(scores);
    for (kind, value) in [(Kind::Secure, 1), (Kind::OwnSide, 2)] {
        let mut dir = create(home.path(), rules, kind).unwrap();
        for seeds in [2, 3] {
            dir.write_layer(seeds, &values(seeds, value)).unwrap();
            // Written once more: what is beside it stays.
            dir.write_layer(seeds, &values(seeds, value)).unwrap();
        }
    }
    home
}

#[test]
fn kinds_stand_side_by_side() {
    let home = filled();
    for (kind, layers, value) in [
        (Kind::Score, vec![2], -1),
        (Kind::Secure, vec![2, 3], 1),
        (Kind::OwnSide, vec![2, 3], 2),
    ] {
        let rules = RuleSet::named("oware").unwrap();
        let dir = create(home.path(), rules, kind).unwrap();
        assert_eq!(dir.layers(), layers);
        drop(dir);
        let dir = TableDir::open_kind(home.path(), kind).unwrap();
        assert_eq!((dir.kind(), dir.manifest().endless), (kind, kind.endless()));
        assert_eq!(dir.layers(), layers);
        let file = dir.open_layer(dir.kind(), 2).unwrap();
        file.check_payload().unwrap();
        assert_eq!(file.values(), values(2, value));
    }
    let scores = TableDir::open(home.path()).unwrap();
    assert_eq!(scores.layers_of(Kind::Distance), [2]);
    scores
        .open_layer(Kind::Distance, 2)
        .unwrap()
        .check_payload()
        .unwrap();
}

#[test]
fn what_a_crash_left_is_put_in_order_kind_by_kind() {
    let home = filled();
    fs::remove_file(home.path().join("manifest-secure.json")).unwrap();
    fs::remove_file(home.path().join("layer-02.own-side")).unwrap();
    for kind in Kind::SETS {
        create(home.path(), RuleSet::named("oware").unwrap(), kind).unwrap();
    }
    let layers = |kind| TableDir::open_kind(home.path(), kind).unwrap().layers();
    assert_eq!(Kind::SETS.map(layers), [vec![2], vec![2, 3], vec![3]]);
}

#[test]
fn a_directory_has_one_rule_set_for_all_kinds() {
    let home = filled();
    let error = create(home.path(), RuleSet::named("awale").unwrap(), Kind::Secure).unwrap_err();
    assert!(matches!(error, TableError::WrongRules { .. }), "{error}");
    fs::remove_file(home.path().join("manifest-secure.json")).unwrap();
    let error = create(home.path(), RuleSet::named("awale").unwrap(), Kind::Secure).unwrap_err();
    assert!(matches!(error, TableError::WrongRules { .. }), "{error}");
}

#[test]
fn one_kind_is_not_read_as_another() {
    let home = filled();
    let path = |name: &str| home.path().join(name);
    fs::copy(path("layer-03.secure"), path("layer-02.secure")).unwrap();
    fs::copy(path("layer-03.own-side"), path("layer-03.secure")).unwrap();
    let dir = TableDir::open_kind(home.path(), Kind::Secure).unwrap();
    let error = dir.open_layer(dir.kind(), 3).unwrap_err();
    assert!(matches!(error, TableError::WrongKind { .. }), "{error}");
    let error = dir.open_layer(dir.kind(), 2).unwrap_err();
    assert!(matches!(error, TableError::WrongLayer { .. }), "{error}");
    fs::copy(path("manifest.json"), path("manifest-secure.json")).unwrap();
    let error = TableDir::open_kind(home.path(), Kind::Secure).unwrap_err();
    assert!(matches!(error, TableError::BadManifest { .. }), "{error}");
    let error = create(home.path(), RuleSet::named("oware").unwrap(), Kind::Secure).unwrap_err();
    assert!(matches!(error, TableError::WrongKind { .. }), "{error}");
}

#[test]
fn what_is_missing_is_named_with_the_command() {
    let home = tempfile::tempdir().unwrap();
    let error = TableDir::open_kind(home.path(), Kind::Secure).unwrap_err();
    let told = error.to_string();
    assert!(told.starts_with("no secure tables in "), "{told}");
    assert!(told.contains("--values secure --seeds"), "{told}");
    let home = filled();
    let dir = TableDir::open_kind(home.path(), Kind::OwnSide).unwrap();
    let told = dir.open_layer(dir.kind(), 4).unwrap_err().to_string();
    assert!(
        told.contains("--rules oware --values own-side --seeds 4"),
        "{told}"
    );
}

#[test]
fn seeds_are_not_below_0() {
    let home = filled();
    let rules = RuleSet::named("oware").unwrap();
    let mut dir = create(home.path(), rules, Kind::Secure).unwrap();
    for (wrong, value) in [(true, -1), (false, 0), (false, 3), (true, 4)] {
        dir.write_layer(3, &values(3, value)).unwrap();
        let checked = dir.open_layer(dir.kind(), 3).unwrap().check_payload();
        let refused = matches!(checked, Err(TableError::BadValue { index: 0, .. }));
        assert_eq!(refused, wrong, "{value}: {checked:?}");
    }
}

#[test]
fn the_command_in_the_advice_is_complete() {
    let advice = |path: &str| {
        let path = PathBuf::from(path);
        let kind = Kind::Score;
        TableError::NoTables { path, kind }.to_string()
    };
    assert_eq!(
        advice("some/where"),
        "no score tables in some/where; build them with \
         `grenier build --seeds 12 --out some/where`"
    );
    assert_eq!(
        advice("tables/oware"),
        "no score tables in tables/oware; build them with \
         `grenier build --rules oware --seeds 12 --out tables/oware`"
    );
}

#[test]
fn the_serialised_word_is_the_name() {
    let text = |name: &str| format!("\"{name}\"");
    assert_eq!(Kind::Distance.name(), "depth");
    for kind in [Kind::Score, Kind::Distance, Kind::Secure, Kind::OwnSide] {
        assert_eq!(serde_json::to_string(&kind).unwrap(), text(kind.name()));
        let endless = kind.endless();
        let word = serde_json::to_string(&endless).unwrap();
        assert_eq!(word, text(endless.name()));
    }
    assert_eq!(
        format!("{} {}", Kind::Score, EndlessCode::Even),
        "score even"
    );
}
