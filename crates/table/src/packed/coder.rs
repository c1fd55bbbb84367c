//! Blocks of bytes as streams of a range coder (rANS with static frequencies).
//!
//! A block has four streams. Row r is in stream r mod 4, so the decoder can
//! work on four rows at once, each one position behind the one above it: a
//! position waits for the one to its left, and there would be nothing to do
//! meanwhile.

use std::fmt;
use std::hint::select_unpredictable;

use super::model::{Context, Model, NEIGHBOURS, NONE, SCALE_BITS, TABLES, neighbours};

/// Streams of a block.
pub(crate) const LANES: usize = 4;
/// The state in which an encoder starts and a decoder ends. Between two
/// positions a state is at least this.
const START: u32 = 1 << 16;

/// The model as the encoder needs it.
pub(crate) struct Encoder<'a> {
    model: &'a Model,
    /// By neighbours, the context.
    contexts: Vec<u32>,
    /// By context and byte, the rank.
    ranks: Vec<u8>,
    /// By table and rank, the sum of the frequencies before.
    starts: Vec<Vec<u16>>,
}

/// The model as the decoder needs it.
#[derive(Clone)]
pub(crate) struct Decoder {
    /// By neighbours, the place of the ranking, shifted by four bits, and the
    /// table.
    contexts: Vec<u32>,
    /// By table and the low bits of the state: the rank (8 bits), its frequency
    /// less 1, and how far the bits are above where the rank begins (11 each).
    slots: Box<[u32; TABLES << SCALE_BITS]>,
    /// By context and rank, the byte.
    rankings: Vec<u8>,
}

/// One stream while it is decoded.
#[derive(Clone, Copy)]
struct Lane {
    state: u32,
    /// The next word, and where the words end.
    at: usize,
    end: usize,
    /// The byte decoded last in this row, or [`NONE`].
    left: usize,
}

/// By neighbours, something of their context.
fn by_neighbours(model: &Model, of: impl Fn(usize, &Context) -> u32) -> Vec<u32> {
    let mut found = vec![of(0, &model.contexts[0]); NEIGHBOURS * NEIGHBOURS];
    for (at, context) in model.contexts.iter().enumerate().skip(1) {
        let (above, left) = (usize::from(context.above), usize::from(context.left));
        found[above * NEIGHBOURS + left] = of(at, context);
    }
    found
}

/// The sums of the frequencies before each rank.
fn starts(table: &[u16]) -> Vec<u16> {
    let sums = table.iter().scan(0, |sum, frequency| {
        let start = *sum;
        *sum += frequency;
        Some(start)
    });
    sums.collect()
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}

impl<'a> Encoder<'a> {
    /// An encoder for blocks all of whose contexts the model has seen.
    pub(crate) fn new(model: &'a Model) -> Self {
        let mut ranks = vec![0; model.contexts.len() * 256];
        for (context, ranks) in model.contexts.iter().zip(ranks.chunks_exact_mut(256)) {
            for (rank, &byte) in context.ranking.iter().enumerate() {
                ranks[usize::from(byte)] = rank as u8;
            }
        }
        Self {
            model,
            contexts: by_neighbours(model, |at, _| at as u32),
            ranks,
            starts: model.tables.iter().map(|table| starts(table)).collect(),
        }
    }

    /// A block's bytes in the file.
    pub(crate) fn encode(&self, block: &[u8], width: usize) -> Vec<u8> {
        let streams: [Vec<u16>; LANES] =
            std::array::from_fn(|lane| self.encode_lane(block, width, lane));
        let lengths = streams.iter().map(|stream| stream.len() as u16);
        let words = lengths.chain(streams.iter().flatten().copied());
        words.flat_map(u16::to_le_bytes).collect()
    }

