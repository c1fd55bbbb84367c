//! What a build will cost: positions, disk, memory and time, layer by layer.

mod cost;

pub use cost::{
    Calibration, DISK_RATE, DISTANCE_FACTOR, LOW_MEMORY_FACTOR, LayerPlan, Plan, THREAD_EFFICIENCY,
    memory_needed,
};
