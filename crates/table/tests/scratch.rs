//! Values in a file without a name.

use std::fs;

use grenier_table::Scratch;

#[test]
fn values_are_kept_without_a_name() {
    let home = tempfile::tempdir().unwrap();
    let values: Vec<i8> = (-48..=48).collect();
    let scratch = Scratch::write(home.path(), &values).unwrap();
    assert_eq!(scratch.values(), values);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    let error = Scratch::write(&home.path().join("none"), &values).unwrap_err();
    assert!(error.to_string().contains("none"), "{error}");
}
