//! A directory of tables: one rule set, and a file for each layer that is
//! finished; beside the scores of a layer its distances, if they were built
//! (`depth.rs`). Scores, secure seeds and own-side bounds stand side by side, each
//! kind with a manifest of its own; a [`TableDir`] is one kind of them.
//!
//! # What a crash can leave
//!
//! A layer is written to a temporary name, synced, marked as finished, synced,
//! renamed; then the manifest is rewritten in the same way. Whoever opens the
//! directory for writing next finds one of these:
//!
//! - a temporary file: it is removed;
//! - a layer file without a record: its name says that it is complete; it is
//!   read, its hash compared, and its record made from it;
//! - a record whose layer file is gone or damaged, which no crash of ours but a
//!   disk or a person brings about: the record is struck out, and the layer
//!   counts as not built;
//! - a checkpoint of a layer that is finished: it is removed. So is one whose
//!   header says that it cannot be used; the others are kept.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grenier_index::layer_size;
use grenier_rules::{MAX_SEEDS, RuleSet};

use crate::atomic;
use crate::disk::{Disk, SystemDisk};
use crate::error::TableError;
use crate::kind::{Endless, Kind};
use crate::layer_file::{LayerFile, Opened, Wanted, kind_words};
use crate::manifest::{Manifest, file_name};
use crate::record::{FileRecord, LayerRecord};
use crate::rules_id::RulesId;

const LOCK: &str = "lock";

/// The tables of one kind in a directory, open for reading, or for reading and
/// writing.
#[derive(Debug)]
pub struct TableDir {
    path: PathBuf,
    rules: &'static RuleSet,
    kind: Kind,
    endless: Endless,
    manifest: Manifest,
    /// Held while the directory is open for writing; the system lets go of it
    /// when the file is closed, also after a crash.
    lock: Option<File>,
    disk: Arc<dyn Disk>,
    /// Checkpoints that were removed because they cannot be used.
    dropped: Vec<(u32, TableError)>,
}

impl TableDir {
    /// Opens a directory for writing, makes it if need be, and puts in order
    /// what a killed build has left.
    ///
    /// # Errors
    /// [`TableError::Locked`] when another builder has it open;
    /// [`TableError::WrongRules`] or [`TableError::WrongKind`] when it holds
    /// other tables; [`TableError::BadManifest`] or
    /// [`TableError::NewerFormat`] when its manifest cannot be understood;
    /// [`TableError::Io`] when it cannot be made or written to.
    ///
    /// # Panics
    /// When `rules` is not one of [`RuleSet::ALL`]: only those have an id by
    /// which a file can name them. When `kind` is [`Kind::Depth`]: distances
    /// stand beside scores.
    pub fn create(
        path: &Path,
        rules: &'static RuleSet,
        kind: Kind,
        endless: Endless,
    ) -> Result<Self, TableError> {
        Self::create_on(Arc::new(SystemDisk), path, rules, kind, endless)
    }

    /// As [`TableDir::create`], on a disk of the caller's choice: a test has
    /// one that fails.
    ///
    /// # Errors
    /// As [`TableDir::create`].
    ///
    /// # Panics
    /// As [`TableDir::create`].
    pub fn create_on(
        disk: Arc<dyn Disk>,
        path: &Path,
        rules: &'static RuleSet,
        kind: Kind,
        endless: Endless,
    ) -> Result<Self, TableError> {
        assert_eq!(RuleSet::with_id(rules.id), Some(rules), "a known rule set");
        assert_ne!(kind, Kind::Depth, "distances stand beside scores");
        atomic::make_dir(&*disk, path)?;
        let lock = Some(lock(path)?);
        remove_temporaries(&*disk, path)?;
        let found = Manifest::read(&path.join(manifest_name(kind)))?;
        let is_new = found.is_none();
        let manifest = match found {
            Some((manifest, found)) => {
                check_same(path, (&manifest, found), rules, kind, endless)?;
                manifest
            }
            None => Manifest::new(rules, kind, endless),
        };
        for other in Kind::SETS {
            if let Some((_, found)) = Manifest::read(&path.join(manifest_name(other)))? {
                check_rules(path, found, rules)?;
            }
        }
        let mut dir = Self {
            path: path.to_owned(),
            rules,
            kind,
            endless,
            manifest,
            lock,
            disk,
            dropped: Vec::new(),
        };
        if dir.reconcile()? || is_new {
            dir.write_manifest()?;
        }
        dir.dropped = dir.remove_useless_checkpoints()?;
        Ok(dir)
    }

