//! No bytes make the decoder or the model panic.

use grenier_index::{Layer, layer_size};
use proptest::prelude::*;

use super::blocks::Blocks;
use super::coder::Decoder;
use super::model::Model;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_make_a_decoder_panic(
        words in proptest::collection::vec(any::<u16>(), 0..600),
        lengths in proptest::array::uniform4(0..200_u16),
        (rows, width) in (1..20_usize, 1..40_usize),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let cells: Vec<u8> = (0..layer_size(5)).map(|at| (at / 7 % 5 + at % 3) as u8).collect();
        let mut bytes = Model::of(&Blocks::new(&Layer::new(5)), &cells).encode();
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
