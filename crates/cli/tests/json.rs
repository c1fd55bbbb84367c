//! `docs/json.md`: every example there is what the program prints.

mod common;

use common::{stdout, with_tables};
use serde_json::Value;

/// Measured numbers are not the same twice.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                if name == "seconds" || name.ends_with("_per_second") {
                    assert!(field.as_f64().is_some_and(|number| number >= 0.0));
                    *field = Value::Null;
                } else {
                    without_times(field);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_times),
        _ => {}
    }
}

#[test]
fn the_documented_examples_are_what_is_printed() {
    let docs = include_str!("../../../docs/json.md");
    let dir = with_tables(2);
    let mut examples = 0;
    for block in docs.split("```console\n$ grenier ").skip(1) {
        let block = block.split("```").next().unwrap();
        let (args, expected) = block.split_once('\n').unwrap();
        let args: Vec<_> = args.split_whitespace().collect();
        let mut expected: Value = serde_json::from_str(expected).expect(block);
        let mut found: Value = serde_json::from_str(&stdout(dir.path(), &args)).unwrap();
        without_times(&mut expected);
        without_times(&mut found);
        assert_eq!(found, expected, "grenier {args:?}");
        examples += 1;
    }
    assert_eq!(examples, 8);
}
