//! Comparing files with the manifest, without deriving a value.

use super::read::Dir;
use crate::atomic;
use crate::error::TableError;
use crate::file::{Access, LayerFile, LayerReader};
use crate::kind::Kind;
use crate::manifest::{FileRecord, Record};
use crate::opened::Opened;
use crate::rules::TableRules;

/// Files of a layer that are not damaged, but not as the manifest records them either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCheck {
    /// The names of recorded files that do not exist.
    pub absent: Vec<String>,
    /// The names of files in the other form than recorded, or without a record, that hold the
    /// recorded table. An interrupted `pack` or `unpack` leaves them; the next writer of the
    /// directory records them.
    pub unrecorded: Vec<String>,
}

impl<R: TableRules> Dir<R> {
    /// Reads the file of a layer and that of its distances. Compares all their checksums, and
    /// the SHA-256 in the manifest. The files are not mapped, unless their record is missing.
    /// Works on rayon's current thread pool.
    ///
    /// # Errors
    /// [`TableError::NoLayer`] when the layer is not recorded; [`TableError::WrongFile`] when
    /// the manifest records another file; otherwise the first check that a file fails.
    pub fn check_files(&self, seeds: u32) -> Result<FileCheck, TableError> {
        self.check_present(self.kind(), seeds)?;
        let mut check = FileCheck::default();
        for kind in self.kinds().filter(|&kind| self.manifest.has(kind, seeds)) {
            match self.check_file(kind, seeds) {
                Ok(true) => {}
                Ok(false) => check.unrecorded.push(kind.file_name(seeds)),
                Err(error) if error.is_not_found() => check.absent.push(kind.file_name(seeds)),
                Err(error) => return Err(error),
            }
        }
        Ok(check)
    }

    /// Returns whether the manifest records this very file.
    fn check_file(&self, kind: Kind, seeds: u32) -> Result<bool, TableError> {
        let opened = self.opened(kind, seeds)?;
        let reader = LayerReader::new(opened.clone(), Access::Read)?;
        // What the file itself can say is more precise: it names the block.
        let (checked, record) = rayon::join(|| reader.check_file(), || FileRecord::of(&opened));
        checked?;
        let record = record?;
        match self.manifest.file(&record.name) {
            Some(recorded) if *recorded == record => Ok(true),
            Some(recorded) if recorded.form == record.form => Err(()),
            _ if self.holds_record(&opened)? => Ok(false),
            _ => Err(()),
        }
        .map_err(|()| TableError::WrongFile { path: opened.path })
    }

    /// Whether a file holds the table that the manifest records, in whichever form. All of it
    /// is read and checked.
    pub(super) fn holds_record(&self, opened: &Opened) -> Result<bool, TableError> {
        let file = LayerFile::new(opened.clone(), Opened::map)?;
        file.check_payload()?;
        Ok(self.manifest.has_record(&Record::of(&file)))
    }

    /// The names of files that a writer has not finished or not yet recorded, rising by seeds.
    /// If no writer runs, an interruption left them; the next one records or removes them.
    pub fn unfinished_files(&self) -> Vec<String> {
        let is_there = |name: &String| self.source.open(name).is_ok();
        let tables = R::layers().flat_map(|seeds| self.kinds().map(move |kind| (kind, seeds)));
        let names = tables.flat_map(|(kind, seeds)| {
            let name = kind.file_name(seeds);
            let temporary = name.clone() + atomic::TEMPORARY;
            let table = (!self.manifest.has(kind, seeds)).then_some(name);
            table.into_iter().chain([temporary])
        });
        let manifest = self.kind().manifest_name() + atomic::TEMPORARY;
        names.chain([manifest]).filter(is_there).collect()
    }
}
