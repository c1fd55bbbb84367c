//! Distance tables: beside the scores of a layer, how many plies each of its
//! positions is away from conversion.
//!
//! A distance is one byte per position in index order. The few that do not fit
//! are [`LONG`] there, and stand in full behind the last position: see
//! [`Distances`].

use std::io;
use std::path::{Path, PathBuf};

use grenier_index::layer_size;
use grenier_rules::MAX_SEEDS;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::dir::{TableDir, usable};
use crate::error::TableError;
use crate::kind::Kind;
use crate::layer_file::{LayerFile, Wanted};
use crate::manifest::file_name;
use crate::record::{FileRecord, hex};

/// The byte of a distance that does not fit into one: it stands in the list.
pub const LONG: u8 = u8::MAX;
/// Bytes of an entry in the list of long distances: the position's index in
/// eight bytes, its distance in four, both little-endian.
pub const LONG_BYTES: usize = 12;

/// The distances of a layer, borrowed.
///
/// A position's distance is the number of plies to the next conversion, the
/// move that leaves the layer or ends the game, when both sides keep the value,
/// the side that is ahead hurries and the other delays. It is 0 where the score
/// is 0 and where the game is over.
#[derive(Clone, Copy, Debug)]
pub struct Distances<'a> {
    cells: &'a [u8],
    long: &'a [[u8; LONG_BYTES]],
}

/// What a manifest says of the distances of one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DepthRecord {
    /// Seeds on the board, 0..=48.
    pub layer: u32,
    /// Positions in the layer.
    pub positions: u64,
    /// The largest distance, in plies.
    pub largest: u32,
    /// Bytes of the payload: one per position, and [`LONG_BYTES`] for each long
    /// distance. The file has 64 more.
    pub bytes: u64,
    /// SHA-256 of the payload, in lower-case hexadecimal.
    pub sha256: String,
}

/// The distance table of one layer, opened and mapped: see [`LayerFile`] for
/// what is checked, and for what a mapping asks of other programs.
#[derive(Debug)]
pub struct DepthFile(pub(crate) LayerFile);

impl<'a> Distances<'a> {
    /// Distances from one byte per position, in index order, and the entries of
    /// the long ones, by rising index.
    pub fn new(cells: &'a [u8], long: &'a [[u8; LONG_BYTES]]) -> Self {
        Self { cells, long }
    }

    /// The entry of a long distance.
    pub fn long_entry(index: u64, plies: u32) -> [u8; LONG_BYTES] {
        let mut entry = [0; LONG_BYTES];
        entry[..8].copy_from_slice(&index.to_le_bytes());
        entry[8..].copy_from_slice(&plies.to_le_bytes());
        entry
    }

    /// One byte per position, in index order; what does not fit is [`LONG`].
    pub fn cells(&self) -> &'a [u8] {
        self.cells
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Whether there is no position; never so in a layer.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The distance of the position with this index, in plies; `None` when a
    /// long one is not in the list, as in a damaged table.
    ///
    /// # Panics
    /// When there are not so many positions.
    pub fn get(&self, index: u64) -> Option<u32> {
        match self.cells[index as usize] {
            LONG => listed(self.long, index),
            plies => Some(u32::from(plies)),
        }
    }

    /// The largest distance, in plies.
    pub fn largest(&self) -> u32 {
        let long = self.long.iter().map(|entry| decode(entry).1).max();
        long.unwrap_or_else(|| self.cells.iter().copied().max().unwrap_or(0).into())
    }

    /// Whether the list has exactly those that are [`LONG`], in their order.
    fn is_sound(&self) -> bool {
        let mut long = self.long.iter().map(decode);
        let cells = self.cells.iter().zip(0..);
        let marked = cells.filter(|(cell, _)| **cell == LONG);
        marked.map(|(_, index)| index).all(|index| {
            let entry = long.next();
            entry.is_some_and(|(at, plies)| at == index && plies >= u32::from(LONG))
        }) && long.next().is_none()
    }

    /// The pieces of the payload.
    fn payload(&self) -> [&'a [u8]; 2] {
        [self.cells, self.long.as_flattened()]
    }
}

/// The distance of the position with this index, if it is in a list.
pub(crate) fn listed(long: &[[u8; LONG_BYTES]], index: u64) -> Option<u32> {
    let entry = |entry: &[u8; LONG_BYTES]| decode(entry).0;
    let at = long.binary_search_by_key(&index, entry).ok()?;
    Some(decode(&long[at]).1)
}

