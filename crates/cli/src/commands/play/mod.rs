//! `grenier play`: a game in the terminal.

mod input;
mod session;

use std::io::{self, Write};
use std::time::SystemTime;

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grenier_answer::Opponent;
use grenier_rules::{Board, Game, RuleSet, Side};

use crate::options::searching::{LimitOptions, SearchOptions};
use crate::options::tables::Choice;
use crate::outcome::Outcome;
use crate::output::board::{self, not_an_option};
use crate::output::progress::Watch;
use crate::output::source;

use session::Session;

pub(crate) use grenier_answer::Level;
pub(crate) use input::Input;

/// Play a game against the program, or watch it play
///
/// From the start, or from a position with stores. Type the letter of a pit to
/// sow it; `help` lists the other commands: take moves back, ask for a hint, save
/// the game. Input comes from stdin, a terminal or not; the game ends with it.
///
/// Levels:
///   beginner  looks 1 ply ahead, and every second move is random
///   easy      looks 2 plies ahead, and one move in four is random
///   medium    looks 4 plies ahead, and one move in ten is random
///   strong    looks 8 plies ahead, and plays by the tables where they have the
///             position
///   perfect   searches up to --time, --nodes and --depth, and plays by the
///             tables likewise: perfect play from there on
/// Hints are always of level perfect.
///
/// A player with more than half of the seeds has won. The rule sheets do not say
/// when play repeats: here the game ends when a position repeats since the last
/// capture, with the same side to move, and what is left is shared as the sheet
/// says, or as --endless does.
///
/// Ctrl-C makes the program move at once, or ends it while it waits for you.
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
    #[arg(long, value_name = "LEVEL", default_value = "medium", value_parser = level_parser())]
    pub(crate) level: Level,
    /// Seed of the random moves, for the levels below strong: with the same seed
    /// the same moves of yours make the same game [default: a new one each time]
    #[arg(long, value_name = "S", alias = "seed")]
    random_seed: Option<u64>,
}

/// Reads the name of a level.
fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::named(&name).expect("clap let only known names through"))
}

impl Players {
    /// The seed of the random moves.
    ///
    /// # Errors
    /// When the user gives one, and the level has no random moves.
    pub(crate) fn seed(&self) -> anyhow::Result<u64> {
        if self.random_seed.is_some() && self.level.one_random_in().is_none() {
            bail!("--random-seed is for the levels below strong: the others play no random moves");
        }
        Ok(self.random_seed.unwrap_or_else(any_seed))
    }

    /// Who plays which side, in a sentence.
    pub(crate) fn introduction(&self, seed: u64) -> String {
        let level = self.level;
        let seed = match level.one_random_in() {
            Some(_) => format!(", --random-seed {seed}"),
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
    let oracle = args.choice.open()?;
    let sheet = *oracle.rules();
    let rules = RuleSet {
        endless: args.search.endless(sheet.endless),
        ..sheet
    };
    let game = Game::from_board(rules, start)?;
    let seed = args.players.seed()?;
    let watch = Watch::start()?;
    let settings = args.search.settings(rules.endless, 1)?;
    let limits = args.limits.limits(&watch);
    let tables = oracle.tables()?.clone();
    let opponent = Opponent::new(tables, args.players.level, settings, limits, seed);
    writeln!(
        out,
        "{}",
        source::playing_heading(&oracle, settings.endless)
    )?;
    let mut session = Session::new(game, args.players.side, opponent, &watch);
    writeln!(out, "{}", args.players.introduction(seed))?;
    session.play(&mut io::stdin().lock(), out)
}

/// Another number each time.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64 % 1_000_000)
}
