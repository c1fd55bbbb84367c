//! What a give does to all waiting halves, compiled for the kernel: one table for
//! each number of seeds in the half, number of seeds given and side on which the
//! last seed falls. It serves every mover half.

use std::collections::BTreeMap;

use grenier_index::{Half, halves, open_halves, open_unrank};
use grenier_rules::RuleSet;
use rayon::prelude::*;

use crate::engine::program::{LANES, Program};
use crate::halves::effect::{Effect, effect, possible};

/// What giving `t` seeds does to the open halves with a given number of seeds.
#[derive(Debug)]
pub(crate) struct Give {
    /// Halves that nothing is captured from, to their ranks after it.
    pub quiet: Program,
    /// By the seeds captured: halves from which so many are taken, to their
    /// ranks after it.
    pub captures: Vec<(u32, Program)>,
    /// Dense ranks of the halves on which the move is a grand slam that the
    /// rule set forbids (as long as something else can be played), rising.
    pub forbidden: Vec<u32>,
    /// Dense ranks of the halves on which the move is a grand slam that ends
    /// the game: all of the half is captured, the rest goes to the other.
    pub ending: Vec<u32>,
}

/// The gives between all halves of a layer, kept from layer to layer.
#[derive(Debug)]
pub(crate) struct Gives {
    rules: RuleSet,
    /// By seeds in the waiting half, then by given seeds; for each the give
    /// that ends on the mover's side and the one that ends on the waiting side.
    gives: Vec<Vec<[Option<Give>; 2]>>,
}

impl Gives {
    pub fn new(rules: RuleSet) -> Self {
        Self {
            rules,
            gives: Vec::new(),
        }
    }

    /// Makes what the layer with `seeds` seeds needs.
    pub fn prepare(&mut self, seeds: u32) {
        self.gives.resize_with(seeds as usize + 1, Vec::new);
        let rules = self.rules;
        self.gives
            .par_iter_mut()
            .enumerate()
            .for_each(|(waiting, by_given)| {
                let waiting = waiting as u32;
                for given in by_given.len() as u32..=seeds - waiting {
                    by_given.push([false, true].map(|ends_on_waiting| {
                        possible(given, ends_on_waiting)
                            .then(|| Give::new(&rules, waiting, given, ends_on_waiting))
                    }));
                }
            });
    }

    /// What giving `given` seeds does to the open halves with `waiting` seeds.
    pub fn get(&self, waiting: u32, given: u32, ends_on_waiting: bool) -> &Give {
        self.gives[waiting as usize][given as usize][usize::from(ends_on_waiting)]
            .as_ref()
            .expect("asked only for gives that a move makes")
    }
}

impl Give {
    /// Over 40 lines: one arm for each effect, one field for each list.
    fn new(rules: &RuleSet, waiting: u32, given: u32, ends_on_waiting: bool) -> Self {
        let destinations = open_halves(waiting);
        let (mut quiet, mut forbidden, mut ending) = (Vec::new(), Vec::new(), Vec::new());
        // By captured seeds and contents of the pits taken: only among halves
        // that lose the same does the map rise.
        let mut captures: BTreeMap<u32, BTreeMap<Half, Vec<(u32, u32)>>> = BTreeMap::new();
        for row in 0..destinations {
            let half = open_unrank(waiting, row).expect("row is below the count");
            match effect(rules, &half, given, ends_on_waiting) {
                Effect::Quiet { after } => quiet.push((row, after)),
                Effect::Capture {
                    captured,
                    taken,
                    after,
                } => captures
                    .entry(captured)
                    .or_default()
                    .entry(taken)
                    .or_default()
                    .push((row, after)),
                Effect::Forbidden => forbidden.push(row),
                Effect::Ending => ending.push(row),
            }
        }
        let all = waiting + given;
        Self {
            // A row of six values, of children whose mover has one seed, may be
            // read as if it had `LANES`: the layer's last section, of more than
            // those, lies behind it.
            quiet: Program::new(&[quiet], destinations, halves(all).max(LANES as u32)),
            captures: captures
                .into_iter()
                .map(|(captured, maps)| {
                    let maps: Vec<_> = maps.into_values().collect();
                    let program = Program::new(&maps, destinations, halves(all - captured));
                    (captured, program)
                })
                .collect(),
            forbidden,
            ending,
        }
    }
}
