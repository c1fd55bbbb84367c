//! A guess at what a position is worth.

use grenier_rules::{Position, SIDE};

/// Net seeds for the mover from here on, in hundredths, no more than there are.
///
/// A linear function of what either side has, the mover's less the other's. Its
/// weights were fitted (least squares) to 14,383 positions of 15 to 48 seeds from
/// games of `oware`, three in ten moves at random, in which the mover cannot
/// capture: to the tabled value up to 20 seeds, above to that of a search that
/// rests on those tables. The fit explains half of the variance, the seeds on
/// either side alone a quarter. In games all weights do better halved.
pub(crate) fn estimate(position: &Position) -> i16 {
    let most = position.seeds() as i16 * 100;
    (side(&position.mover()) - side(&position.waiting())).clamp(-most, most)
}

/// A seed on one's own side is a little more likely to be one's own in the end.
const SEED: i16 = 6;
/// An empty pit is a move less, and the other's seeds that land there capture
/// nothing now but soon.
const EMPTY: i16 = -118;
/// A single seed is a prey: one more makes it two.
const SINGLE: i16 = -34;
/// A pit whose seeds reach the other side when it is sown gives seeds away; one
/// whose seeds all stay is a move in reserve.
const REACHES: i16 = -56;

/// What the pits of one side are worth to who owns them.
fn side(half: &[u8; SIDE]) -> i16 {
    let worth = |(pit, &seeds): (usize, &u8)| match seeds {
        0 => EMPTY,
        _ => {
            let single = if seeds == 1 { SINGLE } else { 0 };
            let reaches = if pit + usize::from(seeds) >= SIDE {
                REACHES
            } else {
                0
            };
            SEED * i16::from(seeds) + single + reaches
        }
    };
    half.iter().enumerate().map(worth).sum()
}
