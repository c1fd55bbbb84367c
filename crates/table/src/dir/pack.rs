//! Copying tables from one form to the other, layer by layer.

use grenier_rules::RuleSet;

use super::read::Dir;
use super::write::Writer;
use crate::atomic;
use crate::error::TableError;
use crate::kind::Kind;
use crate::manifest::{FileRecord, Record};
use crate::packed;

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

impl Writer<&'static RuleSet> {
    /// Writes a table of `from`, which may be this very directory opened for
    /// reading, in a form. A table of this kind and layer that was here is
    /// replaced as a whole; what is packed is unpacked again and compared before.
    /// The scores of distances must be here. `done` is called from time to time
    /// with the number of positions that are packed. Works on rayon's current
    /// thread pool; the bytes are the same from any number of threads.
    ///
    /// # Errors
    /// [`TableError::WrongRules`] or [`TableError::WrongKind`] when `from` holds
    /// other tables; [`TableError::NoLayer`] when `from` does not have the table,
    /// or the scores of distances are not here; [`TableError::WrongRecord`] when
    /// the manifest of `from` does not say what its table does; whatever check the
    /// table does not pass; [`TableError::Io`] when it cannot be written.
    pub fn copy_layer(
        &mut self,
        from: &Dir<&'static RuleSet>,
        kind: Kind,
        seeds: u32,
        packing: Packing,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TableError> {
        from.check_holds(self.rules(), self.kind())?;
        if kind == Kind::Distance {
            self.check_present(Kind::Score, seeds)?;
        }
        let file = from.open_layer(kind, seeds)?;
        file.check_payload()?;
        let record = Record::of(&file);
        if !from.manifest().has_record(&record) {
            return Err(TableError::WrongRecord {
                path: file.path().to_owned(),
                layer: seeds,
            });
        }
        // While a file changes its form, its old record stays: a reader takes either form of a
        // recorded layer, and the next writer records the new one.
        if !self.manifest().has_record(&record) {
            self.strike_out(kind, seeds)?;
        }
        let payload = file.payload();
        let copied = match packing {
            Packing::Plain => self.write_plain(kind, seeds, &[payload])?,
            Packing::Packed => {
                let (path, header) = (self.file_path(kind, seeds), file.header());
                atomic::write(self.disk(), &path, |out| {
                    packed::write(out, header, payload, |out| out.sync(), done)
                })?;
                FileRecord::of(&self.opened(kind, seeds)?)?
            }
        };
        self.enter(record, copied)
    }
}
