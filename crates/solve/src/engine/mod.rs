//! Solving one layer, given those below: captures once, dense sweeps, then
//! sparse rounds.

pub(crate) mod floor;
pub(crate) mod gives;
mod kernel;
mod own_side;
mod prepared;
pub(crate) mod program;
mod rounds;
mod sides;
mod solution;
pub(crate) mod solver;
mod sweep;
pub(crate) mod tile;
pub(crate) mod tile_moves;
pub(crate) mod waiting;
mod work;

pub use solver::Engine;
pub use waiting::WaitingBounds;
