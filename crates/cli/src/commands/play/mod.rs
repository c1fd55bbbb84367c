//! `grenier play`: a game in the terminal.

mod engine;
mod input;
mod level;
mod session;

use std::io::{self, Write};
use std::time::SystemTime;

use anyhow::bail;
use grenier_rules::{Board, Game, RuleSet, Side};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::options::searching::{LimitOptions, SearchOptions};
use crate::options::tables::Choice;
use crate::outcome::Outcome;
use crate::output::board;
use crate::output::board::not_an_option;
use crate::output::progress::Watch;

use engine::Engine;
use session::Session;

pub(crate) use input::Input;
pub(crate) use level::Level;

/// Play a game against the program, or watch it play
///
/// From the start, or from a position with stores. Type the letter of a pit to
/// sow it; `help` lists the other words: take moves back, ask for a hint, save
/// the game. Lines come from stdin, a terminal or not; the game ends with them.
///
/// Levels:
///   beginner  looks 1 ply ahead, and every second move is any legal one
///   easy      looks 2 plies ahead, and one move in four is any legal one
///   medium    looks 4 plies ahead, and one move in ten is any legal one
///   strong    looks 8 plies ahead, and plays by the tables where they reach
///   perfect   searches as long as --time, --nodes and --depth let it, and
///             plays by the tables where they reach: perfect play from there on,
///             as good as the search before
/// Hints are those of the level perfect, whichever the program plays at.
///
/// Who has more than half of the seeds has won. The rule sheets do not say when
/// play repeats: here the game ends when a position comes back since the last
/// capture, with the same side to move, and what is left is shared as the sheet
/// says, or as --endless does.
///
/// Ctrl-C makes the program move at once, and ends it while it waits for you.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "Examples:\n  grenier play\n  \
                        grenier play --side north --level strong --rules oware\n  \
                        grenier play --side both 0-0-1-0-2-2-1-0-0-1-0-2-19-20-N\n  \
                        echo save game.ogn | grenier play --side none --level perfect --time 1s")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    players: Players,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Where to begin: 12 pits, two stores and the side to move [default: the
    /// start of a game]
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_parser = not_an_option)]
    position: Option<String>,
}

/// The options that say who plays.
#[derive(clap::Args)]
pub(crate) struct Players {
    /// The side that you play
    #[arg(long, value_name = "SIDE", default_value = "south")]
    pub(crate) side: Seats,
    /// How well the program plays
    #[arg(long, value_name = "LEVEL", default_value = "medium")]
    pub(crate) level: Level,
    /// For the levels below strong: the same number and the same moves of yours
    /// make the same game [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl Players {
    /// What moves by chance begin with.
    ///
    /// # Errors
    /// When the user gives a number, and nothing is by chance.
    pub(crate) fn seed(&self) -> anyhow::Result<u64> {
        if self.seed.is_some() && self.level.one_random_in().is_none() {
            bail!("--seed is for the levels below strong: the others have no moves by chance");
        }
        Ok(self.seed.unwrap_or_else(any_seed))
    }

    /// Who plays which side, in a sentence.
    pub(crate) fn introduction(&self, seed: u64) -> String {
        let level = self.level;
        let seed = match level.one_random_in() {
            Some(_) => format!(", --seed {seed}"),
            None => String::new(),
        };
        let program = format!("grenier at level {}{seed}", level.name());
        match self.side {
            Seats::South => format!("You play South; North is {program}."),
            Seats::North => format!("You play North; South is {program}."),
            Seats::Both => "You play both sides.".to_owned(),
            Seats::None => format!("Both sides are {program}."),
        }
    }
}

/// Who sits at the board.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Seats {
    /// you begin, at the start of a game
    South,
    /// the program begins
    North,
    /// you play both sides
    Both,
    /// the program plays both sides
    None,
}

impl Seats {
    /// Whether the user moves for a side.
    pub(crate) fn user_has(self, side: Side) -> bool {
        match self {
            Self::South => side == Side::South,
            Self::North => side == Side::North,
            Self::Both => true,
            Self::None => false,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let start = match &args.position {
        Some(text) => board::parse(text)?,
        None => Board::START,
    };
    let opened = args.choice.open()?;
    let sheet = *opened.tables.rules();
    let rules = RuleSet {
        endless_play: args.search.ending(sheet.endless_play),
        ..sheet
    };
    let game = Game::from_board(rules, start)?;
    let seed = args.players.seed()?;
    let watch = Watch::start()?;
    let settings = args.search.settings(rules.endless_play, 1)?;
    let limits = args.limits.limits(&watch);
    let random = StdRng::seed_from_u64(seed);
    let engine = Engine::new(
        opened.searched()?,
        args.players.level,
        settings,
        limits,
        random,
    );
    writeln!(out, "{}", opened.playing_heading(settings.ending))?;
    let mut session = Session::new(game, args.players.side, engine, &watch);
    writeln!(out, "{}", args.players.introduction(seed))?;
    session.play(&mut io::stdin().lock(), out)
}

/// Another number each time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64 % 1_000_000)
}
