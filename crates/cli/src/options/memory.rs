//! How much memory a build may take, and in which mode it fits.

use std::str::FromStr;

use anyhow::bail;
use grenier_solve::{Memory, memory_needed};
use grenier_table::Kind;

use crate::machine::available_memory;
use crate::output::words;

/// A limit in bytes, above 0, as it stands on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit(pub(crate) u64);

impl FromStr for Limit {
    type Err = String;

    /// K, M, G and T are powers of 1024, like KiB and so on; KB and so on are
    /// powers of 1000; a number alone is in bytes.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("\"{text}\" is no amount of memory; write it like 500M, 8G or 16GiB");
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let bytes = number * unit_bytes(unit.trim()).ok_or_else(wrong)?;
        if bytes < 1.0 {
            return Err(format!("\"{text}\" is no memory at all"));
        }
        // More than there is anywhere is as good as no limit.
        Ok(Self(bytes as u64))
    }
}

fn unit_bytes(unit: &str) -> Option<f64> {
    let unit = unit.to_ascii_uppercase();
    let (power, rest) = match unit.split_at_checked(1) {
        None | Some(("B", "")) => return Some(1.0),
        Some((prefix, rest)) => ("KMGT".find(prefix)? as i32 + 1, rest),
    };
    match rest {
        "" | "IB" => Some(1024_f64.powi(power)),
        "B" => Some(1000_f64.powi(power)),
        _ => None,
    }
}

/// How much memory there is for a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    /// The user's limit.
    Given(u64),
    /// What the machine has available now.
    Available(u64),
    /// Nobody knows.
    Unknown,
}

impl Budget {
    pub(crate) fn new(limit: Option<Limit>) -> Self {
        match (limit, available_memory()) {
            (Some(Limit(bytes)), _) => Self::Given(bytes),
            (None, Some(bytes)) => Self::Available(bytes),
            (None, None) => Self::Unknown,
        }
    }

    pub(crate) fn bytes(self) -> Option<u64> {
        match self {
            Self::Given(bytes) | Self::Available(bytes) => Some(bytes),
            Self::Unknown => None,
        }
    }

    /// The fastest mode in which tables of all `kinds` of a layer are built, one
    /// after the other; `None` when they fit in neither.
    pub(crate) fn mode(self, kinds: &[Kind], seeds: u32, threads: usize) -> Option<Memory> {
        let fits = |&memory: &Memory| {
            let needed = needed(kinds, seeds, memory, threads);
            self.bytes().is_none_or(|bytes| needed <= bytes)
        };
        [Memory::Normal, Memory::Low].into_iter().find(fits)
    }

    /// As [`Budget::mode`], but an error with the figures when there is none.
    pub(crate) fn mode_or_refusal(
        self,
        kinds: &[Kind],
        seeds: u32,
        threads: usize,
    ) -> anyhow::Result<Memory> {
        let Some(mode) = self.mode(kinds, seeds, threads) else {
            let needs = |memory| words::bytes(needed(kinds, seeds, memory, threads));
            bail!(
                "layer {seeds} needs {} of memory, or {} in the slower low-memory mode, but {self}",
                needs(Memory::Normal),
                needs(Memory::Low)
            );
        };
        Ok(mode)
    }
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Given(bytes) => write!(f, "--memory allows {}", words::bytes(bytes)),
            Self::Available(bytes) => {
                write!(f, "{} are available on this machine", words::bytes(bytes))
            }
            Self::Unknown => f.write_str("how much is available here is not known"),
        }
    }
}

/// Bytes that the largest of `kinds` takes while a layer of it is built.
pub(crate) fn needed(kinds: &[Kind], seeds: u32, memory: Memory, threads: usize) -> u64 {
    let needed = kinds
        .iter()
        .map(|&kind| memory_needed(kind, seeds, memory, threads));
    needed.max().unwrap_or(0)
}

/// The name of a mode.
pub(crate) fn name(memory: Memory) -> &'static str {
    match memory {
        Memory::Normal => "normal",
        Memory::Low => "low",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read() {
        for (text, bytes) in [
            ("1", 1),
            ("4096B", 4096),
            ("500M", 500 << 20),
            ("8G", 8 << 30),
            ("16GiB", 16 << 30),
            ("1.5 g", 3 << 29),
            ("2tb", 2_000_000_000_000),
            ("64k", 65_536),
        ] {
            assert_eq!(text.parse(), Ok(Limit(bytes)), "{text}");
        }
        assert_eq!("999999999999999T".parse(), Ok(Limit(u64::MAX)));
    }

    #[test]
    fn other_words_are_refused() {
        for text in [
            "", "12X", "-1", "G", ".", "1.2.3G", "8GG", "8iB", "1e9", "nan", "8Gi", "é",
        ] {
            let told = text.parse::<Limit>().unwrap_err();
            assert!(told.contains("no amount of memory"), "{text}: {told}");
        }
        for text in ["0", "0G", "0.1"] {
            let told = text.parse::<Limit>().unwrap_err();
            assert!(told.contains("no memory at all"), "{text}: {told}");
        }
    }

    #[test]
    fn the_fastest_mode_that_fits_is_taken() {
        let needed = |memory| memory_needed(Kind::Score, 24, memory, 2);
        let mode = |bytes| Budget::Given(bytes).mode(&[Kind::Score], 24, 2);
        assert_eq!(mode(needed(Memory::Normal)), Some(Memory::Normal));
        assert_eq!(mode(needed(Memory::Normal) - 1), Some(Memory::Low));
        assert_eq!(mode(needed(Memory::Low)), Some(Memory::Low));
        assert_eq!(mode(needed(Memory::Low) - 1), None);
        assert_eq!(
            Budget::Unknown.mode(&[Kind::Score], 48, 2),
            Some(Memory::Normal)
        );
        let refused = Budget::Given(1 << 30)
            .mode_or_refusal(&[Kind::Score], 32, 2)
            .unwrap_err();
        insta::assert_snapshot!(refused, @"layer 32 needs 9.44 GiB of memory, or 5.17 GiB in the slower low-memory mode, but --memory allows 1.00 GiB");
    }
}
