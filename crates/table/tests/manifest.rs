//! The manifest of a directory: what it records, what it takes and refuses.

use std::fs;

use grenier_rules::RuleSet;
use grenier_table::{
    DistanceRecord, Distances, Kind, LayerRecord, Manifest, TableDir, TableError, TableWriter,
};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A directory with the layers 0 and 1 of `awale`, and its manifest.
fn sample() -> (TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let mut tables = TableWriter::create(dir.path(), &RuleSet::AWALE, Kind::Score).unwrap();
    tables.write_layer(1, &[0; 12]).unwrap();
    tables.write_layer(0, &[0]).unwrap();
    let text = fs::read_to_string(dir.path().join("manifest.json")).unwrap();
    (dir, text)
}

/// Why a directory with this manifest cannot be opened.
fn refused(text: &str) -> TableError {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("manifest.json"), text).unwrap();
    TableDir::open(dir.path()).unwrap_err()
}

#[test]
fn reading_undoes_writing() {
    let (dir, text) = sample();
    let tables = TableDir::open(dir.path()).unwrap();
    let manifest: Manifest = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (tables.manifest(), tables.rules()),
        (&manifest, &RuleSet::AWALE)
    );
    assert_eq!(manifest.layers[0].layer, 0, "fewest seeds first");
    assert!(text.starts_with("{\n  \"format\": 1,"));
}

#[test]
fn the_record_of_a_file_goes_with_its_layer() {
    let (dir, _) = sample();
    fs::remove_file(dir.path().join("layer-01.score")).unwrap();
    let tables = TableWriter::create(dir.path(), &RuleSet::AWALE, Kind::Score).unwrap();
    assert!(tables.manifest().file("layer-00.score").is_some());
    assert_eq!(tables.manifest().files.len(), 1);
}

#[test]
fn a_manifest_of_another_version_is_not_guessed_at() {
    let (_, text) = sample();
    for other in ["0", "2"] {
        let format = format!("\"format\": {other}");
        let error = refused(&text.replacen("\"format\": 1", &format, 1));
        assert!(matches!(error, TableError::NewerFormat { .. }), "{error}");
    }
}

#[test]
fn a_damaged_manifest_is_refused() {
    let changes = [
        ("\"layer\": 1,", "\"layer\": 49,"),
        ("\"layer\": 1,", "\"layer\": 0,"),
        ("\"layer\": 1,", "\"layer\": -1,"),
        ("\"draws\": 1,", "\"draws\": 2,"),
        ("\"draws\": 1,", "\"draws\": 18446744073709551615,"),
        ("\"bytes\": 1,", "\"bytes\": 65,"),
        ("\"sha256\": \"", "\"sha256\": \"A"),
        ("\"name\": \"awale\"", "\"name\": \"awele\""),
        ("\"id\": 1", "\"id\": 99"),
        ("\"kind\": \"score\"", "\"kind\": \"wind\""),
        ("\"kind\"", "\"sort\""),
        ("\"program\"", "\"note\": 1, \"program\""),
        ("layer-01.score", "layer-49.score"),
        ("layer-00.score", "../secret"),
        ("layer-01.score", "layer-01.secure"),
        ("\"form\": \"plain\"", "\"form\": \"checkpoint\""),
        ("]", ""),
        ("{", "["),
    ];
    let (_, text) = sample();
    for (from, to) in changes {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from} is not in the sample");
        let error = refused(&changed);
        assert!(matches!(error, TableError::BadManifest { .. }), "{error}");
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    assert!(matches!(refused(""), TableError::BadManifest { .. }));
}

#[test]
fn long_distances_count_in_the_record() {
    let cells = [0, 255, 254, 255, 3];
    let long = [(1, 700), (3, 255)].map(|(at, plies)| Distances::long_entry(at, plies));
    let record = DistanceRecord::of(9, &Distances::new(&cells, &long));
    assert_eq!((record.positions, record.bytes), (5, 29));
    assert_eq!(record.largest, 700);
}

#[test]
fn counts_and_fingerprint() {
    // The bytes ff 00 05 01 00; the hash is what `sha256sum` prints.
    let record = LayerRecord::of(9, &[-1, 0, 5, 1, 0]);
    let want = LayerRecord {
        layer: 9,
        positions: 5,
        wins: 2,
        draws: 2,
        losses: 1,
        bytes: 5,
        sha256: "e1a7d8a4daba1e0f05aa135cd0c80e34de6c8e9b90e5c3528c9b2db57327fa9a".to_owned(),
    };
    assert_eq!(record, want);
}

#[test]
fn counters_do_not_overflow() {
    for len in [254, 255, 256, 1_000] {
        let count = |value| {
            let record = LayerRecord::of(9, &vec![value; len]);
            (record.wins, record.draws, record.losses)
        };
        assert_eq!(count(1), (len as u64, 0, 0));
        assert_eq!(count(-128), (0, 0, len as u64));
        assert_eq!(count(0), (0, len as u64, 0));
    }
}

#[test]
fn the_hash_is_sha256() {
    // FIPS 180-4's example "abc".
    let record = LayerRecord::of(0, &[97, 98, 99]);
    assert_eq!(
        record.sha256,
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

/// Both when it is written and when it is read, in several pieces.
#[test]
fn a_file_is_hashed_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let mut tables = TableWriter::create(dir.path(), &RuleSet::AWALE, Kind::Score).unwrap();
    let len = grenier_index::layer_size(11);
    assert!(len > 1 << 18, "more than a piece");
    let values: Vec<i8> = (0..len).map(|at| (at % 23) as i8 - 11).collect();
    tables.write_layer(11, &values).unwrap();
    let file = tables.manifest().file("layer-11.score").unwrap();
    let content = fs::read(dir.path().join("layer-11.score")).unwrap();
    assert_eq!(file.bytes, content.len() as u64);
    let digits = Sha256::digest(&content);
    let digits: Vec<_> = digits.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(file.sha256, digits.concat());
    tables.check_files(11).unwrap();
}
