//! The file system calls that write tables.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The calls that write, rename and remove files. Each has a default that calls
/// the operating system; a test can replace them by calls that fail.
pub trait Disk: Debug + Send + Sync {
    /// Makes an empty file; replaces an older one.
    ///
    /// # Errors
    /// The error of the operating system, as in all calls.
    fn create(&self, path: &Path) -> io::Result<File> {
        File::create(path)
    }

    /// Writes some of `bytes` to the file at `path`. Returns how many.
    ///
    /// # Errors
    /// The error of the operating system.
    fn write(&self, mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<usize> {
        let _ = path;
        file.write(bytes)
    }

    /// Syncs what was written to the file at `path`.
    ///
    /// # Errors
    /// The error of the operating system.
    fn sync(&self, file: &File, path: &Path) -> io::Result<()> {
        let _ = path;
        file.sync_all()
    }

    /// Renames a file; replaces an older one of that name.
    ///
    /// # Errors
    /// The error of the operating system.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Removes a file.
    ///
    /// # Errors
    /// The error of the operating system.
    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    /// Syncs the names in a directory: on Unix, a directory is synced like a
    /// file.
    ///
    /// # Errors
    /// The error of the operating system.
    fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        if cfg!(unix) {
            File::open(dir)?.sync_all()?;
        }
        Ok(())
    }
}

/// The calls of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SystemDisk;

impl Disk for SystemDisk {}
