//! Files of either form, reached in every way, with and without checks.

use std::fs;
use std::path::Path;

use grenier_index::Layer;
use grenier_probe::{Options, ProbeError, Tablebase};
use grenier_rules::{NetSeeds, Position, RuleSet};
use grenier_table::{Access, Kind, Packing, TableDir, TableWriter, embedded_layer};
use tempfile::TempDir;

const RULES: RuleSet = RuleSet::AWARI;
const WAYS: [Access; 3] = [Access::Map, Access::Read, Access::Load];

/// A directory with layers 0 to 8; those of `packed` are in the packed form.
fn tables(packed: impl Fn(u32) -> bool) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let rules = RuleSet::named(RULES.name).unwrap();
    let mut dir = TableWriter::create(home.path(), rules, Kind::Score).unwrap();
    for seeds in 0..=8 {
        dir.write_layer(seeds, embedded_layer(rules, Kind::Score, seeds).unwrap())
            .unwrap();
    }
    let plain = TableDir::open(home.path()).unwrap();
    for seeds in (0..=8).filter(|&seeds| packed(seeds)) {
        dir.copy_layer(&plain, Kind::Score, seeds, Packing::Packed, &|_| ())
            .unwrap();
    }
    home
}

/// Every 7th position of layers 0 to 8, each with its layer, index and value.
fn sample() -> impl Iterator<Item = (u32, u64, Position, NetSeeds)> {
    (0..=8).flat_map(|seeds| {
        let layer = Layer::new(seeds);
        let values = embedded_layer(&RULES, Kind::Score, seeds).unwrap();
        let indices = (0..layer.len()).step_by(7);
        indices.map(move |index| {
            let position = layer.position(index).unwrap();
            (seeds, index, position, NetSeeds(values[index as usize]))
        })
    })
}

fn open(dir: &Path, access: Access, check: bool) -> Tablebase {
    let options = Options {
        access,
        check,
        // One set of blocks, and room for layers 0 to 5.
        cache_bytes: 0,
        load_bytes: 10_000,
    };
    Tablebase::open_with(dir, &options).unwrap()
}

#[test]
fn every_way_gives_the_same_values() {
    let dirs = [
        tables(|_| false),
        tables(|_| true),
        tables(|seeds| seeds % 2 == 0),
    ];
    for dir in &dirs {
        for (access, check) in WAYS.into_iter().flat_map(|way| [(way, false), (way, true)]) {
            let tables = open(dir.path(), access, check);
            for (_, _, position, value) in sample() {
                assert_eq!(
                    tables.value(&position).unwrap(),
                    value,
                    "{access:?}, {position:?}"
                );
            }
        }
    }
}

/// Another program may shorten a file at any time. That is no reason to die, unless
/// the file is mapped, nor to give a wrong value.
#[cfg(unix)]
#[test]
fn a_file_that_becomes_shorter_is_named() {
    for packed in [false, true] {
        let dir = tables(|_| packed);
        let tables = open(dir.path(), Access::Read, false);
        let path = dir.path().join("layer-08.score");
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        for left in [file.metadata().unwrap().len() / 2, 0] {
            file.set_len(left).unwrap();
            let (mut given, mut refused) = (0, 0);
            for (seeds, _, position, value) in sample() {
                match tables.value(&position) {
                    Ok(found) => {
                        assert_eq!(found, value, "{position:?}");
                        given += u32::from(seeds == 8);
                    }
                    Err(error) => {
                        let said = error.to_string();
                        let expected = "layer-08.score changed while in use";
                        assert!(seeds == 8 && said.contains(expected), "{said}");
                        refused += 1;
                    }
                }
            }
            assert!(refused > 0 && (given > 0) == (left > 0), "{given} given");
        }
    }
}

#[test]
fn threads_share_the_blocks() {
    let dir = tables(|_| true);
    let tables = open(dir.path(), Access::Read, false);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let tables = &tables;
            scope.spawn(move || {
                for (_, _, position, value) in sample().skip(thread).step_by(5) {
                    assert_eq!(tables.value(&position).unwrap(), value);
                }
            });
        }
    });
}

/// A value that another one took the place of: possible, and wrong.
#[test]
fn with_checks_no_damaged_value_is_given() {
    let dir = tables(|_| false);
    let path = dir.path().join("layer-07.score");
    let mut file = fs::read(&path).unwrap();
    let index = 20_000;
    file[64 + index] = u8::from(file[64 + index] != 1);
    fs::write(&path, &file).unwrap();
    let layer = Layer::new(7);
    for access in WAYS {
        let unchecked = open(dir.path(), access, false);
        let damaged = layer.position(index as u64).unwrap();
        assert_eq!(
            unchecked.value(&damaged).unwrap(),
            NetSeeds(file[64 + index] as i8)
        );
        let tables = open(dir.path(), access, true);
        for at in [0, index as u64, layer.len() - 1] {
            let refused = tables.value(&layer.position(at).unwrap()).unwrap_err();
            assert!(matches!(refused, ProbeError::Unreadable(_)), "{refused}");
            let said = refused.to_string();
            assert!(
                said.contains("layer-07.score has a damaged payload"),
                "{said}"
            );
        }
        // The other layers are not touched by it.
        let other = Layer::new(6).position(100).unwrap();
        assert!(tables.value(&other).is_ok());
    }
}

#[test]
fn a_damaged_block_is_noticed_without_asking() {
    let dir = tables(|_| true);
    let path = dir.path().join("layer-08.score");
    let good = fs::read(&path).unwrap();
    let (seeds, _, _, _) = sample().last().unwrap();
    assert_eq!(seeds, 8);
    let eight = || sample().filter(|(seeds, ..)| *seeds == 8);
    // The last byte is in the last block; of the blocks, only that is refused.
    let mut bytes = good.clone();
    *bytes.last_mut().unwrap() ^= 0x10;
    fs::write(&path, &bytes).unwrap();
    for access in [Access::Map, Access::Read] {
        let tables = open(dir.path(), access, false);
        let (mut given, mut refused) = (0, 0);
        for (_, index, position, value) in eight() {
            match tables.value(&position) {
                Ok(found) => {
                    assert_eq!(found, value, "index {index}");
                    given += 1;
                }
                Err(error) => {
                    let said = error.to_string();
                    assert!(said.contains("layer-08.score is damaged: the hash of block"));
                    refused += 1;
                }
            }
        }
        assert!(given > 9 * refused && refused > 0, "{given}, {refused}");
    }
    let loaded = Options {
        access: Access::Load,
        ..Options::default()
    };
    let error = Tablebase::open_with(dir.path(), &loaded).unwrap_err();
    assert!(error.to_string().contains("the hash of block"), "{error}");
}
