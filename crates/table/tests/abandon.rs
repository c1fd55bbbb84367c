//! Ending in the middle of a file. Alone in its process: what is removed are all
//! files that it is writing.

use std::fs;

use grenier_table::{abandon_files, write_whole};

#[test]
fn an_abandoned_file_is_gone_and_the_older_one_stays() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("some.csv");
    fs::write(&path, "older").unwrap();
    let names = || fs::read_dir(dir.path()).unwrap().count();
    let written = write_whole(&path, |file| {
        file.write_all(b"newer")?;
        assert_eq!(names(), 2);
        drop(abandon_files());
        assert_eq!(names(), 1);
        Ok(())
    });
    assert!(written.is_err(), "there is nothing to give the name to");
    assert_eq!(fs::read(&path).unwrap(), b"older");

    // What is finished is not touched.
    write_whole(&path, |file| file.write_all(b"newer")).unwrap();
    drop(abandon_files());
    assert_eq!(fs::read(&path).unwrap(), b"newer");
    assert_eq!(names(), 1);
}
