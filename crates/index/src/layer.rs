//! Layers: all indexed positions with n seeds, numbered from 0.

use grenier_rules::{MAX_SEEDS, Position};

use crate::half::{halves, open_halves, open_rank, open_unrank, rank, unrank};

/// One matrix of a layer: the positions with a given number of waiting seeds.
///
/// A row is a waiting half with an empty pit (by its dense rank), a column a
/// mover half (by its rank); rows lie one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Index of the first position.
    pub base: u64,
    /// Waiting halves with an empty pit.
    pub rows: u32,
    /// Mover halves: the length of a row.
    pub width: u32,
}

impl Section {
    /// Positions in this matrix.
    pub fn len(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.width)
    }

    /// Whether there is no position; never so in a [`Layer`].
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The numbering of all positions with a given number of seeds whose waiting
/// half has an empty pit.
#[derive(Clone, Debug)]
pub struct Layer {
    seeds: u32,
    /// By waiting seeds, 0..=seeds.
    sections: Vec<Section>,
}

impl Layer {
    /// The numbering of the layer with `seeds` seeds.
    ///
    /// # Panics
    /// When `seeds` is above 48.
    pub fn new(seeds: u32) -> Self {
        assert!(seeds <= MAX_SEEDS, "a layer has at most 48 seeds");
        let mut base = 0;
        let sections = (0..=seeds)
            .map(|waiting| {
                let section = Section {
                    base,
                    rows: open_halves(waiting),
                    width: halves(seeds - waiting),
                };
                base += section.len();
                section
            })
            .collect();
        Self { seeds, sections }
    }

    /// Seeds on the board.
    pub fn seeds(&self) -> u32 {
        self.seeds
    }

    /// How many positions the layer has.
    pub fn len(&self) -> u64 {
        self.sections
            .last()
            .map_or(0, |last| last.base + last.len())
    }

    /// Whether the layer has no position; never so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The matrices, by waiting seeds from 0 to the layer's seeds.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The number of a position, 0..len. `None` when it is not of this layer
    /// or its waiting half has no empty pit: such a position can only be the
    /// first of a game.
    pub fn index(&self, position: &Position) -> Option<u64> {
        if position.seeds() != self.seeds {
            return None;
        }
        let row = open_rank(&position.waiting())?;
        let section = &self.sections[position.waiting_seeds() as usize];
        let column = rank(&position.mover());
        Some(section.base + u64::from(row) * u64::from(section.width) + u64::from(column))
    }

    /// The position with this number; `None` when there are not so many. The
    /// inverse of [`Layer::index`].
    pub fn position(&self, index: u64) -> Option<Position> {
        if index >= self.len() {
            return None;
        }
        let waiting = self
            .sections
            .partition_point(|section| section.base <= index)
            - 1;
        let section = &self.sections[waiting];
        let offset = index - section.base;
        let row = (offset / u64::from(section.width)) as u32;
        let column = (offset % u64::from(section.width)) as u32;
        let waiting = waiting as u32;
        Position::from_halves(
            unrank(self.seeds - waiting, column)?,
            open_unrank(waiting, row)?,
        )
        .ok()
    }
}

/// How many positions the layer with `seeds` seeds has:
/// C(n + 11, 11) - C(n + 5, 11).
///
/// # Panics
/// When `seeds` is above 48.
pub fn layer_size(seeds: u32) -> u64 {
    assert!(seeds <= MAX_SEEDS, "a layer has at most 48 seeds");
    let section = |waiting| u64::from(open_halves(waiting)) * u64::from(halves(seeds - waiting));
    (0..=seeds).map(section).sum()
}
