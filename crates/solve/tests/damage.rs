//! Damage to files, systematically: whatever is done to one, no value that is
//! read and checked is another than before, nothing panics, and what is told
//! names the file and the remedy. What the tests print stands in
//! `docs/verification.md`.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use grenier_rules::RuleSet;
use grenier_solve::{BuildOptions, DistanceEngine, Silent, build, verify};
use grenier_table::{
    Access, EndlessCode, HEADER_BYTES, Kind, Packing, TableDir, TableError, TableWriter,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use tempfile::TempDir;

/// Seeds of the largest layer.
const SEEDS: u32 = 4;

/// Where damage shows, or that it does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// The file is refused when it is opened.
    Open,
    /// Its payload is refused when it is checked.
    Payload,
    /// `verify` finds that it does not fit.
    Verify,
    /// `verify --quick` finds that a file is not the one that was recorded.
    Files,
    /// Every value is as before, and all of that agrees.
    Harmless,
}

/// What came of many faults of a sort.
#[derive(Default)]
struct Tally(BTreeMap<Outcome, u32>);

impl Tally {
    fn add(&mut self, outcome: Outcome) {
        *self.0.entry(outcome).or_default() += 1;
    }

    fn has_only(&self, outcomes: &[Outcome]) -> bool {
        self.0.keys().all(|outcome| outcomes.contains(outcome))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} faults:", self.0.values().sum::<u32>())?;
        self.0
            .iter()
            .try_for_each(|(outcome, count)| write!(f, " {outcome:?} {count}"))
    }
}

/// A directory with tables of every kind.
struct Tables {
    home: TempDir,
    /// By kind, the values by layer; of distances they are their sum.
    values: BTreeMap<&'static str, Vec<Vec<i8>>>,
    is_packed: bool,
}

fn create(path: &Path, rules: &'static RuleSet, kind: Kind) -> TableWriter {
    TableWriter::create(path, rules, kind).unwrap()
}

impl Tables {
    fn new(rules: &'static RuleSet) -> Self {
        let home = tempfile::tempdir().unwrap();
        for kind in Kind::SETS {
            let mut dir = create(home.path(), rules, kind);
            build(&mut dir, SEEDS, &BuildOptions::default(), &Silent).unwrap();
        }
        let mut dir = create(home.path(), rules, Kind::Score);
        let layers: Vec<_> = (0..=SEEDS)
            .map(|seeds| dir.open_layer(dir.kind(), seeds).unwrap())
            .collect();
        let scores: Vec<&[i8]> = layers.iter().map(AsRef::as_ref).collect();
        let mut engine = DistanceEngine::new(*rules);
        for seeds in 0..=SEEDS {
            let known = &scores[..=seeds as usize];
            let distances = engine.solve(known, &Silent).unwrap();
            dir.write_distances(seeds, &distances.view()).unwrap();
        }
        drop(dir);
        let mut tables = Self {
            home,
            values: BTreeMap::new(),
            is_packed: false,
        };
        for kind in Kind::SETS.into_iter().chain([Kind::Distance]) {
            let values = tables.read(kind).unwrap();
            tables.values.insert(kind.name(), values);
        }
        assert_eq!(
            tables.judge("layer-00.score", Kind::Score),
            Outcome::Harmless
        );
        tables
    }

    /// The same in the packed form.
    fn packed(rules: &'static RuleSet) -> Self {
        let mut tables = Self::new(rules);
        tables.is_packed = true;
        for kind in Kind::SETS {
            let mut dir = create(tables.home.path(), rules, kind);
            let from = TableDir::open_kind(tables.home.path(), kind).unwrap();
            for seeds in 0..=SEEDS {
                for kind in from.kinds() {
                    dir.copy_layer(&from, kind, seeds, Packing::Packed, &|_| ())
                        .unwrap();
                }
            }
        }
        tables
    }

    fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// What is read block by block of packed tables, whose blocks are checked one by
    /// one: the values as they were, or an error.
    fn check_blocks(&self, kind: Kind) {
        let Ok(dir) = TableDir::open_kind(self.home.path(), kind) else {
            return;
        };
        for seeds in dir.layers() {
            if let Ok(values) = one_by_one(&dir, seeds) {
                assert!(
                    values == self.values[kind.name()][seeds as usize],
                    "a wrong value"
                );
            }
        }
    }

    /// Every value of a kind, checked; or what is told instead, and when.
    fn read(&self, kind: Kind) -> Result<Vec<Vec<i8>>, (Outcome, String)> {
        let told = |outcome| move |error: TableError| (outcome, error.to_string());
        let set = if kind == Kind::Distance {
            Kind::Score
        } else {
            kind
        };
        let dir = TableDir::open_kind(self.home.path(), set).map_err(told(Outcome::Open))?;
        let layer = |seeds| {
            if kind == Kind::Distance {
                let file = dir
                    .open_layer(Kind::Distance, seeds)
                    .map_err(told(Outcome::Open))?;
                file.check_payload().map_err(told(Outcome::Payload))?;
                let distances = file.distances();
                let all = (0..distances.len()).map(|index| distances.get(index).unwrap() as i8);
                return Ok(all.collect());
            }
            let file = dir
                .open_layer(dir.kind(), seeds)
                .map_err(told(Outcome::Open))?;
            file.check_payload().map_err(told(Outcome::Payload))?;
            assert_eq!(one_by_one(&dir, seeds).unwrap(), file.values());
            Ok(file.values().to_vec())
        };
        (0..=SEEDS).map(layer).collect()
    }

