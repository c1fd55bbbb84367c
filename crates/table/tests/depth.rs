//! Distance tables beside the scores: written, read, damaged, left over.

use std::fs;
use std::path::{Path, PathBuf};

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_table::{
    Access, DistanceRecord, Distances, HEADER_BYTES, Kind, LONG, LONG_BYTES, Packing, TableDir,
    TableError, TableWriter,
};
use tempfile::TempDir;

const SEEDS: u32 = 3;
/// Indices and plies of what does not fit into a byte.
const LONG_ONES: [(usize, u32); 2] = [(7, 255), (300, 70_000)];

fn create(path: &Path) -> TableWriter {
    TableWriter::create(path, &RuleSet::OWARE, Kind::Score).unwrap()
}

fn scores(seeds: u32) -> Vec<i8> {
    vec![1; layer_size(seeds) as usize]
}

fn cells() -> Vec<u8> {
    let mut cells: Vec<u8> = (0..layer_size(SEEDS)).map(|at| (at % 255) as u8).collect();
    for (at, _) in LONG_ONES {
        cells[at] = LONG;
    }
    cells
}

fn long() -> Vec<[u8; LONG_BYTES]> {
    let entry = |&(at, plies): &(usize, u32)| Distances::long_entry(at as u64, plies);
    LONG_ONES.iter().map(entry).collect()
}

/// Scores of layers 2 and 3, distances of layer 3.
fn sample() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut tables = create(dir.path());
    for seeds in [2, SEEDS] {
        tables.write_layer(seeds, &scores(seeds)).unwrap();
    }
    let (cells, long) = (cells(), long());
    let record = tables.write_distances(SEEDS, &Distances::new(&cells, &long));
    assert_eq!(record.unwrap().largest, 70_000);
    dir
}

fn depth_path(dir: &TempDir) -> PathBuf {
    dir.path().join("layer-03.depth")
}

#[test]
fn what_is_written_is_read() {
    let dir = sample();
    let tables = TableDir::open(dir.path()).unwrap();
    assert_eq!(
        (tables.layers(), tables.layers_of(Kind::Distance)),
        (vec![2, 3], vec![3])
    );
    let file = tables.open_layer(Kind::Distance, SEEDS).unwrap();
    file.check_payload().unwrap();
    let (cells, long) = (cells(), long());
    let want = Distances::new(&cells, &long);
    let record = DistanceRecord::of(SEEDS, &file.distances());
    assert_eq!(record, DistanceRecord::of(SEEDS, &want));
    assert_eq!(tables.manifest().distances(SEEDS), Some(&record));
    assert_eq!(record.bytes, layer_size(SEEDS) + 2 * LONG_BYTES as u64);
    for index in 0..layer_size(SEEDS) {
        assert_eq!(file.distances().get(index), want.get(index));
    }
    let length = fs::metadata(depth_path(&dir)).unwrap().len();
    assert_eq!(length, HEADER_BYTES as u64 + record.bytes);
}

#[test]
fn distances_are_not_taken_for_scores() {
    let dir = sample();
    let (depth, score) = (depth_path(&dir), dir.path().join("layer-03.score"));
    let scores = fs::read(&score).unwrap();
    fs::copy(&depth, &score).unwrap();
    fs::write(&depth, scores).unwrap();
    let tables = TableDir::open(dir.path()).unwrap();
    for error in [
        tables.open_layer(Kind::Score, SEEDS).unwrap_err(),
        tables.open_layer(Kind::Distance, SEEDS).unwrap_err(),
    ] {
        assert!(matches!(error, TableError::WrongKind { .. }), "{error}");
    }
}

#[test]
fn what_is_not_there_is_named() {
    let dir = sample();
    let tables = TableDir::open(dir.path()).unwrap();
    for layer in [2, 4, 49, u32::MAX] {
        let error = tables.open_layer(Kind::Distance, layer).unwrap_err();
        assert!(
            matches!(error, TableError::NoLayer { kind: Kind::Distance, layer: l, .. } if l == layer)
        );
        let command = format!("grenier build --rules oware --seeds {layer} --distances --out ");
        assert!(error.to_string().contains(&command), "{error}");
    }
}

#[test]
fn only_distances_beside_scores_are_written() {
    let dir = sample();
    let one = Distances::new(&[0], &[]);
    let mut tables = create(dir.path());
    let refused = tables.write_distances(0, &one).unwrap_err();
    assert!(matches!(refused, TableError::NoLayer { layer: 0, .. }));
    let refused = tables.write_distances(2, &one).unwrap_err();
    assert!(matches!(refused, TableError::WrongSize { layer: 2, .. }));
}

