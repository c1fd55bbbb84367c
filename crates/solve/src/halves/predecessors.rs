//! Predecessors by halves: which positions a quiet move leads from to a given
//! one. As moves do, they come apart into what the sower's half was before and
//! what the other half was, and both are looked up.
//!
//! A sowing that gives t seeds leaves the sower's half as the waiting half of
//! the child, and turns the other half b into b + pattern(t), the child's mover
//! half. So a child's waiting half names the halves that could be sown, each
//! with its give; the child's mover half names, give by give, the half before.

use grenier_index::{halves, open_halves, open_rank, open_unrank, rank, unrank};
use grenier_rules::{Position, RuleSet, SIDE};
use rayon::prelude::*;

use crate::halves::effect::{Effect, effect, possible};
use crate::halves::moves::{half_moves, moves_of_halves};

/// No quiet move leads here by this give.
pub(crate) const NONE: u32 = u32::MAX;

/// Lists of any length, one behind the other.
#[derive(Debug)]
struct Lists<T> {
    items: Vec<T>,
    /// Where each list ends.
    ends: Vec<u32>,
}

/// A sower's half before the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sown {
    /// Its rank.
    pub half: u32,
    /// Number of the give, see [`slot`].
    pub slot: u32,
}

/// All halves of a layer before and after a move.
#[derive(Debug)]
pub(crate) struct Predecessors {
    rules: RuleSet,
    /// By the seeds of the child's mover half, then by its rank: for each
    /// give, from the first on as far as the half holds its pattern, the open
    /// rank of the half before, or [`NONE`]. Kept from layer to layer.
    given: Vec<Lists<u32>>,
    /// By the seeds of the child's waiting half, then by its open rank: the
    /// halves that it was sown from, by rising give.
    sown: Vec<Lists<Sown>>,
}

/// Gives in the order of seeds; one that ends on the mover's side, after whole
/// laps, comes before the one that ends on the waiting side.
pub(crate) fn slot(given: u32, ends_on_waiting: bool) -> u32 {
    let laps_before = given.saturating_sub(1) / SIDE as u32;
    let second = ends_on_waiting && given.is_multiple_of(SIDE as u32);
    given + laps_before + u32::from(second)
}

/// The gives of at most `seeds` seeds, in the order of their slots: seeds
/// given, and whether they end on the waiting side.
pub(crate) fn gives(seeds: u32) -> impl Iterator<Item = (u32, bool)> {
    let both = |given| [(given, false), (given, true)];
    let all = (0..=seeds).flat_map(both);
    all.filter(|&(given, ends_on_waiting)| possible(given, ends_on_waiting))
}

impl<T> Lists<T> {
    fn get(&self, number: usize) -> &[T] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..self.ends[number] as usize]
    }
}

impl<T> FromIterator<Vec<T>> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(lists: I) -> Self {
        let (mut items, mut ends): (Vec<T>, Vec<u32>) = (Vec::new(), Vec::new());
        for list in lists {
            items.extend(list);
            ends.push(items.len() as u32);
        }
        items.shrink_to_fit();
        ends.shrink_to_fit();
        Self { items, ends }
    }
}

impl Predecessors {
    pub fn new(rules: RuleSet) -> Self {
        Self {
            rules,
            given: Vec::new(),
            sown: Vec::new(),
        }
    }

    /// Bytes that it takes for the layer with `seeds` seeds.
    pub fn bytes(seeds: u32) -> u64 {
        let given = |mover: u32| {
            let before = gives(mover).map(|(given, _)| u64::from(halves(mover - given)));
            before.sum::<u64>() + u64::from(halves(mover))
        };
        let given: u64 = (0..=seeds).map(given).sum();
        let sown: u64 = (0..=seeds).map(moves_of_halves).sum();
        let rows: u64 = (0..=seeds)
            .map(|waiting| u64::from(open_halves(waiting)))
            .sum();
        (given + rows) * size_of::<u32>() as u64 + sown * size_of::<Sown>() as u64
    }

    /// Makes what the layer with `seeds` seeds needs.
    pub fn prepare(&mut self, seeds: u32) {
        for mover in self.given.len() as u32..=seeds {
            self.given.push(given(&self.rules, mover));
        }
        let rules = self.rules;
        let movers = (0..=seeds).into_par_iter();
        let by_mover: Vec<_> = movers.map(|mover| moves(&rules, seeds, mover)).collect();
        self.sown = (0..=seeds)
            .into_par_iter()
            .map(|waiting| sown(waiting, &by_mover))
            .collect();
    }

    /// The halves before a move that leaves the sower's half as the waiting
    /// half with this open rank.
    pub fn sown(&self, waiting: u32, row: usize) -> &[Sown] {
        self.sown[waiting as usize].get(row)
    }

    /// Whether the move to `child` from the position with this row and column
    /// in its section is among those found here.
    pub fn has(&self, child: &Position, row: usize, column: usize) -> bool {
        let waiting = open_rank(&child.waiting()).expect("the pit sown from is empty");
        let given = self.given(child.mover_seeds(), rank(&child.mover()) as usize);
        let mut sown = self.sown(child.waiting_seeds(), waiting as usize).iter();
        sown.any(|sown| {
            let before = given.get(sown.slot as usize);
            sown.half as usize == column && before.is_some_and(|&before| before as usize == row)
        })
    }

