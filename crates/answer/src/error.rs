//! Why a question has no answer.

use grenier_probe::ProbeError;
use grenier_solve::SolveError;
use grenier_table::TableError;
use thiserror::Error;

/// Why a question has no answer. Every message is one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// A position cannot be valued.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// A table cannot be opened.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Layers cannot be counted.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
