//! The model of a packed layer: which bytes occur beside which neighbours, and how
//! often.
//!
//! The *context* of a position is the byte above it and the byte to its left,
//! within its block. A context has a *ranking*, the bytes found there, the most
//! frequent first, and shares a table of *frequencies*, of rank 0, rank 1 and so
//! on, with the contexts that are about as hard to guess. So the tables into
//! which the decoder looks stay small.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::blocks::Blocks;

/// The neighbour of a position at the edge of its block.
pub(crate) const NONE: usize = 256;
/// What a neighbour can be: a byte, or none.
pub(crate) const NEIGHBOURS: usize = 257;
/// The frequencies of a table sum up to 1 << this.
pub(crate) const SCALE_BITS: u32 = 11;
const SCALE: u64 = 1 << SCALE_BITS;
/// The most tables of frequencies.
pub(crate) const TABLES: usize = 16;
/// A context with fewer positions than this shares the ranking of all such.
const COMMON: u64 = 128;
/// In how many parts positions are counted at once. Each has counters of its
/// own, 135 MB of them if all 256 bytes occur.
const PARTS: usize = 4;

/// The model of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    /// Frequencies by rank, none of them 0.
    pub(crate) tables: Vec<Vec<u16>>,
    /// By rising neighbours, but for the first: it is for all neighbours that
    /// no other context names.
    pub(crate) contexts: Vec<Context>,
}

/// What can stand beside certain neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Context {
    /// A byte, or [`NONE`]; 0 in the first context.
    pub(crate) above: u16,
    /// Likewise.
    pub(crate) left: u16,
    /// Which table.
    pub(crate) table: u8,
    /// The bytes found there, by rank: no more than the table has ranks.
    pub(crate) ranking: Vec<u8>,
}

/// A context on its way into the model.
struct Counted {
    context: Context,
    /// How often each byte was found, by rank.
    counts: Vec<u64>,
    total: u64,
}

impl Model {
    /// The model of a layer with these bytes, one per position in index order.
    pub(crate) fn of(blocks: &Blocks, cells: &[u8]) -> Self {
        let mut contexts = Counts::of(blocks, cells).contexts();
        // From easy to guess to hard.
        let mut order: Vec<usize> = (0..contexts.len()).collect();
        order.sort_by(|&one, &other| contexts[one].compare_mean_rank(&contexts[other]));
        let mut sums: Vec<Vec<u64>> = Vec::new();
        let (mut before, mut last) = (0, None);
        for at in order {
            let counted = &mut contexts[at];
            // As many positions for each table, about.
            let group = before * TABLES as u64 / blocks.positions();
            if last != Some(group) {
                sums.push(Vec::new());
                last = Some(group);
            }
            before += counted.total;
            counted.context.table = (sums.len() - 1) as u8;
            let sum = sums.last_mut().expect("one was just made");
            sum.resize(sum.len().max(counted.counts.len()), 0);
            sum.iter_mut()
                .zip(&counted.counts)
                .for_each(|(sum, n)| *sum += n);
        }
        let contexts = contexts.into_iter().map(|counted| counted.context);
        Self {
            tables: sums.iter().map(|counts| frequencies(counts)).collect(),
            contexts: contexts.collect(),
        }
    }

