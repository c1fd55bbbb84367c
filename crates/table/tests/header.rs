//! The header of a file against the page, and against damage.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_table::{
    Bytes, Distances, Form, HEADER_BYTES, Header, HeaderError, Kind, LayerFile, Packing, ReadAt,
    TableDir, TableError, TableSource, TableWriter, embedded_layer,
};
use proptest::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

const PAGE: &str = include_str!("../../../docs/format.md");
const SEEDS: u32 = 3;
const NAME: &str = "layer-03.score";

/// A directory in memory, in which the file of a layer can be replaced.
#[derive(Debug)]
struct Memory {
    manifest: Vec<u8>,
    file: Mutex<Vec<u8>>,
}

impl TableSource for Memory {
    fn path(&self) -> &Path {
        Path::new("memory")
    }

    /// The file of the layer stands for its checkpoint, too.
    fn open(&self, name: &str) -> io::Result<Arc<dyn ReadAt>> {
        let bytes = match name {
            "manifest.json" => self.manifest.clone(),
            _ if name.starts_with(NAME) => self.file.lock().unwrap().clone(),
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        Ok(Arc::new(Bytes::from(bytes)))
    }
}

/// A layer in some form, and its bytes.
struct Sample {
    memory: Arc<Memory>,
    tables: TableDir,
    good: Vec<u8>,
}

impl Sample {
    fn new(packing: Packing) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut writer = TableWriter::create(home.path(), &RuleSet::OWARE, Kind::Score).unwrap();
        writer.write_layer(SEEDS, values()).unwrap();
        let from = TableDir::open(home.path()).unwrap();
        writer
            .copy_layer(&from, Kind::Score, SEEDS, packing, &|_| ())
            .unwrap();
        let good = fs::read(home.path().join(NAME)).unwrap();
        let memory = Arc::new(Memory {
            manifest: fs::read(home.path().join("manifest.json")).unwrap(),
            file: Mutex::new(good.clone()),
        });
        let tables = TableDir::open_source(memory.clone(), Kind::Score).unwrap();
        Self {
            memory,
            tables,
            good,
        }
    }

    /// The bytes of the file with one of them changed, and the header's hash made
    /// right again.
    fn changed(&self, at: usize, value: u8) -> Vec<u8> {
        let mut bytes = self.good.clone();
        bytes[at] = value;
        rehash(&mut bytes);
        bytes
    }

    fn open(&self, bytes: Vec<u8>) -> Result<LayerFile, TableError> {
        *self.memory.file.lock().unwrap() = bytes;
        self.tables.open_layer(Kind::Score, SEEDS)
    }

    fn open_checkpoint(&self, bytes: Vec<u8>) -> Result<LayerFile, TableError> {
        *self.memory.file.lock().unwrap() = bytes;
        Ok(self.tables.checkpoint(SEEDS)?.expect("the file is there"))
    }

    /// A little-endian field of the header; of longer ones the first eight bytes
    /// are above the others.
    fn number(&self, name: &str) -> u64 {
        number(&self.good[field(name)])
    }
}

fn values() -> &'static [i8] {
    embedded_layer(&RuleSet::OWARE, Kind::Score, SEEDS).unwrap()
}

fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Makes the header's hash right again.
fn rehash(bytes: &mut [u8]) {
    let hash = xxh3_64(&bytes[..56]);
    bytes[56..HEADER_BYTES].copy_from_slice(&hash.to_le_bytes());
}

/// The bytes of a checkpoint of the layer.
fn checkpoint() -> Vec<u8> {
    let home = tempfile::tempdir().unwrap();
    let mut writer = TableWriter::create(home.path(), &RuleSet::OWARE, Kind::Score).unwrap();
    writer.write_checkpoint(SEEDS, values()).unwrap();
    fs::read(home.path().join(format!("{NAME}.checkpoint"))).unwrap()
}

/// The rows of the byte table on the page, as trimmed cells.
fn rows() -> Vec<Vec<&'static str>> {
    let heading = "| offset | bytes | field | meaning |";
    let mut lines = PAGE.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "the page has the table");
    lines
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn row(name: &str) -> Vec<&'static str> {
    let row = rows().into_iter().find(|row| row[2] == name);
    row.unwrap_or_else(|| panic!("the page has no {name}"))
}

/// Where a field is, by the page.
fn field(name: &str) -> Range<usize> {
    let row = row(name);
    let start: usize = row[0].parse().unwrap();
    start..start + row[1].parse::<usize>().unwrap()
}

