//! Directories of tables as a builder and a reader meet them, whole and
//! damaged.

use std::fs;
use std::path::{Path, PathBuf};

use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_table::{
    Access, HEADER_BYTES, HeaderError, Kind, LayerRecord, Manifest, Packing, TableDir, TableError,
    TableWriter,
};
use tempfile::TempDir;

/// Values that look like scores of the layer; equal seeds give equal values.
fn values(seeds: u32) -> Vec<i8> {
    let span = 2 * u64::from(seeds) + 1;
    (0..layer_size(seeds))
        .map(|at| ((at * at + at / 5) % span) as i8 - seeds as i8)
        .collect()
}

fn create(path: &Path) -> Result<TableWriter, TableError> {
    TableWriter::create(path, &RuleSet::AWALE, Kind::Score)
}

/// A directory with the layers 0 to 3 of `awale`.
fn sample() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut tables = create(dir.path()).unwrap();
    for seeds in 0..=3 {
        tables.write_layer(seeds, &values(seeds)).unwrap();
    }
    dir
}

fn layer_path(dir: &TempDir, seeds: u32) -> PathBuf {
    dir.path().join(format!("layer-{seeds:02}.score"))
}

/// Opens layer 3 after its file was replaced by `bytes`.
fn open_with(dir: &TempDir, bytes: &[u8]) -> Result<(), TableError> {
    fs::write(layer_path(dir, 3), bytes).unwrap();
    TableDir::open(dir.path())
        .unwrap()
        .open_layer(Kind::Score, 3)
        .map(drop)
}

/// Names in the directory, sorted.
fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn what_is_written_is_read() {
    let dir = sample();
    let tables = TableDir::open(dir.path()).unwrap();
    assert_eq!(tables.rules(), &RuleSet::AWALE);
    assert_eq!(tables.kind(), Kind::Score);
    assert_eq!(tables.layers(), [0, 1, 2, 3]);
    for seeds in 0..=3 {
        let mapped = tables.open_layer(Kind::Score, seeds).unwrap();
        let read = tables.reader(Kind::Score, seeds, Access::Load).unwrap();
        assert_eq!(mapped.values(), values(seeds));
        assert_eq!(*read.all_values().unwrap(), values(seeds));
        mapped.check_payload().unwrap();
        assert_eq!(mapped.header().positions, layer_size(seeds));
        let record = LayerRecord::of(seeds, &values(seeds));
        assert_eq!(tables.manifest().layer(seeds), Some(&record));
    }
    assert_eq!(
        names(dir.path()),
        [
            "layer-00.score",
            "layer-01.score",
            "layer-02.score",
            "layer-03.score",
            "lock",
            "manifest.json"
        ]
    );
}

#[test]
fn the_same_layers_give_the_same_bytes_in_any_order() {
    let one = sample();
    let other = tempfile::tempdir().unwrap();
    for seeds in [2, 0, 3, 1] {
        // Reopened each time, as by a build that is killed after every layer.
        let mut tables = create(other.path()).unwrap();
        tables.write_layer(seeds, &values(seeds)).unwrap();
    }
    for name in names(one.path()) {
        let read = |dir: &TempDir| fs::read(dir.path().join(&name)).unwrap();
        assert_eq!(read(&one), read(&other), "{name}");
    }
}

#[test]
fn a_layer_that_is_not_there_is_named() {
    let dir = sample();
    let tables = TableDir::open(dir.path()).unwrap();
    for layer in [4, 48, 49, u32::MAX] {
        let error = tables.open_layer(Kind::Score, layer).unwrap_err();
        assert!(
            matches!(error, TableError::NoLayer { layer: l, .. } if l == layer),
            "{error}"
        );
        let command = format!("grenier build --rules awale --seeds {layer} --out ");
        assert!(error.to_string().contains(&command), "{error}");
    }
}