    /// Opens a directory for reading its scores. No file is written, no lock is
    /// taken; layers that a builder finishes later are not seen.
    ///
    /// # Errors
    /// As [`TableDir::open_kind`].
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::open_kind(path, Kind::Score)
    }

    /// As [`TableDir::open`], for the tables of a kind.
    ///
    /// # Errors
    /// [`TableError::NoTables`] when there is no manifest of this kind;
    /// [`TableError::BadManifest`] or [`TableError::NewerFormat`] when it
    /// cannot be understood; [`TableError::Io`] when it cannot be read.
    pub fn open_kind(path: &Path, kind: Kind) -> Result<Self, TableError> {
        let manifest_path = path.join(manifest_name(kind));
        let Some((manifest, rules)) = Manifest::read(&manifest_path)? else {
            return Err(TableError::NoTables {
                path: path.to_owned(),
                kind,
            });
        };
        if manifest.kind != kind {
            return Err(TableError::BadManifest {
                path: manifest_path,
                why: format!("it is of kind {}, not {kind}", manifest.kind),
            });
        }
        Ok(Self {
            path: path.to_owned(),
            rules,
            kind: manifest.kind,
            endless: manifest.endless,
            manifest,
            lock: None,
            disk: Arc::new(SystemDisk),
            dropped: Vec::new(),
        })
    }

    /// The rule set of all tables here.
    pub fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// What is tabled.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How endless play is counted in the tables.
    pub fn endless(&self) -> Endless {
        self.endless
    }

    /// Where the directory is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the directory says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn manifest_mut(&mut self) -> &mut Manifest {
        &mut self.manifest
    }

    /// The name of a layer's file: `layer-07.score`, for instance.
    pub fn file_name(&self, seeds: u32) -> String {
        file_name(seeds, self.kind)
    }

    /// The name of the file of a layer's distances.
    pub fn depth_name(&self, seeds: u32) -> String {
        file_name(seeds, Kind::Depth)
    }

    /// The layers that are finished, by seeds, rising.
    pub fn layers(&self) -> Vec<u32> {
        let layers = self.manifest.layers.iter();
        layers.map(|record| record.layer).collect()
    }

    /// Maps the table of the layer with `seeds` seeds. See [`LayerFile`] for
    /// what is checked, and for what a mapping asks of other programs.
    ///
    /// # Errors
    /// [`TableError::NoLayer`] when the layer is not finished; otherwise
    /// whatever check the file does not pass.
    pub fn open_layer(&self, seeds: u32) -> Result<LayerFile, TableError> {
        self.check_present(seeds)?;
        LayerFile::map(&self.layer_path(seeds), &self.wanted(seeds))
    }

    /// As [`TableDir::open_layer`], but copies the table into memory, so that
    /// nothing which later happens to the file can matter.
    ///
    /// # Errors
    /// As [`TableDir::open_layer`].
    pub fn read_layer(&self, seeds: u32) -> Result<LayerFile, TableError> {
        self.check_present(seeds)?;
        LayerFile::read(&self.layer_path(seeds), &self.wanted(seeds))
    }

    /// Writes the table of the layer with `seeds` seeds: `values` in index
    /// order, from the mover's view. A table of this layer that was there is
    /// replaced. When this returns, file and manifest are on the disk and the
    /// layer's checkpoint is removed; on an error, such as a full disk, no part
    /// of a file is left, and an older table of the layer is entered again by
    /// the next [`TableDir::create`]. `values` are not copied; they are hashed
    /// while they are written.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when the directory was opened for reading;
    /// [`TableError::WrongSize`] when there is no such layer or `values` is not
    /// as long as it; [`TableError::Io`] when the system refuses.
    pub fn write_layer(&mut self, seeds: u32, values: &[i8]) -> Result<LayerRecord, TableError> {
        self.check_writable(seeds, values.len() as u64)?;
        self.strike_out(seeds)?;
        let (record, written) = rayon::join(
            || LayerRecord::of(seeds, values),
            || {
                let (path, payload) = (self.layer_path(seeds), bytemuck::cast_slice(values));
                let wanted = self.wanted(seeds);
                wanted.write_plain(self.disk(), &path, &[payload])
            },
        );
        self.enter(record.clone(), written?)?;
        self.remove_checkpoint(seeds)?;
        Ok(record)
    }

    /// Strikes out the record of a layer that is about to be written: a crash
    /// between file and manifest must not leave the record of another file, nor
    /// distances beside other scores.
    fn strike_out(&mut self, seeds: u32) -> Result<(), TableError> {
        let depth = self.remove_depth(seeds)?;
        if self.manifest.remove(seeds) || depth {
            self.write_manifest()?;
        }
        Ok(())
    }

    /// The same before a file is replaced by one with the same content, if the
    /// layer is there with this record: only that of the file is struck out, so
    /// that the layer is there all the time.
    pub(crate) fn strike_out_file(&mut self, record: &LayerRecord) -> Result<(), TableError> {
        if self.manifest.layer(record.layer) != Some(record) {
            return self.strike_out(record.layer);
        }
        if self
            .manifest
            .remove_file(&file_name(record.layer, self.kind))
        {
            self.write_manifest()?;
        }
        Ok(())
    }

    /// Enters the record of a layer whose file is on the disk, and that of the
    /// file.
    pub(crate) fn enter(
        &mut self,
        record: LayerRecord,
        file: FileRecord,
    ) -> Result<(), TableError> {
        self.manifest.insert(record);
        self.manifest.insert_file(file);
        self.write_manifest()
    }

    /// Enters the record of a file if it has none or another one, as far as form
    /// and length tell. Whether it had to.
    pub(crate) fn enter_file(&mut self, path: &Path, opened: &Opened) -> Result<bool, TableError> {
        let form = opened.header.form;
        let name = file_name(opened.header.seeds.into(), opened.header.kind);
        let recorded = self.manifest.file(&name);
        if recorded.is_some_and(|file| file.form == form.name() && file.bytes == opened.len as u64)
        {
            return Ok(false);
        }
        let file = FileRecord::of(path, form)?;
        self.manifest.insert_file(file);
        Ok(true)
    }

    /// Says in the manifest which program writes here: its commit, or
    /// "unknown", as it is without this.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when the directory was opened for reading;
    /// [`TableError::Io`] when the system refuses.
    pub fn set_commit(&mut self, commit: &str) -> Result<(), TableError> {
        self.check_open_for_writing()?;
        if self.manifest.commit == commit {
            return Ok(());
        }
        commit.clone_into(&mut self.manifest.commit);
        self.write_manifest()
    }

    /// The layers whose checkpoint [`TableDir::create`] removed because it cannot
    /// be used, and what was wrong with it.
    pub fn dropped_checkpoints(&self) -> &[(u32, TableError)] {
        &self.dropped
    }

    pub(crate) fn disk(&self) -> &dyn Disk {
        &*self.disk
    }

    /// Refuses to write where that is not allowed.
    pub(crate) fn check_open_for_writing(&self) -> Result<(), TableError> {
        if self.lock.is_some() {
            return Ok(());
        }
        Err(TableError::ReadOnly {
            path: self.path.clone(),
        })
    }

    /// Refuses to write where that is not allowed, or what is no layer.
    pub(crate) fn check_writable(&self, seeds: u32, have: u64) -> Result<(), TableError> {
        self.check_open_for_writing()?;
        let want = Some(seeds)
            .filter(|&seeds| seeds <= MAX_SEEDS)
            .map_or(0, layer_size);
        if have == want && want > 0 {
            return Ok(());
        }
        Err(TableError::WrongSize {
            path: self.path.clone(),
            layer: seeds,
            have,
            want,
        })
    }

    /// Makes the manifest say what is there. Whether it had to change.
    fn reconcile(&mut self) -> Result<bool, TableError> {
        let mut changed = false;
        for seeds in 0..=MAX_SEEDS {
            let (path, wanted) = (self.layer_path(seeds), self.wanted(seeds));
            if self.manifest.layer(seeds).is_some() {
                // The payload is not read: that could take hours.
                match usable(wanted.open(&path))? {
                    Some(opened) => changed |= self.enter_file(&path, &opened)?,
                    None => changed |= self.manifest.remove(seeds),
                }
            } else if let Some(file) = usable(LayerFile::map(&path, &wanted).and_then(checked))? {
                self.manifest.insert(LayerRecord::of(seeds, file.values()));
                self.enter_file(&path, &wanted.open(&path)?)?;
                changed = true;
            }
            changed |= self.reconcile_depth(seeds)?;
        }
        Ok(changed)
    }

    pub(crate) fn check_present(&self, seeds: u32) -> Result<(), TableError> {
        if self.manifest.layer(seeds).is_some() {
            return Ok(());
        }
        Err(TableError::NoLayer {
            path: self.path.clone(),
            kind: self.kind,
            rules: self.rules.name,
            layer: seeds,
        })
    }

    pub(crate) fn wanted(&self, seeds: u32) -> Wanted {
        Wanted {
            rules: RulesId(self.rules.id),
            kind: self.kind,
            endless: self.endless,
            seeds,
        }
    }

    /// `layer-07.score`, for instance.
    pub(crate) fn layer_path(&self, seeds: u32) -> PathBuf {
        self.path.join(file_name(seeds, self.kind))
    }

    pub(crate) fn write_manifest(&mut self) -> Result<(), TableError> {
        env!("CARGO_PKG_VERSION").clone_into(&mut self.manifest.program);
        let path = self.path.join(manifest_name(self.kind));
        self.manifest.write(&*self.disk, &path)
    }
}

