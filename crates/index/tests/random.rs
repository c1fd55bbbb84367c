//! Round trips on random positions up to 48 seeds, for both numberings.

mod goedel;

use grenier_index::Layer;
use grenier_rules::Position;
use proptest::prelude::*;

/// A position with up to 48 seeds dropped at random, one waiting pit empty.
fn position() -> impl Strategy<Value = Position> {
    (
        proptest::collection::vec(0..12usize, 0..=48),
        proptest::bool::weighted(0.3),
        0..12usize,
        6..12usize,
    )
        .prop_map(|(drops, heap, heap_pit, open)| {
            let mut pits = [0u8; 12];
            for drop in drops {
                pits[if heap { heap_pit } else { drop }] += 1;
            }
            pits[open] = 0;
            Position::new(pits).expect("at most 48 seeds")
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn layer_index_round_trip(position in position()) {
        let layer = Layer::new(position.seeds());
        let index = layer.index(&position).unwrap();
        prop_assert!(index < layer.len());
        prop_assert_eq!(layer.position(index), Some(position));
    }

    #[test]
    fn vu_index_round_trip(position in position()) {
        let number = goedel::goedel(&position).unwrap();
        prop_assert_eq!(goedel::position(position.seeds(), number), Some(position));
    }

    #[test]
    fn any_number_is_a_position(seeds in 0u32..=48, part in 0.0..1.0f64) {
        let layer = Layer::new(seeds);
        let index = (part * layer.len() as f64) as u64;
        let position = layer.position(index).unwrap();
        prop_assert_eq!(layer.index(&position), Some(index));
        let number = goedel::position(seeds, index).unwrap();
        prop_assert_eq!(goedel::goedel(&number), Some(index));
    }
}
