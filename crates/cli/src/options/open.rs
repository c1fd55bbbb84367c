//! Which tables a question is put to.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use grenier_probe::{BoundTables, Options, ProbeError, Source, Tablebase};
use grenier_rules::{EndlessPlay, RuleSet};
use grenier_search::Tables;
use grenier_table::{Access, Kind, TableDir, TableError};

use crate::commands::ba_awa;
use crate::options::memory::{Budget, Limit};

/// The options that choose tables.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// Directory of tables [default: tables/<rules> if there, else the tables
    /// of up to 8 seeds inside the program]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Rule set [default: awale, or that of --tables]
    #[arg(long, value_name = "NAME", value_parser = rules_parser())]
    rules: Option<&'static RuleSet>,
    #[command(flatten)]
    reading: Reading,
}

/// The options that say how tables are read.
#[derive(Clone, Copy, clap::Args)]
pub(crate) struct Reading {
    /// How table files are reached
    #[arg(long, value_name = "HOW", default_value = "map")]
    access: How,
    /// Memory that --access load may take, like 8G or 500M; layers that do not
    /// fit are read [default: what this machine has available]
    #[arg(long, value_name = "LIMIT", allow_negative_numbers = true)]
    memory: Option<Limit>,
    /// Give no value whose checksum was not compared. Costs nothing for packed
    /// layers, whose blocks are always checked; of a plain layer the whole file is
    /// read at the first question to it, about a second for each 5 GB at hand
    #[arg(long)]
    check: bool,
}

/// The words for [`Access`].
#[derive(Clone, Copy, clap::ValueEnum)]
enum How {
    /// map the files; what is touched stays in memory as long as there is room
    Map,
    /// read pieces when they are asked for, and map nothing
    Read,
    /// load all layers into memory, unpacked, the smallest first
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

/// The options that choose a directory.
#[derive(clap::Args)]
pub(crate) struct DirChoice {
    /// Directory of tables [default: tables/<rules>]
    dir: Option<PathBuf>,
    /// Rule set [default: awale, or that of DIR]
    #[arg(long, value_name = "NAME", value_parser = rules_parser())]
    rules: Option<&'static RuleSet>,
    /// What is tabled [default: score, or what DIR has]
    #[arg(long, value_name = "KIND", value_parser = kind_parser())]
    values: Option<Kind>,
}

/// Tables and where they are.
pub(crate) struct Opened {
    pub(crate) tables: Arc<Tablebase>,
    /// The directory, when there is one.
    dir: Option<PathBuf>,
    reading: Reading,
}

/// Reads the name of a rule set; an error lists all names.
pub(crate) fn rules_parser() -> impl TypedValueParser<Value = &'static RuleSet> {
    PossibleValuesParser::new(rules_names())
        .map(|name| RuleSet::named(&name).expect("clap let only known names through"))
}

/// The same, listing those of Ba-awa as well.
pub(crate) fn rules_or_baawa_parser() -> impl TypedValueParser<Value = &'static RuleSet> {
    let baawa = ba_awa::names().map(|name| PossibleValue::new(name).help("Ba-awa"));
    let names = PossibleValuesParser::new(rules_names().into_iter().chain(baawa));
    let is_baawa = "Ba-awa has a form of this command of its own";
    names.try_map(move |name| RuleSet::named(&name).ok_or(is_baawa))
}

fn rules_names() -> [PossibleValue; RuleSet::ALL.len()] {
    RuleSet::ALL.map(|rules| PossibleValue::new(rules.name).help(rules.source))
}

/// Reads the name of a kind of tables.
pub(crate) fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    let kinds = [
        (
            Kind::Score,
            "net seeds under best play, endless play counting even",
        ),
        (
            Kind::Secure,
            "seeds that the player to move can force, whatever the word on endless play",
        ),
        (
            Kind::OwnSide,
            "seeds that the player to move can guarantee when each keeps their own side at a repetition",
        ),
    ];
    let names = kinds.map(|(kind, help)| PossibleValue::new(kind.name()).help(help));
    PossibleValuesParser::new(names).map(move |name| {
        let mut kinds = kinds.into_iter().map(|(kind, _)| kind);
        let named = kinds.find(|kind| kind.name() == name);
        named.expect("clap let only known names through")
    })
}

/// Whether there can be tables of a kind: no own-side bounds under a rule set
/// whose sheet shares evenly.
pub(crate) fn has_kind(rules: &RuleSet, kind: Kind) -> bool {
    kind != Kind::OwnSide || rules.endless_play != EndlessPlay::Even
}