/// Index and distance of an entry.
fn decode(entry: &[u8; LONG_BYTES]) -> (u64, u32) {
    let [low, high, plies] = [0, 4, 8].map(|at| {
        let bytes = [entry[at], entry[at + 1], entry[at + 2], entry[at + 3]];
        u32::from_le_bytes(bytes)
    });
    (u64::from(high) << 32 | u64::from(low), plies)
}

impl DepthRecord {
    /// The record of the distances of the layer with `seeds` seeds.
    pub fn of(seeds: u32, distances: &Distances<'_>) -> Self {
        let payload = distances.payload();
        let (sha256, largest) = rayon::join(
            || {
                let mut hash = Sha256::new();
                for part in payload {
                    hash.update(part);
                }
                hex(&hash.finalize())
            },
            || distances.largest(),
        );
        Self {
            layer: seeds,
            positions: distances.len(),
            largest,
            bytes: payload.iter().map(|part| part.len() as u64).sum(),
            sha256,
        }
    }

    /// Refuses what no writer writes.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        if self.layer > MAX_SEEDS {
            return Err("there is no such layer");
        }
        let positions = layer_size(self.layer);
        let list = self.bytes.checked_sub(positions);
        if self.positions != positions || list.is_none_or(|list| list % LONG_BYTES as u64 != 0) {
            return Err("its size is wrong");
        }
        Ok(())
    }
}

impl DepthFile {
    /// The distances in it.
    pub fn distances(&self) -> Distances<'_> {
        let positions = self.0.header().positions as usize;
        let (cells, list) = self.0.payload().split_at(positions);
        // A length that is not whole was refused.
        let (long, _) = list.as_chunks();
        Distances { cells, long }
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Reads the whole payload, compares its hash with the header's and makes
    /// sure that every long distance is in the list.
    ///
    /// # Errors
    /// [`TableError::BadPayload`] when not.
    pub fn check_payload(&self) -> Result<(), TableError> {
        self.0.check_hash()?;
        if self.distances().is_sound() {
            return Ok(());
        }
        Err(TableError::BadPayload {
            path: self.path().to_owned(),
        })
    }
}

impl TableDir {
    /// The layers whose distances are tabled, by seeds, rising.
    pub fn depth_layers(&self) -> Vec<u32> {
        let records = self.manifest().distances.iter();
        records.map(|record| record.layer).collect()
    }

    /// Maps the distance table of the layer with `seeds` seeds.
    ///
    /// # Errors
    /// [`TableError::NoDepth`] when there is none; otherwise whatever check the
    /// file does not pass.
    pub fn open_depth(&self, seeds: u32) -> Result<DepthFile, TableError> {
        self.check_depth_present(seeds)?;
        self.map_depth(seeds)
    }

    pub(crate) fn check_depth_present(&self, seeds: u32) -> Result<(), TableError> {
        if self.manifest().depth(seeds).is_some() {
            return Ok(());
        }
        Err(TableError::NoDepth {
            path: self.path().to_owned(),
            rules: self.rules().name,
            layer: seeds,
        })
    }

    /// Writes the distance table of the layer with `seeds` seeds, whose scores
    /// are there, as [`TableDir::write_layer`] writes scores.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when the directory was opened for reading;
    /// [`TableError::NoLayer`] when it does not have the scores;
    /// [`TableError::WrongSize`] when `distances` are not as many as the layer
    /// has positions; [`TableError::Io`] when the system refuses.
    pub fn write_depth(
        &mut self,
        seeds: u32,
        distances: &Distances<'_>,
    ) -> Result<DepthRecord, TableError> {
        self.check_writable(seeds, distances.len())?;
        self.check_present(seeds)?;
        self.strike_out_depth(seeds)?;
        let (record, written) = rayon::join(
            || DepthRecord::of(seeds, distances),
            || {
                let path = self.depth_path(seeds);
                let wanted = self.wanted_depth(seeds);
                wanted.write_plain(self.disk(), &path, &distances.payload())
            },
        );
        self.enter_depth(record.clone(), written?)?;
        Ok(record)
    }

    fn strike_out_depth(&mut self, seeds: u32) -> Result<(), TableError> {
        if self.manifest_mut().remove_depth(seeds) {
            self.write_manifest()?;
        }
        Ok(())
    }

    /// As [`TableDir::strike_out_file`], for distances.
    pub(crate) fn strike_out_depth_file(&mut self, record: &DepthRecord) -> Result<(), TableError> {
        let seeds = record.layer;
        if self.manifest().depth(seeds) != Some(record) {
            return self.strike_out_depth(seeds);
        }
        let name = file_name(seeds, Kind::Depth);
        if self.manifest_mut().remove_file(&name) {
            self.write_manifest()?;
        }
        Ok(())
    }

