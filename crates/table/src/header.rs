//! The 64 bytes at the start of every table file. `docs/format.md` is the
//! specification; `tests/header.rs` compares its byte table with files.

use grenier_rules::MAX_SEEDS;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::distances::LONG_BYTES;
use crate::kind::{EndlessCode, Kind};

/// Bytes of a header.
pub const HEADER_BYTES: usize = 64;
/// The first bytes of a table file. A copy in text mode changes the line ends in
/// it, so that the file is refused instead of read with shifted bytes.
const MAGIC: [u8; 8] = *b"GREN\r\n\x1a\n";
/// The version of the format, written and read.
const VERSION: u16 = 1;
/// The plain form: one byte per position in index order, signed unless it is a
/// distance; after them the list of long distances.
const FORM_PLAIN: u8 = 1;
/// The packed form: blocks, each compressed on its own.
const FORM_PACKED: u8 = 2;
/// A checkpoint: the plain form with the values of a layer that is still being
/// solved. No reader takes it for a table.
const FORM_CHECKPOINT: u8 = 128;

/// Where the header's hash is, which is that of all bytes before it.
const HASH_AT: usize = HEADER_BYTES - 8;

/// How the payload of a file is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plain: one byte per position.
    Plain,
    /// Blocks, each compressed on its own.
    Packed {
        /// Bytes of the model, which all blocks share.
        model_bytes: u32,
        /// XXH3-64 of the model, seed 0.
        model_hash: u64,
    },
    /// Plain, but of a layer that is still being solved.
    Checkpoint,
}

impl Form {
    /// The number by which a file header names this form.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Plain => FORM_PLAIN,
            Self::Packed { .. } => FORM_PACKED,
            Self::Checkpoint => FORM_CHECKPOINT,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Packed { .. } => "packed",
            Self::Checkpoint => "checkpoint",
        }
    }
}

/// The content of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The id of the rules, see [`crate::TableRules::id`].
    pub rules: u16,
    /// What is tabled.
    pub kind: Kind,
    /// How endless play is counted.
    pub endless: EndlessCode,
    /// The layer: seeds on the board, 0..=48.
    pub seeds: u8,
    /// Positions in the layer, which is also the payload's length in bytes; one
    /// of kind [`Kind::Distance`] may be longer.
    pub positions: u64,
    /// XXH3-64 of the payload as it is in the plain form, seed 0.
    pub payload_hash: u64,
    /// How the payload is stored.
    pub form: Form,
}

/// Why 64 bytes are not the header of a table that this program can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HeaderError {
    /// The first bytes are not those of a table.
    #[error("it does not begin as a table does")]
    NotATable,
    /// A format version, kind, count of endless play or form that this program
    /// does not know.
    #[error("{what} {have} is not known to this program, which knows 1 to {know}")]
    Newer {
        /// Which field.
        what: &'static str,
        /// The number found.
        have: u16,
        /// The highest number known.
        know: u16,
    },
    /// The header hash does not match.
    #[error("its header hash does not match")]
    Hash,
    /// The mark of a finished file, which is written last, is missing.
    #[error("it was never finished")]
    Unfinished,
    /// A field is out of range.
    #[error("its field `{field}` is out of range")]
    Field {
        /// The name of the field, as in `docs/format.md`.
        field: &'static str,
    },
}

impl Header {
    /// The bytes of this header. `finished` is the mark that the payload after it
    /// is complete and on the disk.
    pub(crate) fn encode(&self, finished: bool) -> [u8; HEADER_BYTES] {
        let (model_bytes, model_hash) = match self.form {
            Form::Packed {
                model_bytes,
                model_hash,
            } => (model_bytes, model_hash),
            Form::Plain | Form::Checkpoint => (0, 0),
        };
        let (kind, endless, form) = (self.kind.code(), self.endless as u8, self.form.code());
        let fields: [&[u8]; 10] = [
            &MAGIC,
            &VERSION.to_le_bytes(),
            &self.rules.to_le_bytes(),
            &[kind, endless, self.seeds, form],
            &self.positions.to_le_bytes(),
            &self.payload_hash.to_le_bytes(),
            &[u8::from(finished)],
            &[0; 11],
            &model_bytes.to_le_bytes(),
            &model_hash.to_le_bytes(),
        ];
        let mut bytes = [0; HEADER_BYTES];
        bytes[..HASH_AT].copy_from_slice(&fields.concat());
        let hash = xxh3_64(&bytes[..HASH_AT]);
        bytes[HASH_AT..].copy_from_slice(&hash.to_le_bytes());
        bytes
    }