fn meaning(name: &str) -> &'static str {
    row(name)[3]
}

/// What is wrong with the header, in the words of [`HeaderError`].
fn why(error: TableError) -> HeaderError {
    match error {
        TableError::NotATable { .. } => HeaderError::NotATable,
        TableError::Unfinished { .. } => HeaderError::Unfinished,
        TableError::BadHeader { why, .. } => why,
        TableError::NewerFormat {
            what, have, know, ..
        } => HeaderError::Newer { what, have, know },
        other => panic!("{other}"),
    }
}

#[test]
fn fields_tile_the_header() {
    let mut at = 0;
    for row in rows() {
        let field = field(row[2]);
        assert_eq!(field.start, at, "{}", row[2]);
        at = field.end;
    }
    assert_eq!(at, HEADER_BYTES);
    assert!(PAGE.contains(&format!("A header of {HEADER_BYTES} bytes")));
}

#[test]
fn every_field_is_where_the_page_says() {
    let payload: &[u8] = bytemuck::cast_slice(values());
    for (packing, form) in [(Packing::Plain, 1), (Packing::Packed, 2)] {
        let sample = Sample::new(packing);
        let (model, len) = match packing {
            Packing::Plain => (0, 0),
            Packing::Packed => {
                let len = sample.number("model bytes");
                (xxh3_64(&sample.good[HEADER_BYTES..][..len as usize]), len)
            }
        };
        let fields = [
            ("magic", u64::from_le_bytes(*b"GREN\r\n\x1a\n")),
            ("version", 1),
            ("rules", RuleSet::OWARE.id.into()),
            ("kind", Kind::Score.code().into()),
            ("endless", 1),
            ("seeds", SEEDS.into()),
            ("form", form),
            ("positions", layer_size(SEEDS)),
            ("payload hash", xxh3_64(payload)),
            ("finished", 1),
            ("reserved", 0),
            ("model bytes", len),
            ("model hash", model),
            ("header hash", xxh3_64(&sample.good[..56])),
        ];
        assert_eq!(fields.len(), rows().len());
        for (name, want) in fields {
            assert_eq!(sample.number(name), want, "{name}");
        }
        let want = Header {
            rules: RuleSet::OWARE.id,
            kind: Kind::Score,
            endless: Kind::Score.endless(),
            seeds: SEEDS as u8,
            positions: layer_size(SEEDS),
            payload_hash: xxh3_64(payload),
            form: match packing {
                Packing::Plain => Form::Plain,
                Packing::Packed => Form::Packed {
                    model_bytes: len as u32,
                    model_hash: model,
                },
            },
        };
        let read = sample.open(sample.good.clone()).unwrap();
        assert_eq!(*read.header(), want);
    }
}

#[test]
fn magic_and_codes_are_those_on_the_page() {
    let sample = Sample::new(Packing::Plain);
    let magic = sample.good[field("magic")].iter();
    let magic: Vec<_> = magic.map(|byte| format!("{byte:02x}")).collect();
    assert!(meaning("magic").contains(&format!("`{}`", magic.join(" "))));
    assert!(meaning("version").starts_with("1;"));
    assert!(PAGE.starts_with("# The files: format version 1\n"));
    for (form, code) in [
        ("plain", sample.number("form")),
        ("packed", Sample::new(Packing::Packed).number("form")),
        ("checkpoint", number(&checkpoint()[field("form")])),
    ] {
        assert!(meaning("form").contains(&format!("{code} = {form}")));
    }
    let home = tempfile::tempdir().unwrap();
    for kind in Kind::SETS {
        let mut writer = TableWriter::create(home.path(), &RuleSet::OWARE, kind).unwrap();
        writer.write_layer(0, &[0]).unwrap();
        if kind == Kind::Score {
            let distances = Distances::new(&[0], &[]);
            writer.write_distances(0, &distances).unwrap();
        }
    }
    for kind in [Kind::Score, Kind::Distance, Kind::Secure, Kind::OwnSide] {
        let file = fs::read(home.path().join(kind.file_name(0))).unwrap();
        let code = |name| number(&file[field(name)]);
        assert_eq!(code("kind"), u64::from(kind.code()));
        assert!(meaning("kind").contains(&format!("{} = {kind}", code("kind"))));
        let endless = format!("{} = {}", code("endless"), kind.endless());
        assert!(meaning("endless").contains(&endless), "{endless}");
    }
}

