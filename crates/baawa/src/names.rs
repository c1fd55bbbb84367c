//! Names of sides, as files and JSON have them.

use grenier_rules::Side;
use serde::Serializer;

/// `south` or `north`.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::North => "north",
    }
}

/// Serialises a side by its name.
pub(crate) fn side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side_name(*side))
}
