//! Options that choose the tables which answer a question.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use grenier_probe::{BoundTables, Options, Tablebase};
use grenier_rules::RuleSet;
use grenier_search::Tables;
use grenier_table::{Access, Kind, TableDir, TableError};

use crate::options::memory::{Budget, Limit};
use crate::options::rules::rules_parser;

/// The options that choose tables.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// Directory of tables [default: tables/<rules> if it exists, else the tables
    /// of up to 8 seeds inside the program]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Rule set [default: awale, or that of --tables]
    #[arg(long, value_name = "NAME", value_parser = rules_parser())]
    rules: Option<&'static RuleSet>,
    #[command(flatten)]
    reading: Reading,
}

/// Options for reading tables.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Reading {
    /// How to read table files
    #[arg(long, value_name = "HOW", default_value = "map")]
    access: How,
    /// Memory limit of --access load, like 8G or 500M; layers that do not fit are
    /// read from disk [default: the memory available on this machine]
    #[arg(long, value_name = "LIMIT", allow_negative_numbers = true)]
    memory: Option<Limit>,
    /// Verify checksums before returning values. Free for packed layers, whose
    /// blocks are always verified. The first probe of a plain layer reads the whole
    /// file, about a second per 5 GB of cached file
    #[arg(long)]
    check: bool,
}

/// The words for [`Access`].
#[derive(Clone, Copy, clap::ValueEnum)]
enum How {
    /// map the files into memory; fast, and the system caches what is used
    Map,
    /// read the bytes that a probe needs; maps nothing
    Read,
    /// load all layers into memory, unpacked, smallest first
    Load,
}

impl Reading {
    fn options(self) -> Options {
        Options {
            access: match self.access {
                How::Map => Access::Map,
                How::Read => Access::Read,
                How::Load => Access::Load,
            },
            load_bytes: Budget::new(self.memory).bytes().unwrap_or(u64::MAX),
            check: self.check,
            ..Options::default()
        }
    }
}

/// Tables and where they are.
pub(crate) struct Opened {
    pub(crate) tables: Arc<Tablebase>,
    /// The directory, when there is one.
    pub(crate) dir: Option<PathBuf>,
    reading: Reading,
}

/// Where the tables of a rule set are unless the user says otherwise.
pub(crate) fn default_dir(rules: &RuleSet) -> PathBuf {
    Path::new("tables").join(rules.name)
}

impl Choice {
    /// The tables of a rule set in a directory, or the usual ones; mapped.
    pub(crate) fn of(rules: &'static RuleSet, tables: Option<PathBuf>) -> Self {
        let reading = Reading {
            access: How::Map,
            memory: None,
            check: false,
        };
        Self::new(Some(rules), tables, reading)
    }

    /// What the user chose, or what stands for it.
    pub(crate) fn new(
        rules: Option<&'static RuleSet>,
        tables: Option<PathBuf>,
        reading: Reading,
    ) -> Self {
        Self {
            tables,
            rules,
            reading,
        }
    }

    pub(crate) fn open(&self) -> anyhow::Result<Opened> {
        if let Some(dir) = &self.tables {
            return self.open_dir(dir, self.rules);
        }
        let rules = self.rules.unwrap_or(&RuleSet::AWALE);
        let dir = default_dir(rules);
        match self.open_dir(&dir, Some(rules)) {
            Err(error) if is_no_tables(&error) => {}
            opened => return opened,
        }
        Ok(Opened {
            tables: inside(rules).into(),
            dir: None,
            reading: self.reading,
        })
    }

    fn open_dir(&self, dir: &Path, wanted: Option<&RuleSet>) -> anyhow::Result<Opened> {
        let tables = match Tablebase::open_with(dir, &self.reading.options()) {
            Err(error @ TableError::NoTables { .. }) => inside(rules_of(dir).ok_or(error)?),
            opened => opened?,
        };
        check_rules(dir, tables.rules(), wanted)?;
        Ok(Opened {
            tables: tables.into(),
            dir: Some(dir.to_owned()),
            reading: self.reading,
        })
    }
}

/// The tables inside the program, which may be none.
pub(crate) fn inside(rules: &'static RuleSet) -> Tablebase {
    Tablebase::embedded(rules).unwrap_or_else(|| Tablebase::without_tables(rules))
}

/// The rule set of a directory that has tables of any kind.
pub(crate) fn rules_of(dir: &Path) -> Option<&'static RuleSet> {
    let mut kinds = Kind::SETS.into_iter();
    kinds.find_map(|kind| Some(TableDir::open_kind(dir, kind).ok()?.rules()))
}

/// Refuses tables of another rule set than the user named.
pub(crate) fn check_rules(
    dir: &Path,
    have: &RuleSet,
    want: Option<&RuleSet>,
) -> Result<(), TableError> {
    match want {
        Some(want) if want != have => Err(TableError::WrongRules {
            path: dir.to_owned(),
            have: have.name.to_owned(),
            want: want.name.to_owned(),
        }),
        _ => Ok(()),
    }
}

fn is_no_tables(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(TableError::NoTables { .. }))
}

impl Opened {
    /// What a search rests on: the scores, and the tables of what is sure.
    ///
    /// # Errors
    /// When a table of what is sure cannot be used.
    pub(crate) fn searched(&self) -> Result<Arc<Tables>, TableError> {
        let kinds = [Kind::Secure, Kind::OwnSide];
        let bounds: Result<_, _> = kinds.into_iter().map(|kind| self.bounds(kind)).collect();
        Ok(Arc::new(Tables::new(Arc::clone(&self.tables), bounds?)))
    }

    /// The tables of what is sure, beside the scores or inside the program.
    pub(crate) fn bounds(&self, kind: Kind) -> Result<BoundTables, TableError> {
        let embedded = || BoundTables::embedded(self.tables.rules(), kind);
        let Some(dir) = &self.dir else {
            return Ok(embedded());
        };
        match BoundTables::open(dir, kind, &self.reading.options()) {
            Err(TableError::NoTables { .. }) => Ok(embedded()),
            opened => opened,
        }
    }
}
