//! Rank maps compiled for the kernel.
//!
//! A give t sends waiting half b to the mover half b + pattern(t) of the child:
//! a partial, order-preserving map from the dense ranks of open halves (the
//! *destinations*: where the tile wants values) to the ranks of mover halves
//! (the *sources*: a contiguous row of the child's layer). Applying it to a row
//! is a gather whose addresses are known beforehand, so it is compiled:
//!
//! - a *run* is a stretch of at least [`BLOCK`] destinations whose sources are
//!   contiguous too: plain vector code;
//! - a source row of fewer than [`LANES`] values is not worth vectors: its map is
//!   kept as it is;
//! - every other block of [`BLOCK`] destinations is put together from *pieces*.
//!   A piece loads [`LANES`] source bytes for each half of the block and
//!   shuffles them into place; lanes that it does not fill become 0, which is
//!   neutral, since the kernel combines by unsigned maximum. Blocks are sorted
//!   by their number of pieces: no branch in the loop is unpredictable.
//!
//! A program is cut into chunks of [`CHUNK`] destinations so that the rows of a
//! tile stay in the second-level cache while all moves are applied to them.

/// Destinations in one chunk.
pub(crate) const CHUNK: usize = 4096;
/// Destinations in one block.
pub(crate) const BLOCK: usize = 32;
/// Source bytes that one shuffle sees, and destinations that it fills.
pub(crate) const LANES: usize = 16;
/// Shuffle index of a lane that stays 0.
pub(crate) const HOLE: u8 = 0x80;

/// A compiled rank map.
#[derive(Debug)]
pub(crate) struct Program {
    chunks: Vec<Chunk>,
}

/// The part of a program that fills one chunk of destinations. Everything a
/// kernel reads or writes for it is bounded by `destinations` and `sources`,
/// which are checked once per call.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// The map itself, when the source rows are shorter than [`LANES`]; there
    /// are no runs and blocks then.
    pub pairs: Vec<(u16, u16)>,
    /// Runs: vector copies.
    pub runs: Vec<Run>,
    /// Blocks by rising number of pieces.
    pub groups: Vec<Group>,
    /// First destination of each block, within the chunk.
    pub blocks: Vec<u16>,
    /// The pieces of the blocks, one block after the other.
    pub pieces: Vec<Piece>,
    /// No destination block ends behind this.
    pub destinations: usize,
    /// No source load ends behind this.
    pub sources: usize,
}

/// `len` destinations (a multiple of [`BLOCK`]) with contiguous sources.
#[derive(Debug)]
pub(crate) struct Run {
    pub destination: u32,
    pub source: u32,
    pub len: u32,
}

/// `blocks` blocks of `pieces` pieces each.
#[derive(Debug)]
pub(crate) struct Group {
    pub pieces: usize,
    pub blocks: usize,
}

/// One shuffle for each half of a block.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Piece {
    /// For each destination lane, which of the loaded bytes it takes, or
    /// [`HOLE`].
    pub shuffle: [u8; BLOCK],
    /// Where the two loads start in the source row.
    pub sources: [u32; 2],
}

impl Program {
    /// Compiles the map that sends `pair.0` to `pair.1`, rising in both.
    /// `destinations` and `sources` are the lengths of the two rows.
    pub fn new(pairs: &[(u32, u32)], destinations: u32, sources: u32) -> Self {
        debug_assert!(pairs.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
        let mut rest = pairs;
        let chunks = (0..destinations)
            .step_by(CHUNK)
            .map(|first| {
                let end = rest.partition_point(|pair| pair.0 < first + CHUNK as u32);
                let (here, later) = rest.split_at(end);
                rest = later;
                Chunk::new(here, first, sources)
            })
            .collect();
        Self { chunks }
    }

    /// The program for destinations `number * CHUNK` and following.
    pub fn chunk(&self, number: usize) -> &Chunk {
        &self.chunks[number]
    }
}

impl Chunk {
    fn new(pairs: &[(u32, u32)], first: u32, sources: u32) -> Self {
        let mut chunk = Self::default();
        if sources < LANES as u32 {
            for &(destination, source) in pairs {
                let destination = destination - first;
                chunk.pairs.push((destination as u16, source as u16));
                chunk.destinations = destination as usize + 1;
                chunk.sources = source as usize + 1;
            }
            return chunk;
        }
        let mut by_pieces: Vec<Vec<(u16, Vec<Piece>)>> = Vec::new();
        for block in
            pairs.chunk_by(|a, b| (a.0 - first) / BLOCK as u32 == (b.0 - first) / BLOCK as u32)
        {
            let destination = (block[0].0 - first) / BLOCK as u32 * BLOCK as u32;
            chunk.destinations = destination as usize + BLOCK;
            let (from, to) = (block[0].1, block[block.len() - 1].1);
            if block.len() == BLOCK && to - from == BLOCK as u32 - 1 {
                chunk.push_run(destination, from);
                chunk.sources = chunk.sources.max(to as usize + 1);
                continue;
            }
            let pieces = pieces(block, first + destination, sources);
            if by_pieces.len() < pieces.len() {
                by_pieces.resize_with(pieces.len(), Vec::new);
            }
            by_pieces[pieces.len() - 1].push((destination as u16, pieces));
        }
        for (fewer, blocks) in by_pieces.into_iter().enumerate() {
            if !blocks.is_empty() {
                chunk.groups.push(Group {
                    pieces: fewer + 1,
                    blocks: blocks.len(),
                });
            }
            for (destination, pieces) in blocks {
                chunk.blocks.push(destination);
                for piece in pieces {
                    let end = piece.sources[0].max(piece.sources[1]) as usize + LANES;
                    chunk.sources = chunk.sources.max(end);
                    chunk.pieces.push(piece);
                }
            }
        }
        chunk
    }

    /// Adds a block to the last run, or starts one.
    fn push_run(&mut self, destination: u32, source: u32) {
        if let Some(run) = self.runs.last_mut()
            && (run.destination + run.len, run.source + run.len) == (destination, source)
        {
            run.len += BLOCK as u32;
            return;
        }
        self.runs.push(Run {
            destination,
            source,
            len: BLOCK as u32,
        });
    }
}

/// The shuffles that fill one block from a source row of length `sources`;
/// `first` is the block's first destination.
fn pieces(block: &[(u32, u32)], first: u32, sources: u32) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for half in 0..2 {
        let start = first + (half * LANES) as u32;
        let mut rest: &[(u32, u32)] = {
            let from = block.partition_point(|pair| pair.0 < start);
            let to = block.partition_point(|pair| pair.0 < start + LANES as u32);
            &block[from..to]
        };
        for number in 0.. {
            let Some(&(_, next)) = rest.first() else {
                break;
            };
            if number == pieces.len() {
                pieces.push(Piece {
                    shuffle: [HOLE; BLOCK],
                    sources: [0; 2],
                });
            }
            // Never read past the row's end.
            let load = next.min(sources - LANES as u32);
            let fits = rest.partition_point(|pair| pair.1 < load + LANES as u32);
            pieces[number].sources[half] = load;
            for &(destination, source) in &rest[..fits] {
                pieces[number].shuffle[(destination - first) as usize] = (source - load) as u8;
            }
            rest = &rest[fits..];
        }
    }
    pieces
}
