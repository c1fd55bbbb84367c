//! The options of the engine.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use grenier_answer::{Oracle, Settings};
use grenier_probe::{Access, TableError};
use grenier_rules::{Endless, RuleSet};
use grenier_search::Tables;

use crate::command::shown;

/// Moves of a side, so the most lines there are.
const MOST_LINES: usize = 6;
/// The word of UCI for an empty string.
const EMPTY: &str = "<empty>";
/// Our word for no tables at all.
const NONE: &str = "<none>";
/// The words for [`Access`].
const ACCESS: [(&str, Access); 3] = [
    ("map", Access::Map),
    ("read", Access::Read),
    ("load", Access::Load),
];

/// The largest values that options may take on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceilings {
    /// Memory for the hash table, in MiB, and the same for solved layers.
    pub hash: u64,
    /// Threads.
    pub threads: u16,
}

impl Default for Ceilings {
    /// For a machine of which nothing is known.
    fn default() -> Self {
        Self {
            hash: 1024,
            threads: 256,
        }
    }
}

/// The options of the engine, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    ceilings: Ceilings,
    /// In MiB.
    hash: u64,
    /// Memory for layers that are solved on the way, in MiB.
    grow: u64,
    threads: usize,
    tables: TablePath,
    /// How tables are read.
    reading: grenier_probe::Options,
    pub(crate) rules: &'static RuleSet,
    pub(crate) lines: usize,
    /// Whether a best move comes with the answer that is expected.
    pub(crate) ponder: bool,
    /// `None` is the word of the rule set's sheet.
    endless: Option<Endless>,
}

/// Where tables are.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TablePath {
    /// Where they are unless the user says otherwise, or inside the program.
    Usual,
    /// Nowhere: the search goes without.
    None,
    Directory(PathBuf),
}

impl Default for Options {
    /// The rule set is that of the programs that speak this dialect.
    fn default() -> Self {
        Self {
            ceilings: Ceilings::default(),
            hash: 64,
            grow: 256,
            threads: 1,
            tables: TablePath::Usual,
            reading: grenier_probe::Options::default(),
            rules: &RuleSet::OWARE,
            lines: 1,
            ponder: true,
            endless: None,
        }
    }
}

impl Options {
    /// The defaults, with a rule set and perhaps a directory of tables, read in this
    /// way; with less memory where the ceilings are low.
    pub fn new(
        rules: &'static RuleSet,
        tables: Option<PathBuf>,
        reading: grenier_probe::Options,
        ceilings: Ceilings,
    ) -> Self {
        Self {
            ceilings,
            tables: tables.map_or(TablePath::Usual, TablePath::Directory),
            reading,
            rules,
            hash: 64.min(ceilings.hash / 2).max(1),
            grow: 256.min(ceilings.hash / 2),
            ..Self::default()
        }
    }

    /// Gives an option a value.
    ///
    /// # Errors
    /// One line, when there is no such option or the value does not fit.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number(value, 1..=self.ceilings.hash)?,
            "grow" => self.grow = number(value, 0..=self.ceilings.hash)?,
            "threads" => self.threads = number(value, 1..=usize::from(self.ceilings.threads))?,
            "tablepath" => self.tables = TablePath::of(value),
            "access" => {
                let named = ACCESS.iter().find(|(name, _)| *name == value);
                self.reading.access = named
                    .ok_or_else(|| format!("expected map, read or load, not {}", shown(value)))?
                    .1;
            }
            "check" => self.reading.check = flag(value)?,
            "rules" => {
                self.rules = RuleSet::named(value).ok_or_else(|| {
                    let names = RuleSet::ALL.map(|rules| rules.name).join(", ");
                    format!("{} is no rule set: {names}", shown(value))
                })?;
            }
            "multipv" => self.lines = number(value, 1..=MOST_LINES)?,
            "ponder" => self.ponder = flag(value)?,
            "endless" => {
                self.endless = match value {
                    "sheet" => None,
                    _ => Some(Endless::named(value).ok_or_else(|| {
                        format!("expected sheet, even or own-side, not {}", shown(value))
                    })?),
                }
            }
            _ => return Err(format!("no option {}", shown(name))),
        }
        Ok(())
    }

    /// How a search works.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            threads: self.threads,
            hash_bytes: self.hash << 20,
            lines: self.lines,
            endless: self.endless.unwrap_or(self.rules.endless),
            layer_bytes: self.grow << 20,
        }
    }

    /// Opens the tables.
    ///
    /// # Errors
    /// When they cannot be used.
    pub(crate) fn open(&self) -> Result<Arc<Tables>, TableError> {
        let options = &self.reading;
        let oracle = match &self.tables {
            TablePath::None => Oracle::without_tables(self.rules),
            TablePath::Usual => Oracle::usual(self.rules, options)?,
            TablePath::Directory(dir) => Oracle::open(dir, Some(self.rules), options)?,
        };
        Ok(Arc::clone(oracle.tables()?))
    }

    /// The tables inside the program, which may be none.
    pub(crate) fn embedded(&self) -> Result<Arc<Tables>, TableError> {
        Ok(Arc::clone(Oracle::embedded(self.rules).tables()?))
    }
}

impl TablePath {
    fn of(value: &str) -> Self {
        match value {
            "" | EMPTY => Self::Usual,
            NONE => Self::None,
            dir => Self::Directory(PathBuf::from(dir)),
        }
    }
}

