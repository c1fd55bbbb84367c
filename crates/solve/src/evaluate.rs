//! The one slow, plain way to value a position: its moves by the rules, their
//! children by the index.

use grenier_index::Layer;
use grenier_rules::{Move, Position, RuleSet};

use crate::objective::Count;

/// The best that the mover can make of a position, given the values of its
/// children: `max (gain - value(child))`, or what the game's end is worth; as
/// `count` counts, whose children's values these are.
///
/// `index` numbers the layers up to the position's; `lower` has the values of
/// the layers below, `value` those of the position's own layer, by index.
pub(crate) fn evaluate(
    count: Count,
    rules: &RuleSet,
    index: &[Layer],
    lower: &[impl AsRef<[i8]>],
    position: &Position,
    value: impl Fn(u64) -> i8,
) -> i8 {
    let worth = |played: &Move| {
        let seeds = played.next.seeds() as usize;
        let child = index[seeds].index(&played.next);
        let child = child.expect("the pit sown from is empty");
        let child = match lower.get(seeds) {
            Some(values) => values.as_ref()[child as usize],
            None => value(child),
        };
        count.worth(played, child)
    };
    let moves = rules.moves(position);
    moves.iter().map(worth).max().unwrap_or_else(|| {
        let settlement = rules.settlement(position);
        count.settled(&settlement.expect("no move is left"))
    })
}
