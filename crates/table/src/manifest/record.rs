//! What a manifest records of one table, and of one file.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::distances::Distances;
use crate::error::TableError;
use crate::file::LayerFile;
use crate::header::Form;
use crate::kind::Kind;
use crate::opened::Opened;

/// The size of a layer, how its positions end, and its fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerRecord {
    /// Seeds on the board, 0..=48.
    pub layer: u32,
    /// Positions in the layer.
    pub positions: u64,
    /// Positions with a value above 0, from the mover's view.
    pub wins: u64,
    /// Positions with the value 0.
    pub draws: u64,
    /// Positions with a value below 0.
    pub losses: u64,
    /// Bytes of the payload in the plain form: one per position.
    pub bytes: u64,
    /// SHA-256 of that payload, in lower-case hexadecimal.
    pub sha256: String,
}

/// The size of the distances of a layer, the largest of them, and their
/// fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DistanceRecord {
    /// Seeds on the board, 0..=48.
    pub layer: u32,
    /// Positions in the layer.
    pub positions: u64,
    /// The largest distance, in plies.
    pub largest: u32,
    /// Bytes of the payload: one per position, and [`crate::LONG_BYTES`] for each long
    /// distance. The file has 64 more.
    pub bytes: u64,
    /// SHA-256 of the payload, in lower-case hexadecimal.
    pub sha256: String,
}

/// The record of a table of either sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Record {
    Values(LayerRecord),
    Distances(DistanceRecord),
}

/// A file as it is on the disk, whatever is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRecord {
    /// Its name in the directory.
    pub name: String,
    /// [`crate::Form::name`]: "plain" or "packed".
    pub form: String,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of all of it, as `sha256sum` prints it.
    pub sha256: String,
}

/// How much of a file is read at once.
const PIECE: usize = 1 << 18;

impl FileRecord {
    /// The record of an open file, all of which is read.
    pub(crate) fn of(opened: &Opened) -> Result<Self, TableError> {
        let mut hash = Sha256::new();
        for start in (0..opened.len()).step_by(PIECE) {
            let len = (opened.len() - start).min(PIECE as u64);
            hash.update(opened.read(start, len as usize)?);
        }
        let (form, sha256) = (opened.header.form, hex(&hash.finalize()));
        Ok(Self::new(&opened.path, form, opened.len(), sha256))
    }

    /// The record of a file with this content, its parts one after the other,
    /// which is hashed here and not read.
    pub(crate) fn of_content(path: &Path, form: Form, parts: &[&[u8]]) -> Self {
        let bytes = parts.iter().map(|part| part.len() as u64).sum();
        Self::new(path, form, bytes, sha256(parts))
    }

    fn new(path: &Path, form: Form, bytes: u64, sha256: String) -> Self {
        let name = path.file_name().unwrap_or_default();
        Self {
            name: name.to_string_lossy().into_owned(),
            form: form.name().to_owned(),
            bytes,
            sha256,
        }
    }
}

impl Record {
    /// The record of a table, whose payload has been checked.
    pub(crate) fn of(file: &LayerFile) -> Self {
        let seeds = file.header().seeds.into();
        match file.header().kind {
            Kind::Distance => Self::Distances(DistanceRecord::of(seeds, &file.distances())),
            _ => Self::Values(LayerRecord::of(seeds, file.values())),
        }
    }
}

impl LayerRecord {
    /// The record of the layer with `seeds` seeds and these values, in index
    /// order.
    pub fn of(seeds: u32, values: &[i8]) -> Self {
        // Hashing is one long chain; the counts run beside it.
        let (sha256, (wins, losses)) =
            rayon::join(|| sha256(&[bytemuck::cast_slice(values)]), || count(values));
        Self {
            layer: seeds,
            positions: values.len() as u64,
            wins,
            draws: values.len() as u64 - wins - losses,
            losses,
            bytes: values.len() as u64,
            sha256,
        }
    }
}

impl DistanceRecord {
    /// The record of the distances of the layer with `seeds` seeds.
    pub fn of(seeds: u32, distances: &Distances<'_>) -> Self {
        let payload = distances.payload();
        let (sha256, largest) = rayon::join(|| sha256(&payload), || distances.largest());
        Self {
            layer: seeds,
            positions: distances.len(),
            largest,
            bytes: payload.iter().map(|part| part.len() as u64).sum(),
            sha256,
        }
    }
}

/// How many values are above and below 0. Counters of one byte, emptied before
/// they can overflow, are what the compiler turns into SIMD.
fn count(values: &[i8]) -> (u64, u64) {
    let pieces = values.chunks(usize::from(u8::MAX));
    pieces.fold((0, 0), |(wins, losses), piece| {
        let (above, below) = piece.iter().fold((0_u8, 0_u8), |(above, below), &value| {
            (above + u8::from(value > 0), below + u8::from(value < 0))
        });
        (wins + u64::from(above), losses + u64::from(below))
    })
}

/// SHA-256 of all parts as one, in hexadecimal.
fn sha256(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hex(&hash.finalize())
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}