    /// The bytes of the model in a file.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut number = |number: usize| bytes.extend((number as u16).to_le_bytes());
        number(self.tables.len());
        for table in &self.tables {
            number(table.len());
            for &frequency in table {
                number(frequency.into());
            }
        }
        bytes.extend((self.contexts.len() as u32).to_le_bytes());
        for context in &self.contexts {
            let ranks = context.ranking.len() as u16;
            for number in [context.above, context.left, context.table.into(), ranks] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(&context.ranking);
        }
        bytes
    }

    /// The model that these bytes are; `None` when no writer wrote them.
    pub(crate) fn decode(mut bytes: &[u8]) -> Option<Self> {
        let tables = (0..number(&mut bytes)?)
            .map(|_| decode_table(&mut bytes))
            .collect::<Option<Vec<_>>>()?;
        let low = u32::from(number(&mut bytes)?);
        let count = u32::from(number(&mut bytes)?) << 16 | low;
        let contexts = (0..count)
            .map(|_| decode_context(&mut bytes, &tables))
            .collect::<Option<Vec<_>>>()?;
        let neighbours = |context: &Context| (context.above, context.left);
        let (first, others) = contexts.split_first()?;
        let sound = bytes.is_empty()
            && tables.len() <= TABLES
            && neighbours(first) == (0, 0)
            && others.is_sorted_by(|one, next| neighbours(one) < neighbours(next));
        sound.then_some(Self { tables, contexts })
    }
}

/// Takes a number of two bytes off the front.
fn number(bytes: &mut &[u8]) -> Option<u16> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u16::from_le_bytes(*number))
}

fn decode_table(bytes: &mut &[u8]) -> Option<Vec<u16>> {
    let ranks = number(bytes).filter(|&ranks| ranks <= 256)?;
    let table = (0..ranks)
        .map(|_| number(bytes).filter(|&frequency| frequency > 0))
        .collect::<Option<Vec<_>>>()?;
    let sum: u64 = table.iter().copied().map(u64::from).sum();
    (sum == SCALE).then_some(table)
}

fn decode_context(bytes: &mut &[u8], tables: &[Vec<u16>]) -> Option<Context> {
    let mut neighbour = || number(bytes).filter(|&byte| usize::from(byte) <= NONE);
    let (above, left) = (neighbour()?, neighbour()?);
    let table = number(bytes)?;
    let ranks = usize::from(number(bytes)?);
    let (ranking, rest) = bytes.split_at_checked(ranks)?;
    *bytes = rest;
    let context = Context {
        above,
        left,
        table: table as u8,
        ranking: ranking.to_vec(),
    };
    (ranks <= tables.get(usize::from(table))?.len()).then_some(context)
}

/// Frequencies that sum up to [`SCALE`], about as the counts, none of them 0.
/// Without a count, one that stands for nothing.
fn frequencies(counts: &[u64]) -> Vec<u16> {
    let total = counts.iter().sum::<u64>();
    if total == 0 {
        return vec![SCALE as u16];
    }
    let share = |&count: &u64| (count * SCALE + total / 2) / total;
    let mut frequencies: Vec<u16> = counts.iter().map(|n| share(n).max(1) as u16).collect();
    let mut sum: u64 = frequencies.iter().copied().map(u64::from).sum();
    while sum != SCALE {
        // The first of the largest, which it hurts least.
        let largest = (0..frequencies.len())
            .rev()
            .max_by_key(|&at| frequencies[at]);
        let largest = &mut frequencies[largest.expect("there is a count")];
        if sum > SCALE {
            *largest -= 1;
            sum -= 1;
        } else {
            *largest += 1;
            sum += 1;
        }
    }
    frequencies
}

impl Counted {
    /// A context whose bytes, `alphabet`, were counted so often; it has no table
    /// yet.
    fn new(above: u16, left: u16, alphabet: &[u8], counts: &[u64]) -> Self {
        let found = counts.iter().copied().zip(alphabet.iter().copied());
        let mut found: Vec<(u64, u8)> = found.filter(|&(count, _)| count > 0).collect();
        // Stable: of those found as often, the lower byte comes first.
        found.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
        let context = Context {
            above,
            left,
            table: 0,
            ranking: found.iter().map(|&(_, byte)| byte).collect(),
        };
        Self {
            context,
            counts: found.iter().map(|&(count, _)| count).collect(),
            total: counts.iter().sum(),
        }
    }

