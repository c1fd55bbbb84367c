//! Laws of the packed form, over any bytes.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use grenier_index::{Layer, layer_size};
use grenier_rules::RuleSet;
use proptest::prelude::*;

use super::PackedFile;
use super::blocks::Blocks;
use super::coder::{Decoder, Encoder};
use super::model::Model;
use crate::error::TableError;
use crate::file::{Expected, Stage};
use crate::header::{Form, HEADER_BYTES};
use crate::kind::Kind;
use crate::opened::Opened;
use crate::rules::TableRules;
use crate::source::Folder;

fn expected(seeds: u32) -> Expected {
    Expected {
        rules: RuleSet::OWARE.id,
        rules_name: <&RuleSet>::name_of,
        kind: Kind::Score,
        seeds,
        positions: layer_size(seeds),
    }
}

/// The packed file of a layer with this payload.
fn pack(seeds: u32, payload: &[u8]) -> Vec<u8> {
    let header = expected(seeds).header(Form::Plain, xxhash_rust::xxh3::xxh3_64(payload));
    let mut file = Cursor::new(Vec::new());
    super::write(&mut file, &header, payload, |_| Ok(()), &|_| ()).unwrap();
    file.into_inner()
}

/// Opens a file with these bytes.
fn open(path: &Path, seeds: u32, bytes: &[u8]) -> Result<Opened, TableError> {
    fs::write(path, bytes).unwrap();
    let folder = Folder(path.parent().unwrap().to_owned());
    expected(seeds).open(&folder, Stage::Table)
}

/// Opens a file with these bytes and unpacks it.
fn unpack(path: &Path, seeds: u32, bytes: &[u8]) -> Result<Vec<u8>, TableError> {
    PackedFile::open(open(path, seeds, bytes)?)?.unpack()
}

/// Payloads of a layer: smooth and rough ones, of few and of many bytes.
fn payloads(seeds: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = (u32, Vec<u8>)> {
    let shape = (seeds, 1..=256_u32, any::<u8>(), 1..=40_usize);
    shape.prop_flat_map(|(seeds, bytes, first, run)| {
        let len = layer_size(seeds) as usize;
        let runs = proptest::collection::vec(0..bytes, len.div_ceil(run));
        runs.prop_map(move |runs| {
            let cells = runs.iter().flat_map(|byte| [*byte as u8].repeat(run));
            let cells = cells.map(|byte| byte.wrapping_add(first));
            (seeds, cells.take(len).collect())
        })
    })
}

/// A file in the packed form with a smooth layer in it.
fn sample(seeds: u32) -> (Vec<u8>, Vec<u8>) {
    let len = layer_size(seeds) as usize;
    let payload: Vec<u8> = (0..len).map(|at| (at / 7 % 5 + at % 3) as u8).collect();
    (pack(seeds, &payload), payload)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn unpacking_undoes_packing(
        (seeds, cells) in payloads(0..=8),
        tail in proptest::collection::vec(any::<u8>(), 0..40),
    ) {
        let payload = [cells.clone(), tail].concat();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(Kind::Score.file_name(seeds));
        prop_assert_eq!(&unpack(&path, seeds, &pack(seeds, &payload)).unwrap(), &payload);

        let opened = open(&path, seeds, &pack(seeds, &payload)).unwrap();
        let packed = PackedFile::open(opened).unwrap();
        for index in (0..cells.len()).step_by(97) {
            let (block, at) = packed.locate(index as u64);
            prop_assert_eq!(packed.block(block).unwrap()[at], cells[index]);
        }
    }

    #[test]
    fn no_bytes_make_a_decoder_panic(
        words in proptest::collection::vec(any::<u16>(), 0..600),
        lengths in proptest::array::uniform4(0..200_u16),
        (rows, width) in (1..20_usize, 1..40_usize),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let (file, payload) = sample(5);
        let blocks = Blocks::new(&Layer::new(5));
        let mut bytes = Model::of(&blocks, &payload).encode();
        prop_assert_eq!(&file[HEADER_BYTES..][..bytes.len()], &bytes[..]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let Some(model) = Model::decode(&bytes) else { return Ok(()) };
        prop_assert_eq!(model.encode(), bytes);
        let decoder = Decoder::new(&model);
        let words: Vec<u8> = lengths.into_iter().chain(words).flat_map(u16::to_le_bytes).collect();
        for end in [words.len(), words.len() / 2, 7, 8, 9] {
            let cells = decoder.decode(&words[..end.min(words.len())], rows, width);
            prop_assert!(cells.is_none_or(|cells| cells.len() == rows * width));
        }
        // And streams of the right lengths, which are decoded to their ends.
        let lengths = std::array::from_fn::<_, 4, _>(|lane| {
            if lane < rows { 2 + lengths[lane] % 50 } else { 0 }
        });
        let streams = lengths.iter().map(|&length| usize::from(length)).sum::<usize>();
        let words: Vec<u16> = lengths.into_iter().chain((0..streams).map(|at| (at * 40_503) as u16)).collect();
        let words: Vec<u8> = words.into_iter().flat_map(u16::to_le_bytes).collect();
        decoder.decode(&words, rows, width);
    }

    #[test]
    fn no_bytes_make_a_model_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Some(model) = Model::decode(&bytes) {
            prop_assert_eq!(model.encode(), bytes);
        }
    }
}

#[test]
fn every_change_of_one_byte_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(Kind::Score.file_name(4));
    let (good, payload) = sample(4);
    assert_eq!(unpack(&path, 4, &good).unwrap(), payload);
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        let error = unpack(&path, 4, &bytes).unwrap_err();
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
        assert!(
            error.to_string().contains(path.to_str().unwrap()),
            "{error}"
        );
    }
}

