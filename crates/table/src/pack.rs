//! From one form to the other, layer by layer.

use std::path::Path;

use crate::depth::{DepthFile, DepthRecord};
use crate::dir::{TableDir, check_same};
use crate::error::TableError;
use crate::layer_file::{LayerFile, Wanted};
use crate::record::{FileRecord, LayerRecord};

/// The form that a table is brought into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packing {
    /// [`crate::Form::Plain`].
    Plain,
    /// [`crate::Form::Packed`].
    Packed,
}

impl Packing {
    /// The name of the form, as in a manifest.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Packed => "packed",
        }
    }
}

impl TableDir {
    /// Writes a layer of `from`, which may be this very directory opened for
    /// reading, in a form. A table of this layer that was here is replaced as a
    /// whole; what is packed is unpacked again and compared before. `done` hears
    /// from time to time how many positions are packed. Works on rayon's current
    /// thread pool; the bytes are the same from any number of threads.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when this directory was opened for reading;
    /// [`TableError::WrongRules`] or [`TableError::WrongKind`] when `from` holds
    /// other tables; [`TableError::WrongRecord`] when its manifest does not say
    /// what its table does; whatever check the table does not pass;
    /// [`TableError::Io`] when the system refuses.
    pub fn copy_layer(
        &mut self,
        from: &Self,
        seeds: u32,
        packing: Packing,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<LayerRecord, TableError> {
        self.check_copy(from)?;
        let file = from.open_layer(seeds)?;
        file.check_payload()?;
        let record = LayerRecord::of(seeds, file.values());
        check_record(&file, from.manifest().layer(seeds) == Some(&record))?;
        self.strike_out_file(&record)?;
        let path = self.layer_path(seeds);
        let copied = self.copy(&self.wanted(seeds), &path, &file, packing, done)?;
        self.enter(record.clone(), copied)?;
        Ok(record)
    }

    /// Writes the distances of a layer of `from` in a form, as
    /// [`TableDir::copy_layer`] does with values; the scores must be here.
    ///
    /// # Errors
    /// As [`TableDir::copy_layer`]; [`TableError::NoLayer`] when the scores are
    /// not here.
    pub fn copy_depth(
        &mut self,
        from: &Self,
        seeds: u32,
        packing: Packing,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<DepthRecord, TableError> {
        self.check_copy(from)?;
        self.check_present(seeds)?;
        let depth = from.open_depth(seeds)?;
        depth.check_payload()?;
        let record = DepthRecord::of(seeds, &depth.distances());
        let DepthFile(file) = &depth;
        check_record(file, from.manifest().depth(seeds) == Some(&record))?;
        self.strike_out_depth_file(&record)?;
        let path = self.depth_path(seeds);
        let copied = self.copy(&self.wanted_depth(seeds), &path, file, packing, done)?;
        self.enter_depth(record.clone(), copied)?;
        Ok(record)
    }

    fn check_copy(&self, from: &Self) -> Result<(), TableError> {
        self.check_open_for_writing()?;
        let holds = (from.manifest(), from.rules());
        let (rules, kind, endless) = (self.rules(), self.kind(), self.endless());
        check_same(from.path(), holds, rules, kind, endless)
    }

    fn copy(
        &self,
        wanted: &Wanted,
        path: &Path,
        file: &LayerFile,
        packing: Packing,
        done: &dyn Fn(u64),
    ) -> Result<FileRecord, TableError> {
        let payload = file.payload();
        match packing {
            Packing::Plain => wanted.write_plain(self.disk(), path, &[payload]),
            Packing::Packed => {
                wanted.write_packed(self.disk(), path, payload, done)?;
                FileRecord::of(path, wanted.open(path)?.header.form)
            }
        }
    }
}

fn check_record(file: &LayerFile, is_recorded: bool) -> Result<(), TableError> {
    if is_recorded {
        return Ok(());
    }
    Err(TableError::WrongRecord {
        path: file.path().to_owned(),
        layer: file.header().seeds.into(),
    })
}
