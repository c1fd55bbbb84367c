//! Every value of a layer derived again from those of the children.

use grenier_index::unrank;

use crate::halves::finished::{Block, Effects, FinishedLayers, Lookup, SPECIAL};
use crate::halves::moves::half_moves;
use crate::objective::Objective;

/// The value of a position that only the rules give.
const UNKNOWN: i8 = i8::MAX;

impl FinishedLayers<'_> {
    /// The index of the first wrong value in the section with `waiting` waiting
    /// seeds.
    pub fn first_wrong(&self, waiting: u32) -> Option<u64> {
        let effects = self.effects(waiting);
        self.first_in_blocks(waiting, |block| self.first_wrong_of(block, &effects))
    }

    /// The same in a block.
    fn first_wrong_of(&self, block: Block, effects: &Effects) -> Option<u64> {
        let Block {
            waiting,
            movers,
            rows,
        } = block;
        let mover = self.layer().seeds() - waiting;
        let expected: Vec<Vec<i8>> = movers
            .clone()
            .map(|column| {
                let half = unrank(mover, column as u32).expect("a column of the section");
                let mut best = vec![i8::MIN; rows.len()];
                for played in half_moves(self.rules, &half, false) {
                    let effects = &effects[played.give.seeds as usize];
                    let effects = &effects[usize::from(played.give.ends_on_waiting)][rows.clone()];
                    let children = self.children(mover, &played);
                    raise(self.objective, &mut best, &children, effects);
                }
                best
            })
            .collect();
        let section = self.layer().sections()[waiting as usize];
        let mut places = rows.enumerate().flat_map(|(number, row)| {
            let start = section.base as usize + row * section.width as usize;
            let columns = movers.clone().zip(&expected);
            columns.map(move |(column, best)| (start + column, best[number]))
        });
        let wrong = places.find(|&(at, expected)| {
            let known = expected != UNKNOWN && expected != i8::MIN && waiting > 0;
            let expected = if known {
                expected
            } else {
                let position = self.layer().position(at as u64);
                self.value_by_rules(&position.expect("an index of the layer"))
            };
            self.values[at] != expected
        });
        wrong.map(|(at, _)| at as u64)
    }
}

/// Raises the values of one mover half against some waiting halves to what one
/// of its moves is worth, given the rows of its children.
fn raise(objective: Objective, best: &mut [i8], children: &[&[i8]], effects: &[Lookup]) {
    for (best, effect) in best.iter_mut().zip(effects) {
        *best = match effect.captured {
            SPECIAL => UNKNOWN,
            captured => {
                let child = children[captured as usize][effect.after as usize];
                (*best).max(objective.gain(captured, 0).saturating_sub(child))
            }
        };
    }
}
