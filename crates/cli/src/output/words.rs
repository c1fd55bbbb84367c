//! Numbers in words, as a player reads them.

use indicatif::HumanCount;

/// A count with its thousands apart: `1,339,702`.
pub(crate) fn count(number: u64) -> String {
    HumanCount(number).to_string()
}

/// An amount of memory to three digits: `845 MiB`, `12.3 GiB`.
pub(crate) fn bytes(number: u64) -> String {
    if number < 1024 {
        return format!("{number} B");
    }
    let mut amount = number as f64;
    let mut unit = "";
    for next in ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] {
        // What would be printed as 1000 is the next unit.
        if amount < 999.5 {
            break;
        }
        (amount, unit) = (amount / 1024.0, next);
    }
    let decimals = if amount < 9.995 {
        2
    } else {
        usize::from(amount < 99.95)
    };
    format!("{amount:.decimals$} {unit}")
}

/// A time to about three digits: `0.42 s`, `3 min 20 s`, `5 h 04 min`.
pub(crate) fn duration(seconds: f64) -> String {
    // Saturates; infinite times are not made here.
    let whole = seconds.round() as u64;
    let (minute, hour, day) = (60, 3600, 86_400);
    match whole {
        _ if seconds < 9.995 => format!("{seconds:.2} s"),
        _ if whole < minute => format!("{seconds:.1} s"),
        _ if whole < hour => format!("{} min {:02} s", whole / minute, whole % minute),
        _ if whole < day => format!("{} h {:02} min", whole / hour, whole % hour / minute),
        _ => format!("{} d {:02} h", whole / day, whole % day / hour),
    }
}

/// A number of things: `1 ply`, `2 plies`.
pub(crate) fn counted(number: u64, one: &str, many: &str) -> String {
    let thing = if number == 1 { one } else { many };
    format!("{} {thing}", count(number))
}

/// As [`counted`], from a million on to three digits: `1.24 million nodes`.
pub(crate) fn rounded(number: u64, one: &str, many: &str) -> String {
    let (unit, word) = match number {
        0..1_000_000 => return counted(number, one, many),
        1_000_000..1_000_000_000 => (1e6, "million"),
        _ => (1e9, "billion"),
    };
    let amount = number as f64 / unit;
    let decimals = match amount {
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{amount:.decimals$} {word} {many}")
}

/// `1 thread`, `2 threads`.
pub(crate) fn threads(number: usize) -> String {
    counted(number as u64, "thread", "threads")
}

/// `1 position`, `1,365 positions`.
pub(crate) fn positions(number: u64) -> String {
    counted(number, "position", "positions")
}

/// How many times a second something was done.
pub(crate) fn per_second(done: u64, seconds: f64) -> f64 {
    if seconds > 0.0 {
        done as f64 / seconds
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000")] {
            assert_eq!(count(number), text);
        }
        assert_eq!(count(203_648_015_935), "203,648,015,935");
    }

    #[test]
    fn large_counts_are_rounded() {
        for (number, text) in [
            (1, "1 node"),
            (999_999, "999,999 nodes"),
            (1_234_567, "1.23 million nodes"),
            (12_345_678, "12.3 million nodes"),
            (999_400_000, "999 million nodes"),
            (5_000_000_000, "5.00 billion nodes"),
        ] {
            assert_eq!(rounded(number, "node", "nodes"), text);
        }
    }

    #[test]
    fn amounts_and_times_have_about_three_digits() {
        for (number, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KiB"),
            (1_048_000, "1.00 MiB"),
            (845 << 20, "845 MiB"),
            (419_700_000_000, "391 GiB"),
            (13_207_024_435, "12.3 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(bytes(number), text);
        }
        for (seconds, text) in [
            (0.0, "0.00 s"),
            (0.4243, "0.42 s"),
            (12.34, "12.3 s"),
            (59.7, "1 min 00 s"),
            (200.4, "3 min 20 s"),
            (18_250.0, "5 h 04 min"),
            (275_000.0, "3 d 04 h"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
