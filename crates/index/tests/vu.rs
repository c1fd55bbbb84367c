//! The order of the published database, against Goedel numbers by formula.

mod goedel;

use goedel::{choose, goedel, position};
use grenier_index::{Layer, layer_size, vu::Order};
use grenier_rules::Position;

/// Numbers given by the data set's own reader.
#[test]
fn golden_numbers() {
    for (pits, number) in [
        ([0, 1, 2, 0, 0, 0, 0, 1, 2, 0, 0, 0], 2_726),
        ([1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0], 588_953),
        ([5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 0], 30_844_431_882),
        ([4, 4, 4, 4, 4, 4, 0, 5, 5, 5, 5, 4], 132_755_017_782),
    ] {
        let expected = Position::new(pits).unwrap();
        assert_eq!(goedel(&expected), Some(number));
        assert_eq!(position(expected.seeds(), number), Some(expected));
    }
    assert_eq!(goedel(&Position::START), None);
}

#[test]
fn counts_the_positions_in_their_order() {
    for seeds in 0..=8 {
        let layer = Layer::new(seeds);
        let mut all: Vec<Position> = (0..layer.len())
            .map(|index| layer.position(index).unwrap())
            .collect();
        all.sort_by_key(|position| {
            let mut pits = position.pits();
            pits.reverse();
            pits
        });
        for (number, expected) in all.iter().enumerate() {
            assert_eq!(goedel(expected), Some(number as u64));
            assert_eq!(position(seeds, number as u64), Some(*expected));
        }
        assert_eq!(position(seeds, layer.len()), None);
    }
}

#[test]
fn rows_give_the_order_without_numbers() {
    for seeds in 0..=9 {
        let layer = Layer::new(seeds);
        let mut number = 0;
        for row in Order::new(seeds).rows() {
            for &column in row.columns {
                let here = layer.position(row.start + u64::from(column)).unwrap();
                assert_eq!(goedel(&here), Some(number));
                number += 1;
            }
        }
        assert_eq!(number, layer_size(seeds));
    }
}

#[test]
fn layers_have_as_many_positions_as_the_formula_says() {
    for seeds in 0..=48 {
        let expected = choose(seeds + 11, 11) - choose(seeds + 5, 11);
        assert_eq!(layer_size(seeds), expected);
    }
}