    /// What comes of a change of the file called `name`.
    fn judge(&self, name: &str, kind: Kind) -> Outcome {
        let (outcome, told) = match self.read(kind) {
            Err(refused) => refused,
            Ok(values) => {
                assert!(values == self.values[kind.name()], "{name}: a wrong value");
                let set = if kind == Kind::Distance {
                    Kind::Score
                } else {
                    kind
                };
                let dir = TableDir::open_kind(self.home.path(), set).unwrap();
                match verify(&dir, &Silent) {
                    Ok(layers) => {
                        assert_eq!(layers.len() as u32, SEEDS + 1, "{name}");
                        let mut files = (0..=SEEDS).map(|seeds| dir.check_files(seeds));
                        match files.find_map(Result::err) {
                            None => return Outcome::Harmless,
                            Some(error) => (Outcome::Files, error.to_string()),
                        }
                    }
                    Err(error) => (Outcome::Verify, error.to_string()),
                }
            }
        };
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(
            told.contains(name) || told.contains("layer "),
            "{name}: {told}"
        );
        let remedies = [
            "remove ",
            "build it",
            "build them",
            "choose another",
            "use a newer",
        ];
        assert!(
            remedies.iter().any(|remedy| told.contains(remedy)),
            "{told}"
        );
        outcome
    }

    /// Judges each of these contents of a file, and puts back what it had.
    fn judge_all(&self, name: &str, kind: Kind, contents: impl Iterator<Item = Vec<u8>>) -> Tally {
        let path = self.path(name);
        let whole = fs::read(&path).unwrap();
        let mut tally = Tally::default();
        for bytes in contents {
            assert!(bytes != whole, "no fault");
            fs::write(&path, bytes).unwrap();
            if self.is_packed {
                self.check_blocks(kind);
            }
            tally.add(self.judge(name, kind));
        }
        fs::write(&path, whole).unwrap();
        tally
    }
}

/// The values of a layer as they are reached by a probe that maps nothing.
fn one_by_one(dir: &TableDir, seeds: u32) -> Result<Vec<i8>, TableError> {
    let reader = dir.reader(dir.kind(), seeds, Access::Read)?;
    let mut blocks = HashMap::new();
    let value = |index| {
        let (number, place) = reader.locate(index);
        let block = match blocks.entry(number) {
            Entry::Occupied(block) => block.into_mut(),
            Entry::Vacant(slot) => slot.insert(reader.block(number)?),
        };
        Ok(block[place] as i8)
    };
    (0..reader.header().positions).map(value).collect()
}

/// Each byte with one bit flipped, with all, as 0 and as 255.
fn each_byte_changed(bytes: &[u8], places: impl Iterator<Item = usize>) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for at in places {
        let flips = (0..8).map(|bit| bytes[at] ^ 1 << bit);
        for byte in flips.chain([!bytes[at], 0, 255]) {
            let mut changed = bytes.to_vec();
            changed[at] = byte;
            if byte != bytes[at] {
                all.push(changed);
            }
        }
    }
    all
}

/// The files that hold tables: a name and its kind.
const FILES: [(&str, Kind); 4] = [
    ("layer-04.score", Kind::Score),
    ("layer-04.depth", Kind::Distance),
    ("layer-04.secure", Kind::Secure),
    ("layer-04.own-side", Kind::OwnSide),
];

#[test]
fn damaged_tables_are_told() {
    let tables = Tables::new(&RuleSet::OWARE);
    let other = Tables::new(&RuleSet::AWALE);
    let mut random = StdRng::seed_from_u64(5);
    for (name, kind) in FILES {
        let whole = fs::read(tables.path(name)).unwrap();

        let header = each_byte_changed(&whole, 0..HEADER_BYTES);
        let header = tables.judge_all(name, kind, header.into_iter());
        assert!(header.has_only(&[Outcome::Open]), "{name}: {header}");
        println!("{name}, header bytes: {header}");

        let body = (0..300).map(|_| {
            let mut changed = whole.clone();
            let at = random.random_range(HEADER_BYTES..whole.len());
            changed[at] ^= random.random_range(1..=255_u8);
            changed
        });
        let body = tables.judge_all(name, kind, body);
        assert!(body.has_only(&[Outcome::Payload]), "{name}: {body}");
        println!("{name}, body bytes: {body}");

        let cuts = (0..HEADER_BYTES).chain((HEADER_BYTES..whole.len()).step_by(7));
        let cuts = cuts.map(|len| whole[..len].to_vec());
        let longer = [1, 12, 64].map(|more| [&whole[..], &vec![0; more]].concat());
        let cuts = tables.judge_all(name, kind, cuts.chain(longer));
        assert!(
            cuts.has_only(&[Outcome::Open, Outcome::Payload]),
            "{name}: {cuts}"
        );
        println!("{name}, cut, or longer: {cuts}");

        let others = FILES.map(|(name, _)| name);
        let others =
            others
                .into_iter()
                .chain(["layer-03.score", "layer-03.depth", "manifest.json"]);
        let taken = others.filter(|other| *other != name);
        let mut taken: Vec<_> = taken
            .map(|name| fs::read(tables.path(name)).unwrap())
            .collect();
        taken.push(fs::read(other.path(name)).unwrap());
        let taken = tables.judge_all(name, kind, taken.into_iter());
        assert!(taken.has_only(&[Outcome::Open]), "{name}: {taken}");
        println!("{name}, another file in its place: {taken}");
    }
}

