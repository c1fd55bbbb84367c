//! `docs/json.md`: every example there is what the program prints.

mod common;

use common::{grenier, stdout, with_tables};
use serde_json::Value;

/// Measured numbers, and what depends on the machine, are not the same twice.
fn without_measured(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let is_time = name == "seconds" || name.ends_with("_per_second");
                if is_time || name.starts_with("cpu_") {
                    assert!(field.as_f64().is_some_and(|number| number >= 0.0));
                    *field = Value::Null;
                } else if name.starts_with("peak_") {
                    assert!(field.is_null() || field.is_u64());
                    *field = Value::Null;
                } else if ["date", "commit", "compiler", "cpu"].contains(&name.as_str()) {
                    assert!(field.as_str().is_some_and(|text| !text.is_empty()));
                    *field = Value::Null;
                } else if name == "effort" {
                    without_measured(field);
                    for part in ["nodes", "table_hits", "solved", "depth"] {
                        assert!(field[part].is_u64(), "{field}");
                    }
                    *field = Value::Null;
                } else if name == "machine" {
                    without_measured(field);
                    assert!(field["cores"].as_u64().is_some_and(|cores| cores > 0));
                    assert!(field["memory_bytes"].is_null() || field["memory_bytes"].is_u64());
                    (field["cores"], field["memory_bytes"]) = (Value::Null, Value::Null);
                } else {
                    without_measured(field);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_measured),
        _ => {}
    }
}

#[test]
fn the_documented_examples_are_what_is_printed() {
    let docs = include_str!("../../../docs/json.md");
    let dir = with_tables(2);
    let distances = ["build", "--seeds", "2", "--distances"];
    grenier(dir.path(), &distances).assert().success();
    let secure = ["build", "--seeds", "2", "--values", "secure"];
    grenier(dir.path(), &secure).assert().success();
    let game = include_str!("../../../docs/game.ogn");
    std::fs::write(dir.path().join("game.ogn"), game).unwrap();
    let mut examples = 0;
    for block in docs.split("```console\n$ grenier ").skip(1) {
        let block = block.split("```").next().unwrap();
        let (args, expected) = block.split_once('\n').unwrap();
        let args: Vec<_> = args.split_whitespace().collect();
        examples += 1;
        if common::is_baawa(&args) {
            continue;
        }
        let mut expected: Value = serde_json::from_str(expected).expect(block);
        let mut found: Value = serde_json::from_str(&stdout(dir.path(), &args)).unwrap();
        without_measured(&mut expected);
        without_measured(&mut found);
        assert_eq!(found, expected, "grenier {args:?}");
    }
    assert_eq!(examples, docs.matches("```console").count());
}
