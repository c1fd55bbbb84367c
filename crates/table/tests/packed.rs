//! The packed form: packed, unpacked, damaged.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Arc;

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_table::{
    Access, Disk, Distances, HEADER_BYTES, Kind, LONG, LayerFile, Packing, TableDir, TableError,
    TableWriter,
};
use proptest::prelude::*;
use tempfile::TempDir;

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

/// A layer in the packed form, and the bytes of its file.
struct Sample {
    home: TempDir,
    seeds: u32,
    values: Vec<i8>,
    good: Vec<u8>,
}

impl Sample {
    fn new(seeds: u32, value: impl Fn(u64) -> i8) -> Self {
        let values: Vec<i8> = (0..layer_size(seeds)).map(value).collect();
        let home = tempfile::tempdir().unwrap();
        let mut tables = create(home.path());
        tables.write_layer(seeds, &values).unwrap();
        pack(&mut tables, Kind::Score, seeds);
        let good = fs::read(home.path().join(Kind::Score.file_name(seeds))).unwrap();
        Self {
            home,
            seeds,
            values,
            good,
        }
    }

    fn smooth(seeds: u32) -> Self {
        let most = i64::from(seeds);
        Self::new(seeds, |at| {
            ((at / 7 % 5 + at % 3) as i64 % (2 * most + 1) - most) as i8
        })
    }

    /// Opens the layer after its file was replaced by `bytes`, and unpacks it.
    fn unpack(&self, bytes: &[u8]) -> Result<LayerFile, TableError> {
        let path = self.home.path().join(Kind::Score.file_name(self.seeds));
        fs::write(path, bytes).unwrap();
        self.tables().open_layer(Kind::Score, self.seeds)
    }

    fn tables(&self) -> TableDir {
        TableDir::open(self.home.path()).unwrap()
    }
}

fn create(path: &Path) -> TableWriter {
    TableWriter::create_on(Arc::new(Hasty), path, &RuleSet::OWARE, Kind::Score).unwrap()
}

fn pack(tables: &mut TableWriter, kind: Kind, seeds: u32) {
    let from = TableDir::open(tables.path()).unwrap();
    tables
        .copy_layer(&from, kind, seeds, Packing::Packed, &|_| ())
        .unwrap();
}

/// Bytes of a layer: smooth and rough ones, of few and of many bytes.
fn layers(seeds: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = (u32, Vec<u8>)> {
    let shape = (seeds, 1..=256_u32, any::<u8>(), 1..=40_usize);
    shape.prop_flat_map(|(seeds, bytes, first, run)| {
        let len = layer_size(seeds) as usize;
        let runs = proptest::collection::vec(0..bytes, len.div_ceil(run));
        runs.prop_map(move |runs| {
            let cells = runs.iter().flat_map(|byte| [*byte as u8].repeat(run));
            let cells = cells.map(|byte| byte.wrapping_add(first));
            (seeds, cells.take(len).collect())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Distances, as they can be any byte, and have a list behind them.
    #[test]
    fn unpacking_undoes_packing((seeds, cells) in layers(0..=8)) {
        let marked = cells.iter().zip(0..).filter(|(cell, _)| **cell == LONG);
        let entry = |(_, at)| Distances::long_entry(at, 255 + 7 * at as u32);
        let long: Vec<_> = marked.map(entry).collect();
        let home = tempfile::tempdir().unwrap();
        let mut tables = create(home.path());
        tables.write_layer(seeds, &vec![0; cells.len()]).unwrap();
        let distances = Distances::new(&cells, &long);
        tables.write_distances(seeds, &distances).unwrap();
        pack(&mut tables, Kind::Distance, seeds);

        let file = tables.open_layer(Kind::Distance, seeds).unwrap();
        file.check_payload().unwrap();
        prop_assert_eq!(file.distances().cells(), &cells[..]);
        let reader = tables.reader(Kind::Distance, seeds, Access::Read).unwrap();
        for index in (0..cells.len() as u64).step_by(97) {
            let (block, at) = reader.locate(index);
            let byte = reader.block(block).unwrap()[at];
            prop_assert_eq!(byte, cells[index as usize]);
            prop_assert_eq!(reader.distance(index, byte), distances.get(index));
        }
    }
}

#[test]
fn every_change_of_one_byte_is_noticed() {
    let sample = Sample::smooth(4);
    let path = sample.home.path().to_str().unwrap();
    assert_eq!(sample.unpack(&sample.good).unwrap().values(), sample.values);
    for at in 0..sample.good.len() {
        let mut bytes = sample.good.clone();
        bytes[at] ^= 1 << (at % 8);
        let error = sample.unpack(&bytes).unwrap_err().to_string();
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(path), "{error}");
    }
}

#[test]
fn a_file_cut_anywhere_or_longer_is_refused() {
    let sample = Sample::smooth(3);
    for len in 0..sample.good.len() {
        assert!(sample.unpack(&sample.good[..len]).is_err(), "{len} bytes");
    }
    let longer = [&sample.good[..], &[0]].concat();
    let error = sample.unpack(&longer).unwrap_err();
    assert!(matches!(error, TableError::Truncated { .. }), "{error}");
}

#[test]
fn blocks_in_each_others_place_are_noticed() {
    let sample = Sample::new(9, |_| 5);
    let good = &sample.good;
    let model_bytes = u32::from_le_bytes(good[44..48].try_into().unwrap());
    let table = HEADER_BYTES + model_bytes as usize;
    let entry = |number: usize| table + 16 * number;
    let end = |number| {
        let end = good[entry(number)..][..8].try_into().unwrap();
        u64::from_le_bytes(end) as usize
    };
    let block = |number| &good[end(number - 1)..end(number)];
    // The ninth layer has neighbouring blocks of the same shape.
    let number = (2..100).find(|&number| block(number) == block(number - 1));
    let number = number.unwrap();
    assert!(!block(number).is_empty());
    let mut swapped = good.clone();
    for at in 8..16 {
        swapped.swap(entry(number) + at, entry(number - 1) + at);
    }
    let error = sample.unpack(&swapped).unwrap_err();
    assert!(matches!(error, TableError::BadBlock { .. }), "{error}");
}

#[test]
fn the_bytes_are_the_same_from_any_number_of_threads() {
    let packed = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let sample = || Sample::new(9, |at| (at * at / 64 % 19) as i8 - 9);
        pool.unwrap().install(sample).good
    };
    assert_eq!(packed(1), packed(3));
}

#[test]
fn each_way_to_read_gives_the_same_values() {
    let sample = Sample::smooth(6);
    for access in [Access::Map, Access::Read, Access::Load] {
        let reader = sample.tables().reader(Kind::Score, 6, access).unwrap();
        assert_eq!(*reader.all_values().unwrap(), sample.values);
    }
}
