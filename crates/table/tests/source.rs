//! Tables that are not in a directory of the file system, read through a source
//! that another crate makes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_table::{
    Access, Distances, Kind, Packing, ReadAt, TableDir, TableError, TableSource, TableWriter,
    embedded_layer,
};

/// The largest layer; it is packed.
const SEEDS: u32 = 7;

/// The files of a directory in memory, which counts what is asked of it.
#[derive(Debug, Default)]
struct Shelf {
    files: BTreeMap<String, Vec<u8>>,
    opened: Mutex<BTreeMap<String, u32>>,
    bytes: Arc<AtomicU64>,
}

#[derive(Debug)]
struct Piecewise {
    content: Vec<u8>,
    bytes: Arc<AtomicU64>,
}

impl TableSource for Shelf {
    fn path(&self) -> &Path {
        Path::new("https://example.org/oware")
    }

    fn open(&self, name: &str) -> io::Result<Arc<dyn ReadAt>> {
        let content = self.files.get(name).ok_or(io::ErrorKind::NotFound)?.clone();
        *self
            .opened
            .lock()
            .unwrap()
            .entry(name.to_owned())
            .or_default() += 1;
        let bytes = Arc::clone(&self.bytes);
        Ok(Arc::new(Piecewise { content, bytes }))
    }
}

impl ReadAt for Piecewise {
    fn len(&self) -> u64 {
        self.content.len() as u64
    }

    fn read_at(&self, offset: u64, len: usize) -> io::Result<Cow<'_, [u8]>> {
        self.bytes.fetch_add(len as u64, Ordering::Relaxed);
        let bytes = self.content.get(offset as usize..offset as usize + len);
        Ok(bytes.ok_or(io::ErrorKind::UnexpectedEof)?.to_vec().into())
    }
}

/// Scores to 7 seeds, the last layer packed, and distances with one seed.
fn shelf() -> Shelf {
    let home = tempfile::tempdir().unwrap();
    let rules = &RuleSet::OWARE;
    let mut tables = TableWriter::create(home.path(), rules, Kind::Score).unwrap();
    for seeds in 0..=SEEDS {
        let values = embedded_layer(rules, Kind::Score, seeds).unwrap();
        tables.write_layer(seeds, values).unwrap();
    }
    let distances = Distances::new(&[3; 12], &[]);
    tables.write_distances(1, &distances).unwrap();
    let from = TableDir::open(home.path()).unwrap();
    tables
        .copy_layer(&from, Kind::Score, SEEDS, Packing::Packed, &|_| ())
        .unwrap();
    let entries = std::fs::read_dir(home.path()).unwrap().map(Result::unwrap);
    let files = entries.map(|entry| {
        let name = entry.file_name().into_string().unwrap();
        (name, std::fs::read(entry.path()).unwrap())
    });
    Shelf {
        files: files.collect(),
        ..Shelf::default()
    }
}

#[test]
fn tables_are_read_from_any_source_and_each_file_is_opened_once() {
    for access in [Access::Map, Access::Read, Access::Load] {
        let shelf = Arc::new(shelf());
        let source: Arc<dyn TableSource> = shelf.clone();
        let tables = TableDir::open_source(source, Kind::Score).unwrap();
        for seeds in tables.layers() {
            let reader = tables.reader(Kind::Score, seeds, access).unwrap();
            let values = embedded_layer(&RuleSet::OWARE, Kind::Score, seeds).unwrap();
            reader.check().unwrap();
            assert_eq!(reader.all_values().unwrap(), values);
        }
        let distances = tables.reader(Kind::Distance, 1, access).unwrap();
        assert_eq!(
            distances.distance(5, distances.block(0).unwrap()[5]),
            Some(3)
        );
        let opened = shelf.opened.lock().unwrap();
        assert_eq!(opened.len() as u32, 1 + SEEDS + 1 + 1);
        assert!(opened.values().all(|&times| times == 1), "{opened:?}");
    }
}

#[test]
fn layers_and_checksums_are_checked_from_any_source() {
    let shelf = Arc::new(shelf());
    let tables = TableDir::open_source(shelf.clone(), Kind::Score).unwrap();
    for seeds in tables.layers() {
        let file = tables.open_layer(Kind::Score, seeds).unwrap();
        file.check_payload().unwrap();
        assert_eq!(
            file.values(),
            embedded_layer(&RuleSet::OWARE, Kind::Score, seeds).unwrap()
        );
        tables.check_files(seeds).unwrap();
    }
    let error = TableDir::open_source(shelf, Kind::Secure).unwrap_err();
    assert!(matches!(error, TableError::NoTables { .. }), "{error}");
    assert!(error.to_string().contains("https://example.org/oware"));
}

#[test]
fn one_value_of_a_packed_layer_takes_one_block() {
    let shelf = Arc::new(shelf());
    let tables = TableDir::open_source(shelf.clone(), Kind::Score).unwrap();
    let reader = tables.reader(Kind::Score, SEEDS, Access::Read).unwrap();
    let before = shelf.bytes.load(Ordering::Relaxed);
    let (block, place) = reader.locate(layer_size(SEEDS) / 2);
    let value = reader.block(block).unwrap()[place] as i8;
    let values = embedded_layer(&RuleSet::OWARE, Kind::Score, SEEDS).unwrap();
    assert_eq!(value, values[values.len() / 2]);
    let read = shelf.bytes.load(Ordering::Relaxed) - before;
    let whole = shelf.files["layer-07.score"].len() as u64;
    assert!(read < whole / 2, "{read} of {whole} bytes");
}
