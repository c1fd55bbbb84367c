//! What a build will cost: positions, disk, memory and time, layer by layer.

mod calibration;
mod cost;
mod memory;

pub use calibration::{Calibration, DISK_RATE, LOW_MEMORY_FACTOR, THREAD_EFFICIENCY};
pub use cost::{DISTANCE_FACTOR, LayerPlan, Plan};
pub use memory::memory_needed;
