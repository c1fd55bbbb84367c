//! The tables of one rule set, ready for questions.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use grenier_probe::{BoundTables, Options, Tablebase};
use grenier_rules::{Endless, RuleSet};
use grenier_search::Tables;
use grenier_table::{Kind, TableDir, TableError};

/// The tables of one rule set, ready for questions: scores, and beside them secure
/// seeds and own-side bounds. It may be shared between threads.
#[derive(Debug)]
pub struct Oracle {
    scores: Arc<Tablebase>,
    dir: Option<PathBuf>,
    options: Options,
    /// Secure seeds and own-side bounds, opened when they are first needed.
    bounds: [OnceLock<BoundTables>; 2],
    /// What a search rests on, likewise.
    searched: OnceLock<Arc<Tables>>,
}

impl Oracle {
    /// The tables of a directory, filled up with those inside the program. The
    /// directory may hold secure seeds or own-side bounds without scores.
    ///
    /// # Errors
    /// [`TableError`] when there are no tables, the scores cannot be opened, or they
    /// are not of the rule set `rules`.
    pub fn open(
        dir: &Path,
        rules: Option<&RuleSet>,
        options: &Options,
    ) -> Result<Self, TableError> {
        let scores = match Tablebase::open_with(dir, options) {
            Err(error @ TableError::NoTables { .. }) => {
                embedded_scores(rules_of_dir(dir).ok_or(error)?)
            }
            opened => opened?,
        };
        check_rules(dir, scores.rules(), rules)?;
        Ok(Self::new(scores, Some(dir.to_owned()), options))
    }

    /// The tables in [`default_dir`] if it exists, else those inside the program.
    ///
    /// # Errors
    /// As [`Oracle::open`].
    pub fn usual(rules: &'static RuleSet, options: &Options) -> Result<Self, TableError> {
        match Self::open(&default_dir(rules), Some(rules), options) {
            Err(TableError::NoTables { .. }) => Ok(Self::embedded(rules)),
            opened => opened,
        }
    }

    /// The tables inside the program, of up to 8 seeds; none where the rule set
    /// has none.
    pub fn embedded(rules: &'static RuleSet) -> Self {
        Self::new(embedded_scores(rules), None, &Options::default())
    }

    /// No tables at all.
    pub fn without_tables(rules: &'static RuleSet) -> Self {
        let oracle = Self::new(Tablebase::without_tables(rules), None, &Options::default());
        let none = Tables::new(Arc::clone(&oracle.scores), Vec::new());
        let searched = OnceLock::from(Arc::new(none));
        Self { searched, ..oracle }
    }

    fn new(scores: Tablebase, dir: Option<PathBuf>, options: &Options) -> Self {
        Self {
            scores: Arc::new(scores),
            dir,
            options: *options,
            bounds: [OnceLock::new(), OnceLock::new()],
            searched: OnceLock::new(),
        }
    }

    /// The rule set.
    pub fn rules(&self) -> &'static RuleSet {
        self.scores.rules()
    }

    /// The score tables.
    pub fn scores(&self) -> &Tablebase {
        &self.scores
    }

    /// The directory of the tables; `None` when only those inside the program are
    /// used.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// What a search rests on: scores, secure seeds and own-side bounds.
    ///
    /// # Errors
    /// [`TableError`] when a table of secure seeds or own-side bounds cannot be
    /// opened.
    pub fn tables(&self) -> Result<&Arc<Tables>, TableError> {
        if let Some(tables) = self.searched.get() {
            return Ok(tables);
        }
        let bounds = [Kind::Secure, Kind::OwnSide].map(|kind| self.open_bounds(kind));
        let bounds = bounds.into_iter().collect::<Result<_, _>>()?;
        let tables = Arc::new(Tables::new(Arc::clone(&self.scores), bounds));
        Ok(self.searched.get_or_init(|| tables))
    }

    /// The tables of secure seeds or own-side bounds.
    pub(crate) fn bounds(&self, kind: Kind) -> Result<&BoundTables, TableError> {
        let place = &self.bounds[usize::from(kind == Kind::OwnSide)];
        if let Some(tables) = place.get() {
            return Ok(tables);
        }
        let tables = self.open_bounds(kind)?;
        Ok(place.get_or_init(|| tables))
    }

    /// Those beside the scores, or else inside the program.
    fn open_bounds(&self, kind: Kind) -> Result<BoundTables, TableError> {
        let embedded = || BoundTables::embedded(self.rules(), kind);
        let Some(dir) = &self.dir else {
            return Ok(embedded());
        };
        match BoundTables::open(dir, kind, &self.options) {
            Err(TableError::NoTables { .. }) => Ok(embedded()),
            opened => opened,
        }
    }
}

fn embedded_scores(rules: &'static RuleSet) -> Tablebase {
    Tablebase::embedded(rules).unwrap_or_else(|| Tablebase::without_tables(rules))
}

/// Where the tables of a rule set are unless the user says otherwise:
/// `tables/<rules>` in the current directory.
pub fn default_dir(rules: &RuleSet) -> PathBuf {
    Path::new("tables").join(rules.name)
}

/// Refuses tables of a directory that have another rule set than wanted.
///
/// # Errors
/// [`TableError::WrongRules`].
pub fn check_rules(dir: &Path, have: &RuleSet, want: Option<&RuleSet>) -> Result<(), TableError> {
    match want {
        Some(want) if want != have => Err(TableError::WrongRules {
            path: dir.to_owned(),
            have: have.name.to_owned(),
            want: want.name.to_owned(),
        }),
        _ => Ok(()),
    }
}

/// The rule set of a directory that has tables of any kind.
pub fn rules_of_dir(dir: &Path) -> Option<&'static RuleSet> {
    let mut kinds = Kind::SETS.into_iter();
    kinds.find_map(|kind| Some(TableDir::open_kind(dir, kind).ok()?.rules()))
}

/// Whether a rule set can have tables of a kind: there are no own-side bounds where
/// the rule sheet shares evenly.
pub fn has_kind(rules: &RuleSet, kind: Kind) -> bool {
    kind != Kind::OwnSide || rules.endless != Endless::Even
}
