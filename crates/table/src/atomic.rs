//! Files that are there completely or not at all.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::error::TableError;

/// What a file is called until it is complete: its name and this.
pub(crate) const TEMPORARY: &str = ".tmp";

/// Has `fill` write a file, syncs it, and only then gives it its name; a file
/// that had the name is replaced. On an error nothing is left behind.
pub(crate) fn write(
    path: &Path,
    fill: impl FnOnce(&mut File) -> std::io::Result<()>,
) -> Result<(), TableError> {
    let temporary = temporary(path);
    let written = File::create(&temporary)
        .and_then(|mut file| {
            fill(&mut file)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(TableError::io("write", path));
    if written.is_err() {
        // The first error is the one to tell; there may be no file at all.
        let _ = fs::remove_file(&temporary);
        return written;
    }
    sync_dir(path)
}

fn temporary(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(TEMPORARY);
    PathBuf::from(name)
}

/// Makes a rename last: on Unix it is the directory that must be synced.
#[cfg(unix)]
fn sync_dir(path: &Path) -> Result<(), TableError> {
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    let dir = dir.unwrap_or(Path::new("."));
    File::open(dir)
        .and_then(|dir| dir.sync_all())
        .map_err(TableError::io("sync", dir))
}

#[cfg(not(unix))]
fn sync_dir(_path: &Path) -> Result<(), TableError> {
    Ok(())
}
