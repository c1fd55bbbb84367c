//! What a sowing does to one waiting half.
//!
//! A move that gives t seeds turns the waiting half b into b + pattern(t). What it
//! captures depends on b, on t and on whether the last seed falls on the waiting
//! side, and not on the mover's half.

use grenier_index::{Half, rank};
use grenier_rules::{GrandSlam, RuleSet, SIDE, Sowing};

/// Whether a sowing can give so many seeds and end there: on the mover's side
/// the last seed falls only after whole laps.
pub(crate) fn possible(given: u32, ends_on_waiting: bool) -> bool {
    if ends_on_waiting {
        given > 0
    } else {
        given.is_multiple_of(SIDE as u32)
    }
}

/// What a sowing does to one waiting half; `after` is its rank as a mover half
/// of the child.
pub(crate) enum Effect {
    Quiet {
        after: u32,
    },
    /// `taken` is what the captured pits held.
    Capture {
        captured: u32,
        taken: Half,
        after: u32,
    },
    /// A grand slam that is forbidden while something else can be played.
    Forbidden,
    /// A grand slam after which the rest goes to the other player.
    Ending,
}

/// The half after `given` seeds were sown into it, pit by pit.
pub(crate) fn after_giving(half: &Half, given: u32) -> Half {
    let (laps, rest) = (given / SIDE as u32, given as usize % SIDE);
    std::array::from_fn(|pit| half[pit] + laps as u8 + u8::from(pit < rest))
}

/// What giving `given` seeds does to an open half.
pub(crate) fn effect(rules: &RuleSet, half: &Half, given: u32, ends_on_waiting: bool) -> Effect {
    let sown = after_giving(half, given);
    if !ends_on_waiting {
        return Effect::Quiet { after: rank(&sown) };
    }
    let mut pits = [0; 2 * SIDE];
    pits[SIDE..].copy_from_slice(&sown);
    let sowing = Sowing {
        pits,
        last: SIDE as u8 + ((given - 1) % SIDE as u32) as u8,
        given: given as u8,
    };
    let Some(played) = rules.capture(0, &sowing, false) else {
        return Effect::Forbidden;
    };
    if played.captured == 0 {
        return Effect::Quiet { after: rank(&sown) };
    }
    let slam = sowing.is_grand_slam(&sowing.captures());
    if slam && rules.grand_slam == GrandSlam::CapturesAllRestToOther {
        return Effect::Ending;
    }
    let left = played.next.mover();
    Effect::Capture {
        captured: u32::from(played.captured),
        taken: std::array::from_fn(|pit| sown[pit] - left[pit]),
        after: rank(&left),
    }
}
