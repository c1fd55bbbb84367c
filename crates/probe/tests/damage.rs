//! Damaged bytes behind the header, as those meet them who ask: in either form,
//! by each way to the file, with `check` and without.

use std::fs;

use grenier_index::Layer;
use grenier_probe::{Options, Tablebase};
use grenier_rules::RuleSet;
use grenier_table::{Access, HEADER_BYTES, Kind, Packing, TableDir, TableWriter, embedded_layer};
use tempfile::TempDir;

/// The damaged layer.
const SEEDS: u32 = 3;

/// Faults, and what the answers were.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    faults: u32,
    /// Every value that was given is right, and at least one was not given.
    refused: u32,
    /// A wrong value was given.
    wrong: u32,
}

fn tables(packed: bool) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = home.path();
    let mut dir = TableWriter::create(path, &RuleSet::OWARE, Kind::Score).unwrap();
    for seeds in 0..=SEEDS {
        let values = embedded_layer(&RuleSet::OWARE, Kind::Score, seeds).unwrap();
        dir.write_layer(seeds, values).unwrap();
    }
    if packed {
        let from = TableDir::open(path).unwrap();
        dir.copy_layer(&from, Kind::Score, SEEDS, Packing::Packed, &|_| ())
            .unwrap();
    }
    home
}

/// Asks for every position of the layer, after each change of a byte behind the
/// header.
fn ask(packed: bool, options: &Options) -> Tally {
    let home = tables(packed);
    let path = home.path().join("layer-03.score");
    let whole = fs::read(&path).unwrap();
    let layer = Layer::new(SEEDS);
    let right = embedded_layer(&RuleSet::OWARE, Kind::Score, SEEDS).unwrap();
    let mut tally = Tally::default();
    for at in (HEADER_BYTES..whole.len()).step_by(if packed { 1 } else { 4 }) {
        let mut bytes = whole.clone();
        // Another score of the layer, if it was one.
        bytes[at] = if bytes[at] == 1 { 255 } else { 1 };
        fs::write(&path, bytes).unwrap();
        tally.faults += 1;
        let (mut refused, mut wrong) = (false, false);
        match Tablebase::open_with(home.path(), options) {
            Err(error) => {
                assert!(error.to_string().contains("layer-03.score"), "{error}");
                refused = true;
            }
            Ok(tables) => {
                for (index, right) in (0..).zip(right) {
                    match tables.value(&layer.position(index).unwrap()) {
                        Ok(value) => wrong |= value.0 != *right,
                        Err(error) => {
                            assert!(error.to_string().contains("layer-03.score"), "{error}");
                            refused = true;
                        }
                    }
                }
            }
        }
        tally.refused += u32::from(refused && !wrong);
        tally.wrong += u32::from(wrong);
    }
    tally
}

#[test]
fn with_a_check_no_value_is_wrong() {
    for packed in [false, true] {
        for access in [Access::Map, Access::Read, Access::Load] {
            for check in [false, true] {
                let options = Options {
                    access,
                    check,
                    ..Options::default()
                };
                let tally = ask(packed, &options);
                let form = if packed { "packed" } else { "plain" };
                println!("{form}, {access:?}, check {check}: {tally:?}");
                let noticed = tally.refused + tally.wrong;
                assert_eq!(noticed, tally.faults, "{form} {access:?} {check}");
                // A plain table that is not checked is trusted: so it is fast.
                assert_eq!(
                    tally.wrong > 0,
                    !packed && !check,
                    "{form} {access:?} {check}"
                );
            }
        }
    }
}
