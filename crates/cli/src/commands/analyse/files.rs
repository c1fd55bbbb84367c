//! The files that are read and written.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Serialize, Serializer};

/// A game file to read.
pub(super) struct Input {
    pub(super) path: PathBuf,
    /// What it is called below the directory that is written to.
    below: PathBuf,
}

/// The file of a game and its place there.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Place {
    #[serde(serialize_with = "lossy")]
    pub(super) file: PathBuf,
    /// In its file, from 1.
    pub(super) number: usize,
    /// There are others in the file.
    #[serde(skip)]
    pub(super) has_others: bool,
}

/// Serialises a path, what is not UTF-8 in it as U+FFFD.
pub(super) fn lossy<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if self.has_others {
            write!(f, " ({})", self.number)?;
        }
        Ok(())
    }
}

/// The files that are named, and those in the folders that are, by name.
///
/// # Errors
/// When a folder cannot be read, or holds no game file.
pub(super) fn inputs(named: &[PathBuf]) -> anyhow::Result<Vec<Input>> {
    let mut inputs = Vec::new();
    for path in named {
        if !path.is_dir() {
            let below = path.file_name().unwrap_or(path.as_os_str()).into();
            inputs.push(Input {
                path: path.clone(),
                below,
            });
            continue;
        }
        let before = inputs.len();
        collect(path, Path::new(""), &mut inputs)?;
        if inputs.len() == before {
            bail!("no file in {} ends in .ogn", path.display());
        }
    }
    Ok(inputs)
}

/// The game files of a folder and of those in it.
fn collect(dir: &Path, below: &Path, inputs: &mut Vec<Input>) -> anyhow::Result<()> {
    let context = || format!("cannot read {}", dir.display());
    let entries = fs::read_dir(dir).with_context(context)?;
    let mut entries = entries
        .collect::<Result<Vec<_>, _>>()
        .with_context(context)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, below) = (entry.path(), below.join(entry.file_name()));
        let is_game = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("ogn"));
        // A link to a folder is not followed: it may lead back here.
        if entry.file_type().with_context(context)?.is_dir() {
            collect(&path, &below, inputs)?;
        } else if is_game && path.is_file() {
            inputs.push(Input { path, below });
        }
    }
    Ok(())
}

/// The text of a file that holds something.
pub(super) fn text(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    // A pipe that nobody writes to would have no end.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        bail!("{name} is no regular file");
    }
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{name} is no text in UTF-8");
    };
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        bail!("{name} holds no game");
    }
    Ok(text)
}

/// Refuses to write two files to one place, over what is read, or where there is
/// no directory.
pub(super) fn check_outputs(target: &Path, inputs: &[Input], single: bool) -> anyhow::Result<()> {
    let parent = target.parent().filter(|dir| !dir.as_os_str().is_empty());
    if let Some(dir) = parent.filter(|dir| single && !dir.is_dir()) {
        bail!("--ogn: there is no directory {}", dir.display());
    }
    if !single && target.is_file() {
        bail!("--ogn: {} is a file, and no directory", target.display());
    }
    let mut taken = HashSet::new();
    for input in inputs {
        if !taken.insert(&input.below) {
            bail!(
                "several files would be written to {}",
                target.join(&input.below).display()
            );
        }
        for written in [target.to_owned(), target.join(&input.below)] {
            let is_read = |input: &Input| is_same(&written, &input.path);
            if written.is_file() && inputs.iter().any(is_read) {
                bail!(
                    "--ogn would write over {}, which is read",
                    written.display()
                );
            }
        }
    }
    Ok(())
}

fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    real(one).is_some_and(|one| real(other) == Some(one))
}

/// Where the games of a file are written to: there, if it is a single one and
/// no directory is there; else below, and the directories on the way are made.
pub(super) fn output(target: &Path, input: &Input, single: bool) -> anyhow::Result<PathBuf> {
    if single && !target.is_dir() {
        return Ok(target.to_owned());
    }
    let path = target.join(&input.below);
    if let Some(dir) = path.parent() {
        let context = || format!("cannot make the directory {}", dir.display());
        fs::create_dir_all(dir).with_context(context)?;
    }
    Ok(path)
}
