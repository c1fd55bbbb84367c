//! Arbitrary bytes in place of each file: nothing panics, and what passes the
//! checks can be a table. `.ci/run` runs this with many more cases.

use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use grenier_rules::RuleSet;
use grenier_table::{
    Access, Disk, HEADER_BYTES, Kind, Packing, TableDir, TableError, TableWriter, embedded_layer,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use tempfile::TempDir;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The layer whose files are changed.
const SEEDS: u32 = 3;

/// A change of a file's bytes.
#[derive(Clone, Debug)]
enum Change {
    Overwrite(Index, Vec<u8>),
    Insert(Index, Vec<u8>),
    Remove(Index, u8),
    Cut(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let bytes = || vec(any::<u8>(), 1..12);
    prop_oneof![
        4 => (any::<Index>(), bytes()).prop_map(|(at, bytes)| Change::Overwrite(at, bytes)),
        1 => (any::<Index>(), bytes()).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, len)| Change::Remove(at, len)),
        1 => any::<Index>().prop_map(Change::Cut),
    ]
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let place = |at: &Index| at.index(bytes.len() + 1);
        match self {
            Self::Overwrite(at, new) => {
                let at = place(at);
                for (byte, new) in bytes[at..].iter_mut().zip(new) {
                    *byte = *new;
                }
            }
            Self::Insert(at, new) => {
                let at = place(at);
                bytes.splice(at..at, new.iter().copied());
            }
            Self::Remove(at, len) => {
                let at = place(at);
                let end = bytes.len().min(at + usize::from(*len));
                bytes.drain(at..end);
            }
            Self::Cut(at) => {
                let at = place(at);
                bytes.truncate(at);
            }
        }
    }
}

/// Where fields of the header stand.
const PAYLOAD_HASH: Range<usize> = 24..32;
const MODEL_BYTES: Range<usize> = 44..48;
const MODEL_HASH: Range<usize> = 48..56;
const HEADER_HASH: Range<usize> = 56..64;

/// Makes the header's hash, and the payload's, what they should be, so that the
/// checks behind them are reached.
fn rehash(bytes: &mut [u8]) {
    if bytes.len() >= HEADER_BYTES {
        let hash = xxh3_64(&bytes[HEADER_BYTES..]);
        bytes[PAYLOAD_HASH].copy_from_slice(&hash.to_le_bytes());
        let at = HEADER_HASH;
        let hash = xxh3_64(&bytes[..at.start]);
        bytes[at].copy_from_slice(&hash.to_le_bytes());
    }
}

/// A disk that does not wait: nothing here outlives the test.
#[derive(Debug)]
struct Hasty;

impl Disk for Hasty {
    fn sync(&self, _file: &File, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    fn sync_dir(&self, _dir: &Path) -> io::Result<()> {
        Ok(())
    }
}

/// Opens a directory as a builder does.
fn create(path: &Path) -> Result<TableWriter, TableError> {
    let rules = &RuleSet::OWARE;
    TableWriter::create_on(Arc::new(Hasty), path, rules, Kind::Score)
}

/// A directory with the layers to 3 of `oware`, and a checkpoint of layer 4.
fn sample() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let mut dir = create(home.path()).unwrap();
    let values = |seeds| embedded_layer(&RuleSet::OWARE, Kind::Score, seeds).unwrap();
    for seeds in 0..=SEEDS {
        dir.write_layer(seeds, values(seeds)).unwrap();
    }
    dir.write_checkpoint(4, values(4)).unwrap();
    home
}

/// As [`rehash`], for a packed table: its header, its model, its parts as far as
/// they can be told.
fn rehash_packed(bytes: &mut [u8]) {
    let number = |bytes: &[u8], at: Range<usize>| {
        let bytes = bytes.get(at)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |all, &byte| all << 8 | usize::from(byte)),
        )
    };
    let model_bytes = number(bytes, MODEL_BYTES).unwrap_or(0);
    let table = HEADER_BYTES.saturating_add(model_bytes);
    let Some(model) = bytes.get(HEADER_BYTES..table) else {
        return;
    };
    let hash = xxh3_64(model).to_le_bytes();
    bytes[MODEL_HASH].copy_from_slice(&hash);
    // A block for each section of so small a layer, and what is behind them.
    let parts = SEEDS as usize + 2;
    let mut start = table + 16 * parts;
    for part in 0..parts {
        let entry = table + 16 * part;
        let Some(end) = number(bytes, entry..entry + 8) else {
            return;
        };
        let Some(content) = bytes.get(start..end) else {
            return;
        };
        let hash = xxh3_64_with_seed(content, part as u64).to_le_bytes();
        bytes[entry + 8..entry + 16].copy_from_slice(&hash);
        start = end;
    }
    let at = HEADER_HASH;
    let hash = xxh3_64(&bytes[..at.start]).to_le_bytes();
    bytes[at].copy_from_slice(&hash);
}

