//! Every distance derived again from those of the children.

use grenier_rules::Position;
use grenier_table::{Distances, LONG};

use crate::halves::finished::{Block, Effects, FinishedLayers};
use crate::halves::move_fold::{LegalMove, MoveFold};

/// The least and the greatest distance by a move that keeps the score, one byte
/// each; what does not fit is [`LONG`].
struct Short<'a>(&'a [u8]);

impl MoveFold for Short<'_> {
    type Cell = (u8, u8);
    const NONE: (u8, u8) = (LONG, 0);
    const OVER: (u8, u8) = (0, 0);

    fn add(&self, (least, greatest): (u8, u8), played: LegalMove) -> (u8, u8) {
        let child = self.0[played.child];
        let plies = if played.quiet {
            child.saturating_add(1)
        } else {
            1
        };
        if played.keeps_score {
            (least.min(plies), greatest.max(plies))
        } else {
            (least, greatest)
        }
    }
}

/// The same in full; nothing where a child has no distance.
struct Full<'a>(&'a Distances<'a>);

impl MoveFold for Full<'_> {
    type Cell = Option<(u32, u32)>;
    const NONE: Self::Cell = Some((u32::MAX, 0));
    const OVER: Self::Cell = Some((0, 0));

    fn add(&self, cell: Self::Cell, played: LegalMove) -> Self::Cell {
        if !played.keeps_score {
            return cell;
        }
        let plies = if played.quiet {
            self.0.get(played.child as u64)?.checked_add(1)?
        } else {
            1
        };
        let (least, greatest) = cell?;
        Some((least.min(plies), greatest.max(plies)))
    }
}

/// The distance of a position by those of its children; nothing where they
/// give none.
pub(crate) fn by_rules(
    tables: &FinishedLayers<'_>,
    distances: &Distances<'_>,
    position: &Position,
    score: i8,
) -> Option<u32> {
    let (least, greatest) = tables.fold_by_rules(&Full(distances), position, score)?;
    match score {
        0 => Some(0),
        1.. => Some(least).filter(|&plies| plies < u32::MAX),
        // Without a move that keeps the score there is no distance either.
        _ => Some(greatest).filter(|_| least < u32::MAX),
    }
}

/// The index of the first position in the section with `waiting` waiting seeds
/// whose distance is not what its children give.
pub(crate) fn first_wrong(
    tables: &FinishedLayers<'_>,
    distances: &Distances<'_>,
    waiting: u32,
) -> Option<u64> {
    let effects = tables.effects(waiting);
    tables.first_in_blocks(waiting, |block| {
        first_wrong_of(tables, distances, block, &effects)
    })
}

fn first_wrong_of(
    tables: &FinishedLayers<'_>,
    distances: &Distances<'_>,
    block: Block,
    effects: &Effects,
) -> Option<u64> {
    let cells = distances.cells();
    let folded = tables.fold(&Short(cells), block, effects);
    let mut places = folded.cells();
    let wrong = places.find(|&(row, column, (least, greatest))| {
        let index = folded.index(row, column);
        let score = tables.values[index as usize];
        let expected = match score {
            0 => 0,
            1.. => least,
            _ if least > greatest => LONG,
            _ => greatest,
        };
        if expected < LONG {
            return cells[index as usize] != expected;
        }
        let position = tables
            .layer()
            .position(index)
            .expect("an index of the layer");
        let expected = by_rules(tables, distances, &position, score);
        expected.is_none() || distances.get(index) != expected
    });
    wrong.map(|(row, column, _)| folded.index(row, column))
}
