//! Directories of Ba-awa's tables.
//!
//! A directory holds the scores of one game: rules, ownership, starter. Files
//! are as in the Oware family, with the same header; the id of the game in it
//! says how positions are numbered, see [`grenier_index::baawa`].
//! `docs/format.md` has it all.

use std::fs::File;
use std::path::{Path, PathBuf};

use grenier_index::baawa::{LAYERS, layer_size};
use grenier_rules::baawa::Game;
use grenier_rules::{RuleSet, Side};
use serde::{Deserialize, Serialize};

use crate::atomic;
use crate::dir::{lock, manifest_name, remove_temporaries};
use crate::disk::SystemDisk;
use crate::error::TableError;
use crate::header::Form;
use crate::kind::{Endless, Kind};
use crate::layer_file::{LayerFile, Wanted, kind_words};
use crate::manifest::{self, MANIFEST_VERSION, check_record};
use crate::record::LayerRecord;
use crate::rules_id::RulesId;

/// The content of a manifest. Equal contents are equal bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`MANIFEST_VERSION`].
    pub format: u16,
    /// The version of the program that wrote it.
    pub program: String,
    /// The game, in full.
    pub rules: GameText,
    /// What is tabled: [`Kind::Score`].
    pub kind: Kind,
    /// How endless play is counted: [`Endless::Even`].
    pub endless: Endless,
    /// The finished layers, fewest seeds first.
    pub layers: Vec<LayerRecord>,
}

/// A game as text. The choices bear the names of their enums in
/// [`grenier_rules::baawa`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// [`grenier_rules::baawa::Rules::name`].
    pub name: String,
    /// [`Game::id`].
    pub id: u16,
    /// [`grenier_rules::baawa::Rules::lifted`].
    pub lifted: String,
    /// [`grenier_rules::baawa::Rules::last_eight`].
    pub last_eight: String,
    /// [`grenier_rules::baawa::Rules::no_move`].
    pub no_move: String,
    /// [`Game::owns`]: pits of South.
    pub owns: u8,
    /// [`Game::starter`]: `south` or `north`.
    pub starter: String,
}

impl GameText {
    /// The text of a game.
    pub fn of(game: &Game) -> Self {
        let rules = game.rules();
        Self {
            name: rules.name().to_owned(),
            id: game.id(),
            lifted: format!("{:?}", rules.lifted),
            last_eight: format!("{:?}", rules.last_eight),
            no_move: format!("{:?}", rules.no_move),
            owns: game.owns(),
            starter: starter(game).to_owned(),
        }
    }

    /// The game that this is the text of.
    fn find(&self) -> Option<Game> {
        Game::with_id(self.id).filter(|game| Self::of(game) == *self)
    }
}

/// Where the manifest of a directory is.
fn manifest_path(dir: &Path) -> PathBuf {
    dir.join(manifest_name(Kind::Score))
}

/// The word for who begins.
fn starter(game: &Game) -> &'static str {
    match game.starter() {
        Side::South => "south",
        Side::North => "north",
    }
}

impl Manifest {
    fn new(game: &Game) -> Self {
        Self {
            format: MANIFEST_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            rules: GameText::of(game),
            kind: Kind::Score,
            endless: Endless::Even,
            layers: Vec::new(),
        }
    }

    /// Reads a manifest and the game it names; `None` when there is no file.
    fn read(path: &Path) -> Result<Option<(Self, Game)>, TableError> {
        let other = |name: &str| RuleSet::named(name).is_some();
        let Some(manifest) = manifest::read::<Self>(path, other, "ba-awa")? else {
            return Ok(None);
        };
        let game = manifest.check().map_err(|why| TableError::BadManifest {
            path: path.to_owned(),
            why,
        })?;
        Ok(Some((manifest, game)))
    }

    /// Refuses what no writer writes. The game, or what is wrong.
    fn check(&self) -> Result<Game, String> {
        if (self.kind, self.endless) != (Kind::Score, Endless::Even) {
            let words = kind_words(self.kind, self.endless);
            return Err(format!("{words} of ba-awa are not known to this program"));
        }
        for (record, seeds) in self.layers.iter().zip(LAYERS) {
            if record.layer != seeds {
                return Err(format!("layer {} is where {seeds} should be", record.layer));
            }
            check_record(record, layer_size(seeds))?;
        }
        if self.layers.len() > LAYERS.len() {
            return Err("it has too many layers".to_owned());
        }
        let game = self.rules.find();
        game.ok_or_else(|| format!("no game is `{}` as written there", self.rules.name))
    }
}

/// A directory of the tables of one game, open for reading, or for reading and
/// writing. Its layers are 12, 16, ... up to some layer: each rests on those
/// below it.
#[derive(Debug)]
pub struct BaawaDir {
    path: PathBuf,
    game: Game,
    manifest: Manifest,
    /// Held while the directory is open for writing.
    lock: Option<File>,
}

