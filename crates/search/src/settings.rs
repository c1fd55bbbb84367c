//! Options of a search.

use grenier_rules::Endless;

/// Options of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads, at least one; fewer are used where the system starts no more.
    pub threads: usize,
    /// Bytes of memory for the transposition table, approximately; 0 for none.
    pub hash_bytes: u64,
    /// How many of the best moves are rated.
    pub lines: usize,
    /// How endless play counts.
    pub endless: Endless,
    /// Bytes of memory for layers above the tables that are solved during a search,
    /// approximately; 0 for none. They stay with the [`crate::Tables`].
    pub layer_bytes: u64,
}

impl Default for Settings {
    /// One thread, 64 MiB, the best move only, endless play even, 256 MiB for
    /// layers: up to 18 seeds.
    fn default() -> Self {
        Self {
            threads: 1,
            hash_bytes: 64 << 20,
            lines: 1,
            endless: Endless::Even,
            layer_bytes: 256 << 20,
        }
    }
}
