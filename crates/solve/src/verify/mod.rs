//! Verifying a directory of tables: every value derived again from its children.

mod directory;
mod values;

pub use directory::{VerifiedLayer, VerifyError, verify};