    /// The words of a stream. What is decoded last is encoded first.
    fn encode_lane(&self, block: &[u8], width: usize, lane: usize) -> Vec<u16> {
        let rows = block.len() / width;
        let mut state = START;
        let mut words = Vec::new();
        for row in (lane..rows).step_by(LANES).rev() {
            for at in (row * width..(row + 1) * width).rev() {
                let (frequency, start) = self.interval(block, width, at);
                if u64::from(state) >= u64::from(frequency) << (32 - SCALE_BITS) {
                    words.push(state as u16);
                    state >>= 16;
                }
                state = ((state / frequency) << SCALE_BITS) + state % frequency + start;
            }
        }
        if lane < rows {
            words.extend([(state >> 16) as u16, state as u16]);
        }
        words.reverse();
        words
    }

    /// The frequency of what stands at a place, and where its interval begins.
    fn interval(&self, block: &[u8], width: usize, at: usize) -> (u32, u32) {
        let (above, left) = neighbours(block, width, at);
        let context = self.contexts[above * NEIGHBOURS + left] as usize;
        let rank = usize::from(self.ranks[context * 256 + usize::from(block[at])]);
        let table = usize::from(self.model.contexts[context].table);
        let frequency = self.model.tables[table][rank];
        (frequency.into(), self.starts[table][rank].into())
    }
}

impl Decoder {
    pub(crate) fn new(model: &Model) -> Self {
        let ranks = model.tables.iter().map(Vec::len).max().unwrap_or(1);
        let stride = ranks.next_power_of_two();
        let mut rankings = vec![0; model.contexts.len() * stride];
        for (context, ranking) in model.contexts.iter().zip(rankings.chunks_exact_mut(stride)) {
            ranking[..context.ranking.len()].copy_from_slice(&context.ranking);
        }
        let context = |at, context: &Context| (at * stride) as u32 * 16 + u32::from(context.table);
        let mut all = vec![0; TABLES << SCALE_BITS];
        let tables = model.tables.iter().flat_map(|table| slots(table));
        all.iter_mut().zip(tables).for_each(|(slot, of)| *slot = of);
        Self {
            contexts: by_neighbours(model, context),
            slots: all.try_into().expect("it was made so long"),
            rankings,
        }
    }

    /// Decodes a block of so many rows and columns; `None` when the bytes are
    /// not one of this model.
    pub(crate) fn decode(&self, bytes: &[u8], rows: usize, width: usize) -> Option<Vec<u8>> {
        let (words, rest) = bytes.as_chunks();
        let words: Vec<u16> = words.iter().map(|&word| u16::from_le_bytes(word)).collect();
        let mut lanes = lanes(&words, rows).filter(|_| rest.is_empty())?;
        let mut block = vec![0; rows * width];
        for first in (0..rows).step_by(LANES) {
            let (before, rest) = block.split_at_mut(first * width);
            let above = &before[before.len().saturating_sub(width)..];
            let group = &mut rest[..width * LANES.min(rows - first)];
            self.decode_rows(&words, &mut lanes, above, group, width);
        }
        let done = |lane: &Lane| lane.state == START && lane.at == lane.end;
        lanes[..LANES.min(rows)].iter().all(done).then_some(block)
    }

