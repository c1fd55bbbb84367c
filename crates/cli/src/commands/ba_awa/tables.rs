//! The tables that an answer rests on: from a directory, or solved for it.

use std::path::{Path, PathBuf};

use grenier_baawa::{BaawaDir, Game, Moment, Tables, memory_needed, side_name};
use grenier_table::{TableError, TableRules};
use rayon::ThreadPool;

use super::game::GameChoice;
use crate::machine::check_room;
use crate::output::progress::{Progress, Watch};
use crate::output::source::quoted;

/// The options that choose the tables of an answer.
#[derive(clap::Args)]
pub(crate) struct TablesChoice {
    #[command(flatten)]
    game: GameChoice,
    /// Directory of tables [default: tables/<rules>/<owns>-<starter>, if it exists]
    #[arg(long = "tables", value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Verify the checksums of all tables of the directory first
    #[arg(long)]
    check: bool,
}

/// Tables, and their directory, if there is one.
pub(crate) struct Opened {
    pub(crate) tables: Tables,
    pub(crate) dir: Option<PathBuf>,
}

/// The directory of a game's tables unless the user says otherwise.
pub(crate) fn default_dir(game: &Game) -> PathBuf {
    let name = format!("{}-{}", game.owns(), side_name(game.starter()));
    Path::new("tables").join(game.rules().name()).join(name)
}

/// Opens the directory of a game, or the given one.
pub(crate) fn open_dir(given: Option<&Path>, choice: &GameChoice) -> anyhow::Result<BaawaDir> {
    try_open_dir(given, choice).map_err(|error| with_advice(error, &choice.game()))
}

/// Says how missing tables are built.
fn with_advice(error: TableError, game: &Game) -> anyhow::Error {
    let TableError::NoTables { path, .. } = &error else {
        return error.into();
    };
    let out = if *path == default_dir(game) {
        String::new()
    } else {
        format!(" --out {}", quoted(path))
    };
    let (path, build) = (path.display(), game.build_command());
    anyhow::anyhow!("no tables in {path}; build them with `{build} --seeds 16{out}`")
}

fn try_open_dir(given: Option<&Path>, choice: &GameChoice) -> Result<BaawaDir, TableError> {
    let path = given.map_or_else(|| default_dir(&choice.game()), Path::to_owned);
    let dir = BaawaDir::open(&path)?;
    let expected = match given {
        Some(_) => choice.game_like(&dir.rules()),
        None => choice.game(),
    };
    if dir.rules() != expected {
        return Err(TableError::WrongRules {
            path,
            have: dir.rules().to_string(),
            want: expected.to_string(),
        });
    }
    Ok(dir)
}

impl TablesChoice {
    /// The tables of the given directory, or of the default one if it exists.
    pub(crate) fn open(&self) -> anyhow::Result<Opened> {
        match try_open_dir(self.dir.as_deref(), &self.game) {
            Ok(dir) => Ok(Opened {
                tables: Tables::open(&dir, self.check)?,
                dir: Some(dir.path().to_owned()),
            }),
            Err(TableError::NoTables { .. }) if self.dir.is_none() => Ok(Opened {
                tables: Tables::new(self.game.game()),
                dir: None,
            }),
            Err(error) => Err(with_advice(error, &self.game.game())),
        }
    }
}

impl Opened {
    pub(crate) fn game(&self) -> Game {
        *self.tables.game()
    }

    /// Solves the layers that are missing for a position and all play from it.
    pub(crate) fn solve_for(&mut self, moment: &Moment, pool: &ThreadPool) -> anyhow::Result<()> {
        let missing = memory_needed(
            self.tables.layers().next(),
            moment.position().seeds().min(16),
        );
        check_room("solving the layers below", missing)?;
        let watch = Watch::start()?;
        let progress = Progress::new(watch.clone());
        let solved = pool.install(|| self.tables.solve_for(moment.position(), &progress));
        progress.clear();
        // From now on Ctrl-C ends the program.
        watch.rest();
        Ok(solved?)
    }
}
