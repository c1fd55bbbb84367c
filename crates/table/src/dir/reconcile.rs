//! Making a manifest say what is there.
//!
//! A table is written to a temporary name, synced, marked as finished, synced,
//! renamed; then the manifest is rewritten in the same way. After a crash, the
//! next writer of the directory can find:
//!
//! - a temporary file: it is removed;
//! - a table file without a record: its name says that it is complete; it is
//!   read, its hash compared, and its record made from it;
//! - a table file in the other form than its record says, which an interrupted
//!   change of form leaves: if it holds the table recorded, its record is made
//!   again;
//! - a record whose file is gone or damaged, which no crash of ours but a disk or
//!   a person causes: the record is struck out, and the layer counts as not
//!   built;
//! - a checkpoint of a layer that is finished: it is removed. So is one whose
//!   header says that it cannot be used; the others are kept.

use super::read::Dir;
use crate::error::TableError;
use crate::file::LayerFile;
use crate::kind::Kind;
use crate::manifest::{FileRecord, Record};
use crate::opened::Opened;
use crate::rules::TableRules;

impl<R: TableRules> Dir<R> {
    /// Makes the manifest in memory say what is there. Returns whether it
    /// changed.
    pub(super) fn reconcile(&mut self) -> Result<bool, TableError> {
        let mut changed = false;
        for seeds in R::layers() {
            for kind in self.kinds() {
                changed |= self.reconcile_table(kind, seeds)?;
            }
        }
        Ok(changed)
    }

    fn reconcile_table(&mut self, kind: Kind, seeds: u32) -> Result<bool, TableError> {
        if !self.is_founded(kind, seeds) {
            return Ok(self.manifest.remove(kind, seeds));
        }
        let opened = self.opened(kind, seeds);
        if self.manifest.has(kind, seeds) {
            // The payload is not read: that could take hours.
            return match usable(opened)? {
                Some(opened) => self.renew_file_record(&opened),
                None => Ok(self.manifest.remove(kind, seeds)),
            };
        }
        let found = opened.and_then(|opened| {
            let file = LayerFile::new(opened.clone(), Opened::map)?;
            file.check_payload()?;
            Ok((opened, Record::of(&file)))
        });
        let Some((opened, record)) = usable(found)? else {
            return Ok(false);
        };
        self.manifest.insert(record);
        self.manifest.insert_file(FileRecord::of(&opened)?);
        Ok(true)
    }

    /// Whether the tables are there that one rests on.
    pub(super) fn is_founded(&self, kind: Kind, seeds: u32) -> bool {
        if kind == Kind::Distance {
            return self.manifest.has(self.kind(), seeds);
        }
        R::GAPS || R::layers().all(|below| below >= seeds || self.manifest.has(kind, below))
    }

    /// Makes the record of a file again if form or length show that it is of another one, and
    /// the file holds the table recorded. Returns whether the manifest changed.
    fn renew_file_record(&mut self, opened: &Opened) -> Result<bool, TableError> {
        let header = &opened.header;
        let name = header.kind.file_name(header.seeds.into());
        let is_same =
            |file: &FileRecord| file.form == header.form.name() && file.bytes == opened.len();
        if self.manifest.file(&name).is_some_and(is_same)
            || usable(self.holds_record(opened))? != Some(true)
        {
            return Ok(false);
        }
        self.manifest.insert_file(FileRecord::of(opened)?);
        Ok(true)
    }
}

/// A file, if it is there and not damaged.
fn usable<T>(opened: Result<T, TableError>) -> Result<Option<T>, TableError> {
    match opened {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.is_not_found() || error.is_damage() => Ok(None),
        Err(error) => Err(error),
    }
}
