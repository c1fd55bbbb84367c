//! A directory of tables, open for writing.

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::read::Dir;
use crate::atomic;
use crate::disk::{Disk, SystemDisk};
use crate::distances::Distances;
use crate::error::TableError;
use crate::file::Stage;
use crate::header::Form;
use crate::kind::Kind;
use crate::manifest::{DistanceRecord, FileRecord, LayerRecord, Record};
use crate::rules::TableRules;

const LOCK: &str = "lock";

/// A directory of tables, open for reading and writing; only one process can have
/// it open so. [`crate::TableWriter`] is that of the Oware family.
#[derive(Debug)]
pub struct Writer<R: TableRules> {
    dir: Dir<R>,
    disk: Arc<dyn Disk>,
    /// The system releases the lock when the file is closed, also after a crash.
    _lock: File,
    dropped: Vec<(u32, TableError)>,
}

impl<R: TableRules> Deref for Writer<R> {
    type Target = Dir<R>;

    fn deref(&self) -> &Dir<R> {
        &self.dir
    }
}

impl<R: TableRules> Writer<R> {
    /// Opens a directory for writing. Makes it if need be, and puts in order what
    /// a killed build has left.
    ///
    /// # Errors
    /// [`TableError::Locked`] when another builder has it open;
    /// [`TableError::WrongRules`] or [`TableError::WrongKind`] when it holds
    /// other tables; [`TableError::BadManifest`] or
    /// [`TableError::NewerFormat`] when its manifest cannot be understood;
    /// [`TableError::Io`] when it cannot be made or written to.
    ///
    /// # Panics
    /// When the id of `rules` is not their own, see [`TableRules::with_id`]. When
    /// `kind` is [`Kind::Distance`]: distances stand beside scores.
    pub fn create(path: &Path, rules: R, kind: Kind) -> Result<Self, TableError> {
        Self::create_on(Arc::new(SystemDisk), path, rules, kind)
    }

    /// As [`Writer::create`], on a disk of the caller's choice.
    ///
    /// # Errors
    /// As [`Writer::create`].
    ///
    /// # Panics
    /// As [`Writer::create`].
    pub fn create_on(
        disk: Arc<dyn Disk>,
        path: &Path,
        rules: R,
        kind: Kind,
    ) -> Result<Self, TableError> {
        assert_eq!(R::with_id(rules.id()), Some(rules), "a known rule set");
        assert_ne!(kind, Kind::Distance, "distances stand beside scores");
        atomic::make_dir(&*disk, path)?;
        let lock = lock(path)?;
        remove_temporaries(&*disk, path)?;
        let (mut dir, is_new) = Dir::open_or_new(path, rules, kind)?;
        let changed = dir.reconcile()?;
        let mut writer = Self {
            dir,
            disk,
            _lock: lock,
            dropped: Vec::new(),
        };
        if changed || is_new {
            writer.write_manifest()?;
        }
        for (seeds, why) in writer.useless_checkpoints()? {
            writer.remove_checkpoint(seeds)?;
            writer.dropped.extend(why.map(|why| (seeds, why)));
        }
        Ok(writer)
    }

    /// Writes the table of the layer with `seeds` seeds: `values` in index
    /// order, from the mover's view. An older table of this layer is replaced,
    /// and its distances are removed. When this returns, file and manifest are on
    /// the disk and the layer's checkpoint is removed. On an error, such as a full
    /// disk, no part of a file is left, and the next [`Writer::create`] enters an
    /// older table of the layer again. `values` are not copied; they are hashed
    /// while they are written.
    ///
    /// # Errors
    /// [`TableError::WrongSize`] when there is no such layer, `values` is not as
    /// long as it, or a layer below is missing where there may be no gaps;
    /// [`TableError::Io`] when it cannot be written.
    pub fn write_layer(&mut self, seeds: u32, values: &[i8]) -> Result<LayerRecord, TableError> {
        self.check_size(seeds, values.len() as u64)?;
        let (kind, payload) = (self.kind(), [bytemuck::cast_slice(values)]);
        self.strike_out(kind, seeds)?;
        let (record, written) = rayon::join(
            || LayerRecord::of(seeds, values),
            || self.write_plain(kind, seeds, &payload),
        );
        self.enter(Record::Values(record.clone()), written?)?;
        self.remove_checkpoint(seeds)?;
        Ok(record)
    }

    /// Writes the distances of the layer with `seeds` seeds, whose scores are
    /// there, as [`Writer::write_layer`] writes scores.
    ///
    /// # Errors
    /// As [`Writer::write_layer`]; [`TableError::NoLayer`] when the scores are
    /// not there.
    pub fn write_distances(
        &mut self,
        seeds: u32,
        distances: &Distances<'_>,
    ) -> Result<DistanceRecord, TableError> {
        self.check_size(seeds, distances.len())?;
        self.check_present(Kind::Score, seeds)?;
        let (kind, payload) = (Kind::Distance, distances.payload());
        self.strike_out(kind, seeds)?;
        let (record, written) = rayon::join(
            || DistanceRecord::of(seeds, distances),
            || self.write_plain(kind, seeds, &payload),
        );
        self.enter(Record::Distances(record.clone()), written?)?;
        Ok(record)
    }

