//! Lifting a pit and sowing it, and what that could capture: the part of a
//! move on which all rule sets of the family agree.

use crate::position::{MAX_SEEDS, PITS, Position, SIDE};

/// A pit sown, nothing captured yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sowing {
    /// The twelve pits after the last seed fell, still from the view of the
    /// player who sowed.
    pub pits: [u8; PITS],
    /// Where the last seed fell.
    pub last: u8,
    /// How many seeds fell on the waiting side (the *give*).
    pub given: u8,
}

/// What sowing a pit with some number of seeds does.
#[derive(Clone, Copy)]
struct Pattern {
    /// Seeds that fall into each pit, as [`Position::word`].
    falls: u128,
    last: u8,
    given: u8,
}

/// By pit of the mover and seeds in it.
static PATTERNS: [[Pattern; MAX_SEEDS as usize + 1]; SIDE] = patterns();

const fn patterns() -> [[Pattern; MAX_SEEDS as usize + 1]; SIDE] {
    let none = Pattern {
        falls: 0,
        last: 0,
        given: 0,
    };
    let mut patterns = [[none; MAX_SEEDS as usize + 1]; SIDE];
    let mut pit = 0;
    while pit < SIDE {
        patterns[pit][0].last = pit as u8;
        let mut seeds = 1;
        while seeds <= MAX_SEEDS as usize {
            patterns[pit][seeds] = patterns[pit][seeds - 1].one_more(pit);
            seeds += 1;
        }
        pit += 1;
    }
    patterns
}

impl Pattern {
    /// Lets one seed more fall into the pit after the last; `pit` itself is
    /// skipped on every lap.
    const fn one_more(mut self, pit: usize) -> Self {
        let mut at = (self.last as usize + 1) % PITS;
        if at == pit {
            at = (at + 1) % PITS;
        }
        self.falls += 1 << (8 * at);
        self.last = at as u8;
        self.given += (at >= SIDE) as u8;
        self
    }
}

impl Sowing {
    /// Sows `pit`, one seed at a time, skipping `pit` itself on every lap.
    ///
    /// `None` when the pit is empty.
    ///
    /// # Panics
    /// When `pit` is not one of the mover's (0..=5).
    pub fn of(position: &Position, pit: u8) -> Option<Self> {
        assert!((pit as usize) < SIDE, "pit {pit} is not the mover's");
        let pit = pit as usize;
        let in_hand = position.pits()[pit];
        if in_hand == 0 {
            return None;
        }
        let pattern = &PATTERNS[pit][usize::from(in_hand)];
        let lifted = position.word() - (u128::from(in_hand) << (8 * pit));
        Some(Self {
            pits: Position::of_word(lifted + pattern.falls).pits(),
            last: pattern.last,
            given: pattern.given,
        })
    }

    /// Whether sowing a pit (0..=5) lets the last seed capture: a quick answer, for
    /// searches. The rules may still forbid the move, or the capture.
    pub fn may_capture(position: &Position, pit: u8) -> bool {
        let (pits, pit) = (position.pits(), usize::from(pit));
        let pattern = &PATTERNS[pit][usize::from(pits[pit])];
        let last = usize::from(pattern.last);
        let falls = (pattern.falls >> (8 * last)) as u8;
        last >= SIDE && is_captured(pits[last] + falls)
    }

    /// The pits that the last seed captures: those from [`Sowing::last`]
    /// backwards that lie on the waiting side and hold 2 or 3, as a range of
    /// pit numbers (empty when nothing is captured).
    pub fn captures(&self) -> std::ops::Range<usize> {
        let end = self.last as usize + 1;
        // Most moves capture nothing.
        if end <= SIDE || !is_captured(self.pits[end - 1]) {
            return end..end;
        }
        let run = self.pits[SIDE..end]
            .iter()
            .rev()
            .take_while(|&&seeds| is_captured(seeds))
            .count();
        end - run..end
    }

    /// Whether capturing `range` would leave the waiting side without a seed
    /// that it has now.
    pub fn is_grand_slam(&self, range: &std::ops::Range<usize>) -> bool {
        !range.is_empty() && (SIDE..PITS).all(|pit| self.pits[pit] == 0 || range.contains(&pit))
    }
}

/// Whether the last seed captures a pit of the waiting side with so many seeds.
fn is_captured(seeds: u8) -> bool {
    seeds == 2 || seeds == 3
}
