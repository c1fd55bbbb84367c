//! Checkpoints: the values of a layer in progress, between two sweeps.
//!
//! Resuming from one is sound: values only move away from 0, and every state
//! between sweeps lies below the least fixpoint, so that sweeping on from it
//! ends in the same values. `docs/format.md` has the argument.

use std::io;
use std::path::PathBuf;

use grenier_rules::MAX_SEEDS;

use crate::dir::TableDir;
use crate::error::TableError;
use crate::header::Form;
use crate::layer_file::LayerFile;

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
        self.check_writable(seeds, values.len() as u64)?;
        let path = self.checkpoint_path(seeds);
        let payload = [bytemuck::cast_slice(values)];
        self.wanted(seeds)
            .write(self.disk(), &path, Form::Checkpoint, &payload)
    }

    /// Maps the layer's checkpoint, its payload checked; `None` when there is
    /// none. Its values take no memory that the system cannot
    /// have back; let go of it before the next one is written, or the disk
    /// holds three.
    ///
    /// # Errors
    /// [`TableError::Io`] when the system refuses to read it. Any other when it
    /// cannot be used: it is damaged, or of another layer, rule set, kind or
    /// format. Then it is only time that is lost.
    pub fn checkpoint(&self, seeds: u32) -> Result<Option<LayerFile>, TableError> {
        let path = self.checkpoint_path(seeds);
        match LayerFile::map_checkpoint(&path, &self.wanted(seeds)) {
            Err(error) if error.is_not_found() => Ok(None),
            opened => {
                let file = opened?;
                file.check_payload()?;
                Ok(Some(file))
            }
        }
    }

    /// Removes the checkpoint of a layer, if there is one.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when the directory was opened for reading;
    /// [`TableError::Io`] when the system refuses.
    pub fn remove_checkpoint(&mut self, seeds: u32) -> Result<(), TableError> {
        self.check_open_for_writing()?;
        let path = self.checkpoint_path(seeds);
        match self.disk().remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(TableError::io("remove", &path)(error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the checkpoints of finished layers and those that cannot be
    /// used, as far as their headers tell: the payload, which can be large, is
    /// checked when it is used. Which layers lose one that way, and why.
    pub(crate) fn remove_useless_checkpoints(
        &mut self,
    ) -> Result<Vec<(u32, TableError)>, TableError> {
        let mut dropped = Vec::new();
        for seeds in 0..=MAX_SEEDS {
            let finished = self.manifest().layer(seeds).is_some();
            let path = self.checkpoint_path(seeds);
            match self.wanted(seeds).open_checkpoint(&path) {
                Ok(_) if !finished => continue,
                Err(error) if error.is_not_found() => continue,
                Err(error @ TableError::Io { .. }) if !finished => return Err(error),
                Err(error) if !finished => dropped.push((seeds, error)),
                _ => {}
            }
            self.remove_checkpoint(seeds)?;
        }
        Ok(dropped)
    }

    /// `layer-07.score.checkpoint`, for instance.
    fn checkpoint_path(&self, seeds: u32) -> PathBuf {
        self.layer_path(seeds).with_added_extension("checkpoint")
    }
}
