//! Small tables inside the program, for the four rule sets that people play by:
//! scores, secure seeds and, where each player keeps their own side at a
//! repetition, own-side bounds. `data/README.md` says how they are made.

use std::io;
use std::sync::OnceLock;

use grenier_index::layer_size;
use grenier_rules::RuleSet;

use crate::kind::Kind;

/// The number of embedded layers: those with 0 to 8 seeds.
pub const EMBEDDED_LAYERS: u32 = 9;

/// The tables of one kind under one rule set: one zstd frame with a content checksum, the
/// payloads of all embedded layers one after the other.
struct Embedded {
    rules: RuleSet,
    kind: Kind,
    packed: &'static [u8],
    values: OnceLock<Vec<i8>>,
}

macro_rules! embedded {
    ($rules:expr, $kind:expr, $name:literal) => {
        Embedded {
            rules: $rules,
            kind: $kind,
            packed: include_bytes!(concat!("../../../data/embedded/", $name, ".zst")),
            values: OnceLock::new(),
        }
    };
}

static EMBEDDED: [Embedded; 11] = [
    embedded!(RuleSet::AWALE, Kind::Score, "awale"),
    embedded!(RuleSet::AWELE, Kind::Score, "awele"),
    embedded!(RuleSet::OWARE, Kind::Score, "oware"),
    embedded!(RuleSet::AWARI, Kind::Score, "awari"),
    embedded!(RuleSet::AWALE, Kind::Secure, "awale-secure"),
    embedded!(RuleSet::AWELE, Kind::Secure, "awele-secure"),
    embedded!(RuleSet::OWARE, Kind::Secure, "oware-secure"),
    embedded!(RuleSet::AWARI, Kind::Secure, "awari-secure"),
    embedded!(RuleSet::AWALE, Kind::OwnSide, "awale-own-side"),
    embedded!(RuleSet::AWELE, Kind::OwnSide, "awele-own-side"),
    embedded!(RuleSet::OWARE, Kind::OwnSide, "oware-own-side"),
];

/// Unpacks the payloads of a frame.
fn unpack(packed: &[u8]) -> io::Result<Vec<i8>> {
    let len: u64 = (0..EMBEDDED_LAYERS).map(layer_size).sum();
    // Compares the frame's checksum, and fails if there is more.
    let bytes = zstd::bulk::decompress(packed, len as usize)?;
    if bytes.len() as u64 != len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytemuck::cast_slice(&bytes).to_vec())
}

/// The embedded table of a kind of the layer with `seeds` seeds: values from the
/// mover's view, in index order; scores count endless play even. `None` when that
/// layer of that rule set is not embedded.
///
/// # Panics
/// When the program was built with damaged tables in it, which the tests rule
/// out.
pub fn embedded_layer(rules: &RuleSet, kind: Kind, seeds: u32) -> Option<&'static [i8]> {
    if seeds >= EMBEDDED_LAYERS {
        return None;
    }
    let mut all = EMBEDDED.iter();
    let embedded = all.find(|one| one.rules == *rules && one.kind == kind)?;
    let values = embedded.values.get_or_init(|| {
        let values = unpack(embedded.packed);
        values.expect("the embedded tables are sound")
    });
    let start: u64 = (0..seeds).map(layer_size).sum();
    Some(&values[start as usize..][..layer_size(seeds) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each bit of the frame's head and of bytes here and there; and lengths.
    #[test]
    fn a_damaged_frame_is_refused_or_says_the_same() {
        let packed = EMBEDDED[0].packed;
        let whole = unpack(packed).unwrap();
        let (mut refused, mut harmless) = (0, 0);
        for at in (0..20).chain((20..packed.len()).step_by(997)) {
            assert!(unpack(&packed[..at]).is_err());
            for bit in 0..8 {
                let mut bytes = packed.to_vec();
                bytes[at] ^= 1 << bit;
                match unpack(&bytes) {
                    Ok(values) => {
                        assert!(values == whole, "byte {at}, bit {bit}");
                        harmless += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
        println!("embedded tables: refused {refused}, harmless {harmless}");
        assert!(refused > 0);
    }
}
