//! The values that an answer rests on: from files, or solved when they are needed.

use grenier_solve::{Observer, SolveError};
use grenier_table::{LayerFile, TableError};
use serde::Serialize;

use crate::rules::{Game, LAST_EIGHT, Position};
use crate::solve::{Layers, Search, solve_layer};
use crate::table::BaawaDir;

/// The layers that a search needs below it: the highest in which play can go in
/// circles.
const SEARCHED_ABOVE: u32 = 16;

/// The values of one layer.
#[derive(Debug)]
pub enum Values {
    /// A table file.
    File(LayerFile),
    /// Solved in memory.
    Solved(Vec<i8>),
}

impl AsRef<[i8]> for Values {
    fn as_ref(&self) -> &[i8] {
        match self {
            Self::File(file) => file.values(),
            Self::Solved(values) => values,
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// No table: the game is over, and the rules say who takes what.
    Rules,
    /// A table file.
    Directory,
    /// A layer that was solved in memory.
    Memory,
    /// A search above the layers.
    Search,
}

/// The layers of a game that are tabled or were solved, lowest first.
#[derive(Debug)]
pub struct Tables {
    layers: Layers<Values>,
    solved: usize,
}

impl Tables {
    /// No tables.
    pub fn new(game: Game) -> Self {
        Self {
            layers: Layers::new(game),
            solved: 0,
        }
    }

    /// The tables of a directory. With `check`, reads all of them and compares
    /// their checksums.
    ///
    /// # Errors
    /// [`TableError`] when a file cannot be used.
    pub fn open(dir: &BaawaDir, check: bool) -> Result<Self, TableError> {
        let mut tables = Self::new(dir.rules());
        for seeds in dir.layers() {
            let file = dir.open_layer(dir.kind(), seeds)?;
            if check {
                file.check_payload()?;
            }
            tables.layers.push(Values::File(file));
        }
        Ok(tables)
    }

    /// Solves the layers that are missing for the values of `position` and of the
    /// positions after it: none when the game is over there, the position's own
    /// layer and those below up to 16 seeds, and the layers to 16 above. Works on
    /// rayon's current thread pool.
    ///
    /// # Errors
    /// [`SolveError::Stopped`] when [`Observer::stopped`] said so.
    pub fn solve_for(
        &mut self,
        position: &Position,
        observer: &dyn Observer,
    ) -> Result<(), SolveError> {
        let seeds = match self.game().settlement(position) {
            Some(_) => u32::from(LAST_EIGHT),
            None => position.seeds().min(SEARCHED_ABOVE),
        };
        while self.layers.next() <= seeds {
            let values = solve_layer(&self.layers, observer)?;
            self.layers.push(Values::Solved(values));
            self.solved += 1;
        }
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.layers.game()
    }

    /// The layers.
    pub fn layers(&self) -> &Layers<Values> {
        &self.layers
    }

    /// How many layers were solved, not read.
    pub fn solved(&self) -> usize {
        self.solved
    }

    /// A search above the layers.
    pub fn search(&self) -> Search<'_, Values> {
        Search::new(&self.layers)
    }

    /// Where the value of a position comes from.
    pub fn source(&self, position: &Position) -> Source {
        match self.layers.values_of(position.seeds()) {
            Some(Values::File(_)) => Source::Directory,
            _ if self.game().settlement(position).is_some() => Source::Rules,
            Some(Values::Solved(_)) => Source::Memory,
            None => Source::Search,
        }
    }
}
