//! Builds on a disk that fails: full, broken, or without power. Whatever
//! happens, layers that were reported as done are there, and the build ends in
//! the same bytes.

mod faulty;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use faulty::{Call, Fault, FaultyDisk};
use grenier_rules::RuleSet;
use grenier_solve::{BuildError, BuildOptions, Event, Memory, Observer, build};
use grenier_table::{Kind, Packing, TableDir, TableError, TableWriter};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Seeds of the largest layer.
const SEEDS: u32 = 6;
/// Directories in which faults happen.
const DIRECTORIES: u64 = 80;
/// Faults in a directory, at most; then the build may end.
const FAULTS: u64 = 6;

/// The layers that were reported as done.
#[derive(Default)]
struct Done(Mutex<Vec<u32>>);

impl Observer for Done {
    fn event(&self, event: Event<'_>) {
        if let Event::LayerDone(report) = event {
            self.0.lock().unwrap().push(report.record.layer);
        }
    }
}

/// Opens the directory and builds, with a checkpoint after every step.
fn life(path: &Path, disk: &Arc<FaultyDisk>, done: &Done) -> Result<(), BuildError> {
    let disk: Arc<FaultyDisk> = Arc::clone(disk);
    let mut dir = TableWriter::create_on(disk, path, &RuleSet::OWARE, Kind::Score)?;
    let options = BuildOptions {
        memory: Memory::Normal,
        checkpoint_every: Duration::ZERO,
    };
    build(&mut dir, SEEDS, &options, done).map(drop)
}

/// What is in a directory, by name.
fn content(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    let files = entries.map(|entry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read(entry.path()).unwrap())
    });
    files.collect()
}

/// What an undisturbed build leaves, and how many calls of the disk it makes.
fn undisturbed() -> (BTreeMap<String, Vec<u8>>, u64) {
    let home = tempfile::tempdir().unwrap();
    let disk = Arc::new(FaultyDisk::new(0, None, true));
    life(home.path(), &disk, &Done::default()).unwrap();
    assert!(disk.short_writes() > 0);
    (content(home.path()), disk.calls())
}

/// Every layer of the directory, read to the end.
fn read_all(path: &Path) -> Result<Vec<u32>, TableError> {
    let dir = TableDir::open(path)?;
    for seeds in dir.layers() {
        dir.open_layer(Kind::Score, seeds)?.check_payload()?;
    }
    Ok(dir.layers())
}

#[test]
fn whatever_fails_the_build_ends_in_the_same_bytes() {
    let (want, calls) = undisturbed();
    let mut random = StdRng::seed_from_u64(6);
    let mut struck: BTreeMap<(Fault, Call), u32> = BTreeMap::new();
    for seed in 0..DIRECTORIES {
        let home = tempfile::tempdir().unwrap();
        let done = Done::default();
        for number in 0.. {
            let fault = [Fault::Full, Fault::Io, Fault::Power][random.random_range(0..3)];
            let at = random.random_range(1..=calls);
            let plan = (number < FAULTS).then_some((fault, at));
            let disk = Arc::new(FaultyDisk::new(seed * FAULTS + number, plan, true));
            let ended = life(home.path(), &disk, &done);
            let Some(call) = disk.struck() else {
                ended.unwrap();
                break;
            };
            *struck.entry((fault, call)).or_default() += 1;
            // One fault alone is survived: what could not be removed is gone
            // already, or will be removed by the next build.
            if let Err(error) = ended {
                let told = error.to_string();
                assert!(
                    told.lines().count() == 1 && told.contains("cannot "),
                    "{told}"
                );
            }
            if fault == Fault::Power {
                disk.settle();
            } else if call != Call::Remove {
                let left = content(home.path());
                assert!(!left.keys().any(|name| name.contains(".tmp")), "{call:?}");
            }
            let done = done.0.lock().unwrap();
            if !done.is_empty() {
                let there = read_all(home.path()).unwrap();
                assert!(done.iter().all(|layer| there.contains(layer)));
            }
        }
        assert!(content(home.path()) == want, "directory {seed}");
    }
    println!("{calls} calls of the disk in an undisturbed build; faults by call struck:");
    for ((fault, call), count) in &struck {
        println!("  {fault:?} at {call:?}: {count}");
    }
    println!("  all: {}", struck.values().sum::<u32>());
    for fault in [Fault::Full, Fault::Io, Fault::Power] {
        for call in [
            Call::Create,
            Call::Write,
            Call::Sync,
            Call::Rename,
            Call::SyncDir,
        ] {
            assert!(struck.contains_key(&(fault, call)), "{fault:?} {call:?}");
        }
    }
}

