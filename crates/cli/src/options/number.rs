//! Numbers on the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::machine::{self, MAX_THREADS};

/// Reads a number of a range; an error says which.
pub(crate) fn number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("expected a number from {least} to {most}")
        })
    }
}

/// Reads a range of numbers, `A..B` with both ends in it, either of which may be
/// missing, or a single number; an error says within what.
pub(crate) fn span<T>(
    bounds: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<RangeInclusive<T>, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let end = |text: &str, missing: &T| match text {
            "" => Some(missing.clone()),
            _ => text.parse().ok().filter(|number| bounds.contains(number)),
        };
        let ends = end(from, bounds.start()).zip(end(to, bounds.end()));
        let ends = ends.filter(|(from, to)| !text.is_empty() && from <= to);
        ends.map(|(from, to)| from..=to).ok_or_else(|| {
            let (least, most) = (bounds.start(), bounds.end());
            format!("expected a number or a range A..B from {least} to {most}")
        })
    }
}

/// Reads a number of threads. More than [`MAX_THREADS`] are a slip of the hand
/// that would take the machine's memory.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    number(1..=MAX_THREADS)(text).map_err(|expected| {
        let cores = match machine::cores() {
            1 => "1 processor".to_owned(),
            cores => format!("{cores} processors"),
        };
        format!("{expected}; this machine has {cores}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_in_its_range() {
        let seeds = number(0..=48_u32);
        assert_eq!(seeds("0"), Ok(0));
        assert_eq!(seeds("48"), Ok(48));
        for wrong in ["49", "-1", "x", "", "1.5", "99999999999"] {
            let told = seeds(wrong).unwrap_err();
            assert_eq!(told, "expected a number from 0 to 48", "{wrong}");
        }
    }

    #[test]
    fn a_span_has_both_its_ends() {
        let values = span(-48..=48_i8);
        assert_eq!(values("-3..3"), Ok(-3..=3));
        assert_eq!(values("1.."), Ok(1..=48));
        assert_eq!(values("..-1"), Ok(-48..=-1));
        assert_eq!(values(".."), Ok(-48..=48));
        assert_eq!(values("-7"), Ok(-7..=-7));
        for wrong in ["", "3..1", "49", "1..49", "1-3", "a..b", "1..2..3", "1..=3"] {
            let told = values(wrong).unwrap_err();
            assert_eq!(
                told, "expected a number or a range A..B from -48 to 48",
                "{wrong}"
            );
        }
    }

    #[test]
    fn more_threads_than_anybody_has_are_refused() {
        assert_eq!(threads("256"), Ok(256));
        for wrong in ["257", "0", "65537", "two"] {
            let told = threads(wrong).unwrap_err();
            let cores = machine::cores().to_string();
            assert!(
                told.starts_with("expected a number from 1 to 256; this machine has "),
                "{told}"
            );
            assert!(told.contains(&cores), "{told}");
        }
    }
}