/// Refuses a kind that the rule set does not have.
pub(crate) fn check_kind(rules: &RuleSet, kind: Kind) -> anyhow::Result<()> {
    if !has_kind(rules, kind) {
        bail!(
            "{} shares evenly what endless play leaves, so it has no own-side bounds; its scores \
             (--values score) count it so",
            rules.name
        );
    }
    Ok(())
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
fn check_rules(dir: &Path, have: &RuleSet, want: Option<&RuleSet>) -> Result<(), TableError> {
    match want {
        Some(want) if want != have => Err(TableError::WrongRules {
            path: dir.to_owned(),
            have: have.name.to_owned(),
            want: want.name.to_owned(),
        }),
        _ => Ok(()),
    }
}

impl DirChoice {
    pub(crate) fn open(&self) -> anyhow::Result<TableDir> {
        let rules = self.rules.unwrap_or(&RuleSet::AWALE);
        let (path, wanted) = match &self.dir {
            Some(dir) => (dir.clone(), self.rules),
            None => (default_dir(rules), Some(rules)),
        };
        if let Some(kind) = self.values {
            check_kind(
                self.rules.or_else(|| rules_of(&path)).unwrap_or(rules),
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
pub(crate) fn tell_others(dir: &TableDir, out: &mut impl Write) -> anyhow::Result<()> {
    for kind in Kind::SETS.into_iter().filter(|&kind| kind != dir.kind()) {
        if TableDir::open_kind(dir.path(), kind).is_ok() {
            writeln!(out, "Not looked at: its {kind} tables (--values {kind}).")?;
        }
    }
    Ok(())
}

/// Whether a table could be opened and its content is wrong: an answer, not a
/// failure.
pub(crate) fn is_fault(error: &TableError) -> bool {
    matches!(
        error,
        TableError::BadPayload { .. }
            | TableError::BadModel { .. }
            | TableError::BadBlock { .. }
            | TableError::BadValue { .. }
            | TableError::WrongFile { .. }
    )
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

/// A path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
    if !path.is_empty() && path.chars().all(plain) {
        return path;
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}

/// The word for a source in JSON.
pub(crate) fn source_name(source: Source) -> &'static str {
    match source {
        Source::Directory => "directory",
        Source::Embedded => "embedded",
        Source::Solved => "solved",
        Source::Rules => "rules",
    }
}

/// How endless play counts, in words.
fn endless(ending: EndlessPlay) -> &'static str {
    match ending {
        EndlessPlay::Even => "endless play counts even",
        EndlessPlay::EachKeepsOwnSide => "endless play leaves each their own side",
    }
}

fn is_no_tables(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(TableError::NoTables { .. }))
}

impl Opened {
    /// One line: rule set, reading of endless play, where the value of a
    /// position of a layer is from.
    pub(crate) fn heading(&self, source: Source, layer: u32) -> String {
        let from = self.from(source, layer);
        let (rules, endless) = (self.tables.rules().name, self.tables.endless());
        format!("{rules}, endless play counts {endless}, {from}")
    }

    /// One line: rule set, how endless play counts, what a search rests on.
    pub(crate) fn searched_heading(&self, ending: EndlessPlay) -> String {
        let (rules, above) = (self.tables.rules().name, self.below());
        format!("{rules}, {}, by search {above}", endless(ending))
    }

    /// One line: rule set, how endless play counts, what the program plays by.
    pub(crate) fn playing_heading(&self, ending: EndlessPlay) -> String {
        let (rules, above) = (self.tables.rules().name, self.below());
        format!("{rules}, {}, {above}", endless(ending))
    }

    /// Which tables a search is above.
    fn below(&self) -> String {
        match (self.tables.largest_layer(), &self.dir) {
            (None, _) => "without tables".to_owned(),
            (Some(seeds), None) => {
                format!("above the tables inside grenier (up to {seeds} seeds)")
            }
            (Some(seeds), Some(dir)) => format!("above {} (up to {seeds} seeds)", dir.display()),
        }
    }

    /// Where what is said of a position of a layer is from.
    pub(crate) fn from(&self, source: Source, layer: u32) -> String {
        match (source, &self.dir) {
            (Source::Directory, Some(dir)) => format!("from {}", dir.display()),
            (Source::Embedded, Some(dir)) => format!(
                "layer {layer} is not in {}; from the tables inside grenier",
                dir.display()
            ),
            (Source::Directory | Source::Embedded, _) => {
                "from the tables inside grenier".to_owned()
            }
            (Source::Solved, _) => format!("layer {layer} solved for this answer"),
            (Source::Rules, _) => "by the rules alone".to_owned(),
        }
    }

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
        match BoundTables::open_with(dir, kind, &self.reading.options()) {
            Err(TableError::NoTables { .. }) => Ok(embedded()),
            opened => opened,
        }
    }

    /// The command that builds the tables of a kind up to a layer.
    pub(crate) fn build_command(&self, kind: Kind, layer: u32) -> String {
        let rules = self.tables.rules().name;
        let values = match kind {
            Kind::Score => String::new(),
            _ => format!(" --values {kind}"),
        };
        let dir = self.dir.as_deref().map(quoted);
        let out = dir.map_or_else(String::new, |dir| format!(" --out {dir}"));
        format!("grenier build --rules {rules}{values} --seeds {layer}{out}")
    }

    /// A probe's error, with the directory to build into.
    pub(crate) fn explain(&self, error: ProbeError) -> anyhow::Error {
        match error {
            ProbeError::NotTabled { layer, rules } => anyhow::anyhow!(
                "not tabled: layer {layer} of {rules} (build it with `{}`, or search above the \
                 tables with `grenier best` or `grenier probe --search`)",
                self.build_command(Kind::Score, layer)
            ),
            error => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_blanks_is_quoted() {
        for (path, expected) in [
            ("tables/awale-2.0_b", "tables/awale-2.0_b"),
            ("my tables", "'my tables'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("greniers/é", "'greniers/é'"),
        ] {
            assert_eq!(quoted(Path::new(path)), expected);
        }
    }
}