#[test]
fn a_directory_without_tables_is_named() {
    let dir = tempfile::tempdir().unwrap();
    for path in [dir.path().to_owned(), dir.path().join("missing")] {
        let error = TableDir::open(&path).unwrap_err();
        assert!(matches!(error, TableError::NoTables { .. }), "{error}");
        assert!(error.to_string().contains(path.to_str().unwrap()));
    }
}

#[test]
fn values_must_be_a_whole_layer() {
    let dir = tempfile::tempdir().unwrap();
    let mut tables = create(dir.path()).unwrap();
    for (seeds, len, want) in [
        (2, 77, 78),
        (2, 79, 78),
        (49, 5, 0),
        (49, 0, 0),
        (u32::MAX, 1, 0),
    ] {
        let error = tables.write_layer(seeds, &vec![0; len]).unwrap_err();
        assert!(
            matches!(error, TableError::WrongSize { want: w, .. } if w == want),
            "{error}"
        );
    }
    assert!(tables.layers().is_empty());
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let dir = sample();
    let whole = fs::read(layer_path(&dir, 3)).unwrap();
    assert_eq!(whole.len(), HEADER_BYTES + 364);
    for len in 0..whole.len() {
        let error = open_with(&dir, &whole[..len]).unwrap_err();
        let TableError::Truncated {
            want_bytes,
            have_bytes,
            ..
        } = error
        else {
            panic!("{len}: {error}");
        };
        assert_eq!(have_bytes, len as u64);
        assert_eq!(want_bytes, if len < 64 { 64 } else { 428 });
    }
    let longer = [&whole[..], &[0]].concat();
    let error = open_with(&dir, &longer).unwrap_err();
    assert!(
        matches!(
            error,
            TableError::Truncated {
                have_bytes: 429,
                ..
            }
        ),
        "{error}"
    );
    open_with(&dir, &whole).unwrap();
}

#[test]
fn a_flipped_bit_in_the_header_is_refused() {
    let dir = sample();
    let whole = fs::read(layer_path(&dir, 3)).unwrap();
    for bit in 0..8 * HEADER_BYTES {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = open_with(&dir, &bytes).unwrap_err();
        assert_eq!(error.to_string().lines().count(), 1, "bit {bit}: {error}");
    }
}

#[test]
fn a_flipped_byte_in_the_payload_is_found_when_it_is_read() {
    let dir = sample();
    let whole = fs::read(layer_path(&dir, 3)).unwrap();
    for at in [HEADER_BYTES, 200, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        open_with(&dir, &bytes).unwrap();
        let layer = TableDir::open(dir.path())
            .unwrap()
            .open_layer(Kind::Score, 3)
            .unwrap();
        let error = layer.check_payload().unwrap_err();
        assert!(matches!(error, TableError::BadPayload { .. }), "{error}");
    }
}

/// Makes the header's hash right again.
fn rehash(bytes: &mut [u8]) {
    let hash = xxhash_rust::xxh3::xxh3_64(&bytes[..56]);
    bytes[56..64].copy_from_slice(&hash.to_le_bytes());
}

#[test]
fn a_file_that_was_never_finished_is_refused() {
    let dir = sample();
    let mut bytes = fs::read(layer_path(&dir, 3)).unwrap();
    bytes[32] = 0;
    rehash(&mut bytes);
    let error = open_with(&dir, &bytes).unwrap_err();
    assert!(matches!(error, TableError::Unfinished { .. }), "{error}");
}

#[test]
fn a_header_of_a_layer_of_another_size_is_refused() {
    let dir = sample();
    let mut bytes = fs::read(layer_path(&dir, 3)).unwrap();
    bytes[16] += 1;
    rehash(&mut bytes);
    let error = open_with(&dir, &bytes).unwrap_err();
    let why = HeaderError::Field { field: "positions" };
    assert!(matches!(error, TableError::BadHeader { why: w, .. } if w == why));
}

