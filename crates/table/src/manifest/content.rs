//! The content of a manifest, read, checked, changed and written.

use std::io::{self, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::record::{DistanceRecord, FileRecord, LayerRecord, Record};
use crate::atomic;
use crate::disk::Disk;
use crate::distances::LONG_BYTES;
use crate::error::TableError;
use crate::kind::{EndlessCode, Kind};
use crate::rules::{RulesText, TableRules};
use crate::source::TableSource;

/// The version of the manifest, written and read.
const MANIFEST_VERSION: u16 = 1;

/// The content of a manifest, with its rules as a text of type `T`. Equal
/// contents are equal bytes: there is no time stamp and no order that could vary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest<T = RulesText> {
    /// The version of the manifest: 1.
    pub format: u16,
    /// The version of the program that wrote it last.
    pub program: String,
    /// The commit of that program, or "unknown".
    #[serde(default = "unknown")]
    pub commit: String,
    /// The rules, in full.
    pub rules: T,
    /// What is tabled; never [`Kind::Distance`].
    pub kind: Kind,
    /// How endless play is counted in the tables: [`Kind::endless`].
    pub endless: EndlessCode,
    /// The finished layers, fewest seeds first.
    pub layers: Vec<LayerRecord>,
    /// The distances beside them, fewest seeds first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<DistanceRecord>,
    /// The files of both, by name. After an interrupted `pack` or `unpack` a file can have the
    /// other form than its record says.
    #[serde(default)]
    pub files: Vec<FileRecord>,
}

fn unknown() -> String {
    "unknown".to_owned()
}

/// The part of a manifest that every version has.
#[derive(Deserialize)]
struct Version {
    format: u16,
    #[serde(default)]
    rules: serde_json::Value,
}