    /// Enters the record of distances whose file is on the disk, and that of
    /// the file.
    pub(crate) fn enter_depth(
        &mut self,
        record: DepthRecord,
        file: FileRecord,
    ) -> Result<(), TableError> {
        self.manifest_mut().insert_depth(record);
        self.manifest_mut().insert_file(file);
        self.write_manifest()
    }

    /// Takes the distances of a layer out of the directory: its scores are
    /// written anew. Whether they had a record.
    pub(crate) fn remove_depth(&mut self, seeds: u32) -> Result<bool, TableError> {
        if self.kind() != Kind::Score {
            return Ok(false);
        }
        let path = self.depth_path(seeds);
        match self.disk().remove(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(TableError::io("remove", &path)(error));
            }
            _ => {}
        }
        Ok(self.manifest_mut().remove_depth(seeds))
    }

    /// Makes the manifest say which distances are there; without scores, none
    /// are. Whether it had to change.
    pub(crate) fn reconcile_depth(&mut self, seeds: u32) -> Result<bool, TableError> {
        if self.kind() != Kind::Score {
            return Ok(false);
        }
        let (path, wanted) = (self.depth_path(seeds), self.wanted_depth(seeds));
        let recorded = self.manifest().depth(seeds).is_some();
        if self.manifest().layer(seeds).is_none() {
            return Ok(self.manifest_mut().remove_depth(seeds));
        }
        if recorded {
            return match usable(wanted.open(&path))? {
                Some(opened) => self.enter_file(&path, &opened),
                None => Ok(self.manifest_mut().remove_depth(seeds)),
            };
        }
        let checked = |file: DepthFile| file.check_payload().map(|()| file);
        let Some(file) = usable(self.map_depth(seeds).and_then(checked))? else {
            return Ok(false);
        };
        let record = DepthRecord::of(seeds, &file.distances());
        self.manifest_mut().insert_depth(record);
        self.enter_file(&path, &wanted.open(&path)?)?;
        Ok(true)
    }

    pub(crate) fn map_depth(&self, seeds: u32) -> Result<DepthFile, TableError> {
        let path = self.depth_path(seeds);
        LayerFile::map(&path, &self.wanted_depth(seeds)).map(DepthFile)
    }

    pub(crate) fn wanted_depth(&self, seeds: u32) -> Wanted {
        Wanted {
            kind: Kind::Depth,
            ..self.wanted(seeds)
        }
    }

    /// `layer-07.depth`, for instance.
    pub(crate) fn depth_path(&self, seeds: u32) -> PathBuf {
        self.path().join(file_name(seeds, Kind::Depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_distances_are_in_the_list() {
        let cells = [0, LONG, 254, LONG, 3];
        let long = [(1, 700), (3, 255)].map(|(at, plies)| Distances::long_entry(at, plies));
        let distances = Distances::new(&cells, &long);
        let read: Vec<_> = (0..5).map(|index| distances.get(index)).collect();
        assert_eq!(read, [Some(0), Some(700), Some(254), Some(255), Some(3)]);
        assert_eq!(distances.largest(), 700);
        assert!(distances.is_sound());
        assert_eq!(Distances::new(&cells[..1], &[]).largest(), 0);
        let record = DepthRecord::of(9, &distances);
        assert_eq!((record.positions, record.bytes), (5, 29));
    }

    #[test]
    fn a_list_that_does_not_fit_is_found() {
        let cells = [0, LONG, 254, LONG];
        let lists: [&[(u64, u32)]; 6] = [
            &[],
            &[(1, 300)],
            &[(3, 300), (1, 300)],
            &[(1, 300), (3, 254)],
            &[(1, 300), (2, 300)],
            &[(1, 300), (3, 300), (4, 300)],
        ];
        for list in lists {
            let entry = |&(at, plies): &(u64, u32)| Distances::long_entry(at, plies);
            let long: Vec<_> = list.iter().map(entry).collect();
            let distances = Distances::new(&cells, &long);
            assert!(!distances.is_sound(), "{list:?}");
        }
        assert_eq!(Distances::new(&cells, &[]).get(1), None);
    }

    #[test]
    fn an_index_has_eight_bytes() {
        let entry = Distances::long_entry(0x0102_0304_0506_0708, 0x090a_0b0c);
        assert_eq!(entry, [8, 7, 6, 5, 4, 3, 2, 1, 12, 11, 10, 9]);
        assert_eq!(decode(&entry), (0x0102_0304_0506_0708, 0x090a_0b0c));
    }
}
