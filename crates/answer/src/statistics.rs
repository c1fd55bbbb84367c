//! What a directory of tables holds.

use grenier_solve::WaitingBounds;
use grenier_table::{DistanceRecord, Kind, LayerFile, LayerRecord, TableDir, TableError};
use serde::Serialize;

use crate::error::AnswerError;

/// What a directory of tables holds, counted from the files.
#[derive(Clone, Debug, Serialize)]
pub struct Statistics {
    /// The name of the rule set.
    pub rules: &'static str,
    /// What the tables hold.
    pub kind: &'static str,
    /// How the tables count endless play.
    pub endless: &'static str,
    /// The layers, by seeds.
    pub layers: Vec<LayerStatistics>,
    /// The layers that have distances, by seeds.
    pub distances: Vec<DistanceRecord>,
    /// What is wrong with files, a line each: they are damaged, and left out, or are
    /// not what the manifest says.
    #[serde(skip)]
    pub faults: Vec<String>,
}

/// What a layer holds.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum LayerStatistics {
    /// A layer of scores.
    Score(LayerRecord),
    /// A layer of secure seeds or own-side bounds.
    Bounds(BoundsStatistics),
}

/// What a layer of secure seeds or own-side bounds holds.
#[derive(Clone, Debug, Serialize)]
pub struct BoundsStatistics {
    /// Seeds on the board.
    pub layer: u32,
    /// Positions of the layer.
    pub positions: u64,
    /// Positions in which the two players can force all seeds together; `None` when a
    /// layer below is missing.
    pub exact: Option<u64>,
    /// Size of the values: one byte for each position.
    pub bytes: u64,
    /// Hash of the values.
    pub sha256: String,
}

/// Counts what a directory of tables holds, and compares it with the manifest.
///
/// # Errors
/// When a file cannot be read. A damaged file is among the faults.
pub fn statistics(dir: &TableDir) -> Result<Statistics, AnswerError> {
    let mut found = Statistics {
        rules: dir.rules().name,
        kind: dir.kind().name(),
        endless: dir.kind().endless().name(),
        layers: Vec::new(),
        distances: Vec::new(),
        faults: Vec::new(),
    };
    found.count_layers(dir)?;
    found.count_distances(dir)?;
    Ok(found)
}

impl Statistics {
    fn count_layers(&mut self, dir: &TableDir) -> Result<(), AnswerError> {
        let mut exact = Exact::new(dir);
        for seeds in dir.layers() {
            let opened = dir.open_layer(dir.kind(), seeds);
            let Some(file) = self.sound(opened)? else {
                continue;
            };
            let record = LayerRecord::of(seeds, file.values());
            if dir.manifest().layer(seeds) != Some(&record) {
                self.faults.push(format!(
                    "{} is not what the manifest says of layer {seeds}; remove it and build the layer \
                     again",
                    file.path().display()
                ));
            }
            self.layers.push(match &mut exact {
                None => LayerStatistics::Score(record),
                Some(exact) => LayerStatistics::Bounds(BoundsStatistics {
                    layer: seeds,
                    positions: record.positions,
                    exact: exact.count(file)?,
                    bytes: record.bytes,
                    sha256: record.sha256,
                }),
            });
        }
        Ok(())
    }

    fn count_distances(&mut self, dir: &TableDir) -> Result<(), AnswerError> {
        for seeds in dir.layers_of(Kind::Distance) {
            let opened = dir.open_layer(Kind::Distance, seeds);
            let Some(file) = self.sound(opened)? else {
                continue;
            };
            let record = DistanceRecord::of(seeds, &file.distances());
            if dir.manifest().distances(seeds) != Some(&record) {
                self.faults.push(format!(
                    "{} is not what the manifest says of it; remove it and build it again",
                    file.path().display()
                ));
            }
            self.distances.push(record);
        }
        Ok(())
    }

    /// A file whose content is sound; a damaged one is noted. A plain file shows its
    /// damage by its hash, a packed one when it is unpacked.
    fn sound<T>(&mut self, opened: Result<T, TableError>) -> Result<Option<T>, TableError> {
        match opened {
            Err(error) if is_fault(&error) => {
                self.faults.push(error.to_string());
                Ok(None)
            }
            opened => opened.map(Some),
        }
    }
}

/// Whether a table could be opened and its content is wrong: an answer, not a
/// failure.
pub fn is_fault(error: &TableError) -> bool {
    matches!(
        error,
        TableError::BadPayload { .. }
            | TableError::BadModel { .. }
            | TableError::BadBlock { .. }
            | TableError::BadValue { .. }
            | TableError::WrongFile { .. }
    )
}

/// Counts where secure seeds or own-side bounds leave nothing open.
struct Exact {
    bounds: WaitingBounds,
    layers: Vec<LayerFile>,
}

impl Exact {
    /// `None` for scores, which leave nothing open.
    fn new(dir: &TableDir) -> Option<Self> {
        (dir.kind() != Kind::Score).then(|| Self {
            bounds: WaitingBounds::new(*dir.rules(), Some(dir.path())),
            layers: Vec::new(),
        })
    }

    /// The number in the layer of `file`, whose seeds rise from call to call; `None`
    /// when it is not the layer after the last one.
    fn count(&mut self, file: LayerFile) -> Result<Option<u64>, AnswerError> {
        if usize::from(file.header().seeds) != self.layers.len() {
            return Ok(None);
        }
        self.layers.push(file);
        let layers: Vec<&[i8]> = self.layers.iter().map(LayerFile::values).collect();
        Ok(Some(self.bounds.exact(&layers)?))
    }
}
