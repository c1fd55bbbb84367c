//! The 64 bytes at the start of every table file. `docs/format.md` is the
//! specification; a test compares its byte table with this file.

use std::ops::Range;

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

const MAGIC_AT: Range<usize> = 0..8;
const VERSION_AT: Range<usize> = 8..10;
const RULES_AT: Range<usize> = 10..12;
const KIND_AT: Range<usize> = 12..13;
const ENDLESS_AT: Range<usize> = 13..14;
const SEEDS_AT: Range<usize> = 14..15;
const FORM_AT: Range<usize> = 15..16;
const POSITIONS_AT: Range<usize> = 16..24;
const PAYLOAD_HASH_AT: Range<usize> = 24..32;
const FINISHED_AT: Range<usize> = 32..33;
const RESERVED_AT: Range<usize> = 33..44;
const MODEL_BYTES_AT: Range<usize> = 44..48;
const MODEL_HASH_AT: Range<usize> = 48..56;
const HEADER_HASH_AT: Range<usize> = 56..64;

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
        let mut bytes = [0; HEADER_BYTES];
        bytes[MAGIC_AT].copy_from_slice(&MAGIC);
        bytes[VERSION_AT].copy_from_slice(&VERSION.to_le_bytes());
        bytes[RULES_AT].copy_from_slice(&self.rules.to_le_bytes());
        bytes[KIND_AT].fill(self.kind.code());
        bytes[ENDLESS_AT].fill(self.endless.code());
        bytes[SEEDS_AT].fill(self.seeds);
        bytes[FORM_AT].fill(self.form.code());
        bytes[POSITIONS_AT].copy_from_slice(&self.positions.to_le_bytes());
        bytes[PAYLOAD_HASH_AT].copy_from_slice(&self.payload_hash.to_le_bytes());
        bytes[FINISHED_AT].fill(u8::from(finished));
        if let Form::Packed {
            model_bytes,
            model_hash,
        } = self.form
        {
            bytes[MODEL_BYTES_AT].copy_from_slice(&model_bytes.to_le_bytes());
            bytes[MODEL_HASH_AT].copy_from_slice(&model_hash.to_le_bytes());
        }
        let hash = header_hash(&bytes);
        bytes[HEADER_HASH_AT].copy_from_slice(&hash.to_le_bytes());
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

    fn decode_any(bytes: &[u8; HEADER_BYTES]) -> Result<Self, HeaderError> {
        if bytes[MAGIC_AT] != MAGIC {
            return Err(HeaderError::NotATable);
        }
        known("version", number(bytes, VERSION_AT) as u16, VERSION)?;
        if number(bytes, HEADER_HASH_AT) != header_hash(bytes) {
            return Err(HeaderError::Hash);
        }
        let newer = |what, code: u8, known: u8| HeaderError::Newer {
            what,
            have: code.into(),
            know: known.into(),
        };
        let code = bytes[KIND_AT.start];
        let kind = Kind::from_code(code).ok_or(newer("kind", code, Kind::LAST))?;
        let code = bytes[ENDLESS_AT.start];
        let endless =
            EndlessCode::from_code(code).ok_or(newer("endless play", code, EndlessCode::LAST))?;
        let form = decode_form(bytes)?;
        match bytes[FINISHED_AT.start] {
            1 => {}
            0 => return Err(HeaderError::Unfinished),
            _ => return Err(HeaderError::Field { field: "finished" }),
        }
        if bytes[RESERVED_AT] != [0; RESERVED_AT.end - RESERVED_AT.start] {
            return Err(HeaderError::Field { field: "reserved" });
        }
        let seeds = bytes[SEEDS_AT.start];
        if u32::from(seeds) > MAX_SEEDS {
            return Err(HeaderError::Field { field: "seeds" });
        }
        let rules = number(bytes, RULES_AT) as u16;
        Ok(Self {
            rules,
            kind,
            endless,
            seeds,
            positions: number(bytes, POSITIONS_AT),
            payload_hash: number(bytes, PAYLOAD_HASH_AT),
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

fn decode_form(bytes: &[u8; HEADER_BYTES]) -> Result<Form, HeaderError> {
    let model_bytes = number(bytes, MODEL_BYTES_AT) as u32;
    let model_hash = number(bytes, MODEL_HASH_AT);
    let form = match bytes[FORM_AT.start] {
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
    match (model_bytes, model_hash) {
        (0, 0) => Ok(form),
        (0, _) => Err(HeaderError::Field {
            field: "model hash",
        }),
        _ => Err(HeaderError::Field {
            field: "model bytes",
        }),
    }
}

fn header_hash(bytes: &[u8; HEADER_BYTES]) -> u64 {
    xxh3_64(&bytes[..HEADER_HASH_AT.start])
}

/// A little-endian field of at most eight bytes.
fn number(bytes: &[u8; HEADER_BYTES], field: Range<usize>) -> u64 {
    bytes[field]
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}
