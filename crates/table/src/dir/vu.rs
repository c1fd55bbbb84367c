//! Files in the layout of the published Awari score database (VU Amsterdam, DOI
//! 10.48338/vu01-11wjke): `scores.N` has a signed byte for each position with N
//! seeds, at its Goedel number, and nothing else.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use grenier_index::layer_size;
use grenier_index::vu::Order;
use grenier_rules::{MAX_SEEDS, RuleSet};

use super::compare::{Comparison, Difference};
use super::read::Dir;
use crate::atomic;
use crate::disk::SystemDisk;
use crate::error::TableError;
use crate::file::LayerFile;
use crate::kind::Kind;

/// What the files are called, before the number of seeds.
const STEM: &str = "scores.";

/// The name of the file of the layer with `seeds` seeds: `scores.7`.
pub fn vu_name(seeds: u32) -> String {
    format!("{STEM}{seeds}")
}

/// The layer of a file with this name; `None` when it is not the name of one.
pub fn vu_layer(name: &str) -> Option<u32> {
    let seeds = name.strip_prefix(STEM)?.parse().ok()?;
    (seeds <= MAX_SEEDS && name == vu_name(seeds)).then_some(seeds)
}

impl Dir<&'static RuleSet> {
    /// Writes the scores of the layer with `seeds` seeds as `scores.N` in the
    /// directory `out`, which is made if need be; one that is there is replaced.
    /// Returns where the file is. The payload of the table is checked first.
    ///
    /// # Errors
    /// [`TableError::WrongRules`] or [`TableError::WrongKind`] when these tables
    /// are not scores of `awari` with endless play even; whatever check the
    /// table does not pass; [`TableError::Io`] when the system refuses, and then
    /// no part of a file is left.
    pub fn export_vu(&self, seeds: u32, out: &Path) -> Result<PathBuf, TableError> {
        let layer = self.open_for_vu(seeds)?;
        atomic::make_dir(&SystemDisk, out)?;
        let path = out.join(vu_name(seeds));
        atomic::write(&SystemDisk, &path, |file| {
            let mut file = BufWriter::with_capacity(1 << 20, file);
            let values = layer.values();
            let mut bytes = Vec::new();
            for row in Order::new(seeds).rows() {
                let ours = &values[row.start as usize..][..row.columns.len()];
                bytes.clear();
                bytes.extend(row.columns.iter().map(|&at| ours[at as usize] as u8));
                file.write_all(&bytes)?;
            }
            file.flush()
        })?;
        Ok(path)
    }

    /// Compares the scores of the layer with `seeds` seeds with those of a file
    /// `scores.N`. The payload of the table is checked first.
    ///
    /// # Errors
    /// As [`Dir::export_vu`]; [`TableError::WrongLength`] when the file is
    /// not as long as the layer.
    pub fn compare_vu(&self, seeds: u32, path: &Path) -> Result<Comparison, TableError> {
        let layer = self.open_for_vu(seeds)?;
        let mut file = BufReader::with_capacity(1 << 20, open(path, seeds)?);
        let values = layer.values();
        let mut comparison = Comparison::default();
        let mut theirs = Vec::new();
        let mut number = 0;
        for row in Order::new(seeds).rows() {
            theirs.resize(row.columns.len(), 0);
            file.read_exact(&mut theirs)
                .map_err(TableError::io("read", path))?;
            for (&column, &theirs) in row.columns.iter().zip(&theirs) {
                let index = row.start + u64::from(column);
                comparison.add(Difference {
                    index,
                    number,
                    ours: values[index as usize],
                    theirs: theirs as i8,
                });
                number += 1;
            }
        }
        Ok(comparison)
    }

    fn open_for_vu(&self, seeds: u32) -> Result<LayerFile, TableError> {
        self.check_holds(&RuleSet::AWARI, Kind::Score)?;
        let layer = self.open_layer(Kind::Score, seeds)?;
        layer.check_payload()?;
        Ok(layer)
    }
}

/// Opens a file that is as long as the layer. There is nothing else to check.
fn open(path: &Path, seeds: u32) -> Result<File, TableError> {
    let metadata = fs::metadata(path).map_err(TableError::io("open", path))?;
    let (want_bytes, have_bytes) = (layer_size(seeds), metadata.len());
    if !metadata.is_file() || have_bytes != want_bytes {
        return Err(TableError::WrongLength {
            path: path.to_owned(),
            layer: seeds,
            want_bytes,
            have_bytes,
        });
    }
    File::open(path).map_err(TableError::io("open", path))
}