#[test]
fn damage_is_refused_and_struck_out() {
    let good = fs::read(depth_path(&sample())).unwrap();
    let listed = HEADER_BYTES + layer_size(SEEDS) as usize;
    for (name, bytes, opens) in [
        ("empty", vec![], false),
        ("cut in the header", good[..40].to_vec(), false),
        ("cut in the cells", good[..listed - 1].to_vec(), false),
        ("cut in the list", good[..listed + 13].to_vec(), false),
        ("without the list", good[..listed].to_vec(), true),
        ("a byte longer", [&good[..], &[0]].concat(), false),
        ("a flipped cell", flipped(&good, HEADER_BYTES + 5), true),
        ("a flipped entry", flipped(&good, listed + 2), true),
        ("a flipped bit in the header", flipped(&good, 20), false),
    ] {
        let dir = sample();
        fs::write(depth_path(&dir), bytes).unwrap();
        let tables = TableDir::open(dir.path()).unwrap();
        match tables.open_layer(Kind::Distance, SEEDS) {
            Ok(file) => {
                assert!(opens, "{name}");
                (0..layer_size(SEEDS)).for_each(|index| {
                    file.distances().get(index);
                });
                let found = file.check_payload();
                assert!(
                    matches!(found, Err(TableError::BadPayload { .. })),
                    "{name}"
                );
            }
            Err(error) => assert!(!opens && error.to_string().lines().count() == 1, "{error}"),
        }
        // Whoever builds strikes out what does not open, and keeps the scores.
        let tables = create(dir.path());
        assert_eq!(
            tables.layers_of(Kind::Distance).is_empty(),
            !opens,
            "{name}"
        );
        assert_eq!(tables.layers(), [2, SEEDS], "{name}");
    }
}

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 4;
    bytes
}

#[test]
fn what_a_crash_leaves_is_put_in_order() {
    // Renamed, but not yet in the manifest: read, checked, entered.
    let dir = sample();
    let manifest = fs::read(dir.path().join("manifest.json")).unwrap();
    let mut json: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    json.as_object_mut().unwrap().remove("distances");
    let without = serde_json::to_vec(&json).unwrap();
    fs::write(dir.path().join("manifest.json"), &without).unwrap();
    assert!(
        TableDir::open(dir.path())
            .unwrap()
            .layers_of(Kind::Distance)
            .is_empty()
    );
    assert_eq!(create(dir.path()).layers_of(Kind::Distance), [SEEDS]);
    assert_eq!(
        fs::read(dir.path().join("manifest.json")).unwrap(),
        manifest
    );
    // The same, but damaged: not entered.
    fs::write(dir.path().join("manifest.json"), &without).unwrap();
    let good = fs::read(depth_path(&dir)).unwrap();
    fs::write(depth_path(&dir), flipped(&good, 100)).unwrap();
    assert!(create(dir.path()).layers_of(Kind::Distance).is_empty());
    // A part of a file is removed.
    fs::write(dir.path().join("layer-03.depth.tmp"), b"part").unwrap();
    create(dir.path());
    assert!(!dir.path().join("layer-03.depth.tmp").exists());
}

#[test]
fn without_scores_there_are_no_distances() {
    let dir = sample();
    fs::remove_file(dir.path().join("layer-03.score")).unwrap();
    assert!(create(dir.path()).layers_of(Kind::Distance).is_empty());
    // Scores written anew take the old distances away.
    let dir = sample();
    let mut tables = create(dir.path());
    tables.write_layer(SEEDS, &scores(SEEDS)).unwrap();
    assert!(tables.layers_of(Kind::Distance).is_empty() && !depth_path(&dir).exists());
    drop(tables);
    assert!(create(dir.path()).layers_of(Kind::Distance).is_empty());
}

#[test]
fn a_manifest_with_other_distances_is_refused() {
    let dir = sample();
    let path = dir.path().join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    let (layers, distances) = text.split_once("\"distances\"").unwrap();
    for (from, to) in [
        ("\"layer\": 3,", "\"layer\": 49,"),
        ("\"positions\": 364,", "\"positions\": 365,"),
        ("\"bytes\": 388,", "\"bytes\": 387,"),
        ("\"bytes\": 388,", "\"bytes\": 363,"),
        ("\"sha256\": \"", "\"sha256\": \"A"),
        ("\"largest\"", "\"deepest\""),
    ] {
        let changed = distances.replacen(from, to, 1);
        assert_ne!(changed, distances, "{from} is not in the manifest");
        fs::write(&path, format!("{layers}\"distances\"{changed}")).unwrap();
        let error = TableDir::open(dir.path()).unwrap_err();
        assert!(matches!(error, TableError::BadManifest { .. }), "{error}");
    }
}