impl Display for TablePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usual => f.write_str(EMPTY),
            Self::None => f.write_str(NONE),
            Self::Directory(dir) => write!(f, "{}", dir.display()),
        }
    }
}

/// The lines that tell of the options, each with the value it has now.
impl Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spin = |f: &mut fmt::Formatter<'_>, name, value: u64, range: RangeInclusive<u64>| {
            let (least, most) = range.into_inner();
            writeln!(
                f,
                "option name {name} type spin default {value} min {least} max {most}"
            )
        };
        spin(f, "Hash", self.hash, 1..=self.ceilings.hash.max(self.hash))?;
        spin(f, "Grow", self.grow, 0..=self.ceilings.hash.max(self.grow))?;
        spin(
            f,
            "Threads",
            self.threads as u64,
            1..=self.ceilings.threads.into(),
        )?;
        writeln!(
            f,
            "option name TablePath type string default {}",
            self.tables
        )?;
        let access = ACCESS.iter().find(|(_, way)| *way == self.reading.access);
        let access = access.map_or("", |(name, _)| name);
        writeln!(
            f,
            "option name Access type combo default {access} var map var read var load"
        )?;
        let check = self.reading.check;
        writeln!(f, "option name Check type check default {check}")?;
        let names = RuleSet::ALL.map(|rules| rules.name).join(" var ");
        writeln!(
            f,
            "option name Rules type combo default {} var {names}",
            self.rules.name
        )?;
        spin(f, "MultiPV", self.lines as u64, 1..=MOST_LINES as u64)?;
        writeln!(f, "option name Ponder type check default {}", self.ponder)?;
        let endless = self.endless.map_or("sheet", Endless::name);
        write!(
            f,
            "option name Endless type combo default {endless} var sheet var even var own-side"
        )
    }
}

fn flag(text: &str) -> Result<bool, String> {
    let flag = text.parse();
    flag.map_err(|_| format!("expected true or false, not {}", shown(text)))
}

fn number<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = range.into_inner();
        format!(
            "expected a number from {least} to {most}, not {}",
            shown(text)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(options: &mut Options, name: &str, value: &str) {
        options.set(name, value).unwrap();
    }

    #[test]
    fn options_take_values() {
        let mut options = Options::default();
        for (name, value) in [
            ("hash", "2"),
            ("Grow", "0"),
            ("THREADS", "3"),
            ("MultiPV", "4"),
            ("Rules", "awari"),
            ("Ponder", "false"),
        ] {
            set(&mut options, name, value);
        }
        let expected = Settings {
            threads: 3,
            hash_bytes: 2 << 20,
            lines: 4,
            endless: Endless::Even,
            layer_bytes: 0,
        };
        assert_eq!(options.settings(), expected);
        assert_eq!((options.rules, options.ponder), (&RuleSet::AWARI, false));
    }

    #[test]
    fn endless_play_counts_as_the_sheet_says_or_as_asked() {
        let mut options = Options::default();
        assert_eq!(options.settings().endless, Endless::EachKeepsOwnSide);
        set(&mut options, "Endless", "even");
        assert_eq!(options.settings().endless, Endless::Even);
        set(&mut options, "Endless", "sheet");
        set(&mut options, "Rules", "awari");
        assert_eq!(options.settings().endless, Endless::Even);
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        for (name, value, expected) in [
            ("Hash", "0", "expected a number from 1 to"),
            ("Grow", "-1", "expected a number from 0 to"),
            ("Hash", "9999999999", "expected a number from 1 to"),
            (
                "Threads",
                "257",
                "expected a number from 1 to 256, not \"257\"",
            ),
            ("MultiPV", "", "expected a number from 1 to 6, not \"\""),
            ("Rules", "chess", "\"chess\" is no rule set: awale, awele"),
            ("Ponder", "on", "expected true or false, not \"on\""),
            ("Check", "1", "expected true or false, not \"1\""),
            ("Access", "seek", "map, read or load, not \"seek\""),
            ("Endless", "never", "sheet, even or own-side, not \"never\""),
            ("Contempt", "1", "no option \"Contempt\""),
        ] {
            let mut options = Options::default();
            let told = options.set(name, value).unwrap_err();
            assert!(told.contains(expected), "{name} {value}: {told}");
            assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn tables_are_the_usual_ones_others_or_none() {
        let mut options = Options::default();
        set(&mut options, "TablePath", "<none>");
        assert!(
            options
                .open()
                .unwrap()
                .scores()
                .layers()
                .largest()
                .is_none()
        );
        set(&mut options, "TablePath", "/no such directory");
        assert!(options.open().is_err());
        set(&mut options, "TablePath", "<empty>");
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_option_is_told() {
        let mut options = Options::default();
        set(&mut options, "TablePath", "my tables");
        let told = options.to_string();
        let lines: Vec<_> = told
            .lines()
            .filter(|line| !line.contains(" Hash ") && !line.contains(" Grow "))
            .collect();
        insta::assert_snapshot!(lines.join("\n"), @r"
        option name Threads type spin default 1 min 1 max 256
        option name TablePath type string default my tables
        option name Access type combo default read var map var read var load
        option name Check type check default false
        option name Rules type combo default oware var awale var awele var oware var awari var oware-slam-all var oware-slam-rest var oware-slam-first var oware-slam-last
        option name MultiPV type spin default 1 min 1 max 6
        option name Ponder type check default true
        option name Endless type combo default sheet var sheet var even var own-side
        ");
    }
}
