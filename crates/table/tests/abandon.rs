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
        // Where the system allows it, the new file has no name yet.
        assert_eq!(names(), if cfg!(target_os = "linux") { 1 } else { 2 });
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

/// A device, a pipe or a link that has the name is not replaced by a file.
#[cfg(unix)]
#[test]
fn only_a_file_is_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let (file, link) = (dir.path().join("file"), dir.path().join("link"));
    fs::write(&file, "older").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let refused = write_whole(&link, |_| panic!("nothing is written")).unwrap_err();
    assert!(refused.to_string().contains("no regular file"), "{refused}");
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read(&file).unwrap(), b"older");
}
