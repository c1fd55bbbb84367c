//! Opening a file: whether its header and its length are what they should be.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::TableError;
use crate::header::{Form, HEADER_BYTES, Header, HeaderError};
use crate::kind::Kind;
use crate::opened::Opened;
use crate::packed;
use crate::source::TableSource;

/// The header fields that a file must match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub(crate) rules: u16,
    /// The name of the rules with an id, for error messages.
    pub(crate) rules_name: fn(u16) -> String,
    pub(crate) kind: Kind,
    pub(crate) seeds: u32,
    /// Positions in the layer.
    pub(crate) positions: u64,
}

/// What a file is of: a finished layer, or one in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Table,
    Checkpoint,
}

impl Expected {
    /// The name of the file.
    pub(crate) fn name(&self, stage: Stage) -> String {
        let name = self.kind.file_name(self.seeds);
        match stage {
            Stage::Table => name,
            Stage::Checkpoint => name + ".checkpoint",
        }
    }

    /// Opens the file and checks all but its payload.
    pub(crate) fn open(
        &self,
        source: &dyn TableSource,
        stage: Stage,
    ) -> Result<Opened, TableError> {
        let name = self.name(stage);
        let path = source.path().join(&name);
        let file = source.open(&name).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => TableError::NotATable { path: path.clone() },
            _ => TableError::io("open", &path)(error),
        })?;
        let have_bytes = file.len();
        let bytes = file.read_at(0, have_bytes.min(HEADER_BYTES as u64) as usize);
        let bytes = bytes.map_err(TableError::io("read", &path))?;
        let Some(bytes) = bytes.first_chunk() else {
            return Err(TableError::Truncated {
                path,
                want_bytes: HEADER_BYTES as u64,
                have_bytes,
            });
        };
        let header = match stage {
            Stage::Table => Header::decode(bytes),
            Stage::Checkpoint => Header::decode_checkpoint(bytes),
        };
        let header = header.map_err(|why| TableError::header(&path, why))?;
        self.check(&path, &header)?;
        let opened = Opened { path, header, file };
        let want_bytes = length(&opened)?;
        if have_bytes == want_bytes {
            return Ok(opened);
        }
        Err(TableError::Truncated {
            path: opened.path,
            want_bytes,
            have_bytes,
        })
    }

    /// Refuses a header that does not match.
    fn check(&self, path: &Path, header: &Header) -> Result<(), TableError> {
        let path = || PathBuf::from(path);
        if header.rules != self.rules {
            return Err(TableError::WrongRules {
                path: path(),
                have: (self.rules_name)(header.rules),
                want: (self.rules_name)(self.rules),
            });
        }
        if (header.kind, header.endless) != (self.kind, self.kind.endless()) {
            let have = (header.kind, header.endless);
            return Err(TableError::wrong_kind(path(), have, self.kind));
        }
        if u32::from(header.seeds) != self.seeds {
            return Err(TableError::WrongLayer {
                path: path(),
                have: u32::from(header.seeds),
                want: self.seeds,
            });
        }
        if header.positions != self.positions {
            let why = HeaderError::Field { field: "positions" };
            return Err(TableError::BadHeader { path: path(), why });
        }
        Ok(())
    }

    /// The header of the file.
    pub(crate) fn header(&self, form: Form, payload_hash: u64) -> Header {
        Header {
            rules: self.rules,
            kind: self.kind,
            endless: self.kind.endless(),
            seeds: self.seeds as u8,
            positions: self.positions,
            payload_hash,
            form,
        }
    }
}

/// How long a file must be that has this header.
fn length(opened: &Opened) -> Result<u64, TableError> {
    let header_bytes = HEADER_BYTES as u64;
    match opened.header.form {
        Form::Packed { model_bytes, .. } => packed::length(opened, model_bytes),
        Form::Plain | Form::Checkpoint => {
            Ok(header_bytes + opened.header.payload_bytes(opened.len() - header_bytes))
        }
    }
}
