//! All numbers of small halves and layers, in order.

use grenier_index::{
    Half, Layer, halves, layer_size, open_halves, open_rank, open_unrank, rank, unrank,
};
use grenier_rules::Position;

/// All halves with `seeds` seeds in lexicographic order, by plain loops.
fn all(seeds: u8) -> Vec<Half> {
    let mut list: Vec<Half> = Vec::new();
    let base = u32::from(seeds) + 1;
    for code in 0..base.pow(5) {
        let half: [u8; 5] =
            std::array::from_fn(|pit| ((code / base.pow(4 - pit as u32)) % base) as u8);
        let sum: u32 = half.iter().map(|&s| u32::from(s)).sum();
        if let Some(last) = u32::from(seeds).checked_sub(sum) {
            list.push([half[0], half[1], half[2], half[3], half[4], last as u8]);
        }
    }
    list
}

#[test]
fn ranks_count_the_halves_in_order() {
    for seeds in 0..=9 {
        let list = all(seeds);
        assert_eq!(list.len() as u32, halves(seeds.into()));
        let mut open = 0;
        for (expected, half) in list.iter().enumerate() {
            assert_eq!(rank(half), expected as u32);
            assert_eq!(unrank(seeds.into(), expected as u32), Some(*half));
            if half.contains(&0) {
                assert_eq!(open_rank(half), Some(open), "{half:?}");
                assert_eq!(open_unrank(seeds.into(), open), Some(*half));
                open += 1;
            } else {
                assert_eq!(open_rank(half), None);
            }
        }
        assert_eq!(open, open_halves(seeds.into()));
        assert_eq!(unrank(seeds.into(), list.len() as u32), None);
        assert_eq!(open_unrank(seeds.into(), open), None);
    }
}

#[test]
fn adding_a_pattern_keeps_the_order() {
    // What the engine's rank maps rest on.
    let list = all(7);
    for pattern in [[1, 0, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0], [2, 2, 1, 1, 1, 1]] {
        let ranks: Vec<u32> = list
            .iter()
            .map(|half| rank(&std::array::from_fn(|pit| half[pit] + pattern[pit])))
            .collect();
        assert!(ranks.is_sorted());
    }
}

/// The sizes given with the published Awari database.
#[test]
fn published_sizes() {
    for (seeds, size) in [
        (6, 12_375),
        (10, 351_351),
        (12, 1_339_702),
        (20, 80_214_915),
        (48, 203_648_015_935),
    ] {
        assert_eq!(Layer::new(seeds).len(), size);
    }
    let sum: u64 = (0..=46).chain([48]).map(layer_size).sum();
    assert_eq!(sum, 889_063_398_405);
    for seeds in 0..=48 {
        assert_eq!(Layer::new(seeds).len(), layer_size(seeds));
    }
}

#[test]
fn exhaustive_round_trip() {
    for seeds in 0..=9 {
        let layer = Layer::new(seeds);
        let mut last = None;
        for index in 0..layer.len() {
            let position = layer.position(index).unwrap();
            assert_eq!(layer.index(&position), Some(index));
            // The order is that of (waiting seeds, waiting half, mover half).
            let key = (
                position.waiting_seeds(),
                position.waiting(),
                position.mover(),
            );
            assert!(Some(key) > last);
            last = Some(key);
        }
        assert_eq!(layer.position(layer.len()), None);
    }
}

#[test]
fn what_has_no_number() {
    let layer = Layer::new(48);
    assert_eq!(layer.index(&Position::START), None);
    assert_eq!(Layer::new(47).index(&Position::START), None);
    assert_eq!(layer.position(u64::MAX), None);
}
