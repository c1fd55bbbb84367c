//! What is asked of the system to make files last.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The calls by which files are written, named and removed. Each does what the
/// system does; a test puts another disk in place, which fails.
pub trait Disk: Debug + Send + Sync {
    /// Makes an empty file, in the place of one that is there.
    ///
    /// # Errors
    /// The system's word, as in all calls.
    fn create(&self, path: &Path) -> io::Result<File> {
        File::create(path)
    }

    /// Writes some of `bytes` to the file at `path`; how many.
    ///
    /// # Errors
    /// The system's word.
    fn write(&self, mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<usize> {
        let _ = path;
        file.write(bytes)
    }

    /// Makes what was written to the file at `path` last.
    ///
    /// # Errors
    /// The system's word.
    fn sync(&self, file: &File, path: &Path) -> io::Result<()> {
        let _ = path;
        file.sync_all()
    }

    /// Gives a file another name; one that had it is gone.
    ///
    /// # Errors
    /// The system's word.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// The system's word.
    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    /// Makes the names in a directory last: on Unix, a directory is synced like
    /// a file.
    ///
    /// # Errors
    /// The system's word.
    fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        if cfg!(unix) {
            File::open(dir)?.sync_all()?;
        }
        Ok(())
    }
}

/// The disk that the machine has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SystemDisk;

impl Disk for SystemDisk {}