#[test]
fn a_file_cut_anywhere_or_longer_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(Kind::Score.file_name(3));
    let (good, _) = sample(3);
    for len in 0..good.len() {
        assert!(unpack(&path, 3, &good[..len]).is_err(), "{len} bytes");
    }
    let longer = [&good[..], &[0]].concat();
    let error = unpack(&path, 3, &longer).unwrap_err();
    assert!(matches!(error, TableError::Truncated { .. }), "{error}");
}

#[test]
fn blocks_in_each_others_place_are_noticed() {
    let cells = vec![5; layer_size(9) as usize];
    let file = pack(9, &cells);
    let blocks = Blocks::new(&Layer::new(9));
    let model = Model::of(&blocks, &cells);
    let encoder = Encoder::new(&model);
    // The ninth layer has neighbouring blocks of the same shape.
    let same = (1..blocks.count()).find(|&number| {
        let shape = |number| (blocks.block(number).rows, blocks.block(number).width);
        shape(number) == shape(number - 1)
    });
    let number = same.unwrap() as usize;
    let block = blocks.block(number as u64);
    let len = encoder
        .encode(&cells[..block.rows * block.width], block.width)
        .len();
    let table_at = HEADER_BYTES + model.encode().len();
    let entry = |number: usize| table_at + 16 * number;
    let end = u64::from_le_bytes(file[entry(number)..][..8].try_into().unwrap()) as usize;
    assert_eq!(
        file[end - len..end],
        file[end - 2 * len..end - len],
        "equal bytes"
    );
    let mut swapped = file.clone();
    for at in 8..16 {
        swapped.swap(entry(number) + at, entry(number - 1) + at);
    }
    let dir = tempfile::tempdir().unwrap();
    let error = unpack(&dir.path().join(Kind::Score.file_name(9)), 9, &swapped).unwrap_err();
    assert!(matches!(error, TableError::BadBlock { .. }), "{error}");
}

#[test]
fn the_bytes_are_the_same_from_any_number_of_threads() {
    let payload: Vec<u8> = (0..layer_size(9))
        .map(|at| (at * at / 64 % 19) as u8)
        .collect();
    let packed = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| pack(9, &payload))
    };
    assert_eq!(packed(1), packed(3));
}

#[test]
fn what_is_read_from_memory_and_at_an_offset_is_the_same() {
    let (file, payload) = sample(6);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(Kind::Score.file_name(6));
    assert_eq!(unpack(&path, 6, &file).unwrap(), payload);
    let disk = open(&path, 6, &file).unwrap();
    let memory = disk.clone().with(file.into());
    let [memory, disk] = [memory, disk].map(|opened| PackedFile::open(opened).unwrap());
    assert_eq!(memory.unpack().unwrap(), disk.unpack().unwrap());
}