/// Reads all that is there; whatever passes must be values of the layer.
fn read_all(path: &Path) {
    let Ok(dir) = TableDir::open(path) else {
        return;
    };
    for seeds in dir.layers() {
        let most = seeds as i8;
        let range = -most..=most;
        if let Ok(file) = dir.open_layer(Kind::Score, seeds)
            && file.check_payload().is_ok()
        {
            assert!(file.values().iter().all(|value| range.contains(value)));
        }
    }
    if let Ok(reader) = dir.reader(Kind::Score, SEEDS, Access::Read) {
        for index in 0..reader.header().positions {
            let (block, place) = reader.locate(index);
            // Whatever it is, it is there or refused.
            let _ = reader.block(block).map(|values| values[place]);
        }
    }
    if let Ok(Some(file)) = dir.checkpoint(4) {
        assert!(file.values().iter().all(|value| (-4..=4).contains(value)));
    }
}

/// Replaces a file by `bytes`, reads, lets a builder open the directory, and
/// reads again.
fn try_file(name: &str, bytes: &[u8]) {
    let home = sample();
    fs::write(home.path().join(name), bytes).unwrap();
    read_all(home.path());
    drop(create(home.path()));
    read_all(home.path());
}

/// The contents of a file, changed.
fn changed(name: &str, changes: &[Change], rehashed: bool) -> Vec<u8> {
    let mut bytes = fs::read(sample().path().join(name)).unwrap();
    for change in changes {
        change.apply(&mut bytes);
    }
    if rehashed {
        rehash(&mut bytes);
    }
    bytes
}

/// The bytes of layer 3 in the packed form.
fn packed() -> Vec<u8> {
    let home = sample();
    let from = TableDir::open(home.path()).unwrap();
    let mut dir = create(home.path()).unwrap();
    dir.copy_layer(&from, Kind::Score, SEEDS, Packing::Packed, &|_| ())
        .unwrap();
    fs::read(home.path().join("layer-03.score")).unwrap()
}

#[test]
fn hashes_that_fit_are_those_of_a_writer() {
    let mut bytes = packed();
    let whole = bytes.clone();
    rehash_packed(&mut bytes);
    assert!(bytes == whole);
    let mut bytes = fs::read(sample().path().join("layer-03.score")).unwrap();
    let whole = bytes.clone();
    rehash(&mut bytes);
    assert!(bytes == whole);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_table(changes in vec(change(), 1..4), rehashed: bool) {
        try_file("layer-03.score", &changed("layer-03.score", &changes, rehashed));
    }

    #[test]
    fn a_changed_packed_table(changes in vec(change(), 1..4), rehashed: bool) {
        let mut bytes = packed();
        for change in &changes {
            change.apply(&mut bytes);
        }
        if rehashed && bytes.len() >= HEADER_BYTES {
            rehash_packed(&mut bytes);
        }
        try_file("layer-03.score", &bytes);
    }

    #[test]
    fn a_changed_checkpoint(changes in vec(change(), 1..4), rehashed: bool) {
        let name = "layer-04.score.checkpoint";
        try_file(name, &changed(name, &changes, rehashed));
    }

    #[test]
    fn a_changed_manifest(changes in vec(change(), 1..4)) {
        try_file("manifest.json", &changed("manifest.json", &changes, false));
    }

    #[test]
    fn any_bytes_behind_magic_and_version(mut bytes in vec(any::<u8>(), 0..600), rehashed: bool) {
        for (byte, magic) in bytes.iter_mut().zip(*b"GREN\r\n\x1a\n\x01\0") {
            *byte = magic;
        }
        if rehashed {
            rehash(&mut bytes);
        }
        try_file("layer-03.score", &bytes);
    }

    #[test]
    fn any_bytes_for_a_manifest(bytes in vec(any::<u8>(), 0..200)) {
        try_file("manifest.json", &bytes);
    }
}
