//! Names that answers use in JSON.

use std::fmt::Display;

use grenier_probe::Distance;
use grenier_rules::Centiseeds;
use serde::{Serialize, Serializer};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A table file.
    Directory,
    /// A table inside the program.
    Embedded,
    /// A layer above the tables that was solved in memory.
    Solved,
    /// No table: the game is over, and the rules say who takes what.
    Rules,
    /// A search above the tables.
    Search,
}

impl From<grenier_probe::Source> for Source {
    fn from(source: grenier_probe::Source) -> Self {
        match source {
            grenier_probe::Source::Directory => Self::Directory,
            grenier_probe::Source::Embedded => Self::Embedded,
            grenier_probe::Source::Solved => Self::Solved,
            grenier_probe::Source::Rules => Self::Rules,
        }
    }
}

/// Where the distance of the best move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DistanceSource {
    /// The distance table of the layer.
    Table,
    /// A bounded search: the layer has no distance table.
    Search,
    /// There is none: the value is 0.
    Even,
    /// There is no distance table, and the search gave up.
    Unknown,
}

impl From<Distance> for DistanceSource {
    fn from(distance: Distance) -> Self {
        match distance {
            Distance::Tabled(_) => Self::Table,
            Distance::Searched(_) => Self::Search,
            Distance::Even => Self::Even,
            Distance::Unknown => Self::Unknown,
        }
    }
}

/// Serialises as net seeds with two decimals.
pub(crate) fn seeds<S: Serializer>(
    estimate: &Centiseeds,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(estimate.seeds())
}

/// Serialises what [`Display`] writes.
pub(crate) fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
