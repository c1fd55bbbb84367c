//! Answers for programs.

use std::io::Write;

use serde::Serialize;

/// Writes an answer as one line of JSON, see `docs/json.md`.
pub(crate) fn emit(answer: &impl Serialize, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{}", serde_json::to_string(answer)?)?;
    Ok(())
}
