//! Writing files as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
#[cfg(target_os = "linux")]
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(target_os = "linux")]
use rustix::fs::{AtFlags, CWD, Mode, OFlags};

use crate::disk::{Disk, SystemDisk};
use crate::error::TableError;

/// What a file is called until it is complete: its name and this.
pub(crate) const TEMPORARY: &str = ".tmp";

/// The temporary names in use. They are global, as signals are: the handler of a
/// signal that ends the process does not know who is writing.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Keeps the process from writing more files after [`abandon_files`]: as long as
/// this value lives, no file is begun or finished. Keep it until the process
/// ends.
#[derive(Debug)]
#[must_use]
pub struct Abandoned {
    _names: MutexGuard<'static, Vec<PathBuf>>,
}

/// Removes all files that are being written, for a process that is about to end;
/// see [`Abandoned`]. A file that has its final name stays.
pub fn abandon_files() -> Abandoned {
    let mut names = unfinished();
    for name in names.drain(..) {
        // It may not exist yet, or no longer.
        let _ = fs::remove_file(name);
    }
    Abandoned { _names: names }
}

/// The list, even after a panic: none leaves it half changed.
fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary name, which is listed as long as this lives.
struct Listed<'a>(&'a Path);

impl<'a> Listed<'a> {
    fn new(path: &'a Path) -> Self {
        unfinished().push(path.to_owned());
        Self(path)
    }
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        unfinished().retain(|name| name != self.0);
    }
}

/// A file that is being written under its temporary name.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    file: File,
    path: &'a Path,
    disk: &'a dyn Disk,
}

impl Draft<'_> {
    /// Syncs what was written so far to the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.disk.sync(&self.file, self.path)
    }
}

impl Write for Draft<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.disk.write(&self.file, self.path, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Draft<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Writes a file by `fill`, and gives it its name only when it is complete and on
/// the disk; an older file of that name is replaced. For other files than tables,
/// such as exports.
///
/// # Errors
/// [`TableError::Io`] when `fill` or the system fails; no part of a file is left
/// then. Also when the name is that of a device, a pipe or a link: it is not
/// replaced.
pub fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), TableError> {
    if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        let other = io::Error::other("what is there is no regular file");
        return Err(TableError::io("write", path)(other));
    }
    #[cfg(target_os = "linux")]
    if let Some(file) = nameless(path) {
        return write_nameless(file, path, fill);
    }
    write(&SystemDisk, path, |draft| fill(draft))
}

/// A file without a name in the directory of `path`: the system removes it when the
/// process ends, however that happens. `None` where there is no such thing, or where
/// an earlier process left a temporary file, which is to be replaced.
#[cfg(target_os = "linux")]
fn nameless(path: &Path) -> Option<File> {
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = rustix::fs::open(dir_of(path), flags, Mode::from_raw_mode(0o666));
    let is_left = temporary(path).symlink_metadata().is_ok();
    // It gets its name by way of its link there.
    let may_be_named = Path::new("/proc/self/fd").exists();
    file.ok()
        .map(File::from)
        .filter(|_| may_be_named && !is_left)
}

/// As [`write`], to a nameless file, which is complete when it gets a name.
#[cfg(target_os = "linux")]
fn write_nameless(
    mut file: File,
    path: &Path,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
) -> Result<(), TableError> {
    let temporary = temporary(path);
    let listed = Listed::new(&temporary);
    let written = fill(&mut file)
        .and_then(|()| file.sync_all())
        .and_then(|()| {
            let names = unfinished();
            if !names.iter().any(|name| name == listed.0) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let link = format!("/proc/self/fd/{}", file.as_raw_fd());
            rustix::fs::linkat(CWD, link, CWD, &temporary, AtFlags::SYMLINK_FOLLOW)?;
            fs::rename(&temporary, path).inspect_err(|_| {
                let _ = fs::remove_file(&temporary);
            })
        });
    written.map_err(TableError::io("write", path))?;
    sync_name(&SystemDisk, path)
}

/// Writes a file by `fill`, syncs it, and only then gives it its name; an older
/// file of that name is replaced. Returns what `fill` does. On an error nothing is
/// left behind.
pub(crate) fn write<T>(
    disk: &dyn Disk,
    path: &Path,
    fill: impl FnOnce(&mut Draft<'_>) -> io::Result<T>,
) -> Result<T, TableError> {
    let temporary = temporary(path);
    let _listed = Listed::new(&temporary);
    let written = disk.create(&temporary).and_then(|file| {
        let mut draft = Draft {
            file,
            path: &temporary,
            disk,
        };
        let made = fill(&mut draft)?;
        draft.sync()?;
        disk.rename(&temporary, path)?;
        Ok(made)
    });
    if written.is_err() {
        // The first error is the one to report; there may be no file at all.
        let _ = disk.remove(&temporary);
    }
    let made = written.map_err(TableError::io("write", path))?;
    sync_name(disk, path)?;
    Ok(made)
}

/// Makes a directory and those above it, if they do not exist, and syncs them.
pub(crate) fn make_dir(disk: &dyn Disk, path: &Path) -> Result<(), TableError> {
    let missing = path.ancestors().take_while(|dir| !dir.exists());
    let missing: Vec<&Path> = missing.filter(|dir| !dir.as_os_str().is_empty()).collect();
    fs::create_dir_all(path).map_err(TableError::io("make the directory", path))?;
    missing.iter().try_for_each(|dir| sync_name(disk, dir))
}

fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    PathBuf::from(name)
}

/// Syncs a new name: it is in the directory above.
fn sync_name(disk: &dyn Disk, path: &Path) -> Result<(), TableError> {
    let dir = dir_of(path);
    disk.sync_dir(dir).map_err(TableError::io("sync", dir))
}

/// The directory that a name is in.
fn dir_of(path: &Path) -> &Path {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    dir.unwrap_or(Path::new("."))
}
