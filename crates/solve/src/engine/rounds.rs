//! Sparse rounds: when few values still change, only the predecessors of what
//! changed are valued again, until nothing changes.
//!
//! Each round reads the values as the last one left them and only then writes,
//! so rounds need no atomics and do the same from any number of threads.

use grenier_index::Half;
use grenier_rules::{Position, SIDE};
use rayon::prelude::*;

use crate::engine::sides::{Side, Sides};
use crate::engine::work::{Known, Merge};

/// Changed positions that a thread follows at a time: enough for the processor
/// to wait for many values at once instead of for one after the other.
const FOLLOWED: usize = 256;

/// Values the predecessors of what each side's children changed, and writes those
/// values that differ. Each side lists them; returns how many there are.
pub(crate) fn round(sides: &mut Sides<'_>) -> u64 {
    let news = |(side, children): (&Side<'_>, &Side<'_>)| -> Vec<(u64, i8)> {
        let follow = |changed: &[u64]| follow(side.known, &side.values, &children.values, changed);
        let changed = children.changed.par_chunks(FOLLOWED);
        changed.flat_map_iter(follow).collect()
    };
    let news: Vec<_> = sides.with_children().map(news).collect();
    for (side, news) in sides.all_mut().iter_mut().zip(news) {
        side.changed = write(&mut side.values, news);
    }
    let counts = sides.all().iter().map(|side| side.changed.len() as u64);
    counts.sum()
}

/// Writes new values; the indices of those that differ from the old.
fn write(values: &mut [i8], news: Vec<(u64, i8)>) -> Vec<u64> {
    let mut next = Vec::with_capacity(news.len());
    for (index, new) in news {
        let value = &mut values[index as usize];
        // The same predecessor may have been found from several children.
        if *value != new {
            *value = new;
            next.push(index);
        }
    }
    next
}

/// The predecessors of changed positions whose values change, with their new
/// values; `changed` are indices of `children`, the values of the children.
fn follow(known: Known<'_>, present: &[i8], children: &[i8], changed: &[u64]) -> Vec<(u64, i8)> {
    let layer = known.layer();
    let mut found = Vec::with_capacity(4 * changed.len());
    for &index in changed {
        let position = layer.position(index).expect("an index of the layer");
        let news = children[index as usize];
        for_predecessors(&position, |before| {
            if let Some(index) = layer.index(before) {
                found.push((index, *before, news));
            }
        });
    }
    found.retain(|&(index, _, news)| match known.merge {
        Merge::Replace => can_change(present[index as usize], news),
        Merge::Lower => -news < present[index as usize],
        Merge::Raise => -news > present[index as usize],
    });
    let child = |index: u64| children[index as usize];
    found
        .into_iter()
        .map(|(index, before, _)| {
            let new = known.evaluate(&before, child);
            (index, known.merge.of(present[index as usize], new))
        })
        .filter(|&(index, new)| new != present[index as usize])
        .collect()
}

/// Whether a position worth `old` can be worth something else after a child
/// became worth `child`. Values only move away from 0: a child that fell
/// raises its predecessor if it now offers more than `old`; a child that rose
/// lowers it only if nothing won is at hand and the child's offer was as good
/// as `old`.
fn can_change(old: i8, child: i8) -> bool {
    if child < 0 {
        old < -child
    } else {
        -child < old && old <= 0
    }
}

/// Calls `found` with every position that a sowing without capture leads from
/// to `position`: a superset of the quiet moves, since whether the move
/// captures, or is allowed, is not looked at.
fn for_predecessors(position: &Position, mut found: impl FnMut(&Position)) {
    // The player who moved is the one now waiting.
    let (sower, other) = (position.waiting(), position.mover());
    for pit in (0..SIDE).filter(|&pit| sower[pit] == 0) {
        let (mut sower, mut other): (Half, Half) = (sower, other);
        let mut at = pit;
        // Take back one seed after the other: each is a sowing of one more.
        loop {
            at = (at + 1) % (2 * SIDE);
            if at == pit {
                continue;
            }
            let from = if at < SIDE {
                &mut sower[at]
            } else {
                &mut other[at - SIDE]
            };
            if *from == 0 {
                break;
            }
            *from -= 1;
            sower[pit] += 1;
            let before = Position::from_halves(sower, other);
            found(&before.expect("as many seeds as in the position"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grenier_index::Layer;
    use grenier_rules::Sowing;

    /// Sowing forwards from everywhere finds the same pairs.
    #[test]
    fn predecessors_are_sowings_taken_back() {
        for seeds in [1, 2, 5, 14] {
            let layer = Layer::new(seeds);
            let mut backward = Vec::new();
            let mut forward = Vec::new();
            // All positions of small layers, a sample of the large one.
            for index in (0..layer.len()).step_by(if seeds > 9 { 4_001 } else { 1 }) {
                let position = layer.position(index).unwrap();
                for pit in 0..SIDE as u8 {
                    if let Some(sowing) = Sowing::of(&position, pit) {
                        let next = Position::new(sowing.pits).unwrap().turned();
                        let mut hit = false;
                        for_predecessors(&next, |before| hit |= *before == position);
                        assert!(hit, "{position:?} sown from {pit}");
                        forward.push((position, next));
                    }
                }
                for_predecessors(&position, |before| {
                    let sown = (0..SIDE as u8).any(|pit| {
                        Sowing::of(before, pit).is_some_and(|sowing| {
                            Position::new(sowing.pits).unwrap().turned() == position
                        })
                    });
                    assert!(sown, "{before:?} does not lead to {position:?}");
                    if layer.index(before).is_some() {
                        backward.push((*before, position));
                    }
                });
            }
            if seeds <= 9 {
                forward.sort_unstable();
                backward.sort_unstable();
                assert_eq!(forward, backward);
            }
        }
    }

    #[test]
    fn only_what_helps_or_hurts_can_change() {
        assert!(can_change(0, -1));
        assert!(can_change(-3, -1));
        assert!(!can_change(2, -2));
        assert!(can_change(2, -3));
        assert!(can_change(0, 1));
        assert!(!can_change(1, 5));
        assert!(!can_change(-1, 1));
        assert!(can_change(-1, 2));
    }
}