    /// Decodes up to four rows. `above` is the row before them, or empty. Long
    /// because the four lanes of the hot loop are written out.
    fn decode_rows(
        &self,
        words: &[u16],
        lanes: &mut [Lane; LANES],
        above: &[u8],
        group: &mut [u8],
        width: usize,
    ) {
        for lane in lanes.iter_mut() {
            lane.left = NONE;
        }
        let above = |column: usize| above.get(column).map_or(NONE, |&byte| byte.into());
        let rows = group.len() / width;
        let steps = width + rows - 1;
        // From step 3 on, and up to the last of the first row, all lanes work.
        let all = if rows == LANES {
            LANES - 1..width
        } else {
            0..0
        };
        for step in (0..steps).filter(|step| all.is_empty() || *step < all.start) {
            self.decode_some(words, lanes, above(step), group, (width, step));
        }
        if all.is_empty() {
            return;
        }
        let [mut one, mut two, mut three, mut four] = *lanes;
        let (first, rest) = group.split_at_mut(width);
        let (second, rest) = rest.split_at_mut(width);
        let (third, fourth) = rest.split_at_mut(width);
        for step in all.clone() {
            // From below: what a lane decoded last is above the next one's place.
            fourth[step - 3] = self.decode_one(words, &mut four, three.left);
            third[step - 2] = self.decode_one(words, &mut three, two.left);
            second[step - 1] = self.decode_one(words, &mut two, one.left);
            first[step] = self.decode_one(words, &mut one, above(step));
        }
        *lanes = [one, two, three, four];
        for step in all.end..steps {
            self.decode_some(words, lanes, NONE, group, (width, step));
        }
    }

    /// Decodes one position of each row that has one at this step: row r is r
    /// positions behind the first one.
    fn decode_some(
        &self,
        words: &[u16],
        lanes: &mut [Lane; LANES],
        above_first: usize,
        group: &mut [u8],
        (width, step): (usize, usize),
    ) {
        let rows = group.len() / width;
        let begun = step.min(rows - 1);
        let ended = (step + 1).saturating_sub(width);
        for row in (ended..=begun).rev() {
            let above = match row {
                0 => above_first,
                _ => lanes[row - 1].left,
            };
            group[row * width + step - row] = self.decode_one(words, &mut lanes[row], above);
        }
    }

    /// Decodes the next position of a row, below a certain byte.
    #[expect(
        clippy::inline_always,
        reason = "the loop over all lanes keeps them in registers"
    )]
    #[inline(always)]
    fn decode_one(&self, words: &[u16], lane: &mut Lane, above: usize) -> u8 {
        let context = self.contexts[above * NEIGHBOURS + lane.left];
        let low = lane.state & ((1 << SCALE_BITS) - 1);
        let slot = self.slots[((context & 15) << SCALE_BITS | low) as usize];
        let byte = self.rankings[((context >> 4) + (slot & 255)) as usize];
        let frequency = (slot >> 8 & ((1 << SCALE_BITS) - 1)) + 1;
        let state = frequency * (lane.state >> SCALE_BITS) + (slot >> (8 + SCALE_BITS));
        let word = u32::from(words[lane.at.min(words.len() - 1)]);
        let short = state < START;
        lane.state = select_unpredictable(short, state << 16 | word, state);
        lane.at += usize::from(short);
        lane.left = byte.into();
        byte
    }
}

/// What [`Decoder::slots`] has of one table.
fn slots(table: &[u16]) -> impl Iterator<Item = u32> {
    let ranks = table.iter().zip(0_u32..);
    ranks.flat_map(|(&frequency, rank)| {
        let frequency = u32::from(frequency);
        (0..frequency).map(move |above| above << (8 + SCALE_BITS) | (frequency - 1) << 8 | rank)
    })
}

/// The streams of a block, ready to be decoded; `None` when their lengths are
/// not those of a block of so many rows.
fn lanes(words: &[u16], rows: usize) -> Option<[Lane; LANES]> {
    let (lengths, _) = words.split_first_chunk::<LANES>()?;
    let mut end = LANES;
    let mut lanes = [Lane {
        state: START,
        at: 0,
        end: 0,
        left: NONE,
    }; LANES];
    for (number, (lane, &length)) in lanes.iter_mut().zip(lengths).enumerate() {
        let start = end;
        end += usize::from(length);
        if number >= rows {
            continue;
        }
        let stream = words.get(start..end)?;
        let (&[low, high], _) = stream.split_first_chunk()?;
        lane.state = u32::from(high) << 16 | u32::from(low);
        (lane.at, lane.end) = (start + 2, end);
    }
    (end == words.len()).then_some(lanes)
}
