//! Checkpoints: the values of a layer in progress, between two sweeps.
//!
//! Resuming from one is sound: values only move away from 0, and every state
//! between sweeps lies below the least fixpoint, so that sweeping on from it
//! ends in the same values. `docs/format.md` has the argument.

use super::read::Dir;
use crate::error::TableError;
use crate::file::{LayerFile, Stage};
use crate::opened::Opened;
use crate::rules::TableRules;

impl<R: TableRules> Dir<R> {
    /// Maps the layer's checkpoint, its payload checked; `None` when there is
    /// none. The system can take the memory of its values back. Drop it before the
    /// next one is written, or the disk holds three.
    ///
    /// # Errors
    /// [`TableError::Io`] when it cannot be read. Any other when it cannot be
    /// used: it is damaged, or of another layer, rule set, kind or format. Then
    /// only time is lost.
    pub fn checkpoint(&self, seeds: u32) -> Result<Option<LayerFile>, TableError> {
        match self.open_checkpoint(seeds) {
            Err(error) if error.is_not_found() => Ok(None),
            opened => {
                let file = LayerFile::new(opened?, Opened::map)?;
                file.check_payload()?;
                Ok(Some(file))
            }
        }
    }

    /// The layers whose checkpoints should be removed: finished ones, and those
    /// whose checkpoint cannot be used, with the reason, as far as its header
    /// shows. The payload, which can be large, is checked when it is used.
    pub(super) fn useless_checkpoints(&self) -> Result<Vec<(u32, Option<TableError>)>, TableError> {
        let mut useless = Vec::new();
        for seeds in R::layers() {
            let finished = self.manifest.has(self.kind(), seeds);
            match self.open_checkpoint(seeds) {
                Err(error) if error.is_not_found() => {}
                _ if finished => useless.push((seeds, None)),
                Ok(_) => {}
                Err(error @ TableError::Io { .. }) => return Err(error),
                Err(error) => useless.push((seeds, Some(error))),
            }
        }
        Ok(useless)
    }

    fn open_checkpoint(&self, seeds: u32) -> Result<Opened, TableError> {
        let expected = self.expected(self.kind(), seeds);
        expected.open(&*self.source, Stage::Checkpoint)
    }
}