    /// Reads the finished header of a table. That of a checkpoint counts as
    /// unfinished: its layer is.
    ///
    /// # Errors
    /// [`HeaderError`], in the order of its checks: the magic, the version, the
    /// hash, then field by field. An unknown version is reported before the
    /// hash, since a later version may keep its hash elsewhere.
    pub(crate) fn decode(bytes: &[u8; HEADER_BYTES]) -> Result<Self, HeaderError> {
        match Self::decode_any(bytes)? {
            header if header.form == Form::Checkpoint => Err(HeaderError::Unfinished),
            header => Ok(header),
        }
    }

    /// Reads the finished header of a checkpoint.
    pub(crate) fn decode_checkpoint(bytes: &[u8; HEADER_BYTES]) -> Result<Self, HeaderError> {
        match Self::decode_any(bytes)? {
            header if header.form == Form::Checkpoint => Ok(header),
            _ => Err(HeaderError::Field { field: "form" }),
        }
    }

    /// The length that a payload of `have_bytes` must have in the plain form.
    pub(crate) fn payload_bytes(&self, have_bytes: u64) -> u64 {
        let list = match self.kind {
            // A list of long distances may follow.
            Kind::Distance => have_bytes.saturating_sub(self.positions) / LONG_BYTES as u64,
            Kind::Score | Kind::Secure | Kind::OwnSide => 0,
        };
        self.positions + list * LONG_BYTES as u64
    }

    /// Long because it reads and checks the fields in their order.
    fn decode_any(bytes: &[u8; HEADER_BYTES]) -> Result<Self, HeaderError> {
        let mut rest = &bytes[..];
        let mut field = |len| {
            let (field, behind) = rest.split_at(len);
            rest = behind;
            number(field)
        };
        if field(8) != u64::from_le_bytes(MAGIC) {
            return Err(HeaderError::NotATable);
        }
        known("version", field(2) as u16, VERSION)?;
        if number(&bytes[HASH_AT..]) != xxh3_64(&bytes[..HASH_AT]) {
            return Err(HeaderError::Hash);
        }
        let newer = |what, code: u8, known: u8| HeaderError::Newer {
            what,
            have: code.into(),
            know: known.into(),
        };
        let rules = field(2) as u16;
        let code = field(1) as u8;
        let kind = Kind::from_code(code).ok_or(newer("kind", code, Kind::LAST))?;
        let code = field(1) as u8;
        let endless =
            EndlessCode::from_code(code).ok_or(newer("endless play", code, EndlessCode::LAST))?;
        let (seeds, form) = (field(1) as u8, field(1) as u8);
        let (positions, payload_hash) = (field(8), field(8));
        let (finished, reserved) = (field(1), field(8) | field(3));
        let form = decode_form(form, field(4) as u32, field(8))?;
        match finished {
            1 => {}
            0 => return Err(HeaderError::Unfinished),
            _ => return Err(HeaderError::Field { field: "finished" }),
        }
        if reserved != 0 {
            return Err(HeaderError::Field { field: "reserved" });
        }
        if u32::from(seeds) > MAX_SEEDS {
            return Err(HeaderError::Field { field: "seeds" });
        }
        Ok(Self {
            rules,
            kind,
            endless,
            seeds,
            positions,
            payload_hash,
            form,
        })
    }
}

/// Refuses a number that is not 1..=`know`. 0 is damage: lost bytes read as 0, and
/// no newer program writes it.
fn known(what: &'static str, have: u16, know: u16) -> Result<(), HeaderError> {
    match have {
        0 => Err(HeaderError::Field { field: what }),
        _ if have <= know => Ok(()),
        _ => Err(HeaderError::Newer { what, have, know }),
    }
}

fn decode_form(form: u8, model_bytes: u32, model_hash: u64) -> Result<Form, HeaderError> {
    let form = match form {
        FORM_PACKED => {
            return Ok(Form::Packed {
                model_bytes,
                model_hash,
            });
        }
        FORM_PLAIN => Form::Plain,
        FORM_CHECKPOINT => Form::Checkpoint,
        form => {
            known("form", form.into(), FORM_PACKED.into())?;
            unreachable!("a form has been added");
        }
    };
    let damaged = |field| Err(HeaderError::Field { field });
    match (model_bytes, model_hash) {
        (0, 0) => Ok(form),
        (0, _) => damaged("model hash"),
        _ => damaged("model bytes"),
    }
}

/// A little-endian number of at most eight bytes.
fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
}
