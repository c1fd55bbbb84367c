//! A guess at what a position is worth.

use grenier_rules::Position;

/// Net seeds for the mover from here on, in hundredths, no more than there are:
/// seeds on one's own side are a little more likely to be one's own in the end.
pub(crate) fn estimate(position: &Position) -> i16 {
    let mover = position.mover_seeds() as i16;
    let waiting = position.waiting_seeds() as i16;
    (mover - waiting) * 25
}
