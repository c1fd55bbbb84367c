//! Ba-awa as a person would play it with seeds and pits, following the words of
//! `docs/rules.md`. Players are 0 (South) and 1 (North).

/// A table, twelve pits, and what has been agreed.
pub struct Naive {
    south_owns: u8,
    starter: usize,
    skip: bool,
    late: bool,
    over: bool,
}

/// What comes of a move. When the game is over, `captured` has all seeds and
/// the pits are empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sown {
    pub pits: [u8; 12],
    pub captured: [u8; 2],
    pub over: bool,
    pub laps: u32,
    /// Seeds that were left to be split when there was no end; otherwise 0.
    pub split: u8,
}

impl Naive {
    pub fn new(rules: &str, south_owns: u8, starter: usize) -> Self {
        let agreed = |word| rules.split('-').skip(2).any(|said| said == word);
        Self {
            south_owns,
            starter,
            skip: agreed("skip"),
            late: agreed("late"),
            over: agreed("over"),
        }
    }

    /// Where North's pits begin.
    #[allow(dead_code, reason = "only solvers ask")]
    pub fn south_owns(&self) -> usize {
        usize::from(self.south_owns)
    }

    fn owner(&self, pit: usize) -> usize {
        usize::from(pit as u8 >= self.south_owns)
    }

    /// The pits that may be sown, `None` for a pass, each with what comes of it.
    pub fn moves(&self, pits: [u8; 12], mover: usize) -> Vec<(Option<usize>, Sown)> {
        if pits.iter().sum::<u8>() <= 8 {
            return Vec::new();
        }
        let own: Vec<usize> = (0..12)
            .filter(|&pit| self.owner(pit) == mover && pits[pit] > 0)
            .collect();
        if own.is_empty() && self.over {
            return Vec::new();
        }
        if own.is_empty() {
            let passed = Sown {
                pits,
                captured: [0, 0],
                over: false,
                laps: 0,
                split: 0,
            };
            return vec![(None, passed)];
        }
        let sown = own
            .iter()
            .map(|&pit| (Some(pit), self.sow(pits, mover, pit)));
        sown.collect()
    }

    /// Sows a pit and what follows. Every moment at which a pit is lifted is
    /// remembered; the same one twice means that there is no end.
    pub fn sow(&self, mut pits: [u8; 12], mover: usize, mut pit: usize) -> Sown {
        let mut captured = [0, 0];
        let mut moments = Vec::new();
        loop {
            if moments.contains(&(pits, pit)) {
                let left = pits.iter().sum::<u8>();
                captured[0] += left / 2;
                captured[1] += left / 2;
                return end(captured, &moments, left);
            }
            moments.push((pits, pit));
            let lifted = pit;
            let mut hand = pits[lifted];
            pits[lifted] = 0;
            let mut captured_last = false;
            while hand > 0 {
                pit = (pit + 1) % 12;
                if self.skip && pit == lifted {
                    pit = (pit + 1) % 12;
                }
                hand -= 1;
                pits[pit] += 1;
                if pits[pit] == 4 {
                    let last = hand == 0;
                    captured[if last { mover } else { self.owner(pit) }] += 4;
                    pits[pit] = 0;
                    captured_last = last;
                    if !self.late && pits.iter().sum::<u8>() + hand == 8 {
                        captured[self.starter] += 8;
                        return end(captured, &moments, 0);
                    }
                }
            }
            if captured_last || pits[pit] == 1 {
                let left = pits.iter().sum::<u8>();
                if self.late && left <= 8 {
                    captured[self.starter] += left;
                    return end(captured, &moments, 0);
                }
                return Sown {
                    pits,
                    captured,
                    over: false,
                    laps: moments.len() as u32,
                    split: 0,
                };
            }
        }
    }
}

/// The game is over and all seeds are somebody's.
fn end(captured: [u8; 2], moments: &[([u8; 12], usize)], split: u8) -> Sown {
    Sown {
        pits: [0; 12],
        captured,
        over: true,
        laps: moments.len() as u32,
        split,
    }
}
