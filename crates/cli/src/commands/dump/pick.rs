//! Which things of a sequence are taken, by their number in it.

/// Asked for one thing after the other.
pub(crate) enum Pick {
    /// Every k-th, from the first on.
    Every { step: u64, skip: u64 },
    /// Those with these numbers, from 0, rising.
    These {
        numbers: Vec<usize>,
        at: usize,
        next: usize,
    },
}

impl Pick {
    /// Every `step`-th, from the first on.
    pub(crate) fn every(step: u64) -> Self {
        Self::Every { step, skip: 0 }
    }

    /// Those with these numbers, from 0, rising.
    pub(crate) fn these(numbers: Vec<usize>) -> Self {
        Self::These {
            numbers,
            at: 0,
            next: 0,
        }
    }

    /// Whether the next thing is taken.
    pub(crate) fn takes_next(&mut self) -> bool {
        match self {
            Self::Every { step, skip } => {
                let takes = *skip == 0;
                *skip = if takes { *step } else { *skip } - 1;
                takes
            }
            Self::These { numbers, at, next } => {
                let takes = numbers.get(*next) == Some(at);
                *next += usize::from(takes);
                *at += 1;
                takes
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_third_and_chosen_ones() {
        let mut third = Pick::every(3);
        let taken: Vec<bool> = (0..7).map(|_| third.takes_next()).collect();
        assert_eq!(taken, [true, false, false, true, false, false, true]);
        let mut all = Pick::every(1);
        assert!((0..5).all(|_| all.takes_next()));
        let mut these = Pick::these(vec![1, 2, 5]);
        let taken: Vec<bool> = (0..7).map(|_| these.takes_next()).collect();
        assert_eq!(taken, [false, true, true, false, false, true, false]);
    }
}
