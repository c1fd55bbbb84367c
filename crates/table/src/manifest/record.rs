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
        let sha256 = hex(&hash.finalize());
        Ok(Self::new(
            &opened.path,
            opened.header.form,
            opened.len(),
            sha256,
        ))
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::header::Header;
    use crate::map::Bytes;

    #[test]
    fn long_distances_count_in_the_record() {
        let cells = [0, 255, 254, 255, 3];
        let long = [(1, 700), (3, 255)].map(|(at, plies)| Distances::long_entry(at, plies));
        let record = DistanceRecord::of(9, &Distances::new(&cells, &long));
        assert_eq!((record.positions, record.bytes), (5, 29));
        assert_eq!(record.largest, 700);
    }

    #[test]
    fn counts_and_fingerprint() {
        // The bytes ff 00 05 01 00; the hash is what `sha256sum` prints.
        let record = LayerRecord::of(9, &[-1, 0, 5, 1, 0]);
        let want = LayerRecord {
            layer: 9,
            positions: 5,
            wins: 2,
            draws: 2,
            losses: 1,
            bytes: 5,
            sha256: "e1a7d8a4daba1e0f05aa135cd0c80e34de6c8e9b90e5c3528c9b2db57327fa9a".to_owned(),
        };
        assert_eq!(record, want);
    }

    #[test]
    fn counters_do_not_overflow() {
        for len in [254, 255, 256, 1_000] {
            assert_eq!(count(&vec![1; len]), (len as u64, 0));
            assert_eq!(count(&vec![-128; len]), (0, len as u64));
            assert_eq!(count(&vec![0; len]), (0, 0));
        }
    }

    #[test]
    fn a_file_is_hashed_as_it_is() {
        let read = |content: &[u8]| {
            let opened = Opened {
                path: "some/layer-00.score".into(),
                header: Header {
                    rules: 1,
                    kind: Kind::Score,
                    endless: Kind::Score.endless(),
                    seeds: 0,
                    positions: 1,
                    payload_hash: 0,
                    form: Form::Plain,
                },
                file: Arc::new(Bytes::from(content.to_vec())),
            };
            FileRecord::of(&opened).unwrap()
        };
        let record = read(b"abc");
        assert_eq!((record.name.as_str(), record.bytes), ("layer-00.score", 3));
        assert!(record.sha256.starts_with("ba7816bf8f01cfea"));
        let content: Vec<u8> = (0..3 * PIECE / 2).map(|at| (at % 251) as u8).collect();
        let record = read(&content);
        assert_eq!(record.sha256, hex(&Sha256::digest(&content)));
        let (head, rest) = content.split_at(64);
        let unread =
            FileRecord::of_content(Path::new("layer-00.score"), Form::Plain, &[head, rest]);
        assert_eq!(unread, record);
    }

    #[test]
    fn the_hash_is_sha256() {
        // FIPS 180-4's example "abc".
        let record = LayerRecord::of(0, &[97, 98, 99]);
        assert_eq!(
            record.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