/// Packs every layer where it is.
fn pack(path: &Path, disk: &Arc<FaultyDisk>) -> Result<(), TableError> {
    let disk: Arc<FaultyDisk> = Arc::clone(disk);
    let mut dir = TableWriter::create_on(disk, path, &RuleSet::OWARE, Kind::Score)?;
    let from = TableDir::open(path)?;
    for seeds in 0..=SEEDS {
        dir.copy_layer(&from, Kind::Score, seeds, Packing::Packed, &|_| ())?;
    }
    Ok(())
}

/// No file is called damaged or absent. Returns how many have another record than their own.
fn check_files(path: &Path) -> usize {
    let dir = TableDir::open(path).unwrap();
    let check = |seeds| {
        let check = dir.check_files(seeds).unwrap();
        assert!(check.absent.is_empty());
        check.unrecorded.len()
    };
    (0..=SEEDS).map(check).sum()
}

/// While a directory is packed every layer is there, in one form or the other.
#[test]
fn whatever_fails_packing_loses_nothing() {
    let honest = |seed| Arc::new(FaultyDisk::new(seed, None, true));
    let built = || {
        let home = tempfile::tempdir().unwrap();
        life(home.path(), &honest(0), &Done::default()).unwrap();
        home
    };
    let whole = built();
    let disk = honest(1);
    pack(whole.path(), &disk).unwrap();
    let (want, calls) = (content(whole.path()), disk.calls());
    let mut random = StdRng::seed_from_u64(8);
    let (mut faults, mut unrecorded) = (0, 0);
    for seed in 0..DIRECTORIES / 4 {
        let home = built();
        for number in 0.. {
            let fault = [Fault::Full, Fault::Io, Fault::Power][random.random_range(0..3)];
            let plan = (number < FAULTS).then_some((fault, random.random_range(1..=calls)));
            let disk = Arc::new(FaultyDisk::new(seed * FAULTS + number, plan, true));
            let ended = pack(home.path(), &disk);
            if disk.struck().is_none() {
                ended.unwrap();
                break;
            }
            faults += 1;
            if fault == Fault::Power {
                disk.settle();
            }
            assert_eq!(
                read_all(home.path()).unwrap(),
                (0..=SEEDS).collect::<Vec<_>>()
            );
            unrecorded += check_files(home.path());
        }
        assert!(content(home.path()) == want, "directory {seed}");
    }
    println!("packing: {calls} calls of the disk, {faults} faults, {unrecorded} not recorded");
    assert!(faults > 0 && unrecorded > 0);
}

/// A disk that says it has synced, and has not: nobody can build on that, but
/// what it lost is found. It also shows that the test above can fail.
#[test]
fn a_disk_that_lies_about_syncing_is_found_out() {
    let (want, calls) = undisturbed();
    let mut random = StdRng::seed_from_u64(7);
    let (mut unharmed, mut told) = (0, 0);
    for seed in 0..DIRECTORIES {
        let home = tempfile::tempdir().unwrap();
        let plan = Some((Fault::Power, random.random_range(1..=calls)));
        let disk = Arc::new(FaultyDisk::new(seed, plan, false));
        let ended = life(home.path(), &disk, &Done::default());
        // As many calls as in another build, but for short writes.
        assert_eq!(ended.is_err(), disk.struck().is_some());
        disk.settle();
        let disk = Arc::new(FaultyDisk::new(seed, None, true));
        let ended = life(home.path(), &disk, &Done::default());
        match ended.and_then(|()| Ok(read_all(home.path())?)) {
            Ok(_) => {
                assert!(content(home.path()) == want, "directory {seed}");
                unharmed += 1;
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("remove it and "), "{error}");
                told += 1;
            }
        }
    }
    println!("a disk that lies: {told} times damage was told, {unharmed} times the same bytes");
    assert!(told > 0);
}
