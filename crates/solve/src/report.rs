//! What a build reports of each finished layer.

use grenier_table::{DistanceRecord, LayerRecord};

/// A finished layer.
#[derive(Clone, Debug)]
pub struct LayerReport {
    /// Size, counts and hash.
    pub record: LayerRecord,
    /// Wall time in seconds, from the start of the layer or from its checkpoint
    /// until it was safely on disk; 0 when an earlier build made it.
    pub seconds: f64,
    /// Whether an earlier build made the layer.
    pub resumed: bool,
    /// Whether this build resumed from the checkpoint of an earlier one.
    pub from_checkpoint: bool,
}

/// The finished distances of a layer.
#[derive(Clone, Debug)]
pub struct DistanceReport {
    /// Size, largest distance and hash.
    pub record: DistanceRecord,
    /// Wall time in seconds until they were safely on disk; 0 when an earlier
    /// build made them.
    pub seconds: f64,
    /// Whether an earlier build made them.
    pub resumed: bool,
}
