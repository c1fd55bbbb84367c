//! Checkpoints: the values of a layer in progress, between two sweeps.
//!
//! Resuming from one is sound: values only move away from 0, and every state
//! between sweeps lies below the least fixpoint, so that sweeping on from it
//! ends in the same values. `docs/format.md` has the argument.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use grenier_rules::MAX_SEEDS;
use xxhash_rust::xxh3::xxh3_64;

use crate::dir::TableDir;
use crate::error::TableError;
use crate::header::FORM_CHECKPOINT;
use crate::layer_file::Wanted;

impl TableDir {
    /// Writes a checkpoint of the layer with `seeds` seeds: the `values` that
    /// the solver has reached, in index order, one per position. It replaces
    /// the layer's older one as a whole; on an error, such as a full disk, the
    /// older one stays. Until then there must be room for both.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when the directory was opened for reading;
    /// [`TableError::WrongSize`] when there is no such layer or `values` is not
    /// as long as it; [`TableError::Io`] when the system refuses.
    pub fn write_checkpoint(&mut self, seeds: u32, values: &[i8]) -> Result<(), TableError> {
        self.check_writable(seeds, values)?;
        let path = self.checkpoint_path(seeds);
        self.wanted(seeds).write(&path, FORM_CHECKPOINT, values)
    }

    /// The values of the layer's checkpoint; `None` when there is none, or none
    /// that can be used: it is damaged, or of another layer, rule set, kind or
    /// format. The payload's hash is compared.
    ///
    /// # Errors
    /// [`TableError::Io`] when the system refuses to read it.
    pub fn read_checkpoint(&self, seeds: u32) -> Result<Option<Vec<i8>>, TableError> {
        read(&self.checkpoint_path(seeds), &self.wanted(seeds))
    }

    /// Removes the checkpoint of a layer, if there is one.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when the directory was opened for reading;
    /// [`TableError::Io`] when the system refuses.
    pub fn remove_checkpoint(&mut self, seeds: u32) -> Result<(), TableError> {
        self.check_open_for_writing()?;
        let path = self.checkpoint_path(seeds);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(TableError::io("remove", &path)(error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the checkpoints of finished layers and those that cannot be
    /// used.
    pub(crate) fn remove_useless_checkpoints(&mut self) -> Result<(), TableError> {
        for seeds in 0..=MAX_SEEDS {
            let finished = self.manifest().layer(seeds).is_some();
            if finished || self.read_checkpoint(seeds)?.is_none() {
                self.remove_checkpoint(seeds)?;
            }
        }
        Ok(())
    }

    /// `layer-07.score.checkpoint`, for instance.
    fn checkpoint_path(&self, seeds: u32) -> PathBuf {
        self.layer_path(seeds).with_added_extension("checkpoint")
    }
}

fn read(path: &Path, wanted: &Wanted) -> Result<Option<Vec<i8>>, TableError> {
    let (mut file, header, len) = match wanted.open(path, FORM_CHECKPOINT) {
        Ok(opened) => opened,
        Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            return Ok(None);
        }
        Err(error @ TableError::Io { .. }) => return Err(error),
        // Whatever else is wrong with it, it is only time that is lost.
        Err(_) => return Ok(None),
    };
    let mut values = vec![0_i8; len];
    let payload: &mut [u8] = bytemuck::cast_slice_mut(&mut values);
    file.read_exact(payload)
        .map_err(TableError::io("read", path))?;
    let intact = xxh3_64(payload) == header.payload_hash;
    Ok(intact.then_some(values))
}
