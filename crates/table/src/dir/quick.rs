//! Whether files are what was written, by their checksums alone.

use super::read::Dir;
use crate::error::TableError;
use crate::file::{Access, LayerReader};
use crate::kind::Kind;
use crate::manifest::FileRecord;
use crate::rules::TableRules;

impl<R: TableRules> Dir<R> {
    /// Reads the file of a layer, and that of its distances, and compares all
    /// their checksums, and the SHA-256 that the manifest has of the files. The
    /// files are not mapped. Works on rayon's current thread pool.
    ///
    /// # Errors
    /// [`TableError::NoLayer`] when there is no such layer;
    /// [`TableError::WrongFile`] when the manifest does not have a file, or has
    /// another; otherwise whatever check a file does not pass.
    pub fn check_files(&self, seeds: u32) -> Result<(), TableError> {
        self.check_present(self.kind(), seeds)?;
        let mut kinds = self.kinds().filter(|&kind| self.manifest.has(kind, seeds));
        kinds.try_for_each(|kind| self.check_file(kind, seeds))
    }

    fn check_file(&self, kind: Kind, seeds: u32) -> Result<(), TableError> {
        let opened = self.opened(kind, seeds)?;
        let reader = LayerReader::new(opened.clone(), Access::Read)?;
        // What the file itself can say is more precise: it names the block.
        let (checked, record) = rayon::join(|| reader.check_file(), || FileRecord::of(&opened));
        checked?;
        let record = record?;
        if self.manifest.file(&record.name) == Some(&record) {
            return Ok(());
        }
        Err(TableError::WrongFile { path: opened.path })
    }
}
