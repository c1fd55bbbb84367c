//! Options that choose a directory of tables.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::bail;
use grenier_answer::rules_of_dir;
use grenier_rules::RuleSet;
use grenier_table::{Dir, Kind, TableDir, TableError, TableRules};

use crate::options::rules::{check_kind, kind_parser, rules_parser};
use grenier_answer::{check_rules, default_dir};

/// A directory of tables, as an option or as an argument.
#[derive(clap::Args)]
pub(crate) struct DirArg {
    /// Directory of tables [default: where `build` puts them]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Short for --tables DIR
    #[arg(value_name = "DIR", conflicts_with = "tables")]
    dir: Option<PathBuf>,
}

impl DirArg {
    /// The directory that the user named.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.tables.as_deref().or(self.dir.as_deref())
    }
}

/// The options that choose a directory.
#[derive(clap::Args)]
pub(crate) struct DirChoice {
    #[command(flatten)]
    dir: DirArg,
    /// Rule set [default: awale, or that of the directory]
    #[arg(long, value_name = "NAME", value_parser = rules_parser())]
    rules: Option<&'static RuleSet>,
    /// Kind of tables [default: score, or what the directory has]
    #[arg(long, value_name = "KIND", value_parser = kind_parser())]
    values: Option<Kind>,
}

impl DirChoice {
    pub(crate) fn open(&self) -> anyhow::Result<TableDir> {
        let rules = self.rules.unwrap_or(&RuleSet::AWALE);
        let (path, wanted) = match self.dir.path() {
            Some(dir) => (dir.to_owned(), self.rules),
            None => (default_dir(rules), Some(rules)),
        };
        if let Some(kind) = self.values {
            check_kind(
                self.rules.or_else(|| rules_of_dir(&path)).unwrap_or(rules),
                kind,
            )?;
        }
        let dir = finished(self.open_kind(&path)?)?;
        check_rules(&path, dir.rules(), wanted)?;
        Ok(dir)
    }

    /// The tables of the kind asked for, or else of the first there is.
    fn open_kind(&self, path: &Path) -> Result<TableDir, TableError> {
        if let Some(kind) = self.values {
            return TableDir::open_kind(path, kind);
        }
        let mut others = Kind::SETS.into_iter().skip(1);
        TableDir::open(path).or_else(|error| match error {
            TableError::NoTables { .. } => others
                .find_map(|kind| TableDir::open_kind(path, kind).ok())
                .ok_or(error),
            error => Err(error),
        })
    }
}

/// Says which other kinds of tables stand in a directory, and are not meant.
pub(crate) fn tell_others<R: TableRules>(dir: &Dir<R>, out: &mut impl Write) -> anyhow::Result<()> {
    for kind in Kind::SETS.into_iter().filter(|&kind| kind != dir.kind()) {
        if Dir::<R>::open_kind(dir.path(), kind).is_ok() {
            writeln!(out, "Not looked at: its {kind} tables (--values {kind}).")?;
        }
    }
    Ok(())
}

/// Refuses a directory without tables.
pub(crate) fn finished(dir: TableDir) -> anyhow::Result<TableDir> {
    if dir.layers().is_empty() {
        bail!("no layer is finished in {}", dir.path().display());
    }
    Ok(dir)
}

/// The layers of a directory within a range that the user gave, rising; all
/// without one.
///
/// # Errors
/// When there is none.
pub(crate) fn layers_within(
    dir: &TableDir,
    range: Option<&RangeInclusive<u32>>,
) -> anyhow::Result<Vec<u32>> {
    let mut layers = dir.layers();
    if let Some(range) = range {
        layers.retain(|layer| range.contains(layer));
        if layers.is_empty() {
            let (from, to) = (range.start(), range.end());
            let path = dir.path().display();
            bail!("no layer from {from} to {to} is finished in {path}");
        }
    }
    Ok(layers)
}
