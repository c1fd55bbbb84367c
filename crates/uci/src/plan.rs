//! How long a search may go on, and when its answer may be given.

use std::time::Duration;

use grenier_rules::Side;

use crate::command::Go;

/// What goes by between the engine's answer and the other program's clock.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The moves that a clock has to last for when nobody says.
const MOVES_LEFT: u64 = 25;

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<Duration>,
    pub(crate) hold: Hold,
}

/// What an answer waits for, even if the search is through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    No,
    UntilStop,
    UntilPonderHit,
}

impl Plan {
    /// The plan for a search for a move of a side.
    pub(crate) fn of(go: &Go, side: Side) -> Self {
        Self {
            depth: go.depth,
            nodes: go.nodes,
            time: time(go, side),
            hold: match (go.ponder, go.infinite) {
                (true, _) => Hold::UntilPonderHit,
                (false, true) => Hold::UntilStop,
                (false, false) => Hold::No,
            },
        }
    }

    /// Whether anything but `stop` ends the search.
    pub(crate) fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }
}

/// The time for a move of a side; `None` when there is no clock.
///
/// A move time is used up but for the overhead. Of a clock a move gets its share of
/// what is left, and most of its increment; never more than half of what is left,
/// so that no clock runs out.
fn time(go: &Go, side: Side) -> Option<Duration> {
    if let Some(time) = go.move_time {
        return Some(time.saturating_sub(OVERHEAD.min(time / 2)));
    }
    let side = usize::from(side == Side::North);
    let left = go.clocks[side]?.saturating_sub(OVERHEAD);
    let moves = go.moves_left.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    let share = left / moves as u32 + go.increments[side] * 3 / 4;
    Some(share.min(left / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_move_time_is_used_up_but_for_the_overhead() {
        let time = |millis| {
            let move_time = Some(Duration::from_millis(millis));
            let go = Go {
                move_time,
                ..Go::default()
            };
            time(&go, Side::South).unwrap().as_millis()
        };
        assert_eq!([time(1000), time(40), time(10), time(0)], [980, 20, 5, 0]);
        assert_eq!(super::time(&Go::default(), Side::South), None);
    }

    #[test]
    fn a_clock_never_runs_out() {
        let mut go = Go {
            clocks: [Some(60 * SECOND), Some(SECOND)],
            increments: [Duration::ZERO, 10 * SECOND],
            ..Go::default()
        };
        let south = time(&go, Side::South).unwrap();
        assert!(south > 2 * SECOND && south < 3 * SECOND, "{south:?}");
        let north = time(&go, Side::North).unwrap();
        assert!(north < SECOND / 2, "{north:?}");
        go.moves_left = Some(1);
        assert!(time(&go, Side::South).unwrap() <= 30 * SECOND);
        go.clocks = [Some(Duration::ZERO), None];
        assert_eq!(time(&go, Side::South), Some(Duration::ZERO));
        assert_eq!(time(&go, Side::North), None);
    }

    #[test]
    fn no_number_overflows() {
        let most = Duration::from_millis(u64::MAX);
        for moves_left in [None, Some(0), Some(1), Some(u64::MAX)] {
            let go = Go {
                clocks: [Some(most); 2],
                increments: [most; 2],
                moves_left,
                ..Go::default()
            };
            assert!(time(&go, Side::North).unwrap() <= most / 2);
        }
    }
}
