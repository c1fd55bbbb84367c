//! Directories of tables: built, stopped and taken up again, verified, damaged.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use grenier_rules::RuleSet;
use grenier_solve::{
    BuildError, BuildOptions, Event, Memory, Observer, Phase, Silent, SolveError, VerifyError,
    build, build_distances, verify,
};
use grenier_table::{
    DistanceRecord, Distances, Kind, LayerRecord, TableDir, TableError, TableWriter,
};

fn create(path: &std::path::Path, rules: &'static RuleSet) -> TableWriter {
    create_kind(path, rules, Kind::Score)
}

fn create_kind(path: &std::path::Path, rules: &'static RuleSet, kind: Kind) -> TableWriter {
    TableWriter::create(path, rules, kind).expect("a directory")
}

fn built(rules: &'static RuleSet, seeds: u32) -> (tempfile::TempDir, TableWriter) {
    built_kind(rules, Kind::Score, seeds)
}

fn built_kind(rules: &'static RuleSet, kind: Kind, seeds: u32) -> (tempfile::TempDir, TableWriter) {
    let home = tempfile::tempdir().expect("a temporary directory");
    let mut dir = create_kind(home.path(), rules, kind);
    build(&mut dir, seeds, &BuildOptions::default(), &Silent).expect("built tables");
    (home, dir)
}

fn records(dir: &TableDir) -> Vec<LayerRecord> {
    dir.manifest().layers.clone()
}

#[test]
fn what_is_built_verifies() {
    for rules in const { &RuleSet::ALL } {
        for kind in Kind::SETS {
            let (_home, dir) = built_kind(rules, kind, 9);
            let verified = verify(&dir, &Silent).unwrap();
            assert_eq!(verified.len(), 10);
            assert_eq!(verified[9].positions, 167_596);
        }
    }
}

/// Secure seeds changed by one: the fault is found, in this layer, at this
/// position or at one from which two plies lead to it.
#[test]
fn wrong_secure_seeds_are_found() {
    let rules = RuleSet::named("awari").unwrap();
    let (_home, mut dir) = built_kind(rules, Kind::Secure, 7);
    let right = dir.open_layer(dir.kind(), 7).unwrap().values().to_vec();
    for at in (0..right.len()).step_by(right.len() / 37 + 1) {
        let mut values = right.clone();
        values[at] += if right[at] < 7 { 1 } else { -1 };
        dir.write_layer(7, &values).unwrap();
        let error = verify(&dir, &Silent).unwrap_err();
        let found =
            matches!(error, VerifyError::WrongValue { layer: 7, index, .. } if index <= at as u64);
        assert!(found, "{at}: {error}");
    }
}

/// One value changed, with all checksums made to fit: the fault is named, or
/// that of a position whose move leads to it and which comes before it.
#[test]
fn a_wrong_value_is_found() {
    let rules = RuleSet::named("awale").unwrap();
    let (_home, mut dir) = built(rules, 8);
    for seeds in [1, 5, 8] {
        let right = dir.open_layer(dir.kind(), seeds).unwrap().values().to_vec();
        for at in (0..right.len()).step_by(right.len() / 37 + 1) {
            for wrong in [right[at] - 1, i8::MIN, i8::MAX] {
                let mut values = right.clone();
                values[at] = wrong;
                dir.write_layer(seeds, &values).unwrap();
                match verify(&dir, &Silent) {
                    Err(VerifyError::Table(TableError::BadValue { index, value, .. })) => {
                        assert!(wrong.unsigned_abs() > seeds as u8);
                        assert_eq!((index, value), (at as u64, wrong));
                    }
                    Err(VerifyError::WrongValue {
                        layer,
                        index,
                        found,
                        expected,
                        ..
                    }) => {
                        assert_eq!(layer, seeds);
                        assert!(index <= at as u64);
                        if index == at as u64 {
                            assert_eq!((found, expected), (wrong, right[at]));
                        }
                    }
                    other => panic!("layer {seeds}, position {at}: {other:?}"),
                }
            }
        }
        dir.write_layer(seeds, &right).unwrap();
    }
    assert!(verify(&dir, &Silent).is_ok());
}

#[test]
fn a_manifest_of_other_tables_is_found() {
    let (home, dir) = built(RuleSet::named("awele").unwrap(), 4);
    drop(dir);
    let path = home.path().join("manifest.json");
    let manifest = std::fs::read_to_string(&path).unwrap();
    let sha256 = manifest.split("\"sha256\": \"").nth(4).unwrap();
    let other = manifest.replace(&sha256[..64], &"0".repeat(64));
    std::fs::write(&path, other).unwrap();
    let dir = TableDir::open(home.path()).unwrap();
    let error = verify(&dir, &Silent).unwrap_err();
    assert!(matches!(error, VerifyError::Record { layer: 3 }), "{error}");
}