    /// By slot: the open rank of the half that a give turned into the mover
    /// half with this rank, or [`NONE`].
    pub fn given(&self, mover: u32, column: usize) -> &[u32] {
        self.given[mover as usize].get(column)
    }
}

/// The part of [`Predecessors::given`] for mover halves with `mover` seeds.
fn given(rules: &RuleSet, mover: u32) -> Lists<u32> {
    let maps: Vec<Vec<(u32, u32)>> = gives(mover)
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|(given, ends_on_waiting)| quiet(rules, mover - given, given, ends_on_waiting))
        .collect();
    let mut lists: Vec<Vec<u32>> = (0..halves(mover))
        .map(|rank| vec![NONE; slots_within(mover, rank)])
        .collect();
    for (slot, map) in maps.into_iter().enumerate() {
        for (row, after) in map {
            lists[after as usize][slot] = row;
        }
    }
    lists.into_iter().collect()
}

/// The open halves with `waiting` seeds that a give does not capture from, each
/// with its rank after it.
fn quiet(rules: &RuleSet, waiting: u32, given: u32, ends_on_waiting: bool) -> Vec<(u32, u32)> {
    let pair = |row| {
        let half = open_unrank(waiting, row).expect("row is below the count");
        match effect(rules, &half, given, ends_on_waiting) {
            Effect::Quiet { after } => Some((row, after)),
            Effect::Capture { .. } | Effect::Forbidden | Effect::Ending => None,
        }
    };
    (0..open_halves(waiting)).filter_map(pair).collect()
}

/// How many gives a half can hold: those that put into no pit more than there is.
fn slots_within(seeds: u32, rank: u32) -> usize {
    let half = unrank(seeds, rank).expect("rank is below the count");
    let laps = half.iter().copied().min().unwrap_or(0);
    let rest = half.iter().take_while(|&&pit| pit > laps).count();
    let most = u32::from(laps) * SIDE as u32 + rest as u32;
    slot(most, most > 0) as usize + 1
}

/// The moves of all halves with `mover` seeds in the layer with `seeds` seeds:
/// by seeds given, the child's open rank and the half sown.
fn moves(rules: &RuleSet, seeds: u32, mover: u32) -> Vec<Vec<(u32, Sown)>> {
    let mut by_given = vec![Vec::new(); mover as usize + 1];
    // All seeds on one side: the other was empty before the move.
    let was_empty = mover == seeds;
    for rank in 0..halves(mover) {
        let half = unrank(mover, rank).expect("rank is below the count");
        for played in half_moves(rules, &half, was_empty) {
            let slot = slot(u32::from(played.give.seeds), played.give.ends_on_waiting);
            by_given[played.give.seeds as usize].push((played.child, Sown { half: rank, slot }));
        }
    }
    by_given
}

/// The part of [`Predecessors::sown`] for waiting halves with `waiting` seeds.
fn sown(waiting: u32, by_mover: &[Vec<Vec<(u32, Sown)>>]) -> Lists<Sown> {
    let mut lists: Vec<Vec<Sown>> = vec![Vec::new(); open_halves(waiting) as usize];
    for (given, by_given) in by_mover[waiting as usize..].iter().enumerate() {
        for &(child, sown) in &by_given[given] {
            lists[child as usize].push(sown);
        }
    }
    // Both kinds of whole laps are among the gives of as many seeds.
    for list in &mut lists {
        list.sort_unstable_by_key(|sown| (sown.slot, sown.half));
    }
    lists.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_number_the_gives() {
        for (expected, (given, ends_on_waiting)) in gives(48).enumerate() {
            assert_eq!(slot(given, ends_on_waiting), expected as u32);
        }
        assert_eq!(gives(13).count(), 16);
    }

    #[test]
    fn tables_are_as_large_as_planned() {
        fn bytes<T>(lists: &[Lists<T>]) -> u64 {
            let size = |lists: &Lists<T>| {
                lists.items.capacity() * size_of::<T>() + lists.ends.capacity() * size_of::<u32>()
            };
            lists.iter().map(|lists| size(lists) as u64).sum()
        }
        let mut before = Predecessors::new(RuleSet::AWELE);
        before.prepare(14);
        assert_eq!(
            bytes(&before.given) + bytes(&before.sown),
            Predecessors::bytes(14)
        );
    }

    #[test]
    fn a_half_holds_as_many_gives_as_patterns() {
        for seeds in [0, 1, 7, 13] {
            for rank in 0..halves(seeds) {
                let half = unrank(seeds, rank).unwrap();
                let holds = |&(given, _): &(u32, bool)| {
                    let pattern = crate::halves::effect::after_giving(&[0; SIDE], given);
                    half.iter().zip(pattern).all(|(&pit, less)| pit >= less)
                };
                let expected = gives(seeds).take_while(holds).count();
                assert_eq!(slots_within(seeds, rank), expected, "{half:?}");
            }
        }
    }
}