impl BaawaDir {
    /// Opens a directory for writing, makes it if need be, and puts in order
    /// what a killed build has left: temporary files are removed, a complete
    /// layer without a record is entered, one that is gone or damaged is struck
    /// out with those above it.
    ///
    /// # Errors
    /// As [`crate::TableDir::create`].
    pub fn create(path: &Path, game: &Game) -> Result<Self, TableError> {
        atomic::make_dir(&SystemDisk, path)?;
        let lock = Some(lock(path)?);
        remove_temporaries(&SystemDisk, path)?;
        if let Some((_, found)) = Manifest::read(&manifest_path(path))?
            && found != *game
        {
            return Err(TableError::WrongRules {
                path: path.to_owned(),
                have: found.to_string(),
                want: game.to_string(),
            });
        }
        let mut dir = Self {
            path: path.to_owned(),
            game: *game,
            manifest: Manifest::new(game),
            lock,
        };
        dir.reconcile()?;
        Ok(dir)
    }

    /// Opens a directory for reading. No file is written, no lock is taken.
    ///
    /// # Errors
    /// As [`crate::TableDir::open`].
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let Some((manifest, game)) = Manifest::read(&manifest_path(path))? else {
            return Err(TableError::NoTables {
                kind: Kind::Score,
                path: path.to_owned(),
            });
        };
        Ok(Self {
            path: path.to_owned(),
            game,
            manifest,
            lock: None,
        })
    }

    /// The game of all tables here.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where the directory is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the directory says of itself.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The layers that are finished, by seeds, rising.
    pub fn layers(&self) -> Vec<u32> {
        let layers = self.manifest.layers.iter();
        layers.map(|record| record.layer).collect()
    }

    /// What the manifest says of a layer.
    pub fn record(&self, seeds: u32) -> Option<&LayerRecord> {
        let mut layers = self.manifest.layers.iter();
        layers.find(|record| record.layer == seeds)
    }

    /// Maps the table of the layer with `seeds` seeds. See [`LayerFile`] for
    /// what is checked, and for what a mapping asks of other programs.
    ///
    /// # Errors
    /// Whatever check the file does not pass; [`TableError::Io`] when it is not
    /// there.
    pub fn open_layer(&self, seeds: u32) -> Result<LayerFile, TableError> {
        LayerFile::map(&self.layer_path(seeds), &self.wanted(seeds))
    }

    /// Writes the table of the next layer: `values` in index order, from the
    /// mover's view. When this returns, file and manifest are on the disk; on an
    /// error no part of a file is left.
    ///
    /// # Errors
    /// [`TableError::ReadOnly`] when the directory was opened for reading;
    /// [`TableError::WrongSize`] when the layer is not the next one or `values`
    /// is not as long as it; [`TableError::Io`] when the system refuses.
    pub fn write_layer(&mut self, seeds: u32, values: &[i8]) -> Result<LayerRecord, TableError> {
        if self.lock.is_none() {
            return Err(TableError::ReadOnly {
                path: self.path.clone(),
            });
        }
        let have = values.len() as u64;
        let next = LAYERS.get(self.manifest.layers.len()) == Some(&seeds);
        if !next || have != layer_size(seeds) {
            return Err(TableError::WrongSize {
                path: self.path.clone(),
                layer: seeds,
                have,
                want: if next { layer_size(seeds) } else { 0 },
            });
        }
        let (record, written) = rayon::join(
            || LayerRecord::of(seeds, values),
            || {
                let payload = [bytemuck::cast_slice(values)];
                let path = self.layer_path(seeds);
                self.wanted(seeds)
                    .write(&SystemDisk, &path, Form::Plain, &payload)
            },
        );
        written?;
        self.manifest.layers.push(record.clone());
        self.write_manifest()?;
        Ok(record)
    }

    /// Makes the manifest say what is there.
    fn reconcile(&mut self) -> Result<(), TableError> {
        let before = Manifest::read(&manifest_path(&self.path))?.map(|(manifest, _)| manifest);
        for seeds in LAYERS {
            let known = before.iter().flat_map(|manifest| &manifest.layers);
            let known = known.into_iter().find(|record| record.layer == seeds);
            let opened = self.open_layer(seeds).and_then(|file| {
                if let Some(record) = known {
                    return Ok(record.clone());
                }
                file.check_payload()?;
                Ok(LayerRecord::of(seeds, file.values()))
            });
            match opened {
                Ok(record) => self.manifest.layers.push(record),
                Err(error) if error.is_damage() || error.is_not_found() => break,
                Err(error) => return Err(error),
            }
        }
        if before.as_ref() != Some(&self.manifest) {
            self.write_manifest()?;
        }
        Ok(())
    }

    fn wanted(&self, seeds: u32) -> Wanted {
        Wanted {
            rules: RulesId(self.game.id()),
            kind: Kind::Score,
            endless: Endless::Even,
            seeds,
        }
    }

    fn layer_path(&self, seeds: u32) -> PathBuf {
        self.path.join(format!("layer-{seeds:02}.{}", Kind::Score))
    }

    fn write_manifest(&self) -> Result<(), TableError> {
        manifest::write(&self.manifest, &SystemDisk, &manifest_path(&self.path))
    }
}
