//! Checkpoints as a builder meets them: whole, damaged, left over.

use std::fs;
use std::path::{Path, PathBuf};

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_table::{Access, HEADER_BYTES, Kind, TableDir, TableError, TableWriter};
use tempfile::TempDir;

/// Values that differ from position to position and from `salt` to `salt`.
fn values(seeds: u32, salt: u64) -> Vec<i8> {
    let span = 2 * u64::from(seeds) + 1;
    (0..layer_size(seeds))
        .map(|at| ((at * at + salt) % span) as i8 - seeds as i8)
        .collect()
}

fn create_for(path: &Path, rules: &'static RuleSet) -> Result<TableWriter, TableError> {
    TableWriter::create(path, rules, Kind::Score)
}

fn create(dir: &TempDir) -> TableWriter {
    create_for(dir.path(), &RuleSet::AWALE).unwrap()
}

fn checkpoint_path(dir: &TempDir, seeds: u32) -> PathBuf {
    dir.path()
        .join(format!("layer-{seeds:02}.score.checkpoint"))
}

fn table_path(dir: &TempDir, seeds: u32) -> PathBuf {
    dir.path().join(format!("layer-{seeds:02}.score"))
}

/// The values of a checkpoint that can be used.
fn reached(tables: &TableDir, seeds: u32) -> Option<Vec<i8>> {
    match tables.checkpoint(seeds) {
        Ok(file) => file.map(|file| file.values().to_vec()),
        Err(error @ TableError::Io { .. }) => panic!("{error}"),
        Err(_) => None,
    }
}

/// A directory with the layers 0 and 1 and a checkpoint of layer 3.
fn sample() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut tables = create(&dir);
    for seeds in 0..=1 {
        tables.write_layer(seeds, &values(seeds, 0)).unwrap();
    }
    tables.write_checkpoint(3, &values(3, 1)).unwrap();
    dir
}

/// The checkpoint in a [`sample`].
fn sample_bytes() -> Vec<u8> {
    fs::read(checkpoint_path(&sample(), 3)).unwrap()
}

/// `bytes` as the checkpoint of layer 3 are not used, and are removed by the
/// next build: when it opens the directory, or, if only the payload is wrong,
/// with what it writes.
fn assert_useless(bytes: &[u8]) {
    let dir = sample();
    let path = checkpoint_path(&dir, 3);
    fs::write(&path, bytes).unwrap();
    let tables = TableDir::open(dir.path()).unwrap();
    assert!(tables.checkpoint(3).is_err(), "what is wrong is told");
    assert!(path.exists(), "a reader removes nothing");
    let mut tables = create(&dir);
    let dropped = tables.dropped_checkpoints().iter().map(|(seeds, _)| *seeds);
    let dropped: Vec<u32> = dropped.collect();
    assert_eq!(reached(&tables, 3), None);
    let whole = bytes.len() as u64 == HEADER_BYTES as u64 + layer_size(3);
    let header = bytes.first_chunk::<HEADER_BYTES>();
    let fits = whole && header == sample_bytes().first_chunk::<HEADER_BYTES>();
    assert_eq!(path.exists(), fits);
    assert_eq!(dropped, if fits { &[][..] } else { &[3] });
    assert_eq!(tables.layers(), [0, 1]);
    tables.write_checkpoint(3, &values(3, 2)).unwrap();
    assert_eq!(reached(&tables, 3), Some(values(3, 2)));
    fs::write(&path, bytes).unwrap();
    tables.write_layer(3, &values(3, 3)).unwrap();
    assert!(!path.exists());
}

#[test]
fn what_is_written_is_read_after_a_kill_too() {
    let dir = sample();
    assert_eq!(
        reached(&TableDir::open(dir.path()).unwrap(), 3),
        Some(values(3, 1))
    );
    let mut tables = create(&dir);
    assert_eq!(reached(&tables, 3), Some(values(3, 1)));
    assert_eq!(reached(&tables, 2), None);
    assert_eq!(reached(&tables, 49), None);
    assert_eq!(tables.layers(), [0, 1], "it is no table");

    tables.write_checkpoint(3, &values(3, 2)).unwrap();
    assert_eq!(reached(&tables, 3), Some(values(3, 2)));
    let file = fs::read(checkpoint_path(&dir, 3)).unwrap();
    assert_eq!(file.len() as u64, HEADER_BYTES as u64 + layer_size(3));
    assert_eq!(file[15], 128, "the form of a checkpoint");

    tables.remove_checkpoint(3).unwrap();
    assert_eq!(reached(&tables, 3), None);
    tables.remove_checkpoint(3).unwrap();
    drop(tables);
    assert_eq!(reached(&create(&dir), 3), None);
}

/// As a builder that goes on from it does, unless it lets go of it before.
#[test]
fn an_open_checkpoint_outlives_the_next_one() {
    let dir = sample();
    let mut tables = create(&dir);
    let older = tables.checkpoint(3).unwrap().unwrap();
    tables.write_checkpoint(3, &values(3, 2)).unwrap();
    assert_eq!(older.values(), values(3, 1));
    tables.write_layer(3, &values(3, 3)).unwrap();
    assert_eq!(older.values(), values(3, 1));
    assert_eq!(reached(&tables, 3), None);
}

#[test]
fn a_finished_layer_has_no_checkpoint() {
    let dir = sample();
    create(&dir).write_layer(3, &values(3, 3)).unwrap();
    assert!(!checkpoint_path(&dir, 3).exists());
    fs::write(checkpoint_path(&dir, 3), "of no interest").unwrap();
    let tables = create(&dir);
    assert_eq!(tables.layers(), [0, 1, 3]);
    assert!(!checkpoint_path(&dir, 3).exists());
    assert!(tables.dropped_checkpoints().is_empty());
}

