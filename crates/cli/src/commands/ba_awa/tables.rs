//! The tables that an answer rests on: from a directory, or made for it.

use std::path::{Path, PathBuf};

use grenier_baawa::BaawaDir;
use grenier_baawa::Game;
use grenier_baawa::{Layers, solve_layer};
use grenier_table::{LayerFile, TableError};
use rayon::ThreadPool;

use super::game::{GameChoice, side_name};
use crate::output::progress::{Progress, Watch};
use crate::output::source::quoted;

/// The options that choose the tables of an answer.
#[derive(clap::Args)]
pub(crate) struct TablesChoice {
    #[command(flatten)]
    game: GameChoice,
    /// Directory of tables [default: tables/<rules>/<owns>-<starter>, if there]
    #[arg(long = "tables", value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Give no value whose checksum was not compared: all tables of the directory
    /// are read first
    #[arg(long)]
    check: bool,
}

/// The layers that every answer needs.
const NEEDED: u32 = 16;

/// The values of a layer, wherever they are.
pub(crate) enum Values {
    File(LayerFile),
    Memory(Vec<i8>),
}

impl AsRef<[i8]> for Values {
    fn as_ref(&self) -> &[i8] {
        match self {
            Self::File(file) => file.values(),
            Self::Memory(values) => values,
        }
    }
}

/// A game's tables, at least to 16 seeds, and from where.
pub(crate) struct Tables {
    pub(crate) layers: Layers<Values>,
    /// The directory of those that are files, if any are.
    pub(crate) dir: Option<PathBuf>,
    /// Seeds of the highest layer from there.
    files_to: u32,
}

impl Tables {
    /// Where a value of a position with so many seeds is from, as JSON has it.
    pub(crate) fn source(&self, seeds: u32) -> &'static str {
        match seeds {
            ..=8 => "rules",
            _ if seeds <= self.files_to => "directory",
            _ if self.layers.layer(seeds).is_some() => "memory",
            _ => "search",
        }
    }
}

/// Where the tables of a game are unless the user says otherwise.
pub(crate) fn default_dir(game: &Game) -> PathBuf {
    let game_dir = format!("{}-{}", game.owns(), side_name(game.starter()));
    Path::new("tables").join(game.rules().name()).join(game_dir)
}

/// Opens the directory of a game, or the given one.
pub(crate) fn open_dir(given: Option<&Path>, choice: &GameChoice) -> anyhow::Result<BaawaDir> {
    let opened = try_open_dir(given, choice);
    opened.map_err(|error| match error {
        TableError::NoTables { path, .. } => no_tables(&choice.game(), &path),
        error => error.into(),
    })
}

/// Tells how tables that are missing are built.
fn no_tables(game: &Game, path: &Path) -> anyhow::Error {
    let (rules, owns, starter) = (game.rules().name(), game.owns(), side_name(game.starter()));
    let out = if path == default_dir(game) {
        String::new()
    } else {
        format!(" --out {}", quoted(path))
    };
    anyhow::anyhow!(
        "no tables in {}; build them with \
         `grenier ba-awa build --rules {rules} --owns {owns} --starter {starter} --seeds 16{out}`",
        path.display()
    )
}

fn try_open_dir(given: Option<&Path>, choice: &GameChoice) -> Result<BaawaDir, TableError> {
    let path = given.map_or_else(|| default_dir(&choice.game()), Path::to_owned);
    let dir = BaawaDir::open(&path)?;
    let wanted = match given {
        Some(_) => choice.game_like(&dir.rules()),
        None => choice.game(),
    };
    if dir.rules() != wanted {
        return Err(TableError::WrongRules {
            path,
            have: dir.rules().to_string(),
            want: wanted.to_string(),
        });
    }
    Ok(dir)
}

/// The tables of an answer: the given directory's, or the default one's if it is
/// there; what is missing to 16 seeds is solved now and kept in memory. `None`
/// when the user interrupted that.
pub(crate) fn tables(args: &TablesChoice, pool: &ThreadPool) -> anyhow::Result<Option<Tables>> {
    tables_watched(args, pool, Watch::start)
}

/// As [`tables`], for a command that has a watch of its own.
pub(crate) fn tables_watched(
    args: &TablesChoice,
    pool: &ThreadPool,
    watch: impl FnOnce() -> anyhow::Result<Watch>,
) -> anyhow::Result<Option<Tables>> {
    let (given, choice) = (args.dir.as_deref(), &args.game);
    let mut tables = Tables {
        layers: Layers::new(choice.game()),
        dir: None,
        files_to: 0,
    };
    match try_open_dir(given, choice) {
        Ok(dir) => {
            tables.layers = Layers::new(dir.rules());
            for seeds in dir.layers() {
                let file = dir.open_layer(dir.kind(), seeds)?;
                if args.check {
                    file.check_payload()?;
                }
                tables.layers.push(Values::File(file));
                tables.files_to = seeds;
            }
            tables.dir = Some(dir.path().to_owned());
        }
        Err(TableError::NoTables { path, .. }) if given.is_some() => {
            return Err(no_tables(&choice.game(), &path));
        }
        Err(TableError::NoTables { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    if tables.layers.next() <= NEEDED {
        let progress = Progress::new(watch()?);
        while tables.layers.next() <= NEEDED {
            let Ok(values) = pool.install(|| solve_layer(&tables.layers, &progress)) else {
                progress.clear();
                crate::outcome::complain("interrupted");
                return Ok(None);
            };
            tables.layers.push(Values::Memory(values));
        }
        progress.clear();
    }
    Ok(Some(tables))
}
