//! The golden counts in `data/golden/scores.txt`: how a line is made and read.

#![allow(dead_code, reason = "each test program uses its own part of this")]

use std::fmt::Write;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

/// Layers in the file, from layer 0 up.
pub(crate) const LAYERS: usize = 15;

/// What stands above the lines.
pub(crate) const HEADER: &str = "\
# Scores with endless play even, from the mover's view, by the naive solver in
# crates/solve/tests/naive/mod.rs. sha256 is of one signed byte per position in
# index order. How to make this file: data/README.md, \"Golden counts\".
";

/// Where the file is.
pub(crate) fn golden_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/scores.txt")
}

/// The file.
pub(crate) fn file_text() -> String {
    std::fs::read_to_string(golden_path()).expect("data/golden/scores.txt")
}

/// A layer as bytes, one per position.
pub(crate) fn payload(values: &[i8]) -> Vec<u8> {
    values.iter().map(|value| value.to_le_bytes()[0]).collect()
}

/// The golden line of a layer.
pub(crate) fn line(rules: &str, layer: usize, values: &[i8]) -> String {
    let positions = values.len();
    let wins = values.iter().filter(|&&value| value > 0).count();
    let draws = values.iter().filter(|&&value| value == 0).count();
    let losses = values.iter().filter(|&&value| value < 0).count();
    let digest = Sha256::digest(payload(values));
    let sha256 = digest.iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").expect("a string takes everything");
        hex
    });
    format!(
        "{rules} layer={layer} positions={positions} wins={wins} draws={draws} \
         losses={losses} sha256={sha256}"
    )
}
