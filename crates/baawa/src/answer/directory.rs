//! What a directory of tables holds.

use grenier_table::{EndlessCode, Kind, LayerRecord, TableError};
use serde::Serialize;

use crate::rules::Game;
use crate::table::BaawaDir;

/// What a directory of tables holds, counted from the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// The game.
    #[serde(flatten)]
    pub game: Game,
    /// What the tables hold.
    pub kind: Kind,
    /// How they count endless play.
    pub endless: EndlessCode,
    /// The layers, by seeds.
    pub layers: Vec<LayerRecord>,
    /// The files that are not what the manifest says, a line each.
    #[serde(skip)]
    pub faults: Vec<String>,
}

impl Statistics {
    /// Counts what a directory holds, and compares it with the manifest.
    ///
    /// # Errors
    /// [`TableError`] when a file cannot be used.
    pub fn of(dir: &BaawaDir) -> Result<Self, TableError> {
        let mut found = Self {
            game: dir.rules(),
            kind: dir.kind(),
            endless: dir.kind().endless(),
            layers: Vec::new(),
            faults: Vec::new(),
        };
        for seeds in dir.layers() {
            let file = dir.open_layer(dir.kind(), seeds)?;
            let record = LayerRecord::of(seeds, file.values());
            if dir.manifest().layer(seeds) != Some(&record) {
                found.faults.push(format!(
                    "{} is not what the manifest says of layer {seeds}; remove it and build the \
                     layer again",
                    file.path().display()
                ));
            }
            found.layers.push(record);
        }
        Ok(found)
    }
}
