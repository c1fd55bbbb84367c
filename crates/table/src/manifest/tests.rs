//! What a manifest takes and refuses.

use std::fs;
use std::path::Path;

use grenier_index::layer_size;
use grenier_rules::RuleSet;

use super::{FileRecord, LayerRecord, Manifest, Record};
use crate::disk::SystemDisk;
use crate::error::TableError;
use crate::kind::Kind;
use crate::rules::RulesText;
use crate::source::Folder;

fn sample() -> Manifest {
    let mut manifest = Manifest::new(RulesText::of(&RuleSet::AWALE), Kind::Score);
    manifest.insert(Record::Values(LayerRecord::of(
        1,
        &[0; 12][..layer_size(1) as usize],
    )));
    manifest.insert(Record::Values(LayerRecord::of(0, &[0])));
    manifest.insert_file(FileRecord {
        name: "layer-01.score".to_owned(),
        form: "plain".to_owned(),
        bytes: 76,
        sha256: "0".repeat(64),
    });
    manifest
}

type Found = Option<(Manifest, &'static RuleSet)>;

fn read(dir: &Path) -> Result<Found, TableError> {
    Manifest::read(&Folder(dir.to_owned()), Kind::Score)
}

fn read_text(text: &str) -> Result<Found, TableError> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("manifest.json"), text).unwrap();
    read(dir.path())
}

fn text() -> String {
    serde_json::to_string_pretty(&sample()).unwrap()
}

#[test]
fn reading_undoes_writing_and_the_bytes_are_the_same_each_time() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("manifest.json");
    assert!(read(dir.path()).unwrap().is_none());
    sample().write(&SystemDisk, dir.path()).unwrap();
    let first = fs::read(&path).unwrap();
    let (manifest, rules) = read(dir.path()).unwrap().unwrap();
    assert_eq!((&manifest, rules), (&sample(), &RuleSet::AWALE));
    assert_eq!(manifest.layers[0].layer, 0, "fewest seeds first");
    manifest.write(&SystemDisk, dir.path()).unwrap();
    assert_eq!(fs::read(&path).unwrap(), first);
    assert!(first.starts_with(b"{\n  \"format\": 1,"));
}

#[test]
fn the_record_of_a_file_goes_with_its_layer() {
    let mut manifest = sample();
    assert!(manifest.file("layer-01.score").is_some());
    assert!(manifest.remove(Kind::Score, 1));
    assert_eq!(manifest.files, []);
}

#[test]
fn a_manifest_of_another_version_is_not_guessed_at() {
    for other in ["0", "2"] {
        let changed = text().replacen("\"format\": 1", &format!("\"format\": {other}"), 1);
        let error = read_text(&changed).unwrap_err();
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
        ("layer-01.score", "../secret"),
        ("layer-01.score", "layer-01.secure"),
        ("\"form\": \"plain\"", "\"form\": \"checkpoint\""),
        ("]", ""),
        ("{", "["),
    ];
    for (from, to) in changes {
        let changed = text().replacen(from, to, 1);
        assert_ne!(changed, text(), "{from} is not in the sample");
        let error = read_text(&changed).unwrap_err();
        assert!(matches!(error, TableError::BadManifest { .. }), "{error}");
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    assert!(read_text("").is_err());
}
