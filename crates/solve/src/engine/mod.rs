//! Solving one layer, given those below: captures once, dense sweeps, then
//! sparse rounds.

pub(crate) mod floor;
pub(crate) mod gives;
mod kernel;
mod own_side;
pub(crate) mod program;
mod rounds;
pub(crate) mod solver;
mod sweep;
pub(crate) mod tile;
mod waiting;
mod work;

pub use solver::Engine;
