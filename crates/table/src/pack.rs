//! From one form to the other, layer by layer.

use crate::dir::{TableDir, check_same};
use crate::error::TableError;
use crate::header::Form;
use crate::layer_file::LayerFile;
use crate::record::LayerRecord;

/// How a layer is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// [`Form::Plain`] or [`Form::Packed`].
    pub form: Form,
    /// Bytes of the file.
    pub bytes: u64,
}

impl TableDir {
    /// How a layer is stored.
    ///
    /// # Errors
    /// As [`TableDir::open_layer`].
    pub fn stored(&self, seeds: u32) -> Result<Stored, TableError> {
        self.check_present(seeds)?;
        let opened = self.wanted(seeds).open(&self.layer_path(seeds))?;
        Ok(Stored {
            form: opened.header.form,
            bytes: opened.len as u64,
        })
    }

    /// Writes a layer of `from`, which may be this very directory opened for
    /// reading, in the packed form. A table of this layer that was here is
    /// replaced as a whole, once all that is packed has been unpacked again and
    /// compared. `packed` hears from time to time how many positions are done.
    /// Works on rayon's current thread pool; the bytes are the same from any
    /// number of threads.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when this directory was opened for reading;
    /// [`TableError::WrongRules`] or [`TableError::WrongKind`] when `from` holds
    /// other tables; [`TableError::WrongRecord`] when its manifest does not say
    /// what its table does; whatever check the table does not pass;
    /// [`TableError::Io`] when the system refuses.
    pub fn pack_layer(
        &mut self,
        from: &Self,
        seeds: u32,
        packed: &(dyn Fn(u64) + Sync),
    ) -> Result<LayerRecord, TableError> {
        self.copy_layer(from, seeds, |dir, file| {
            let payload = bytemuck::cast_slice(file.values());
            let path = dir.layer_path(seeds);
            dir.wanted(seeds)
                .write_packed(dir.disk(), &path, payload, packed)
        })
    }

    /// Writes a layer of `from` in the plain form; otherwise as
    /// [`TableDir::pack_layer`].
    ///
    /// # Errors
    /// As [`TableDir::pack_layer`].
    pub fn unpack_layer(&mut self, from: &Self, seeds: u32) -> Result<LayerRecord, TableError> {
        self.copy_layer(from, seeds, |dir, file| {
            let path = dir.layer_path(seeds);
            let payload = [bytemuck::cast_slice(file.values())];
            dir.wanted(seeds)
                .write(dir.disk(), &path, Form::Plain, &payload)
        })
    }

    /// Checks a layer of `from` and has it written here.
    fn copy_layer(
        &mut self,
        from: &Self,
        seeds: u32,
        write: impl FnOnce(&Self, &LayerFile) -> Result<(), TableError>,
    ) -> Result<LayerRecord, TableError> {
        self.check_open_for_writing()?;
        let from_holds = (from.manifest(), from.rules());
        check_same(
            from.path(),
            from_holds,
            self.rules(),
            self.kind(),
            self.endless(),
        )?;
        let file = from.open_layer(seeds)?;
        file.check_payload()?;
        let record = LayerRecord::of(seeds, file.values());
        if from.manifest().layer(seeds) != Some(&record) {
            return Err(TableError::WrongRecord {
                path: file.path().to_owned(),
                layer: seeds,
            });
        }
        self.strike_out_unless(&record)?;
        write(self, &file)?;
        self.enter(record.clone())?;
        Ok(record)
    }
}
