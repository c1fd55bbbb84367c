//! `manifest.json`: what a directory of tables holds.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use grenier_index::layer_size;
use grenier_rules::{MAX_SEEDS, RuleSet, baawa};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::atomic;
use crate::depth::DepthRecord;
use crate::disk::Disk;
use crate::error::TableError;
use crate::kind::{Endless, Kind};
use crate::record::{FileRecord, LayerRecord};

/// The version of the manifest, written and read.
pub const MANIFEST_VERSION: u16 = 1;

/// The content of a manifest. Equal contents are equal bytes: there is no time
/// stamp and no order that could vary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`MANIFEST_VERSION`].
    pub format: u16,
    /// The version of the program that wrote it last.
    pub program: String,
    /// The commit of that program, or "unknown".
    #[serde(default = "unknown")]
    pub commit: String,
    /// The rule set, in full.
    pub rules: RulesText,
    /// What is tabled.
    pub kind: Kind,
    /// How endless play is counted in the tables.
    pub endless: Endless,
    /// The finished layers, fewest seeds first.
    pub layers: Vec<LayerRecord>,
    /// The distances beside them, fewest seeds first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<DepthRecord>,
    /// The files of both, by name. One that is being replaced is not among
    /// them.
    #[serde(default)]
    pub files: Vec<FileRecord>,
}

fn unknown() -> String {
    "unknown".to_owned()
}

/// A rule set as text. The choices bear the names of their enums in
/// `grenier-rules`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesText {
    /// [`RuleSet::name`].
    pub name: String,
    /// [`RuleSet::id`].
    pub id: u16,
    /// [`RuleSet::grand_slam`].
    pub grand_slam: String,
    /// [`RuleSet::feeding`].
    pub feeding: String,
    /// [`RuleSet::game_over`].
    pub game_over: String,
    /// [`RuleSet::endless_play`]: the rule sheet's word, not the tables'.
    pub endless_play: String,
}

/// Reads a manifest of [`MANIFEST_VERSION`]; `None` when there is no file. One of
/// the `other` family of rules, told by their name, is refused as that.
pub(crate) fn read<M: DeserializeOwned>(
    path: &Path,
    other: impl Fn(&str) -> bool,
    want: &str,
) -> Result<Option<M>, TableError> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TableError::io("read", path)(error)),
    };
    let damaged = |error: serde_json::Error| TableError::BadManifest {
        path: path.to_owned(),
        why: error.to_string(),
    };
    let Version { format, rules } = serde_json::from_slice(&text).map_err(damaged)?;
    if format != MANIFEST_VERSION {
        return Err(TableError::NewerFormat {
            path: path.to_owned(),
            what: "manifest version",
            have: format,
            know: MANIFEST_VERSION,
        });
    }
    match rules["name"].as_str() {
        Some(have) if other(have) => Err(TableError::WrongRules {
            path: path.to_owned(),
            have: have.to_owned(),
            want: want.to_owned(),
        }),
        _ => serde_json::from_slice(&text).map(Some).map_err(damaged),
    }
}

/// Writes a manifest, as a whole or not at all.
pub(crate) fn write(
    manifest: &impl Serialize,
    disk: &dyn Disk,
    path: &Path,
) -> Result<(), TableError> {
    let text = serde_json::to_vec_pretty(manifest)
        .map_err(io::Error::from)
        .map_err(TableError::io("write", path))?;
    atomic::write(disk, path, |file| {
        file.write_all(&text)?;
        file.write_all(b"\n")
    })
}

/// The part of a manifest that every version has.
#[derive(Deserialize)]
struct Version {
    format: u16,
    #[serde(default)]
    rules: serde_json::Value,
}

impl RulesText {
    /// The text of a rule set.
    pub fn of(rules: &RuleSet) -> Self {
        Self {
            name: rules.name.to_owned(),
            id: rules.id,
            grand_slam: format!("{:?}", rules.grand_slam),
            feeding: format!("{:?}", rules.feeding),
            game_over: format!("{:?}", rules.game_over),
            endless_play: format!("{:?}", rules.endless_play),
        }
    }

    /// The rule set that this is the text of.
    fn find(&self) -> Option<&'static RuleSet> {
        RuleSet::with_id(self.id).filter(|rules| Self::of(rules) == *self)
    }
}

