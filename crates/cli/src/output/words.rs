//! Numbers in words, as a player reads them.

use grenier_rules::{EndlessPlay, FinalScore, Outcome, Settlement, Side};
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

/// A value with its sign: `+3`, `0`, `-2`.
pub(crate) fn signed(value: i8) -> String {
    match value {
        0 => "0".to_owned(),
        _ => format!("{value:+}"),
    }
}

/// Half of a number of seeds; what endless play leaves may be odd: `3.5`.
pub(crate) fn halved(twice: i32) -> String {
    let whole = twice / 2;
    if twice % 2 == 0 {
        whole.to_string()
    } else {
        format!("{whole}.5")
    }
}

/// How many times a second something was done.
pub(crate) fn per_second(done: u64, seconds: f64) -> f64 {
    if seconds > 0.0 {
        done as f64 / seconds
    } else {
        0.0
    }
}

/// The value of a position with `seeds` seeds, from the view of its mover
/// `side`: "South nets +3 of 11: 7 to 4 with best play".
pub(crate) fn value(side: Side, value: i8, seeds: u32) -> String {
    let (net, all) = (i32::from(value), seeds as i32);
    let (mine, other) = (halved(all + net), halved(all - net));
    let signed = signed(value);
    let how = match value {
        // Only a split of what endless play leaves halves a seed.
        _ if (all + net) % 2 != 0 => "if what is left is shared evenly",
        0 => "with best play (even)",
        _ => "with best play",
    };
    format!("{side} nets {signed} of {seeds}: {mine} to {other} {how}")
}

/// How a whole game ends from stores (South's, North's) and a value:
/// "South wins the game, 27 to 21".
pub(crate) fn result(stores: [u8; 2], side: Side, value: i8) -> String {
    let ahead = stores[0] as i8 - stores[1] as i8;
    let south_net = match side {
        Side::South => ahead + value,
        Side::North => ahead - value,
    };
    final_score(FinalScore { south_net })
}

/// How a whole game ended: "South wins the game, 27 to 21".
pub(crate) fn final_score(score: FinalScore) -> String {
    let shares = [Side::South, Side::North].map(|side| i32::from(score.half_seeds(side)));
    let (high, low) = (shares[0].max(shares[1]), shares[0].min(shares[1]));
    let (high, low) = (halved(high), halved(low));
    match score.outcome() {
        Outcome::Won(side) => format!("{side} wins the game, {high} to {low}"),
        _ => format!("The game is drawn, {high} to {low}"),
    }
}

/// As [`result`], with what it rests on: how endless play counts, unless the
/// game is over.
pub(crate) fn result_by(
    stores: [u8; 2],
    side: Side,
    value: i8,
    ending: Option<EndlessPlay>,
) -> String {
    let result = result(stores, side, value);
    let reading = match ending {
        None => "",
        Some(EndlessPlay::Even) if result.contains(".5") => " if what is left is shared evenly",
        Some(EndlessPlay::Even) => ", endless play counting even",
        Some(EndlessPlay::EachKeepsOwnSide) => ", each keeping their own side in endless play",
    };
    format!("{result}{reading}")
}

/// Who takes what when the game is over and `side` would be to move.
pub(crate) fn settlement(side: Side, left: &Settlement) -> String {
    let other = side.other();
    let over = "The game is over";
    match (left.mover, left.waiting) {
        (0, 0) => format!("{over}: no seed is left"),
        (all, 0) => format!("{over}: {side} takes {}", rest(all)),
        (0, all) => format!("{over}: {other} takes {}", rest(all)),
        (mine, others) => format!("{over}: {side} takes {mine}, {other} takes {others}"),
    }
}

fn rest(number: u8) -> String {
    if number == 1 {
        "the last seed".to_owned()
    } else {
        format!("the {number} seeds left")
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

    #[test]
    fn a_value_says_how_the_seeds_are_shared() {
        let said = value(Side::South, 3, 11);
        assert_eq!(said, "South nets +3 of 11: 7 to 4 with best play");
        let said = value(Side::North, -2, 6);
        assert_eq!(said, "North nets -2 of 6: 2 to 4 with best play");
        let said = value(Side::South, 0, 7);
        assert_eq!(
            said,
            "South nets 0 of 7: 3.5 to 3.5 if what is left is shared evenly"
        );
        let said = value(Side::South, -1, 1);
        assert_eq!(said, "South nets -1 of 1: 0 to 1 with best play");
    }

    #[test]
    fn stores_say_how_the_game_ends() {
        let said = result([20, 17], Side::South, 3);
        assert_eq!(said, "South wins the game, 27 to 21");
        let said = result([20, 17], Side::North, 5);
        assert_eq!(said, "North wins the game, 25 to 23");
        let said = result([17, 20], Side::South, 3);
        assert_eq!(said, "The game is drawn, 24 to 24");
        let said = result([20, 21], Side::South, 0);
        assert_eq!(said, "North wins the game, 24.5 to 23.5");
    }

    #[test]
    fn a_settlement_names_who_takes() {
        let said = |mover, waiting| settlement(Side::North, &Settlement { mover, waiting });
        assert_eq!(said(0, 0), "The game is over: no seed is left");
        assert_eq!(said(4, 0), "The game is over: North takes the 4 seeds left");
        assert_eq!(said(0, 1), "The game is over: South takes the last seed");
        assert_eq!(said(2, 3), "The game is over: North takes 2, South takes 3");
    }
}
