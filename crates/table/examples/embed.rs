//! Packs layers 0 to 8 of a directory of tables into the file that is embedded in
//! the program: `cargo run -p grenier-table --example embed -- DIR KIND OUT.zst`,
//! where KIND is `score`, `secure` or `own-side`.
//!
//! The output depends on the tables and on the version of zstd alone.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use grenier_table::{EMBEDDED_LAYERS, Kind, TableDir};

/// Slow and small: this is packed once and shipped with every program.
const LEVEL: i32 = 19;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [dir, kind, out] = arguments.as_slice() else {
        return Err(
            "give a directory of tables, which and the file to write: DIR KIND OUT.zst".into(),
        );
    };
    let kind = Kind::SETS.into_iter().find(|one| one.name() == kind);
    let kind = kind.ok_or("KIND is score, secure or own-side")?;
    fs::write(out, pack(Path::new(dir), kind)?)?;
    Ok(())
}

/// One zstd frame, with its length and checksum, of all payloads in a row.
fn pack(dir: &Path, kind: Kind) -> Result<Vec<u8>, Box<dyn Error>> {
    let tables = TableDir::open_kind(dir, kind)?;
    let mut payloads = Vec::new();
    for seeds in 0..EMBEDDED_LAYERS {
        let layer = tables.open_layer(kind, seeds)?;
        layer.check_payload()?;
        payloads.extend_from_slice(bytemuck::cast_slice::<i8, u8>(layer.values()));
    }
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_checksum(true)?;
    Ok(compressor.compress(&payloads)?)
}
