//! Verifying a directory of tables: every value derived anew from its children.

mod directory;
mod values;

pub use directory::{VerifiedLayer, VerifyError, verify};
