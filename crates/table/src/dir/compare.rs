//! Comparing two tables of a layer.

use super::read::Dir;
use crate::error::TableError;
use crate::rules::TableRules;

/// How two tables of a layer differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Positions with different values.
    pub differences: u64,
    /// The first of them, in the order of the other file.
    pub first: Option<Difference>,
}

/// A position with two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The index of the position in its layer.
    pub index: u64,
    /// Its number in the other file: the index again, or a Goedel number.
    pub number: u64,
    /// The value here.
    pub ours: i8,
    /// The value there.
    pub theirs: i8,
}

impl Comparison {
    /// Counts the next position.
    pub(crate) fn add(&mut self, difference: Difference) {
        if difference.ours != difference.theirs {
            self.differences += 1;
            self.first.get_or_insert(difference);
        }
    }
}

impl<R: TableRules> Dir<R> {
    /// Compares the table of the layer with `seeds` seeds with that of another
    /// directory. The payloads of both are checked first.
    ///
    /// # Errors
    /// [`TableError::WrongRules`] or [`TableError::WrongKind`] when the other
    /// directory holds other tables; otherwise whatever check a table does not
    /// pass.
    pub fn compare(&self, other: &Self, seeds: u32) -> Result<Comparison, TableError> {
        let kind = self.kind();
        other.check_holds(self.rules(), kind)?;
        let (ours, theirs) = (
            self.open_layer(kind, seeds)?,
            other.open_layer(kind, seeds)?,
        );
        ours.check_payload()?;
        theirs.check_payload()?;
        let mut comparison = Comparison::default();
        for ((&ours, &theirs), index) in ours.values().iter().zip(theirs.values()).zip(0..) {
            comparison.add(Difference {
                index,
                number: index,
                ours,
                theirs,
            });
        }
        Ok(comparison)
    }
}