/// Of a packed table every byte counts, and a block is refused when it is read.
#[test]
fn damaged_packed_tables_are_told() {
    let tables = Tables::packed(&RuleSet::OWARE);
    let plain = Tables::new(&RuleSet::AWALE);
    let other = Tables::packed(&RuleSet::AWALE);
    for (name, kind) in FILES {
        let whole = fs::read(tables.path(name)).unwrap();
        for (places, what) in [
            ((0..HEADER_BYTES).step_by(1), "header bytes"),
            ((HEADER_BYTES..whole.len()).step_by(8), "body bytes"),
        ] {
            let changed = each_byte_changed(&whole, places).into_iter();
            let changed = tables.judge_all(name, kind, changed);
            println!("packed {name}, {what}: {changed}");
            assert!(changed.has_only(&[Outcome::Open]), "{name}: {changed}");
        }
        let cuts = (0..whole.len()).step_by(3).map(|len| whole[..len].to_vec());
        let longer = [&whole[..], &[0]].concat();
        let cuts = tables.judge_all(name, kind, cuts.chain([longer]));
        println!("packed {name}, cut, or longer: {cuts}");
        assert!(cuts.has_only(&[Outcome::Open]), "{name}: {cuts}");

        let taken = [
            "layer-03.score",
            "layer-03.secure",
            "layer-03.depth",
            "manifest.json",
        ];
        let mut taken: Vec<_> = taken
            .map(|name| fs::read(tables.path(name)).unwrap())
            .into();
        taken.push(fs::read(other.path(name)).unwrap());
        taken.push(fs::read(plain.path(name)).unwrap());
        let taken = tables.judge_all(name, kind, taken.into_iter());
        println!("packed {name}, another file in its place: {taken}");
        assert!(taken.has_only(&[Outcome::Open]), "{name}: {taken}");
    }
}

#[test]
fn damaged_manifests_are_told() {
    let tables = Tables::new(&RuleSet::OWARE);
    for (name, kind) in [
        ("manifest.json", Kind::Score),
        ("manifest-secure.json", Kind::Secure),
    ] {
        let whole = fs::read(tables.path(name)).unwrap();
        // A part of the places, or it takes too long.
        let places = (0..whole.len()).step_by(5);
        let bytes = places.map(|at| {
            let mut changed = whole.clone();
            changed[at] ^= 1 << (at % 7);
            changed
        });
        let bytes = tables.judge_all(name, kind, bytes);
        println!("{name}, one bit: {bytes}");
        let all = [
            Outcome::Open,
            Outcome::Verify,
            Outcome::Files,
            Outcome::Harmless,
        ];
        assert!(bytes.has_only(&all), "{name}: {bytes}");
        // The line end after the last brace is for the eye.
        let cuts = (0..whole.len() - 1)
            .step_by(11)
            .map(|len| whole[..len].to_vec());
        let cuts = tables.judge_all(name, kind, cuts);
        println!("{name}, cut: {cuts}");
        assert!(cuts.has_only(&[Outcome::Open]), "{name}: {cuts}");
    }
}

/// A damaged checkpoint is not used.
#[test]
fn damaged_checkpoints_are_not_used() {
    let home = tempfile::tempdir().unwrap();
    let mut dir = create(home.path(), &RuleSet::OWARE, Kind::Score);
    build(&mut dir, SEEDS, &BuildOptions::default(), &Silent).unwrap();
    let values = dir.open_layer(dir.kind(), SEEDS).unwrap().values().to_vec();
    dir.write_checkpoint(SEEDS, &values).unwrap();
    assert_eq!(dir.checkpoint(SEEDS).unwrap().unwrap().values(), values);
    let path = home.path().join("layer-04.score.checkpoint");
    let whole = fs::read(&path).unwrap();
    let places = (0..HEADER_BYTES).chain((HEADER_BYTES..whole.len()).step_by(20));
    let cuts = (0..whole.len()).map(|len| whole[..len].to_vec());
    let faults = each_byte_changed(&whole, places).into_iter().chain(cuts);
    let mut count = 0;
    for bytes in faults {
        fs::write(&path, bytes).unwrap();
        assert!(dir.checkpoint(SEEDS).is_err());
        count += 1;
    }
    println!("checkpoint: {count} faults: not used {count}");
    assert_eq!(dir.kind().endless(), EndlessCode::Even);
}