#[test]
fn files_of_other_programs_are_refused() {
    let dir = sample();
    let error = open_with(&dir, &[b'x'; 428]).unwrap_err();
    assert!(matches!(error, TableError::NotATable { .. }), "{error}");
    let mut bytes = fs::read(layer_path(&dir, 2)).unwrap();
    bytes[8] = 2;
    let error = open_with(&dir, &bytes).unwrap_err();
    assert!(
        matches!(
            error,
            TableError::NewerFormat {
                have: 2,
                know: 1,
                ..
            }
        ),
        "{error}"
    );
}

#[test]
fn layers_that_changed_places_are_refused() {
    let dir = sample();
    let (two, three) = (layer_path(&dir, 2), layer_path(&dir, 3));
    let aside = dir.path().join("aside");
    fs::rename(&two, &aside).unwrap();
    fs::rename(&three, &two).unwrap();
    fs::rename(&aside, &three).unwrap();
    let tables = TableDir::open(dir.path()).unwrap();
    for (want, have) in [(2, 3), (3, 2)] {
        let error = tables.open_layer(Kind::Score, want).unwrap_err();
        let found = matches!(error, TableError::WrongLayer { have: h, want: w, .. } if (h, w) == (have, want));
        assert!(found, "{error}");
    }
}

#[test]
fn a_file_of_another_rule_set_is_refused() {
    let other = tempfile::tempdir().unwrap();
    TableWriter::create(other.path(), &RuleSet::OWARE, Kind::Score)
        .unwrap()
        .write_layer(3, &values(3))
        .unwrap();
    let dir = sample();
    fs::copy(layer_path(&other, 3), layer_path(&dir, 3)).unwrap();
    let error = TableDir::open(dir.path())
        .unwrap()
        .open_layer(Kind::Score, 3)
        .unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, TableError::WrongRules { .. }), "{text}");
    assert!(text.contains("oware") && text.contains("awale"), "{text}");
    // A builder must not write over it either.
    let error = create(dir.path()).unwrap_err();
    assert!(matches!(error, TableError::WrongRules { .. }), "{error}");
}

#[test]
fn a_directory_of_another_rule_set_is_refused() {
    let dir = sample();
    let before = fs::read(dir.path().join("manifest.json")).unwrap();
    let error = TableWriter::create(dir.path(), &RuleSet::AWARI, Kind::Score).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, TableError::WrongRules { .. }), "{text}");
    assert!(text.contains("awale") && text.contains("awari"), "{text}");
    assert_eq!(fs::read(dir.path().join("manifest.json")).unwrap(), before);
}

#[test]
fn a_second_builder_is_turned_away() {
    let dir = sample();
    let mut first = create(dir.path()).unwrap();
    let unfinished = dir.path().join("layer-04.score.tmp");
    fs::write(&unfinished, b"the first builder is at it").unwrap();
    let error = create(dir.path()).unwrap_err();
    assert!(matches!(error, TableError::Locked { .. }), "{error}");
    assert!(unfinished.exists(), "the second has touched nothing");
    first.write_layer(4, &values(4)).unwrap();
    // Readers need no lock.
    assert_eq!(
        TableDir::open(dir.path()).unwrap().layers(),
        [0, 1, 2, 3, 4]
    );
    drop(first);
    create(dir.path()).unwrap();
}

#[test]
fn what_cannot_be_written_to_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "not a directory").unwrap();
    for path in [file.clone(), file.join("below")] {
        let error = create(&path).unwrap_err();
        assert!(matches!(error, TableError::Io { .. }), "{error}");
        assert!(
            error.to_string().contains(path.to_str().unwrap()),
            "{error}"
        );
    }
}