/// `manifest.json`, or of other kinds than scores `manifest-secure.json`, for
/// instance: each kind is a set of tables of its own.
pub(crate) fn manifest_name(kind: Kind) -> String {
    match kind {
        Kind::Score => "manifest.json".to_owned(),
        _ => format!("manifest-{kind}.json"),
    }
}

fn is_manifest(name: &str) -> bool {
    Kind::SETS.iter().any(|&kind| manifest_name(kind) == name)
}

fn check_rules(path: &Path, found: &RuleSet, rules: &RuleSet) -> Result<(), TableError> {
    if found == rules {
        return Ok(());
    }
    Err(TableError::WrongRules {
        path: path.to_owned(),
        have: found.name.to_owned(),
        want: rules.name.to_owned(),
    })
}

/// Takes the lock that only one builder can hold.
pub(crate) fn lock(dir: &Path) -> Result<File, TableError> {
    let path = dir.join(LOCK);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(TableError::io("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TableError::Locked {
            path: dir.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(TableError::io("lock", &path)(error)),
    }
}

/// Removes what a killed build was writing: our own names only.
pub(crate) fn remove_temporaries(disk: &dyn Disk, dir: &Path) -> Result<(), TableError> {
    for entry in fs::read_dir(dir).map_err(TableError::io("list", dir))? {
        let path = entry.map_err(TableError::io("list", dir))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let ours = name
            .and_then(|name| name.strip_suffix(atomic::TEMPORARY))
            .is_some_and(|name| is_manifest(name) || name.starts_with("layer-"));
        if ours {
            disk.remove(&path)
                .map_err(TableError::io("remove", &path))?;
        }
    }
    Ok(())
}

/// A file, if it is there and opens properly.
pub(crate) fn usable<T>(opened: Result<T, TableError>) -> Result<Option<T>, TableError> {
    match opened {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.is_not_found() || error.is_damage() => Ok(None),
        Err(error) => Err(error),
    }
}

/// A file with its payload checked.
fn checked(file: LayerFile) -> Result<LayerFile, TableError> {
    file.check_payload()?;
    Ok(file)
}

/// Refuses a directory that holds other tables than are to be written.
pub(crate) fn check_same(
    path: &Path,
    (manifest, found): (&Manifest, &RuleSet),
    rules: &RuleSet,
    kind: Kind,
    endless: Endless,
) -> Result<(), TableError> {
    check_rules(path, found, rules)?;
    if (manifest.kind, manifest.endless) != (kind, endless) {
        return Err(TableError::WrongKind {
            path: path.to_owned(),
            have: kind_words(manifest.kind, manifest.endless),
            want: kind_words(kind, endless),
        });
    }
    Ok(())
}
