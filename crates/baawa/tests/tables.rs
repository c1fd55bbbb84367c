//! Directories of Ba-awa's tables.

use std::fs;

use grenier_baawa::index::layer_size;
use grenier_baawa::{BaawaDir, BaawaWriter};
use grenier_baawa::{Game, Rules};
use grenier_rules::Side;
use grenier_table::{Kind, TableDir, TableError, TableWriter};
use tempfile::TempDir;

fn game(owns: u8) -> Game {
    Game::new(Rules::DEFAULT, owns, Side::North).unwrap()
}

/// Values that no two neighbours share.
fn values(seeds: u32) -> Vec<i8> {
    (0..layer_size(seeds))
        .map(|at| (at % 25) as i8 - 12)
        .collect()
}

/// A directory with layer 12, closed.
fn with_layer() -> TempDir {
    let temp = tempfile::tempdir().unwrap();
    let mut dir = BaawaWriter::create(temp.path(), game(7), Kind::Score).unwrap();
    dir.write_layer(12, &values(12)).unwrap();
    temp
}

#[test]
fn what_is_written_is_read() {
    let temp = with_layer();
    let dir = BaawaDir::open(temp.path()).unwrap();
    assert_eq!((dir.rules(), dir.layers()), (game(7), vec![12]));
    let file = dir.open_layer(Kind::Score, 12).unwrap();
    file.check_payload().unwrap();
    assert_eq!(file.values(), values(12));
    assert_eq!(file.header().rules, 512 + 16 + 7);
    assert_eq!(file.header().positions, 1_747_904);
    assert_eq!(dir.manifest().layer(12).unwrap().positions, 1_747_904);
}

#[test]
fn layers_come_in_their_order_and_whole() {
    let temp = with_layer();
    let mut dir = BaawaWriter::create(temp.path(), game(7), Kind::Score).unwrap();
    for (seeds, values) in [(20, vec![0; 9]), (16, vec![0; 9]), (13, vec![])] {
        let refused = dir.write_layer(seeds, &values).unwrap_err();
        assert!(matches!(refused, TableError::WrongSize { .. }), "{refused}");
    }
}

#[test]
fn one_builder_and_one_game_per_directory() {
    let temp = with_layer();
    let refused = BaawaWriter::create(temp.path(), game(6), Kind::Score).unwrap_err();
    assert!(
        matches!(refused, TableError::WrongRules { .. }),
        "{refused}"
    );
    let _first = BaawaWriter::create(temp.path(), game(7), Kind::Score).unwrap();
    let refused = BaawaWriter::create(temp.path(), game(7), Kind::Score).unwrap_err();
    assert!(matches!(refused, TableError::Locked { .. }), "{refused}");
}

#[test]
fn the_families_do_not_take_each_other_for_their_own() {
    let temp = with_layer();
    let refused = TableDir::open(temp.path()).unwrap_err();
    assert!(
        matches!(refused, TableError::WrongRules { .. }),
        "{refused}"
    );
    let other = tempfile::tempdir().unwrap();
    let oware = &grenier_rules::RuleSet::OWARE;
    drop(TableWriter::create(other.path(), oware, Kind::Score).unwrap());
    let refused = BaawaDir::open(other.path()).unwrap_err();
    assert!(
        matches!(refused, TableError::WrongRules { .. }),
        "{refused}"
    );
}

/// What a killed build, a disk or a person can leave.
#[test]
fn a_builder_puts_a_directory_in_order() {
    let temp = with_layer();
    let (manifest, layer) = (
        temp.path().join("manifest.json"),
        temp.path().join("layer-12.score"),
    );
    let before = fs::read(&manifest).unwrap();
    // Killed while writing layer 16, or before layer 12 had its record.
    let half = temp.path().join("layer-16.score.tmp");
    fs::write(&half, "half").unwrap();
    fs::remove_file(&manifest).unwrap();
    let dir = BaawaWriter::create(temp.path(), game(7), Kind::Score).unwrap();
    assert_eq!(dir.layers(), [12]);
    assert!(!half.exists());
    assert_eq!(fs::read(&manifest).unwrap(), before);
    drop(dir);

    let bytes = fs::read(&layer).unwrap();
    fs::write(&layer, &bytes[..bytes.len() - 1]).unwrap();
    let dir = BaawaWriter::create(temp.path(), game(7), Kind::Score).unwrap();
    assert_eq!(dir.layers(), [0_u32; 0]);
    drop(dir);

    fs::remove_file(&layer).unwrap();
    assert_eq!(
        BaawaWriter::create(temp.path(), game(7), Kind::Score)
            .unwrap()
            .layers(),
        [0_u32; 0]
    );
}

#[test]
fn a_damaged_manifest_is_refused() {
    let temp = with_layer();
    let path = temp.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    for (from, to) in [
        ("\"owns\": 7", "\"owns\": 8"),
        ("\"starter\": \"north\"", "\"starter\": \"south\""),
        ("\"lifted\": \"Sown\"", "\"lifted\": \"Skipped\""),
        ("\"id\": 535", "\"id\": 12"),
        ("\"layer\": 12", "\"layer\": 16"),
        ("\"positions\": 1747904", "\"positions\": 1747905"),
        ("\"kind\": \"score\"", "\"kind\": \"secure\""),
        ("\"kind\"", "\"sort\""),
        ("]", ""),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        fs::write(&path, changed).unwrap();
        let refused = BaawaDir::open(temp.path()).unwrap_err();
        assert!(
            matches!(refused, TableError::BadManifest { .. }),
            "{to}: {refused}"
        );
        assert_eq!(refused.to_string().lines().count(), 1, "{refused}");
    }
}
