//! Whether files are what was written, by their checksums alone.

use std::path::Path;

use crate::dir::TableDir;
use crate::error::TableError;
use crate::layer_file::Wanted;
use crate::reader::{Access, LayerReader};
use crate::record::FileRecord;

impl TableDir {
    /// Reads the file of a layer, and that of its distances, and compares all
    /// their checksums, and the SHA-256 that the manifest has of the files. The
    /// files are not mapped. Works on rayon's current thread pool.
    ///
    /// # Errors
    /// [`TableError::NoLayer`] when there is no such layer;
    /// [`TableError::WrongFile`] when the manifest does not have a file, or has
    /// another; otherwise whatever check a file does not pass.
    pub fn check_files(&self, seeds: u32) -> Result<(), TableError> {
        self.check_present(seeds)?;
        self.check_file(&self.layer_path(seeds), &self.wanted(seeds))?;
        if self.manifest().depth(seeds).is_some() {
            self.check_file(&self.depth_path(seeds), &self.wanted_depth(seeds))?;
        }
        Ok(())
    }

    fn check_file(&self, path: &Path, wanted: &Wanted) -> Result<(), TableError> {
        let reader = LayerReader::open(path, wanted, Access::Read)?;
        // What the file itself can say is more precise: it names the block.
        let form = reader.header().form;
        let (checked, record) = rayon::join(|| reader.check_file(), || FileRecord::of(path, form));
        checked?;
        let record = record?;
        if self.manifest().file(&record.name) == Some(&record) {
            return Ok(());
        }
        Err(TableError::WrongFile {
            path: path.to_owned(),
        })
    }
}
