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
//! - other blocks of [`BLOCK`] destinations are put together from *pieces*. A
//!   piece loads [`LANES`] source bytes for each half of the block and shuffles
//!   them into place; lanes that it does not fill become 0, which is neutral,
//!   since the kernel combines by unsigned maximum. Blocks are sorted by their
//!   number of pieces: no branch in the loop is unpredictable;
//! - where pieces would be nearly empty, or the source rows are shorter than
//!   [`LANES`], the map is kept as *pairs*, for scalar code.
//!
//! A program is cut into chunks of [`CHUNK`] destinations so that the rows of a
//! tile stay in the second-level cache while all moves are applied to them.

use std::collections::BTreeMap;

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
    /// Pairs of a destination within the chunk and a source.
    pub pairs: Vec<(u16, u32)>,
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
    /// Compiles maps that send `pair.0` to `pair.1`, each rising in both, no
    /// two pairs with the same destination. `destinations` and `sources` are
    /// the lengths of the two rows.
    pub fn new(maps: &[Vec<(u32, u32)>], destinations: u32, sources: u32) -> Self {
        let rises = |map: &Vec<_>| map.is_sorted_by(|a: &(u32, u32), b| a.0 < b.0 && a.1 < b.1);
        debug_assert!(maps.iter().all(rises));
        let mut rest: Vec<&[(u32, u32)]> = maps.iter().map(Vec::as_slice).collect();
        let chunks = (0..destinations)
            .step_by(CHUNK)
            .map(|first| {
                let mut builder = ChunkBuilder::new(first, sources);
                for map in &mut rest {
                    let end = map.partition_point(|pair| pair.0 < first + CHUNK as u32);
                    let (here, later) = map.split_at(end);
                    *map = later;
                    builder.add(here);
                }
                builder.finish()
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
    /// Whether nothing is mapped here.
    pub fn is_empty(&self) -> bool {
        self.destinations == 0
    }

    /// Raises the bounds to what one more access needs.
    fn reach(&mut self, destination: u32, source: u32) {
        self.destinations = self.destinations.max(destination as usize);
        self.sources = self.sources.max(source as usize);
    }

    /// Adds a block to the last run, or starts one.
    fn push_run(&mut self, destination: u32, source: u32) {
        self.reach(destination + BLOCK as u32, source + BLOCK as u32);
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

/// A chunk in the making.
struct ChunkBuilder {
    /// The chunk's first destination.
    first: u32,
    /// Length of the source rows.
    sources: u32,
    chunk: Chunk,
    /// What is not in runs, by block: pairs of a destination within the chunk
    /// and a source, rising as long as they are of the same map.
    rest: BTreeMap<u32, Vec<(u32, u32)>>,
}

/// What a pair costs the kernel, and a block beside its pieces, in pieces.
const PAIR: usize = 2;
const BLOCK_ITSELF: usize = 2;

impl ChunkBuilder {
    fn new(first: u32, sources: u32) -> Self {
        Self {
            first,
            sources,
            chunk: Chunk::default(),
            rest: BTreeMap::new(),
        }
    }

    /// Adds the part of a map that lies in the chunk.
    fn add(&mut self, pairs: &[(u32, u32)]) {
        let block_of = |pair: &(u32, u32)| (pair.0 - self.first) / BLOCK as u32 * BLOCK as u32;
        for block in pairs.chunk_by(|a, b| block_of(a) == block_of(b)) {
            let destination = block_of(&block[0]);
            let (from, to) = (block[0].1, block[block.len() - 1].1);
            if block.len() == BLOCK && to - from == BLOCK as u32 - 1 {
                self.chunk.push_run(destination, from);
            } else {
                let pairs = block.iter().map(|&(to, from)| (to - self.first, from));
                self.rest.entry(destination).or_default().extend(pairs);
            }
        }
    }

    fn finish(mut self) -> Chunk {
        let mut blocks = Vec::new();
        for (destination, pairs) in self.rest {
            if self.sources >= LANES as u32 {
                let pieces = pieces(&pairs, destination, self.sources);
                if BLOCK_ITSELF + pieces.len() < PAIR * pairs.len() {
                    blocks.push((destination, pieces));
                    continue;
                }
            }
            for (destination, source) in pairs {
                self.chunk.reach(destination + 1, source + 1);
                self.chunk.pairs.push((destination as u16, source));
            }
        }
        blocks.sort_by_key(|(_, pieces)| pieces.len());
        for same in blocks.chunk_by(|a, b| a.1.len() == b.1.len()) {
            self.chunk.groups.push(Group {
                pieces: same[0].1.len(),
                blocks: same.len(),
            });
        }
        for (destination, pieces) in blocks {
            self.chunk.blocks.push(destination as u16);
            for piece in pieces {
                let end = piece.sources[0].max(piece.sources[1]) + LANES as u32;
                self.chunk.reach(destination + BLOCK as u32, end);
                self.chunk.pieces.push(piece);
            }
        }
        self.chunk
    }
}

/// The shuffles that fill one block, whose first destination is `first`, from a
/// source row of length `sources`.
fn pieces(pairs: &[(u32, u32)], first: u32, sources: u32) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let half_of = |pair: &(u32, u32)| (pair.0 - first) as usize / LANES;
    let mut filled = [0; 2];
    // A load serves what follows in the same half, rises and is near enough.
    let load_of = |pair: &(u32, u32)| pair.1.min(sources - LANES as u32);
    let mut rest = pairs;
    while let Some(start) = rest.first() {
        let (half, load) = (half_of(start), load_of(start));
        let fits = |pair: &&(u32, u32)| {
            half_of(pair) == half && (load..load + LANES as u32).contains(&pair.1)
        };
        let (mine, later) = rest.split_at(rest.iter().take_while(fits).count());
        rest = later;
        if filled[half] == pieces.len() {
            pieces.push(Piece {
                shuffle: [HOLE; BLOCK],
                sources: [0; 2],
            });
        }
        let piece = &mut pieces[filled[half]];
        filled[half] += 1;
        piece.sources[half] = load;
        for &(destination, source) in mine {
            piece.shuffle[(destination - first) as usize] = (source - load) as u8;
        }
    }
    pieces
}
