//! Distances: for each position of a layer, the number of plies to the next
//! conversion.
//!
//! A distance is one byte per position, in index order. Where it does not fit
//! into a byte, the byte is [`LONG`], and a list after the last position has the
//! distance: see [`Distances`].

/// The byte that stands for a long distance, which is in the list.
pub const LONG: u8 = u8::MAX;
/// Bytes of an entry in the list of long distances: the position's index in
/// eight bytes, its distance in four, both little-endian.
pub const LONG_BYTES: usize = 12;

/// The distances of a layer, borrowed.
///
/// A position's distance is the number of plies to the next conversion, the
/// move that leaves the layer or ends the game, when both players keep the score,
/// the player ahead plays for the fewest plies and the other for the most. It is
/// 0 where the score is 0 and where the game is over.
#[derive(Clone, Copy, Debug)]
pub struct Distances<'a> {
    cells: &'a [u8],
    long: &'a [[u8; LONG_BYTES]],
}

impl<'a> Distances<'a> {
    /// Distances from one byte per position, in index order, and the list of the
    /// long ones, by rising index.
    pub fn new(cells: &'a [u8], long: &'a [[u8; LONG_BYTES]]) -> Self {
        Self { cells, long }
    }

    /// The entry of a long distance.
    pub fn long_entry(index: u64, plies: u32) -> [u8; LONG_BYTES] {
        let mut entry = [0; LONG_BYTES];
        entry[..8].copy_from_slice(&index.to_le_bytes());
        entry[8..].copy_from_slice(&plies.to_le_bytes());
        entry
    }

    /// One byte per position, in index order; [`LONG`] for a long distance.
    pub fn cells(&self) -> &'a [u8] {
        self.cells
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Whether there are no positions; never true of a layer.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The distance of the position with this index, in plies; `None` when a
    /// long one is not in the list, as in a damaged table.
    ///
    /// # Panics
    /// When there are not so many positions.
    pub fn get(&self, index: u64) -> Option<u32> {
        plies(self.cells[index as usize], self.long, index)
    }

    /// The largest distance, in plies.
    pub fn largest(&self) -> u32 {
        let long = self.long.iter().map(|entry| decode(entry).1).max();
        long.unwrap_or_else(|| self.cells.iter().copied().max().unwrap_or(0).into())
    }

    /// Whether the list has exactly the positions that are [`LONG`], in order.
    pub(crate) fn is_sound(&self) -> bool {
        let mut long = self.long.iter().map(decode);
        let cells = self.cells.iter().zip(0..);
        let marked = cells.filter(|(cell, _)| **cell == LONG);
        marked.map(|(_, index)| index).all(|index| {
            let entry = long.next();
            entry.is_some_and(|(at, plies)| at == index && plies >= u32::from(LONG))
        }) && long.next().is_none()
    }

    /// The pieces of the payload.
    pub(crate) fn payload(&self) -> [&'a [u8]; 2] {
        [self.cells, self.long.as_flattened()]
    }
}

/// The distance of the position with this index and this byte; `None` when it is
/// a long one that is not in the list.
pub(crate) fn plies(byte: u8, long: &[[u8; LONG_BYTES]], index: u64) -> Option<u32> {
    if byte != LONG {
        return Some(byte.into());
    }
    let entry = |entry: &[u8; LONG_BYTES]| decode(entry).0;
    let at = long.binary_search_by_key(&index, entry).ok()?;
    Some(decode(&long[at]).1)
}

/// Index and distance of an entry.
fn decode(entry: &[u8; LONG_BYTES]) -> (u64, u32) {
    let [low, high, plies] = [0, 4, 8].map(|at| {
        let bytes = [entry[at], entry[at + 1], entry[at + 2], entry[at + 3]];
        u32::from_le_bytes(bytes)
    });
    (u64::from(high) << 32 | u64::from(low), plies)
}
