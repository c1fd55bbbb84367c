//! Moves and positions taken apart into halves: what distances and verification
//! share with the engine.

pub(crate) mod effect;
pub(crate) mod finished;
pub(crate) mod move_fold;
pub(crate) mod moves;
pub(crate) mod predecessors;