impl Manifest {
    /// A manifest without layers.
    pub(crate) fn new(rules: &RuleSet, kind: Kind, endless: Endless) -> Self {
        Self {
            format: MANIFEST_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            commit: unknown(),
            rules: RulesText::of(rules),
            kind,
            endless,
            layers: Vec::new(),
            distances: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Reads a manifest and the rule set it names; `None` when there is no
    /// file.
    pub(crate) fn read(path: &Path) -> Result<Option<(Self, &'static RuleSet)>, TableError> {
        let other = |name: &str| baawa::Rules::named(name).is_some();
        let Some(manifest) = read::<Self>(
            path,
            other,
            "one of the Oware family (for Ba-awa say --rules ba-awa)",
        )?
        else {
            return Ok(None);
        };
        let rules = manifest.check().map_err(|why| TableError::BadManifest {
            path: path.to_owned(),
            why,
        })?;
        Ok(Some((manifest, rules)))
    }

    /// Writes the manifest, as a whole or not at all.
    pub(crate) fn write(&self, disk: &dyn Disk, path: &Path) -> Result<(), TableError> {
        write(self, disk, path)
    }

    /// The record of a layer.
    pub fn layer(&self, seeds: u32) -> Option<&LayerRecord> {
        self.layers.iter().find(|record| record.layer == seeds)
    }

    /// Enters a record, in the place of an older one of the same layer.
    pub(crate) fn insert(&mut self, record: LayerRecord) {
        self.remove(record.layer);
        let at = self
            .layers
            .partition_point(|other| other.layer < record.layer);
        self.layers.insert(at, record);
    }

    /// The record of a file.
    pub fn file(&self, name: &str) -> Option<&FileRecord> {
        self.files.iter().find(|record| record.name == name)
    }

    /// Enters the record of a file, in the place of an older one.
    pub(crate) fn insert_file(&mut self, record: FileRecord) {
        self.remove_file(&record.name);
        let at = self.files.partition_point(|other| other.name < record.name);
        self.files.insert(at, record);
    }

    /// Strikes out the record of a file; whether there was one.
    pub(crate) fn remove_file(&mut self, name: &str) -> bool {
        let before = self.files.len();
        self.files.retain(|record| record.name != name);
        self.files.len() < before
    }

    /// Strikes out the record of a layer and of its file; whether there was
    /// one.
    pub(crate) fn remove(&mut self, seeds: u32) -> bool {
        self.remove_file(&file_name(seeds, self.kind));
        let before = self.layers.len();
        self.layers.retain(|record| record.layer != seeds);
        self.layers.len() < before
    }

    /// The record of the distances of a layer.
    pub fn depth(&self, seeds: u32) -> Option<&DepthRecord> {
        self.distances.iter().find(|record| record.layer == seeds)
    }

    /// Enters a record of distances, in the place of an older one.
    pub(crate) fn insert_depth(&mut self, record: DepthRecord) {
        self.remove_depth(record.layer);
        let at = self
            .distances
            .partition_point(|other| other.layer < record.layer);
        self.distances.insert(at, record);
    }

    /// Strikes out the record of a layer's distances and of their file; whether
    /// there was one.
    pub(crate) fn remove_depth(&mut self, seeds: u32) -> bool {
        self.remove_file(&file_name(seeds, Kind::Depth));
        let before = self.distances.len();
        self.distances.retain(|record| record.layer != seeds);
        self.distances.len() < before
    }

    /// Refuses what no writer writes. The rule set, or what is wrong.
    fn check(&self) -> Result<&'static RuleSet, String> {
        if !self.layers.is_sorted_by(|one, next| one.layer < next.layer) {
            return Err("its layers are not in rising order".to_owned());
        }
        for record in &self.layers {
            let positions = match record.layer {
                seeds @ 0..=MAX_SEEDS => layer_size(seeds),
                _ => 0,
            };
            check_record(record, positions)?;
        }
        self.check_distances()?;
        self.check_files()?;
        self.rules
            .find()
            .ok_or_else(|| format!("no rule set is `{}` as written there", self.rules.name))
    }
}

impl Manifest {
    fn check_files(&self) -> Result<(), String> {
        if !self.files.is_sorted_by(|one, next| one.name < next.name) {
            return Err("its files are not in rising order".to_owned());
        }
        for record in &self.files {
            let is_of = |kind| (0..=MAX_SEEDS).any(|seeds| record.name == file_name(seeds, kind));
            let has_depth = self.kind == Kind::Score;
            if !is_of(self.kind) && (!has_depth || !is_of(Kind::Depth)) {
                return Err(format!("`{}` is no file of its tables", record.name));
            }
            if !["plain", "packed"].contains(&record.form.as_str()) {
                return Err(format!("the form of {} is unknown", record.name));
            }
            check_sha256(&record.sha256).map_err(|why| format!("{}: {why}", record.name))?;
        }
        Ok(())
    }