    /// Writes a file in the plain form and makes its record. That hashes what is
    /// written, one long chain, beside the writing: reading the file for it would
    /// come after.
    pub(super) fn write_plain(
        &self,
        kind: Kind,
        seeds: u32,
        payload: &[&[u8]],
    ) -> Result<FileRecord, TableError> {
        let (path, form) = (self.file_path(kind, seeds), Form::Plain);
        let expected = self.expected(kind, seeds);
        expected.write(self.disk(), &path, form, payload, |header| {
            let header = header.encode(true);
            let parts = [&[&header[..]], payload].concat();
            FileRecord::of_content(&path, form, &parts)
        })
    }

    /// Writes a checkpoint of the layer with `seeds` seeds: the `values` that
    /// the solver has reached, in index order, one per position. It replaces
    /// the layer's older one as a whole; on an error, such as a full disk, the
    /// older one stays. Until then there must be room for both.
    ///
    /// # Errors
    /// [`TableError::WrongSize`] when there is no such layer or `values` is not
    /// as long as it; [`TableError::Io`] when it cannot be written.
    pub fn write_checkpoint(&mut self, seeds: u32, values: &[i8]) -> Result<(), TableError> {
        self.check_size(seeds, values.len() as u64)?;
        let (path, payload) = (self.checkpoint_path(seeds), [bytemuck::cast_slice(values)]);
        let expected = self.expected(self.kind(), seeds);
        expected.write(self.disk(), &path, Form::Checkpoint, &payload, |_| ())
    }

    /// Removes the checkpoint of a layer, if there is one.
    ///
    /// # Errors
    /// [`TableError::Io`] when it cannot be removed.
    pub fn remove_checkpoint(&mut self, seeds: u32) -> Result<(), TableError> {
        self.remove(&self.checkpoint_path(seeds))
    }

    /// The layers whose checkpoint [`Writer::create`] removed because it cannot
    /// be used, and what was wrong with it.
    pub fn dropped_checkpoints(&self) -> &[(u32, TableError)] {
        &self.dropped
    }

    /// Enters in the manifest the commit of the program that writes here;
    /// "unknown" without this.
    ///
    /// # Errors
    /// [`TableError::Io`] when it cannot be written.
    pub fn set_commit(&mut self, commit: &str) -> Result<(), TableError> {
        if self.manifest().commit == commit {
            return Ok(());
        }
        commit.clone_into(&mut self.dir.manifest.commit);
        self.write_manifest()
    }

    /// Strikes out the record of a table that is about to be written: a crash
    /// between file and manifest must not leave the record of another file, nor
    /// distances beside other scores.
    pub(super) fn strike_out(&mut self, kind: Kind, seeds: u32) -> Result<(), TableError> {
        let mut changed = false;
        if kind == Kind::Score {
            self.remove(&self.file_path(Kind::Distance, seeds))?;
            changed = self.dir.manifest.remove(Kind::Distance, seeds);
        }
        changed |= self.dir.manifest.remove(kind, seeds);
        if changed {
            self.write_manifest()?;
        }
        Ok(())
    }

    /// Enters the record of a table whose file is on the disk, and that of the
    /// file.
    pub(super) fn enter(&mut self, record: Record, file: FileRecord) -> Result<(), TableError> {
        self.dir.manifest.insert(record);
        self.dir.manifest.insert_file(file);
        self.write_manifest()
    }

    pub(super) fn disk(&self) -> &dyn Disk {
        &*self.disk
    }

    pub(super) fn file_path(&self, kind: Kind, seeds: u32) -> PathBuf {
        self.path().join(kind.file_name(seeds))
    }

    fn checkpoint_path(&self, seeds: u32) -> PathBuf {
        let expected = self.expected(self.kind(), seeds);
        self.path().join(expected.name(Stage::Checkpoint))
    }

    /// Refuses what is not the content of a layer that can be written.
    fn check_size(&self, seeds: u32, have: u64) -> Result<(), TableError> {
        let founded = self.is_founded(self.kind(), seeds);
        let want = if founded { R::layer_size(seeds) } else { 0 };
        if have == want && want > 0 {
            return Ok(());
        }
        Err(TableError::WrongSize {
            path: self.path().to_owned(),
            layer: seeds,
            have,
            want,
        })
    }

    /// Removes a file, if it is there.
    fn remove(&self, path: &Path) -> Result<(), TableError> {
        match self.disk.remove(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(TableError::io("remove", path)(error))
            }
            _ => Ok(()),
        }
    }

    fn write_manifest(&mut self) -> Result<(), TableError> {
        let manifest = &mut self.dir.manifest;
        env!("CARGO_PKG_VERSION").clone_into(&mut manifest.program);
        manifest.write(&*self.disk, self.dir.source.path())
    }
}

/// Takes the lock that only one builder can hold.
fn lock(dir: &Path) -> Result<File, TableError> {
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
fn remove_temporaries(disk: &dyn Disk, dir: &Path) -> Result<(), TableError> {
    for entry in fs::read_dir(dir).map_err(TableError::io("list", dir))? {
        let path = entry.map_err(TableError::io("list", dir))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let is_manifest = |name| Kind::SETS.iter().any(|kind| kind.manifest_name() == name);
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