impl<T: DeserializeOwned + PartialEq> Manifest<T> {
    /// A manifest without layers.
    pub(crate) fn new(rules: T, kind: Kind) -> Self {
        Self {
            format: MANIFEST_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            commit: unknown(),
            rules,
            kind,
            endless: kind.endless(),
            layers: Vec::new(),
            distances: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Reads the manifest of a kind, checks it and finds its rules; `None` when
    /// there is no such file.
    pub(crate) fn read<R: TableRules<Text = T>>(
        source: &dyn TableSource,
        kind: Kind,
    ) -> Result<Option<(Self, R)>, TableError> {
        let path = source.path().join(kind.manifest_name());
        let read = source.open(&kind.manifest_name()).and_then(|file| {
            let text = file.read_at(0, file.len() as usize)?;
            Ok(text.into_owned())
        });
        match read {
            Ok(text) => Self::parse(&path, &text).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(TableError::io("read", &path)(error)),
        }
    }

    fn parse<R: TableRules<Text = T>>(path: &Path, text: &[u8]) -> Result<(Self, R), TableError> {
        let path = path.to_owned();
        let damaged = |why: String| TableError::BadManifest {
            path: path.clone(),
            why,
        };
        let version = serde_json::from_slice(text);
        let Version { format, rules } = version.map_err(|error| damaged(error.to_string()))?;
        if format != MANIFEST_VERSION {
            return Err(TableError::NewerFormat {
                path,
                what: "manifest version",
                have: format,
                know: MANIFEST_VERSION,
            });
        }
        let id = rules["id"].as_u64().and_then(|id| u16::try_from(id).ok());
        let known = id.and_then(R::with_id);
        let name = rules["name"].as_str().unwrap_or_default();
        // Damaged rules of this family still have its keys or an id of it.
        if known.is_none() && !name.is_empty() && T::deserialize(&rules).is_err() {
            return Err(TableError::WrongRules {
                path,
                have: name.to_owned(),
                want: R::FAMILY.to_owned(),
            });
        }
        let manifest = serde_json::from_slice::<Self>(text);
        let manifest = manifest.map_err(|error| damaged(error.to_string()))?;
        manifest.check::<R>().map_err(damaged)?;
        let rules = known.filter(|known| known.text() == manifest.rules);
        let rules = rules.ok_or_else(|| damaged(format!("no rules are `{name}` as written there")));
        Ok((manifest, rules?))
    }

    /// Refuses what no writer writes: what is wrong.
    fn check<R: TableRules>(&self) -> Result<(), String> {
        if self.kind == Kind::Distance {
            return Err("distances stand beside scores, not alone".to_owned());
        }
        if self.endless != self.kind.endless() {
            let (kind, endless) = (self.kind, self.endless);
            return Err(format!(
                "{kind} tables do not count endless play as {endless}"
            ));
        }
        if !self.layers.is_sorted_by(|one, next| one.layer < next.layer) {
            return Err("its layers are not in rising order".to_owned());
        }
        if !R::GAPS
            && !R::layers()
                .zip(&self.layers)
                .all(|(seeds, record)| seeds == record.layer)
        {
            return Err("a layer below another is missing".to_owned());
        }
        for record in &self.layers {
            let checked = record.check(R::layer_size(record.layer));
            checked.map_err(|why| format!("layer {}: {why}", record.layer))?;
        }
        if !self
            .distances
            .is_sorted_by(|one, next| one.layer < next.layer)
        {
            return Err("its distances are not in rising order".to_owned());
        }
        for record in &self.distances {
            let checked = record.check(R::layer_size(record.layer));
            checked.map_err(|why| format!("distances of layer {}: {why}", record.layer))?;
        }
        self.check_files::<R>()
    }

    fn check_files<R: TableRules>(&self) -> Result<(), String> {
        if !self.files.is_sorted_by(|one, next| one.name < next.name) {
            return Err("its files are not in rising order".to_owned());
        }
        for record in &self.files {
            let is_of = |kind: Kind| R::layers().any(|seeds| record.name == kind.file_name(seeds));
            if !is_of(self.kind) && (self.kind != Kind::Score || !is_of(Kind::Distance)) {
                return Err(format!("`{}` is no file of its tables", record.name));
            }
            if !["plain", "packed"].contains(&record.form.as_str()) {
                return Err(format!("the form of {} is unknown", record.name));
            }
            check_sha256(&record.sha256).map_err(|why| format!("{}: {why}", record.name))?;
        }
        Ok(())
    }
}

impl<T> Manifest<T> {
    /// The record of a layer's values.
    pub fn layer(&self, seeds: u32) -> Option<&LayerRecord> {
        self.layers.iter().find(|record| record.layer == seeds)
    }

    /// The record of a layer's distances.
    pub fn distances(&self, seeds: u32) -> Option<&DistanceRecord> {
        self.distances.iter().find(|record| record.layer == seeds)
    }

    /// The record of a file.
    pub fn file(&self, name: &str) -> Option<&FileRecord> {
        self.files.iter().find(|record| record.name == name)
    }

    /// Whether the table of a layer is recorded: its values, or its distances.
    pub fn has(&self, kind: Kind, seeds: u32) -> bool {
        match kind {
            Kind::Distance => self.distances(seeds).is_some(),
            _ => kind == self.kind && self.layer(seeds).is_some(),
        }
    }

    pub(crate) fn has_record(&self, record: &Record) -> bool {
        match record {
            Record::Values(record) => self.layer(record.layer) == Some(record),
            Record::Distances(record) => self.distances(record.layer) == Some(record),
        }
    }

    /// Enters a record, in the place of an older one of the same table, whose file's
    /// record is struck out.
    pub(crate) fn insert(&mut self, record: Record) {
        match record {
            Record::Values(record) => {
                self.remove_file(&self.kind.file_name(record.layer));
                put(&mut self.layers, record, |one| one.layer);
            }
            Record::Distances(record) => {
                self.remove_file(&Kind::Distance.file_name(record.layer));
                put(&mut self.distances, record, |one| one.layer);
            }
        }
    }

    /// Enters the record of a file, in the place of an older one.
    pub(crate) fn insert_file(&mut self, record: FileRecord) {
        put(&mut self.files, record, |one| one.name.clone());
    }

    /// Strikes out the record of a table and of its file. Returns whether there
    /// was one of the table.
    pub(crate) fn remove(&mut self, kind: Kind, seeds: u32) -> bool {
        self.remove_file(&kind.file_name(seeds));
        let had = self.has(kind, seeds);
        match kind {
            Kind::Distance => self.distances.retain(|record| record.layer != seeds),
            _ => self.layers.retain(|record| record.layer != seeds),
        }
        had
    }

    /// Strikes out the record of a file.
    fn remove_file(&mut self, name: &str) {
        self.files.retain(|record| record.name != name);
    }
}

impl<T: Serialize> Manifest<T> {
    /// Writes the manifest in the directory `dir`, as a whole or not at all.
    pub(crate) fn write(&self, disk: &dyn Disk, dir: &Path) -> Result<(), TableError> {
        let path = dir.join(self.kind.manifest_name());
        let text = serde_json::to_vec_pretty(self)
            .map_err(io::Error::from)
            .map_err(TableError::io("write", &path))?;
        atomic::write(disk, &path, |file| {
            file.write_all(&text)?;
            file.write_all(b"\n")
        })
    }
}

impl LayerRecord {
    /// Refuses what no writer writes of a layer that has so many positions, 0 when
    /// there is no such layer.
    fn check(&self, positions: u64) -> Result<(), &'static str> {
        check_size(positions, self.positions, self.bytes == positions)?;
        let mut classes = [self.wins, self.draws, self.losses].into_iter();
        if classes.try_fold(0, u64::checked_add) != Some(positions) {
            return Err("its wins, draws and losses do not add up");
        }
        check_sha256(&self.sha256)
    }
}

impl DistanceRecord {
    /// As [`LayerRecord::check`].
    fn check(&self, positions: u64) -> Result<(), &'static str> {
        let list = self.bytes.checked_sub(positions);
        let is_whole = list.is_some_and(|list| list % LONG_BYTES as u64 == 0);
        check_size(positions, self.positions, is_whole)?;
        check_sha256(&self.sha256)
    }
}

fn check_size(positions: u64, recorded: u64, is_whole: bool) -> Result<(), &'static str> {
    match positions {
        0 => Err("there is no such layer"),
        _ if recorded == positions && is_whole => Ok(()),
        _ => Err("its size is wrong"),
    }
}

/// Enters a record, in the place of an older one with the same key, by rising
/// keys.
fn put<T, K: Ord>(records: &mut Vec<T>, record: T, key: impl Fn(&T) -> K) {
    match records.binary_search_by_key(&key(&record), key) {
        Ok(at) => records[at] = record,
        Err(at) => records.insert(at, record),
    }
}

fn check_sha256(sha256: &str) -> Result<(), &'static str> {
    let hexadecimal = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if sha256.len() == 64 && sha256.bytes().all(hexadecimal) {
        return Ok(());
    }
    Err("its sha256 is not 64 hexadecimal digits")
}
