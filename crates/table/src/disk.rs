//! The file system calls that write tables.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// The calls that write, rename and remove files. Each has a default that calls
/// the operating system and returns its errors; a test can replace them by calls
/// that fail.
#[expect(clippy::missing_errors_doc, reason = "all give the system's error")]
pub trait Disk: Debug + Send + Sync {
    /// Makes an empty file; replaces an older one.
    fn create(&self, path: &Path) -> io::Result<File> {
        File::create(path)
    }

    /// Writes some of `bytes` to the file at `path`. Returns how many.
    fn write(&self, mut file: &File, path: &Path, bytes: &[u8]) -> io::Result<usize> {
        let _ = path;
        file.write(bytes)
    }

    /// Syncs what was written to the file at `path`.
    fn sync(&self, file: &File, path: &Path) -> io::Result<()> {
        let _ = path;
        file.sync_all()
    }

    /// Renames a file; replaces an older one of that name.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    /// Syncs the names in a directory: on Unix, a directory is synced like a
    /// file.
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
