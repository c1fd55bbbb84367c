//! What a build says of each layer when it is done.

use grenier_table::{DistanceRecord, LayerRecord};

/// A finished layer.
#[derive(Clone, Debug)]
pub struct LayerReport {
    /// Size, counts and hash.
    pub record: LayerRecord,
    /// Seconds of wall time from the start of the layer, or from where its
    /// checkpoint was taken up, until it was safely on disk; 0 when it was there
    /// already.
    pub seconds: f64,
    /// Whether the layer had been built before.
    pub resumed: bool,
    /// Whether this build went on from a checkpoint of an earlier one.
    pub from_checkpoint: bool,
}

/// The distances of a layer, finished.
#[derive(Clone, Debug)]
pub struct DepthReport {
    /// Size, largest distance and hash.
    pub record: DistanceRecord,
    /// Seconds of wall time until they were safely on disk; 0 when they were
    /// there already.
    pub seconds: f64,
    /// Whether they had been built before.
    pub resumed: bool,
}
