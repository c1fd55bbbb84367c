//! One move's sowing, lap by lap.

use super::game::Game;
use super::position::{FOUR, LAST_EIGHT};
use super::readings::{LastEight, LiftedPit};
use grenier_rules::PITS;
use grenier_rules::Side;

/// How a sowing came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The last seed of a lap fell into an empty pit.
    EmptyPit,
    /// The last seed of a lap made four.
    Capture,
    /// Eight seeds are left; the game is over.
    LastEight,
    /// It has none: pits and hand came back to what they had been.
    Endless,
}

/// What a sowing leaves and yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sown {
    /// The pits where it stopped, South's first, before anything is shared out.
    /// After [`Stop::LastEight`] seeds may have been in the hand and are in
    /// no pit; after [`Stop::Endless`] this is one board of the cycle.
    pub pits: [u8; PITS],
    /// Seeds on the board, those in the hand counted.
    pub left: u8,
    /// Seeds captured by South and by North.
    pub captured: [u8; 2],
    /// How it stopped.
    pub stop: Stop,
}

/// Detects endless laps. The pits and the lifted pit determine a lap, so if both
/// repeat, they repeat for ever. One earlier lap is remembered, and replaced after 1,
/// 2, 4, ... laps: this finds a cycle of any length, wherever it begins (Brent).
struct Laps {
    earlier: ([u8; PITS], usize),
    left: u32,
    span: u32,
}

impl Laps {
    fn new(pits: [u8; PITS], lift: usize) -> Self {
        Self {
            earlier: (pits, lift),
            left: 1,
            span: 1,
        }
    }

    /// Whether the lap that is to be lifted now was lifted before.
    fn repeats(&mut self, pits: [u8; PITS], lift: usize) -> bool {
        if self.earlier == (pits, lift) {
            return true;
        }
        self.left -= 1;
        if self.left == 0 {
            self.span *= 2;
            self.left = self.span;
            self.earlier = (pits, lift);
        }
        false
    }
}

impl Game {
    /// Sows a pit that is not empty, for `side`, and continues from the last pit
    /// of each lap while that was occupied.
    ///
    /// A pit that a seed makes four is captured: by the player who moves when
    /// that was the last seed of a lap, and then the sowing ends; by the pit's
    /// owner otherwise.
    ///
    /// # Panics
    /// When `pit` is not 0..=11.
    pub fn sow(&self, mut pits: [u8; PITS], side: Side, pit: usize) -> Sown {
        let mut left = pits.iter().sum();
        let mut captured = [0; 2];
        let mut laps = Laps::new(pits, pit);
        let mut at = pit;
        let stop = loop {
            if let Some(stop) = self.lap(&mut pits, &mut at, &mut left, &mut captured, side) {
                break stop;
            }
            if laps.repeats(pits, at) {
                break Stop::Endless;
            }
        };
        Sown {
            pits,
            left,
            captured,
            stop,
        }
    }

    /// One lap from the pit `at`, which is left at the pit of the last seed.
    /// `None` when the sowing continues from there.
    fn lap(
        &self,
        pits: &mut [u8; PITS],
        at: &mut usize,
        left: &mut u8,
        captured: &mut [u8; 2],
        side: Side,
    ) -> Option<Stop> {
        let lifted = *at;
        let mut hand = std::mem::take(&mut pits[lifted]);
        while hand > 0 {
            *at = if *at == PITS - 1 { 0 } else { *at + 1 };
            if *at == lifted && self.rules().lifted == LiftedPit::Skipped {
                continue;
            }
            pits[*at] += 1;
            hand -= 1;
            if pits[*at] != FOUR {
                continue;
            }
            let taker = if hand == 0 { side } else { self.owner(*at) };
            pits[*at] = 0;
            captured[taker.index()] += FOUR;
            *left -= FOUR;
            if *left == LAST_EIGHT && self.rules().last_eight == LastEight::AtCapture {
                return Some(Stop::LastEight);
            }
            if hand == 0 {
                return Some(Stop::Capture);
            }
        }
        (pits[*at] == 1).then_some(Stop::EmptyPit)
    }
}