/// Permissions do not bind a privileged user: where a file can be made in the
/// directory all the same, `create` must work, and otherwise refuse.
#[cfg(unix)]
#[test]
fn a_read_only_directory_is_named_and_can_be_read() {
    use std::os::unix::fs::PermissionsExt;

    let dir = sample();
    fs::remove_file(dir.path().join("lock")).unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let may_write = fs::write(dir.path().join("trial"), "").is_ok();
    match create(dir.path()) {
        Ok(_) => assert!(may_write),
        Err(error) => {
            assert!(!may_write, "{error}");
            assert!(
                matches!(error, TableError::Io { doing: "write", .. }),
                "{error}"
            );
        }
    }
    assert_eq!(TableDir::open(dir.path()).unwrap().layers(), [0, 1, 2, 3]);
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn what_a_killed_build_was_writing_is_removed() {
    let dir = sample();
    let manifest = fs::read(dir.path().join("manifest.json")).unwrap();
    let whole = fs::read(layer_path(&dir, 3)).unwrap();
    // Killed in the header, in the payload, before the rename; in a manifest.
    for (name, bytes) in [
        ("layer-04.score.tmp", &whole[..10]),
        ("layer-05.score.tmp", &whole[..100]),
        ("layer-06.score.tmp", &whole[..]),
        ("manifest.json.tmp", &manifest[..20]),
    ] {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    fs::write(dir.path().join("notes.tmp"), "someone else's").unwrap();
    let tables = create(dir.path()).unwrap();
    assert_eq!(tables.layers(), [0, 1, 2, 3]);
    let mut want = names(sample().path());
    want.push("notes.tmp".to_owned());
    assert_eq!(names(dir.path()), want);
    assert_eq!(
        fs::read(dir.path().join("manifest.json")).unwrap(),
        manifest
    );
}

#[test]
fn a_layer_renamed_before_the_crash_is_adopted() {
    let dir = sample();
    let manifest = dir.path().join("manifest.json");
    let before = fs::read(&manifest).unwrap();
    create(dir.path())
        .unwrap()
        .write_layer(4, &values(4))
        .unwrap();
    let after = fs::read(&manifest).unwrap();
    for old in [Some(before), None] {
        match old {
            Some(old) => fs::write(&manifest, old).unwrap(),
            None => fs::remove_file(&manifest).unwrap(),
        }
        assert_eq!(create(dir.path()).unwrap().layers(), [0, 1, 2, 3, 4]);
        assert_eq!(fs::read(&manifest).unwrap(), after);
    }
}

#[test]
fn a_damaged_layer_counts_as_not_built() {
    let dir = sample();
    let path = layer_path(&dir, 3);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..400]).unwrap();
    fs::remove_file(layer_path(&dir, 1)).unwrap();
    let mut tables = create(dir.path()).unwrap();
    assert_eq!(tables.layers(), [0, 2]);
    assert_eq!(TableDir::open(dir.path()).unwrap().layers(), [0, 2]);
    tables.write_layer(3, &values(3)).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_file_without_a_record_is_adopted_only_with_its_payload_intact() {
    let dir = sample();
    fs::remove_file(dir.path().join("manifest.json")).unwrap();
    let mut bytes = fs::read(layer_path(&dir, 2)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(layer_path(&dir, 2), bytes).unwrap();
    assert_eq!(create(dir.path()).unwrap().layers(), [0, 1, 3]);
}

#[test]
fn a_layer_can_be_replaced_while_it_is_mapped() {
    let dir = sample();
    let mut tables = create(dir.path()).unwrap();
    let old = tables.open_layer(Kind::Score, 3).unwrap();
    let record = tables.write_layer(3, &[1; 364]).unwrap();
    assert_eq!(old.values(), values(3));
    assert_eq!(
        tables.open_layer(Kind::Score, 3).unwrap().values(),
        [1; 364]
    );
    assert_eq!(record.wins, 364);
    assert_eq!(tables.manifest().layer(3), Some(&record));
}

/// A device that is always full stands in for the temporary file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let dir = sample();
    let mut tables = create(dir.path()).unwrap();
    let temporary = dir.path().join("layer-04.score.tmp");
    std::os::unix::fs::symlink("/dev/full", &temporary).unwrap();
    let before = fs::read(dir.path().join("manifest.json")).unwrap();
    let error = tables.write_layer(4, &values(4)).unwrap_err();
    let TableError::Io { source, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
    assert!(fs::symlink_metadata(&temporary).is_err(), "it is removed");
    assert!(!layer_path(&dir, 4).exists());
    assert_eq!(fs::read(dir.path().join("manifest.json")).unwrap(), before);
    assert_eq!(tables.layers(), [0, 1, 2, 3]);
}

#[test]
fn a_failed_rename_leaves_nothing_behind() {
    let dir = sample();
    let mut tables = create(dir.path()).unwrap();
    fs::create_dir(layer_path(&dir, 4)).unwrap();
    let before = names(dir.path());
    let error = tables.write_layer(4, &values(4)).unwrap_err();
    assert!(
        matches!(error, TableError::Io { doing: "write", .. }),
        "{error}"
    );
    assert_eq!(names(dir.path()), before);
}

#[test]
fn shared_between_threads() {
    fn shareable<T: Send + Sync>() {}
    shareable::<TableDir>();
    shareable::<grenier_table::LayerFile>();
    shareable::<Manifest>();
    shareable::<TableError>();
    shareable::<HeaderError>();
}

#[test]
fn the_manifest_says_which_files_are_there() {
    let dir = sample();
    let tables = TableDir::open(dir.path()).unwrap();
    let manifest = tables.manifest();
    let names: Vec<_> = manifest.files.iter().map(|file| &file.name[..]).collect();
    assert_eq!(names, names_of_layers(&dir));
    for (file, seeds) in manifest.files.iter().zip(0..) {
        assert_eq!(
            (&file.form[..], file.bytes),
            ("plain", 64 + layer_size(seeds))
        );
        tables.check_files(seeds).unwrap();
    }
    // A byte that no checksum of the file covers: there is none. But another
    // whole file, sound in itself, is not the one recorded.
    let other = tempfile::tempdir().unwrap();
    create(other.path())
        .unwrap()
        .write_layer(3, &vec![1; layer_size(3) as usize])
        .unwrap();
    fs::copy(layer_path(&other, 3), layer_path(&dir, 3)).unwrap();
    tables
        .open_layer(Kind::Score, 3)
        .unwrap()
        .check_payload()
        .unwrap();
    let error = tables.check_files(3).unwrap_err();
    assert!(matches!(error, TableError::WrongFile { .. }), "{error}");
    assert!(matches!(
        tables.check_files(4),
        Err(TableError::NoLayer { .. })
    ));
}

fn names_of_layers(dir: &TempDir) -> Vec<String> {
    let mut names = names(dir.path());
    names.retain(|name| name.starts_with("layer-"));
    names
}

/// A kill between the file in another form and the manifest, and a manifest
/// without files, as an older program wrote it.
#[test]
fn files_that_the_manifest_lacks_are_entered() {
    let dir = sample();
    let plain = TableDir::open(dir.path()).unwrap();
    let before = fs::read(dir.path().join("manifest.json")).unwrap();
    let mut tables = create(dir.path()).unwrap();
    tables
        .copy_layer(&plain, Kind::Score, 3, Packing::Packed, &|_| ())
        .unwrap();
    drop(tables);
    let after = fs::read(dir.path().join("manifest.json")).unwrap();
    assert_ne!(before, after);
    let mut without: serde_json::Value = serde_json::from_slice(&after).unwrap();
    without.as_object_mut().unwrap().remove("files");
    for stale in [before, serde_json::to_vec(&without).unwrap()] {
        fs::write(dir.path().join("manifest.json"), stale).unwrap();
        // Meanwhile all is read.
        let tables = TableDir::open(dir.path()).unwrap();
        assert_eq!(
            tables.open_layer(Kind::Score, 3).unwrap().values(),
            values(3)
        );
        drop(create(dir.path()).unwrap());
        assert_eq!(fs::read(dir.path().join("manifest.json")).unwrap(), after);
    }
}
