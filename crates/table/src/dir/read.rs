//! A directory of tables, open for reading.

use std::path::Path;
use std::sync::Arc;

use crate::error::TableError;
use crate::file::{Access, Expected, LayerFile, LayerReader, Stage};
use crate::kind::Kind;
use crate::manifest::Manifest;
use crate::opened::Opened;
use crate::rules::TableRules;
use crate::source::{Folder, TableSource};

/// The tables of one kind in a directory, and the distances beside scores, open
/// for reading. [`crate::TableDir`] is that of the Oware family.
///
/// No file is written and no lock is taken; layers that a builder finishes later
/// are not seen.
#[derive(Debug)]
pub struct Dir<R: TableRules> {
    pub(super) source: Arc<dyn TableSource>,
    pub(super) rules: R,
    pub(super) manifest: Manifest<R::Text>,
}

impl<R: TableRules> Dir<R> {
    /// Opens the scores in a directory.
    ///
    /// # Errors
    /// As [`Dir::open_kind`].
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::open_kind(path, Kind::Score)
    }

    /// Opens the tables of a kind in a directory.
    ///
    /// # Errors
    /// [`TableError::NoTables`] when there is no manifest of this kind;
    /// [`TableError::WrongRules`] when it is one of another family of rules;
    /// [`TableError::BadManifest`] or [`TableError::NewerFormat`] when it cannot
    /// be understood; [`TableError::Io`] when it cannot be read.
    pub fn open_kind(path: &Path, kind: Kind) -> Result<Self, TableError> {
        Self::open_source(Arc::new(Folder(path.to_owned())), kind)
    }

    /// As [`Dir::open_kind`], for tables that are not in a directory of the file
    /// system.
    ///
    /// # Errors
    /// As [`Dir::open_kind`].
    pub fn open_source(source: Arc<dyn TableSource>, kind: Kind) -> Result<Self, TableError> {
        let Some((manifest, rules)) = Manifest::read(&*source, kind)? else {
            return Err(TableError::NoTables {
                path: source.path().to_owned(),
                kind,
            });
        };
        if manifest.kind != kind {
            return Err(TableError::BadManifest {
                path: source.path().join(kind.manifest_name()),
                why: format!("it is of kind {}, not {kind}", manifest.kind),
            });
        }
        Ok(Self {
            source,
            rules,
            manifest,
        })
    }

    /// As [`Dir::open_kind`], for a directory that may have no tables yet: whether
    /// it has none of this kind. Refuses one that holds other tables.
    pub(super) fn open_or_new(
        path: &Path,
        rules: R,
        kind: Kind,
    ) -> Result<(Self, bool), TableError> {
        let source = Arc::new(Folder(path.to_owned()));
        let found = Manifest::read(&*source, kind)?;
        let is_new = found.is_none();
        let (manifest, found) = found.unwrap_or_else(|| (Manifest::new(rules.text(), kind), rules));
        let dir = Self {
            source,
            rules: found,
            manifest,
        };
        dir.check_holds(rules, kind)?;
        for other in Kind::SETS.into_iter().filter(|&other| other != kind) {
            if let Some((_, found)) = Manifest::read(&*dir.source, other)? {
                check_rules(path, found, rules)?;
            }
        }
        Ok((dir, is_new))
    }

    /// The rules of all tables here.
    pub fn rules(&self) -> R {
        self.rules
    }

    /// What is tabled; never [`Kind::Distance`].
    pub fn kind(&self) -> Kind {
        self.manifest.kind
    }

    /// Where the directory is.
    pub fn path(&self) -> &Path {
        self.source.path()
    }

    /// What the directory says of itself.
    pub fn manifest(&self) -> &Manifest<R::Text> {
        &self.manifest
    }

    /// The kinds of the tables that can be here: this one, and beside scores
    /// distances.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<R> {
        let beside = (self.kind() == Kind::Score).then_some(Kind::Distance);
        [self.kind()].into_iter().chain(beside)
    }

    /// The layers that are finished, by seeds, rising.
    pub fn layers(&self) -> Vec<u32> {
        self.layers_of(self.kind())
    }

    /// The layers of which there is a table of a kind, by seeds, rising.
    pub fn layers_of(&self, kind: Kind) -> Vec<u32> {
        let layers = R::layers();
        layers
            .filter(|&seeds| self.manifest.has(kind, seeds))
            .collect()
    }

    /// Maps the table of a kind of the layer with `seeds` seeds; one in the packed
    /// form is unpacked into memory. See [`LayerFile`] for what is checked, and
    /// for what other programs must not do to a mapped file.
    ///
    /// # Errors
    /// [`TableError::NoLayer`] when there is no such table; otherwise whatever
    /// check the file does not pass.
    pub fn open_layer(&self, kind: Kind, seeds: u32) -> Result<LayerFile, TableError> {
        self.check_present(kind, seeds)?;
        LayerFile::new(self.opened(kind, seeds)?, Opened::map)
    }

    /// Opens a table for questions about single positions. What is checked is what
    /// [`Dir::open_layer`] checks; each block of a packed layer is checked when it
    /// is read.
    ///
    /// # Errors
    /// As [`Dir::open_layer`].
    pub fn reader(
        &self,
        kind: Kind,
        seeds: u32,
        access: Access,
    ) -> Result<LayerReader, TableError> {
        self.check_present(kind, seeds)?;
        LayerReader::new(self.opened(kind, seeds)?, access)
    }

    /// Refuses a table without a record.
    pub(super) fn check_present(&self, kind: Kind, seeds: u32) -> Result<(), TableError> {
        if self.manifest.has(kind, seeds) {
            return Ok(());
        }
        Err(TableError::NoLayer {
            path: self.path().to_owned(),
            kind,
            build: self.rules.build_command(),
            layer: seeds,
        })
    }

    /// Refuses a directory that holds other tables.
    pub(super) fn check_holds(&self, rules: R, kind: Kind) -> Result<(), TableError> {
        check_rules(self.path(), self.rules, rules)?;
        if self.kind() != kind {
            let have = (self.kind(), self.manifest.endless);
            return Err(TableError::wrong_kind(self.path().to_owned(), have, kind));
        }
        Ok(())
    }

    /// Opens the file of a table, recorded or not.
    pub(super) fn opened(&self, kind: Kind, seeds: u32) -> Result<Opened, TableError> {
        self.expected(kind, seeds).open(&*self.source, Stage::Table)
    }

    pub(super) fn expected(&self, kind: Kind, seeds: u32) -> Expected {
        Expected {
            rules: self.rules.id(),
            rules_name: R::name_of,
            kind,
            seeds,
            positions: R::layer_size(seeds),
        }
    }
}

/// Refuses a directory of other rules.
fn check_rules<R: TableRules>(path: &Path, have: R, want: R) -> Result<(), TableError> {
    if have == want {
        return Ok(());
    }
    Err(TableError::WrongRules {
        path: path.to_owned(),
        have: have.name(),
        want: want.name(),
    })
}