#[test]
#[should_panic(expected = "distances stand beside scores")]
fn no_directory_holds_distances_alone() {
    let dir = tempfile::tempdir().unwrap();
    let _ = TableWriter::create(dir.path(), &RuleSet::OWARE, Kind::Distance);
}

/// Packed and back, and read one by one in every way.
#[test]
fn distances_are_packed_beside_their_scores() {
    let dir = sample();
    let before = fs::read(depth_path(&dir)).unwrap();
    let (cells, long) = (cells(), long());
    let want = Distances::new(&cells, &long);
    for packing in [Packing::Packed, Packing::Plain] {
        let from = TableDir::open(dir.path()).unwrap();
        let mut to = create(dir.path());
        for seeds in [2, SEEDS] {
            to.copy_layer(&from, Kind::Score, seeds, packing, &|_| ())
                .unwrap();
        }
        to.copy_layer(&from, Kind::Distance, SEEDS, packing, &|_| ())
            .unwrap();
        drop(to);
        let tables = TableDir::open(dir.path()).unwrap();
        assert_eq!(tables.manifest().layers, from.manifest().layers);
        assert_eq!(tables.manifest().distances, from.manifest().distances);
        let file = tables.manifest().file("layer-03.depth").unwrap();
        assert_eq!(file.form, packing.name());
        tables.check_files(SEEDS).unwrap();
        tables
            .open_layer(Kind::Distance, SEEDS)
            .unwrap()
            .check_payload()
            .unwrap();
        for access in [Access::Map, Access::Read, Access::Load] {
            let reader = tables.reader(Kind::Distance, SEEDS, access).unwrap();
            reader.check().unwrap();
            for index in 0..layer_size(SEEDS) {
                let (block, at) = reader.locate(index);
                let byte = reader.block(block).unwrap()[at];
                assert_eq!(reader.distance(index, byte), want.get(index));
            }
        }
    }
    assert_eq!(fs::read(depth_path(&dir)).unwrap(), before);
}

#[test]
fn long_distances_are_in_the_list() {
    let cells = [0, LONG, 254, LONG, 3];
    let long = [(1, 700), (3, 255)].map(|(at, plies)| Distances::long_entry(at, plies));
    let distances = Distances::new(&cells, &long);
    let read: Vec<_> = (0..5).map(|index| distances.get(index)).collect();
    assert_eq!(read, [Some(0), Some(700), Some(254), Some(255), Some(3)]);
    assert_eq!(distances.largest(), 700);
    assert_eq!(Distances::new(&cells[..1], &[]).largest(), 0);
}

#[test]
fn a_list_that_does_not_fit_is_found() {
    let mut cells = [0; 12];
    (cells[1], cells[3]) = (LONG, LONG);
    let lists: [&[(u64, u32)]; 7] = [
        &[(1, 300), (3, 255)],
        &[],
        &[(1, 300)],
        &[(3, 300), (1, 300)],
        &[(1, 300), (3, 254)],
        &[(1, 300), (2, 300)],
        &[(1, 300), (3, 300), (4, 300)],
    ];
    let dir = tempfile::tempdir().unwrap();
    let mut tables = create(dir.path());
    tables.write_layer(1, &scores(1)).unwrap();
    for (number, list) in lists.into_iter().enumerate() {
        let entry = |&(at, plies): &(u64, u32)| Distances::long_entry(at, plies);
        let long: Vec<_> = list.iter().map(entry).collect();
        let distances = Distances::new(&cells, &long);
        tables.write_distances(1, &distances).unwrap();
        let checked = tables
            .open_layer(Kind::Distance, 1)
            .unwrap()
            .check_payload();
        let refused = matches!(checked, Err(TableError::BadPayload { .. }));
        assert_eq!(refused, number > 0, "{list:?}: {checked:?}");
    }
    assert_eq!(Distances::new(&cells, &[]).get(1), None);
}

#[test]
fn an_index_has_eight_bytes() {
    let entry = Distances::long_entry(0x0102_0304_0506_0708, 0x090a_0b0c);
    assert_eq!(entry, [8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 10, 9]);
}