#[test]
fn every_change_of_one_byte_is_refused() {
    for sample in [Packing::Plain, Packing::Packed].map(Sample::new) {
        for at in 0..HEADER_BYTES {
            for value in 0..=u8::MAX {
                let mut bytes = sample.good.clone();
                bytes[at] = value;
                let refused = sample.open(bytes).is_err();
                assert_eq!(refused, value != sample.good[at], "byte {at} = {value}");
            }
        }
    }
}

#[test]
fn fields_are_checked_even_under_a_right_hash() {
    let newer = |what, have, know| HeaderError::Newer { what, have, know };
    let damaged = |field| HeaderError::Field { field };
    let sample = Sample::new(Packing::Plain);
    let cases = [
        ("version", 0, 2, newer("version", 2, 1)),
        ("version", 1, 1, newer("version", 257, 1)),
        ("version", 0, 0, damaged("version")),
        ("kind", 0, 5, newer("kind", 5, 4)),
        ("endless", 0, 9, newer("endless play", 9, 3)),
        ("form", 0, 0, damaged("form")),
        ("form", 0, 3, newer("form", 3, 2)),
        ("form", 0, 128, HeaderError::Unfinished),
        ("finished", 0, 0, HeaderError::Unfinished),
        ("finished", 0, 2, damaged("finished")),
        ("reserved", 0, 1, damaged("reserved")),
        ("reserved", 10, 1, damaged("reserved")),
        ("model bytes", 3, 1, damaged("model bytes")),
        ("model hash", 0, 1, damaged("model hash")),
        ("seeds", 0, 49, damaged("seeds")),
        ("seeds", 0, 255, damaged("seeds")),
        ("magic", 0, 0, HeaderError::NotATable),
    ];
    for (name, byte, value, want) in cases {
        let bytes = sample.changed(field(name).start + byte, value);
        let error = sample.open(bytes).unwrap_err();
        assert_eq!(why(error), want, "{name} {value}");
    }
}

#[test]
fn every_code_is_known_or_refused() {
    let sample = Sample::new(Packing::Plain);
    for (name, last) in [("kind", 4), ("endless", 3)] {
        for code in 0..=u8::MAX {
            let bytes = sample.changed(field(name).start, code);
            let known = match sample.open(bytes) {
                Ok(_) => code == 1,
                Err(TableError::WrongKind { .. }) => (2..=last).contains(&code),
                Err(error) => {
                    let newer = matches!(error, TableError::NewerFormat { .. });
                    newer && !(1..=last).contains(&code)
                }
            };
            assert!(known, "{name} {code}");
        }
    }
}

#[test]
fn a_table_and_a_checkpoint_are_not_taken_for_each_other() {
    let checkpoint = checkpoint();
    for sample in [Packing::Plain, Packing::Packed].map(Sample::new) {
        let read = sample.open_checkpoint(checkpoint.clone()).unwrap();
        assert_eq!(read.header().form, Form::Checkpoint);
        let error = sample.open(checkpoint.clone()).unwrap_err();
        assert_eq!(why(error), HeaderError::Unfinished);
        let error = sample.open_checkpoint(sample.good.clone()).unwrap_err();
        assert_eq!(why(error), HeaderError::Field { field: "form" });
    }
}

#[test]
fn a_copy_in_text_mode_changes_the_magic() {
    let sample = Sample::new(Packing::Plain);
    let text = String::from_utf8(sample.good[field("magic")].to_vec()).unwrap();
    assert_ne!(text.replace("\r\n", "\n"), text);
    assert_ne!(text.replace('\n', "\r\n"), text);
}

proptest! {
    #[test]
    fn no_bytes_make_a_header_panic(head in proptest::collection::vec(any::<u8>(), HEADER_BYTES)) {
        static SAMPLE: LazyLock<Sample> = LazyLock::new(|| Sample::new(Packing::Plain));
        let mut bytes = SAMPLE.good.clone();
        bytes[..HEADER_BYTES].copy_from_slice(&head);
        prop_assert!(SAMPLE.open(bytes.clone()).is_err());
        // Past the magic, the version and the hash, to the field checks.
        bytes[..10].copy_from_slice(&SAMPLE.good[..10]);
        rehash(&mut bytes);
        if let Ok(file) = SAMPLE.open(bytes.clone()) {
            prop_assert_eq!(number(&bytes[field("positions")]), file.header().positions);
        }
    }
}
