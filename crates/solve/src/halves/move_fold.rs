//! The moves that keep a position's score, looked up for whole blocks of
//! positions at once: for each mover half, each of its moves and each waiting
//! half one look at the child, as `verify` does.

use grenier_index::{Section, unrank};
use grenier_rules::{NetSeeds, Position};

use crate::halves::finished::{Block, Effects, FinishedLayers, Lookup, SPECIAL};
use crate::halves::moves::{HalfMove, half_moves};

/// A legal move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LegalMove {
    /// Whether it is worth as much as the position, and that is not 0.
    pub keeps_score: bool,
    /// Whether it stays in the layer.
    pub quiet: bool,
    /// The child's index if it does, otherwise 0.
    pub child: usize,
}

/// What is made of the moves of a position.
pub(crate) trait MoveFold: Sync {
    /// The outcome.
    type Cell: Copy + Send;
    /// Of no move yet.
    const NONE: Self::Cell;
    /// Of a game that is over.
    const OVER: Self::Cell;
    /// With one move more, whether it keeps the score or not.
    fn add(&self, cell: Self::Cell, played: LegalMove) -> Self::Cell;
}

/// What a fold made of a block.
pub(crate) struct Folded<C> {
    pub block: Block,
    section: Section,
    /// By mover half, then by waiting half.
    cells: Vec<Vec<C>>,
    /// Row and column of the positions of which halves do not show all.
    pub by_rules: Vec<(usize, usize)>,
}

impl<C: Copy> Folded<C> {
    /// Row, and column in the block, of each position with its outcome, row by
    /// row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, C)> {
        let rows = self.block.rows.clone().enumerate();
        rows.flat_map(|(number, row)| {
            let columns = self.cells.iter().enumerate();
            columns.map(move |(column, cells)| (row, column, cells[number]))
        })
    }

    /// The index of a position in its layer.
    pub fn index(&self, row: usize, column: usize) -> u64 {
        let column = (self.block.movers.start + column) as u64;
        self.section.base + row as u64 * u64::from(self.section.width) + column
    }
}

impl FinishedLayers<'_> {
    /// Folds the moves of every position of a block.
    pub fn fold<F: MoveFold>(&self, fold: &F, block: Block, effects: &Effects) -> Folded<F::Cell> {
        let mut folded = Folded {
            section: self.layer().sections()[block.waiting as usize],
            cells: Vec::with_capacity(block.movers.len()),
            by_rules: Vec::new(),
            block,
        };
        for column in 0..folded.block.movers.len() {
            let (cells, by_rules) = self.fold_mover(fold, &folded, column, effects);
            folded.cells.push(cells);
            let rows = by_rules.into_iter().map(|row| (row, column));
            folded.by_rules.extend(rows);
        }
        folded
    }

    /// The outcomes for one mover half, and the rows of those that come from the
    /// rules.
    fn fold_mover<F: MoveFold>(
        &self,
        fold: &F,
        folded: &Folded<F::Cell>,
        column: usize,
        effects: &Effects,
    ) -> (Vec<F::Cell>, Vec<usize>) {
        let Block {
            waiting,
            movers,
            rows,
        } = folded.block.clone();
        let score = |row| self.values[folded.index(row, column) as usize];
        let scores: Vec<i8> = rows.clone().map(score).collect();
        let mut cells = vec![F::NONE; scores.len()];
        let mut by_rules = Vec::new();
        let mover = self.layer().seeds() - waiting;
        let half = unrank(mover, (movers.start + column) as u32).expect("a column of the section");
        let mut moves = half_moves(self.rules, &half, false).peekable();
        if waiting == 0 || moves.peek().is_none() {
            by_rules.extend(0..cells.len());
        } else {
            for played in moves {
                let effects = &effects[played.give.seeds as usize];
                let effects = &effects[usize::from(played.give.ends_on_waiting)][rows.clone()];
                let special = self.fold_move(fold, &mut cells, &scores, (mover, played), effects);
                by_rules.extend(special);
            }
            by_rules.sort_unstable();
            by_rules.dedup();
        }
        for number in &mut by_rules {
            let row = rows.start + *number;
            let position = self.layer().position(folded.index(row, column));
            let position = position.expect("an index of the layer");
            cells[*number] = self.fold_by_rules(fold, &position, scores[*number]);
            *number = row;
        }
        (cells, by_rules)
    }

    /// Adds a move of a mover half with so many seeds against some waiting
    /// halves; returns those for which halves do not show all.
    fn fold_move<F: MoveFold>(
        &self,
        fold: &F,
        cells: &mut [F::Cell],
        scores: &[i8],
        (mover, played): (u32, HalfMove),
        effects: &[Lookup],
    ) -> Vec<usize> {
        let children = self.children(mover, &played);
        let left = self.layer().sections()[(mover - u32::from(played.give.seeds)) as usize];
        let start = left.base as usize + played.child as usize * left.width as usize;
        let mut special = Vec::new();
        let places = cells.iter_mut().zip(scores).zip(effects).enumerate();
        for (number, ((cell, &score), effect)) in places {
            if effect.captured == SPECIAL {
                special.push(number);
                continue;
            }
            let after = effect.after as usize;
            let value = children[effect.captured as usize][after];
            let worth = (effect.captured as i8).saturating_sub(value);
            let quiet = effect.captured == 0;
            let legal = LegalMove {
                keeps_score: worth == score && score != 0,
                quiet,
                child: if quiet { start + after } else { 0 },
            };
            *cell = fold.add(*cell, legal);
        }
        special
    }

    /// The same for one position, by its moves.
    pub fn fold_by_rules<F: MoveFold>(&self, fold: &F, position: &Position, score: i8) -> F::Cell {
        let moves = self.rules.moves(position);
        if moves.is_empty() {
            return F::OVER;
        }
        moves.iter().fold(F::NONE, |cell, played| {
            let seeds = played.next.seeds() as usize;
            let child = self.index[seeds].index(&played.next);
            let child = child.expect("the pit sown from is empty") as usize;
            let quiet = played.captured + played.conceded == 0;
            let worth = played.worth(NetSeeds(self.layers[seeds][child])).0;
            let legal = LegalMove {
                keeps_score: worth == score && score != 0,
                quiet,
                child: if quiet { child } else { 0 },
            };
            fold.add(cell, legal)
        })
    }
}