/// The states between the steps of `write_layer`, in their order.
#[test]
fn a_kill_between_the_steps_of_finishing_loses_nothing() {
    let finished = sample();
    create(&finished).write_layer(3, &values(3, 3)).unwrap();
    let table = fs::read(table_path(&finished, 3)).unwrap();

    let dir = sample();
    let manifest = dir.path().join("manifest.json");
    let before = fs::read(&manifest).unwrap();
    let checkpoint = fs::read(checkpoint_path(&dir, 3)).unwrap();

    fs::write(dir.path().join("layer-03.score.tmp"), &table[..200]).unwrap();
    let tables = create(&dir);
    assert_eq!(tables.layers(), [0, 1]);
    assert_eq!(reached(&tables, 3), Some(values(3, 1)));
    drop(tables);

    // Renamed, not in the manifest; then in the manifest.
    fs::write(table_path(&dir, 3), &table).unwrap();
    for _ in 0..2 {
        let tables = create(&dir);
        assert_eq!(tables.layers(), [0, 1, 3]);
        assert_eq!(
            tables.open_layer(Kind::Score, 3).unwrap().values(),
            values(3, 3)
        );
        assert!(!checkpoint_path(&dir, 3).exists());
        assert_ne!(fs::read(&manifest).unwrap(), before);
        fs::write(checkpoint_path(&dir, 3), &checkpoint).unwrap();
    }
}

#[test]
fn a_kill_while_a_checkpoint_is_written_leaves_the_older_one() {
    let dir = sample();
    let path = checkpoint_path(&dir, 3);
    let old = fs::read(&path).unwrap();
    create(&dir).write_checkpoint(3, &values(3, 2)).unwrap();
    let new = fs::read(&path).unwrap();
    fs::write(&path, &old).unwrap();
    let temporary = path.with_added_extension("tmp");
    for len in [0, 10, HEADER_BYTES, 200, new.len()] {
        fs::write(&temporary, &new[..len]).unwrap();
        let tables = create(&dir);
        assert_eq!(reached(&tables, 3), Some(values(3, 1)));
        assert!(!temporary.exists());
    }
}

#[test]
fn a_damaged_checkpoint_is_not_used() {
    let whole = sample_bytes();
    for len in [0, 10, HEADER_BYTES, whole.len() - 1] {
        assert_useless(&whole[..len]);
    }
    assert_useless(&[&whole[..], &[0]].concat());
    assert_useless(&[b'x'; 428]);
    for at in [0, 8, 14, 15, 24, 32, 40, 60, HEADER_BYTES, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        assert_useless(&bytes);
    }
}

#[test]
fn a_checkpoint_of_something_else_is_not_used() {
    let other = tempfile::tempdir().unwrap();
    let mut tables = create_for(other.path(), &RuleSet::OWARE).unwrap();
    tables.write_checkpoint(3, &values(3, 1)).unwrap();
    tables.write_checkpoint(2, &values(2, 1)).unwrap();
    assert_useless(&fs::read(checkpoint_path(&other, 3)).unwrap());
    drop(tables);

    let dir = sample();
    create(&dir).write_checkpoint(4, &values(4, 1)).unwrap();
    assert_useless(&fs::read(checkpoint_path(&dir, 4)).unwrap());
    create(&dir).write_layer(3, &values(3, 1)).unwrap();
    assert_useless(&fs::read(table_path(&dir, 3)).unwrap());
}

#[test]
fn a_checkpoint_under_the_name_of_a_table_is_refused() {
    let dir = sample();
    create(&dir).write_layer(2, &values(2, 0)).unwrap();
    let mut tables = create(&dir);
    tables.write_checkpoint(2, &values(2, 1)).unwrap();
    fs::rename(checkpoint_path(&dir, 2), table_path(&dir, 2)).unwrap();
    let opened = TableDir::open(dir.path()).unwrap();
    let loaded = opened.reader(Kind::Score, 2, Access::Load).map(drop);
    for result in [opened.open_layer(Kind::Score, 2).map(drop), loaded] {
        let error = result.unwrap_err();
        assert!(matches!(error, TableError::Unfinished { .. }), "{error}");
    }
    drop(tables);
    assert_eq!(create(&dir).layers(), [0, 1]);
}

#[test]
fn what_cannot_be_written_is_named() {
    let dir = sample();
    let reader = TableDir::open(dir.path()).unwrap();
    for (seeds, len) in [(3, 363), (3, 365), (49, 0), (u32::MAX, 1)] {
        let error = create(&dir).write_checkpoint(seeds, &vec![0; len]);
        assert!(matches!(error, Err(TableError::WrongSize { .. })));
    }
    assert_eq!(reached(&reader, 3), Some(values(3, 1)));
}

/// A device that is always full stands in for the temporary file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_older_checkpoint() {
    let dir = sample();
    let mut tables = create(&dir);
    let temporary = checkpoint_path(&dir, 3).with_added_extension("tmp");
    std::os::unix::fs::symlink("/dev/full", &temporary).unwrap();
    let error = tables.write_checkpoint(3, &values(3, 2)).unwrap_err();
    let TableError::Io { source, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
    assert!(fs::symlink_metadata(&temporary).is_err(), "it is removed");
    assert_eq!(reached(&tables, 3), Some(values(3, 1)));
}
