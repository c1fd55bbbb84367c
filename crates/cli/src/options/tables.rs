//! Options that choose the tables which answer a question.

use std::path::PathBuf;

use grenier_answer::{Options, Oracle};
use grenier_rules::RuleSet;
use grenier_table::Access;

use crate::options::memory::{Budget, Limit};
use crate::options::rules::rules_parser;
use crate::options::threads;

/// The options that choose tables.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// Directory of tables [default: tables/<rules> if it exists, else the tables
    /// of up to 8 seeds inside the program, which the oware-slam rule sets lack]
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
    #[arg(long, value_name = "HOW", default_value = "read")]
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
    /// map the files into memory; the fastest, but the process dies if another
    /// program shortens a file
    Map,
    /// read the bytes that a probe needs; maps nothing
    Read,
    /// load all layers into memory, unpacked, smallest first
    Load,
}

impl Reading {
    pub(crate) fn options(self) -> Options {
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

impl Choice {
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

    pub(crate) fn open(&self) -> anyhow::Result<Oracle> {
        let options = self.reading.options();
        if options.access == Access::Load {
            // Packed files are unpacked by several threads.
            threads::start_global()?;
        }
        Ok(match &self.tables {
            Some(dir) => Oracle::open(dir, self.rules, &options)?,
            None => Oracle::usual(self.rules.unwrap_or(&RuleSet::AWALE), &options)?,
        })
    }
}