    /// Which of two has the lower mean rank; without positions, 0.
    fn compare_mean_rank(&self, other: &Self) -> Ordering {
        let sum = |counted: &Self| {
            let ranks = counted.counts.iter().zip(0_u128..);
            ranks
                .map(|(&count, rank)| rank * u128::from(count))
                .sum::<u128>()
        };
        let total = |counted: &Self| u128::from(counted.total.max(1));
        (sum(self) * total(other)).cmp(&(sum(other) * total(self)))
    }
}

/// How often each byte was found beside which neighbours.
struct Counts {
    /// The bytes that occur, rising.
    alphabet: Vec<u8>,
    /// By the byte above, the byte to the left, the byte itself, each by its
    /// place in the alphabet; none comes behind all others.
    counts: Vec<u64>,
}

impl Counts {
    fn of(blocks: &Blocks, cells: &[u8]) -> Self {
        let alphabet = alphabet(cells);
        let mut place = [alphabet.len(); NEIGHBOURS];
        for (at, &byte) in alphabet.iter().enumerate() {
            place[usize::from(byte)] = at;
        }
        let (bytes, neighbours) = (alphabet.len(), alphabet.len() + 1);
        let len = neighbours * neighbours * bytes;
        let part = blocks.count().div_ceil(PARTS as u64);
        let counts = (0..PARTS as u64)
            .into_par_iter()
            .map(|number| {
                let mut counts = vec![0; len];
                let mut block = Vec::new();
                for number in number * part..((number + 1) * part).min(blocks.count()) {
                    let shape = blocks.block(number);
                    shape.gather(cells, &mut block);
                    for (at, &byte) in block.iter().enumerate() {
                        let (above, left) = self::neighbours(&block, shape.width, at);
                        let context = place[above] * neighbours + place[left];
                        counts[context * bytes + place[usize::from(byte)]] += 1;
                    }
                }
                counts
            })
            .reduce_with(|mut one, other| {
                one.iter_mut().zip(other).for_each(|(sum, n)| *sum += n);
                one
            });
        Self {
            alphabet,
            counts: counts.unwrap_or_default(),
        }
    }

    /// The common contexts by their neighbours, rising, behind that of the rest.
    fn contexts(&self) -> Vec<Counted> {
        let bytes = self.alphabet.len();
        let neighbour = |at: usize| {
            self.alphabet
                .get(at)
                .map_or(NONE as u16, |&byte| byte.into())
        };
        let mut rest = vec![0; bytes];
        let mut common = Vec::new();
        for (at, counts) in self.counts.chunks_exact(bytes).enumerate() {
            let total: u64 = counts.iter().sum();
            if total >= COMMON {
                let (above, left) = (at / (bytes + 1), at % (bytes + 1));
                let (above, left) = (neighbour(above), neighbour(left));
                common.push(Counted::new(above, left, &self.alphabet, counts));
            } else if total > 0 {
                rest.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
            }
        }
        let rest = Counted::new(0, 0, &self.alphabet, &rest);
        [rest].into_iter().chain(common).collect()
    }
}

/// The bytes that occur, rising.
fn alphabet(cells: &[u8]) -> Vec<u8> {
    let occurs = cells
        .par_chunks(1 << 20)
        .map(|cells| {
            let mut occurs = [false; 256];
            for &byte in cells {
                occurs[usize::from(byte)] = true;
            }
            occurs
        })
        .reduce(
            || [false; 256],
            |one, other| std::array::from_fn(|at| one[at] || other[at]),
        );
    (0..=u8::MAX)
        .filter(|&byte| occurs[usize::from(byte)])
        .collect()
}

/// The byte above a place in a block and that to its left, or [`NONE`].
pub(crate) fn neighbours(block: &[u8], width: usize, at: usize) -> (usize, usize) {
    let above = at
        .checked_sub(width)
        .map_or(NONE, |above| block[above].into());
    let left = if at.is_multiple_of(width) {
        NONE
    } else {
        block[at - 1].into()
    };
    (above, left)
}
