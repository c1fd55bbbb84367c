//! Layers by the engine, for the tests that compare them.

use grenier_solve::{Engine, Silent};

/// The values of layers 0..=`up_to`, in index order.
pub fn layers(mut engine: Engine, up_to: usize) -> Vec<Vec<i8>> {
    let mut layers: Vec<Vec<i8>> = Vec::new();
    for _ in 0..=up_to {
        let lower: Vec<&[i8]> = layers.iter().map(Vec::as_slice).collect();
        let values = engine.solve(&lower, &Silent).expect("a solved layer");
        layers.push(values.to_vec());
    }
    layers
}