#[test]
fn nothing_is_built_on_a_damaged_layer() {
    let rules = RuleSet::named("awari").unwrap();
    let (home, dir) = built(rules, 6);
    drop(dir);
    let path = home.path().join("layer-05.score");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let mut dir = create(home.path(), rules);
    let error = build(&mut dir, 8, &BuildOptions::default(), &Silent).unwrap_err();
    assert!(error.to_string().contains("layer-05.score"), "{error}");
    assert_eq!(dir.layers(), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn a_gap_is_named() {
    let (home, dir) = built(RuleSet::named("awele").unwrap(), 4);
    drop(dir);
    std::fs::remove_file(home.path().join("layer-02.score")).unwrap();
    let dir = create(home.path(), RuleSet::named("awele").unwrap());
    let error = verify(&dir, &Silent).unwrap_err();
    assert!(matches!(error, VerifyError::Gap { layer: 2 }), "{error}");
}

/// Stops at the first step after a number of checkpoints; counts the layers
/// that resumed from one.
struct StopAfter {
    checkpoints: AtomicU32,
    resumed: AtomicU32,
}

impl Observer for StopAfter {
    fn event(&self, event: Event<'_>) {
        match event {
            Event::LayerResumed { .. } => self.resumed.fetch_add(1, Ordering::Relaxed),
            Event::Step(step) if step.phase == Phase::Checkpoint => {
                self.checkpoints.fetch_sub(1, Ordering::Relaxed)
            }
            _ => 0,
        };
    }

    fn stopped(&self) -> bool {
        self.checkpoints.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn stopped_again_and_again_a_build_ends_in_the_same_files() {
    for kind in Kind::SETS {
        stopped_again_and_again(kind);
    }
}

fn stopped_again_and_again(kind: Kind) {
    let rules = RuleSet::named("oware").unwrap();
    let (_home, whole) = built_kind(rules, kind, 9);
    for memory in [Memory::Normal, Memory::Low] {
        let home = tempfile::tempdir().unwrap();
        let options = BuildOptions {
            memory,
            checkpoint_every: Duration::ZERO,
        };
        let (mut stops, mut resumed) = (0, 0);
        loop {
            // Each time the directory is opened anew, as after a crash.
            let mut dir = create_kind(home.path(), rules, kind);
            let observer = StopAfter {
                checkpoints: AtomicU32::new(7),
                resumed: AtomicU32::new(0),
            };
            let built = build(&mut dir, 9, &options, &observer);
            resumed += observer.resumed.load(Ordering::Relaxed);
            match built {
                Ok(reports) => {
                    let last = observer.resumed.load(Ordering::Relaxed);
                    let told = reports.iter().filter(|report| report.from_checkpoint);
                    assert_eq!(told.count() as u32, last);
                    break;
                }
                Err(BuildError::Solve(SolveError::Stopped)) => stops += 1,
                Err(error) => panic!("{error}"),
            }
        }
        assert!(stops > 10, "{stops} stops");
        // Some stops came between two layers.
        assert!(resumed > 5 && resumed <= stops, "{resumed} of {stops}");
        let dir = TableDir::open_kind(home.path(), kind).unwrap();
        assert_eq!(records(&dir), records(&whole));
        let names = std::fs::read_dir(home.path()).unwrap();
        let left = names.filter(|entry| {
            let name = entry.as_ref().unwrap().file_name();
            let name = name.to_string_lossy();
            name.ends_with(".checkpoint") || name.ends_with(".tmp")
        });
        assert_eq!(left.count(), 0);
    }
}

#[test]
fn a_damaged_checkpoint_costs_time_only() {
    let rules = RuleSet::named("awari").unwrap();
    let (_home, whole) = built(rules, 7);
    let (home, mut dir) = built(rules, 6);
    dir.write_checkpoint(7, whole.open_layer(whole.kind(), 7).unwrap().values())
        .unwrap();
    let path = home.path().join("layer-07.score.checkpoint");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let reports = build(&mut dir, 7, &BuildOptions::default(), &Silent).unwrap();
    assert!(!reports[7].from_checkpoint);
    assert_eq!(records(&dir), records(&whole));
    assert!(!path.exists());
}

/// A device that is always full stands in for the next checkpoint's temporary
/// file.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_a_build_and_loses_nothing() {
    let rules = RuleSet::named("awele").unwrap();
    let (home, mut dir) = built(rules, 6);
    let before = records(&dir);
    let size = grenier_index::layer_size(7) as usize;
    dir.write_checkpoint(7, &vec![0; size]).unwrap();
    let path = home.path().join("layer-07.score.checkpoint");
    let older = std::fs::read(&path).unwrap();
    let temporary = home.path().join("layer-07.score.checkpoint.tmp");
    std::os::unix::fs::symlink("/dev/full", &temporary).unwrap();
    let options = BuildOptions {
        checkpoint_every: Duration::ZERO,
        ..BuildOptions::default()
    };
    let error = build(&mut dir, 7, &options, &Silent).unwrap_err();
    let BuildError::Solve(SolveError::Checkpoint(cause)) = &error else {
        panic!("{error}");
    };
    assert!(matches!(cause.downcast_ref(), Some(TableError::Io { .. })));
    let told = error.to_string();
    assert!(told.contains("layer-07.score.checkpoint"), "{told}");
    assert!(told.contains("No space left on device"), "{told}");
    assert!(!told.contains('\n'), "{told}");

    assert_eq!(std::fs::read(&path).unwrap(), older);
    assert_eq!(records(&dir), before);
    drop(dir);
    let mut dir = create(home.path(), rules);
    let reports = build(&mut dir, 7, &options, &Silent).unwrap();
    assert!(reports[7].from_checkpoint);
    assert!(verify(&dir, &Silent).is_ok());
}

fn depth_records(dir: &TableDir) -> Vec<DistanceRecord> {
    dir.manifest().distances.clone()
}

/// Tells its build to stop after so many steps with distances.
struct StopsDistances(AtomicU32);

impl Observer for StopsDistances {
    fn event(&self, event: Event<'_>) {
        if matches!(event, Event::Step(step) if step.phase == Phase::Distances) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn distances_are_built_verified_and_the_same_however_often_they_are_stopped() {
    let rules = RuleSet::named("awari").unwrap();
    let (_home, mut dir) = built(rules, 8);
    let reports = build_distances(&mut dir, 8, Memory::Normal, &Silent).unwrap();
    assert!(reports.iter().all(|report| !report.resumed));
    let verified = verify(&dir, &Silent).unwrap();
    assert!(verified.iter().all(|layer| layer.distances));

    let (_other_home, mut other) = built(rules, 8);
    let mut stops = 0;
    let reports = loop {
        let observer = StopsDistances(AtomicU32::new(70));
        match build_distances(&mut other, 8, Memory::Low, &observer) {
            Ok(reports) => break reports,
            Err(BuildError::Solve(SolveError::Stopped)) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(stops > 2 && reports[0].resumed, "{stops}");
    assert_eq!(depth_records(&other), depth_records(&dir));
    assert_eq!(records(&other), records(&dir));
}

#[test]
fn distances_need_all_scores_below() {
    let (home, dir) = built(RuleSet::named("awele").unwrap(), 4);
    drop(dir);
    std::fs::remove_file(home.path().join("layer-02.score")).unwrap();
    let mut dir = create(home.path(), RuleSet::named("awele").unwrap());
    let refused = build_distances(&mut dir, 4, Memory::Normal, &Silent).unwrap_err();
    assert!(
        matches!(
            refused,
            BuildError::Table(TableError::NoLayer { layer: 2, .. })
        ),
        "{refused}"
    );
}

/// One distance changed, with all checksums made to fit: it is named, or that
/// of a position whose move leads to it and which comes before it.
#[test]
fn a_wrong_distance_is_found() {
    let (_home, mut dir) = built(RuleSet::named("oware").unwrap(), 7);
    build_distances(&mut dir, 7, Memory::Normal, &Silent).unwrap();
    let file = dir.open_layer(Kind::Distance, 7).unwrap();
    let right = file.distances().cells().to_vec();
    for at in (0..right.len()).step_by(right.len() / 37 + 1) {
        for (wrong, long) in [
            (right[at] + 1, None),
            (0, None),
            (255, None),
            (255, Some(300)),
        ] {
            if wrong == right[at] {
                continue;
            }
            let mut cells = right.clone();
            cells[at] = wrong;
            let list = long.map(|plies| Distances::long_entry(at as u64, plies));
            dir.write_distances(7, &Distances::new(&cells, list.as_slice()))
                .unwrap();
            match verify(&dir, &Silent) {
                // Marked as long, and not in the list.
                Err(VerifyError::Table(TableError::BadPayload { .. })) => {
                    assert_eq!((wrong, long), (255, None));
                }
                Err(VerifyError::WrongDistance {
                    layer: 7,
                    index,
                    found,
                    expected,
                    ..
                }) => {
                    assert!(index <= at as u64);
                    if index == at as u64 {
                        assert_eq!(found, long.or(Some(wrong.into())));
                        assert_eq!(expected, Some(right[at].into()));
                    }
                }
                other => panic!("position {at}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_manifest_of_other_distances_is_found() {
    let rules = RuleSet::named("awele").unwrap();
    let (home, mut dir) = built(rules, 4);
    build_distances(&mut dir, 4, Memory::Normal, &Silent).unwrap();
    drop(dir);
    let path = home.path().join("manifest.json");
    let manifest = std::fs::read_to_string(&path).unwrap();
    let (scores, distances) = manifest.split_once("\"distances\"").unwrap();
    let largest = distances.split("\"largest\": ").nth(4).unwrap();
    let (largest, _) = largest.split_once(',').unwrap();
    let other = distances.replace(&format!("\"largest\": {largest},"), "\"largest\": 99,");
    std::fs::write(&path, format!("{scores}\"distances\"{other}")).unwrap();
    let error = verify(&TableDir::open(home.path()).unwrap(), &Silent).unwrap_err();
    assert!(
        matches!(error, VerifyError::DistanceRecord { .. }),
        "{error}"
    );
}