    fn check_distances(&self) -> Result<(), String> {
        if self.kind == Kind::Depth {
            return Err("distances stand beside scores, not alone".to_owned());
        }
        let rising = |one: &DepthRecord, next: &DepthRecord| one.layer < next.layer;
        if !self.distances.is_sorted_by(rising) {
            return Err("its distances are not in rising order".to_owned());
        }
        for record in &self.distances {
            let checked = record.check().and_then(|()| check_sha256(&record.sha256));
            checked.map_err(|why| format!("distances of layer {}: {why}", record.layer))?;
        }
        Ok(())
    }
}

/// `layer-07.score`, for instance.
pub(crate) fn file_name(seeds: u32, kind: Kind) -> String {
    format!("layer-{seeds:02}.{kind}")
}

/// Refuses what no writer writes of a layer that has so many positions, none if
/// there is no such layer.
pub(crate) fn check_record(record: &LayerRecord, positions: u64) -> Result<(), String> {
    let checked = check_figures(record, positions).and_then(|()| check_sha256(&record.sha256));
    checked.map_err(|why| format!("layer {}: {why}", record.layer))
}

fn check_figures(record: &LayerRecord, positions: u64) -> Result<(), &'static str> {
    if positions == 0 {
        return Err("there is no such layer");
    }
    if record.positions != positions || record.bytes != positions {
        return Err("its size is wrong");
    }
    let classes = [record.wins, record.draws, record.losses];
    let sum = classes
        .iter()
        .try_fold(0, |sum: u64, &class| sum.checked_add(class));
    if sum != Some(positions) {
        return Err("its wins, draws and losses do not add up");
    }
    Ok(())
}

fn check_sha256(sha256: &str) -> Result<(), &'static str> {
    let hexadecimal = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if sha256.len() == 64 && sha256.bytes().all(hexadecimal) {
        return Ok(());
    }
    Err("its sha256 is not 64 hexadecimal digits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::SystemDisk;

    fn sample() -> Manifest {
        let mut manifest = Manifest::new(&RuleSet::AWALE, Kind::Score, Endless::Even);
        manifest.insert(LayerRecord::of(1, &[0; 12][..layer_size(1) as usize]));
        manifest.insert(LayerRecord::of(0, &[0]));
        manifest.insert_file(FileRecord {
            name: "layer-01.score".to_owned(),
            form: "plain".to_owned(),
            bytes: 76,
            sha256: "0".repeat(64),
        });
        manifest
    }

    fn read_text(text: &str) -> Result<Option<(Manifest, &'static RuleSet)>, TableError> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("manifest.json");
        fs::write(&path, text).unwrap();
        Manifest::read(&path)
    }

    fn text() -> String {
        serde_json::to_string_pretty(&sample()).unwrap()
    }

    #[test]
    fn reading_undoes_writing_and_the_bytes_are_the_same_each_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("manifest.json");
        assert!(Manifest::read(&path).unwrap().is_none());
        sample().write(&SystemDisk, &path).unwrap();
        let first = fs::read(&path).unwrap();
        let (manifest, rules) = Manifest::read(&path).unwrap().unwrap();
        assert_eq!((&manifest, rules), (&sample(), &RuleSet::AWALE));
        assert_eq!(manifest.layers[0].layer, 0, "fewest seeds first");
        manifest.write(&SystemDisk, &path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), first);
        assert!(first.starts_with(b"{\n  \"format\": 1,"));
    }

    #[test]
    fn the_record_of_a_file_goes_with_its_layer() {
        let mut manifest = sample();
        assert!(manifest.file("layer-01.score").is_some());
        assert!(manifest.remove(1));
        assert_eq!(manifest.files, []);
    }

    #[test]
    fn a_manifest_of_another_version_is_not_guessed_at() {
        for other in ["0", "2"] {
            let changed = text().replacen("\"format\": 1", &format!("\"format\": {other}"), 1);
            let error = read_text(&changed).unwrap_err();
            assert!(matches!(error, TableError::NewerFormat { .. }), "{error}");
        }
    }

    #[test]
    fn a_damaged_manifest_is_refused() {
        let changes = [
            ("\"layer\": 1,", "\"layer\": 49,"),
            ("\"layer\": 1,", "\"layer\": 0,"),
            ("\"layer\": 1,", "\"layer\": -1,"),
            ("\"draws\": 1,", "\"draws\": 2,"),
            ("\"draws\": 1,", "\"draws\": 18446744073709551615,"),
            ("\"bytes\": 1,", "\"bytes\": 65,"),
            ("\"sha256\": \"", "\"sha256\": \"A"),
            ("\"name\": \"awale\"", "\"name\": \"awele\""),
            ("\"id\": 1", "\"id\": 99"),
            ("\"kind\": \"score\"", "\"kind\": \"wind\""),
            ("\"kind\"", "\"sort\""),
            ("\"program\"", "\"note\": 1, \"program\""),
            ("layer-01.score", "layer-49.score"),
            ("layer-01.score", "../secret"),
            ("layer-01.score", "layer-01.secure"),
            ("\"form\": \"plain\"", "\"form\": \"checkpoint\""),
            ("]", ""),
            ("{", "["),
        ];
        for (from, to) in changes {
            let changed = text().replacen(from, to, 1);
            assert_ne!(changed, text(), "{from} is not in the sample");
            let error = read_text(&changed).unwrap_err();
            assert!(matches!(error, TableError::BadManifest { .. }), "{error}");
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
        }
        assert!(read_text("").is_err());
    }
}
