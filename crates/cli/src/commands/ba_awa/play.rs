//! `grenier ba-awa play`: a game in the terminal.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Context;
use grenier_answer::sentences;
use grenier_baawa::{
    After, Game, Moment, Move, Position, Search, Settlement, Tables, Values, draw, line,
};
use grenier_rules::{NetSeeds, Side};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::game::{heading, letters, parse_or_start};
use super::tables::TablesChoice;
use crate::commands::play::{Input, Level, Players, Seats};
use crate::machine;
use crate::options::threads::pool;
use crate::outcome::Outcome;
use crate::output::board::not_an_option;
use crate::output::{advice, words};

/// Play a game against the program, or watch it play
///
/// From the start, or from a position. Type the letter of a pit to lift it; `help`
/// lists the other commands. Input comes from stdin, a terminal or not; the game
/// ends with it.
///
/// The program plays best moves, except for random ones: every second move at level
/// beginner, one in four at easy, one in ten at medium. Strong and perfect play none.
/// From the start its first move can take some seconds.
///
/// The game ends when a position repeats since the last capture: the seeds left are
/// split evenly.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier ba-awa play\n  \
                        grenier ba-awa play --owns 7-5 --side north --level easy")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: TablesChoice,
    #[command(flatten)]
    players: Players,
    /// Where to begin: 12 pits, or 12 pits, two stores and the side to move
    /// [default: the start of a game]
    #[arg(value_name = "POSITION", allow_hyphen_values = true, value_parser = not_an_option)]
    position: Option<String>,
}

/// The commands.
const HELP: &str = "\
a letter    lift this pit of yours, and sow
moves       list the moves that you may play
hint        say which move is best, and what is left is worth
undo        take back your last move, and the program's after it
board       draw the board
new         begin again
help        list these commands
quit        end (as does the end of the input)";

/// A moment of the game.
#[derive(Clone)]
struct State {
    /// After the move that ended the game, with all seeds in the stores.
    moment: Moment,
    over: Option<Settlement>,
    /// Earlier positions since the last capture.
    since_capture: Vec<Position>,
}

/// The game, its players, and its moments so far.
struct Session<'a> {
    game: Game,
    tables: &'a Tables,
    search: Search<'a, Values>,
    seats: Seats,
    level: Level,
    random: StdRng,
    now: State,
    /// The moment before each move.
    before: Vec<State>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let seed = args.players.seed()?;
    let mut opened = args.choice.open()?;
    let game = opened.game();
    let moment = parse_or_start(args.position.as_deref(), &game)?;
    opened.solve_for(&moment, &pool(machine::threads(None))?)?;
    let mut session = Session {
        game,
        tables: &opened.tables,
        search: opened.tables.search(),
        seats: args.players.side,
        level: args.players.level,
        random: StdRng::seed_from_u64(seed),
        now: State {
            moment,
            over: game.settlement(moment.position()),
            since_capture: Vec::new(),
        },
        before: Vec::new(),
    };
    writeln!(out, "{}", heading(&game))?;
    writeln!(out, "{}", args.players.introduction(seed))?;
    session.play(&mut io::stdin().lock(), out)?;
    Ok(Outcome::Done)
}

impl Session<'_> {
    /// Plays until the input ends, or the user quits.
    fn play(
        &mut self,
        input: &mut (impl BufRead + IsTerminal),
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let prompts = input.is_terminal();
        loop {
            self.moves_of_themselves(out)?;
            self.show(out)?;
            loop {
                if prompts {
                    write!(out, "{}> ", self.now.moment.side())?;
                }
                out.flush()?;
                let mut line = Vec::new();
                let read = input.read_until(b'\n', &mut line);
                if read.context("cannot read the input")? == 0 {
                    return Ok(());
                }
                let line = String::from_utf8_lossy(&line);
                match self.asked(&line) {
                    Ok(pit) => {
                        if self.try_pit(pit, out)? {
                            break;
                        }
                    }
                    Err(Input::Quit) => return Ok(()),
                    Err(asked) => {
                        if self.obey(asked, out)? {
                            break;
                        }
                    }
                }
            }
        }
    }

    /// The pit whose letter the line is, or else a command.
    fn asked(&self, line: &str) -> Result<u8, Input> {
        let mut letters = line.trim().chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => self.game.pit(letter).map_err(|_| Input::read(line)),
            _ => Err(Input::read(line)),
        }
    }

    /// Makes the program's moves, and passes, until the user can choose.
    fn moves_of_themselves(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        while !self.is_over() {
            let moves = self.game.moves(self.now.moment.position());
            let only_pass = moves.len() == 1 && moves[0].pit.is_none();
            if self.seats.user_has(self.now.moment.side()) && !only_pass {
                break;
            }
            out.flush()?;
            let played = match self.level.one_random_in() {
                _ if only_pass => moves[0],
                Some(many) if self.random.random_range(0..many) == 0 => {
                    moves[self.random.random_range(0..moves.len())]
                }
                _ => self.best(),
            };
            self.make(&played, out)?;
        }
        Ok(())
    }

    /// A best move that makes progress; the game must not be over.
    fn best(&mut self) -> Move {
        let bar = advice::spinner();
        bar.set_message("searching");
        let (moves, _) = line(
            self.tables.layers(),
            &mut self.search,
            self.now.moment.position(),
        );
        let best = moves.first().copied().unwrap_or_else(|| {
            // Best play has no end from here: any of the best moves will do.
            let rated = self.search.rated(self.now.moment.position());
            let best = rated.iter().max_by_key(|rated| rated.value);
            best.expect("a move").played
        });
        bar.finish_and_clear();
        best
    }

    fn try_pit(&mut self, pit: u8, out: &mut impl Write) -> anyhow::Result<bool> {
        if self.is_over() {
            writeln!(out, "The game is over; undo takes back, new begins again.")?;
            return Ok(false);
        }
        let moves = self.game.moves(self.now.moment.position());
        let Some(played) = moves.iter().find(|played| played.pit == Some(pit)) else {
            let (letter, legal) = (self.game.letter(pit), self.legal(&moves));
            writeln!(out, "{letter} cannot be lifted: legal here are {legal}.")?;
            return Ok(false);
        };
        self.make(played, out)?;
        Ok(true)
    }

    /// The letters of moves.
    fn legal(&self, moves: &[Move]) -> String {
        let pits = moves.iter().filter_map(|played| played.pit);
        letters(pits.map(|pit| self.game.letter(pit)))
    }

    /// Plays a legal move and says so.
    fn make(&mut self, played: &Move, out: &mut impl Write) -> anyhow::Result<()> {
        let now = self.now.clone();
        let side = now.moment.side();
        let gains = match played.gains_of(side) {
            [0, 0] => String::new(),
            [takes, 0] => format!(", takes {takes}"),
            [takes, gives] => format!(", takes {takes}, gives {gives}"),
        };
        writeln!(out, "{side} plays {}{gains}.", self.game.move_name(played))?;
        let mut next = State {
            moment: now.moment.after(played),
            ..now.clone()
        };
        match played.after {
            After::Over(over) => next.over = Some(over),
            After::Position(position) => {
                next.since_capture.push(*now.moment.position());
                if position.seeds() < now.moment.position().seeds() {
                    next.since_capture.clear();
                }
                next.over = self.game.settlement(&position);
            }
        }
        self.before.push(now);
        self.now = next;
        Ok(())
    }

    /// Runs a command. Returns whether the position changed.
    fn obey(&mut self, asked: Input, out: &mut impl Write) -> anyhow::Result<bool> {
        match asked {
            Input::Undo => return self.undo(out),
            Input::New => {
                if let Some(first) = self.before.first() {
                    self.now = first.clone();
                }
                self.before.clear();
                writeln!(out, "A new game.")?;
                return Ok(true);
            }
            Input::Hint if !self.is_over() => {
                let best = self.best();
                let best = self.game.move_name(&best);
                let value = self.search.value(self.now.moment.position());
                let (side, seeds) = (self.now.moment.side(), self.now.moment.position().seeds());
                let value = sentences::value(side, value, seeds);
                writeln!(out, "Hint: {best}. {value}.")?;
            }
            Input::Moves if !self.is_over() => {
                let moves = self.game.moves(self.now.moment.position());
                writeln!(out, "You may play {}.", self.legal(&moves))?;
            }
            Input::Hint | Input::Moves => writeln!(out, "The game is over.")?,
            Input::Board => self.show(out)?,
            Input::Help => writeln!(out, "{HELP}")?,
            Input::Save(_) => writeln!(out, "OGN files have no games of ba-awa.")?,
            Input::Unknown(line) => writeln!(
                out,
                "Not understood: {line}; type the letter of a pit, or help."
            )?,
            Input::Pit(_) => writeln!(out, "There is no such pit; the board shows all letters.")?,
            Input::Nothing | Input::Quit => {}
        }
        Ok(false)
    }

    /// Goes back to the user's last choice. Returns whether there was one.
    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<bool> {
        let seats = self.seats;
        let users = |state: &State| seats.user_has(state.moment.side());
        let Some(last) = self.before.iter().rposition(users) else {
            writeln!(out, "There is no move of yours to take back.")?;
            return Ok(false);
        };
        let moves = self.before.len() - last;
        self.now = self.before.swap_remove(last);
        self.before.truncate(last);
        let moves = words::counted(moves as u64, "move", "moves");
        writeln!(out, "Taken back: {moves}.")?;
        Ok(true)
    }

    /// The board, and how the game ended if it did.
    fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(over) = self.now.over {
            writeln!(out, "\n{over}.")?;
        } else {
            write!(out, "\n{}", draw(&self.game, &self.now.moment))?;
        }
        if self.comes_back() {
            writeln!(
                out,
                "The position has come back: what is left is split evenly."
            )?;
        }
        if let Some(stores) = self.now.moment.stores().filter(|_| self.is_over()) {
            writeln!(out, "{}.", self.result(stores))?;
        }
        Ok(())
    }

    /// The result of a game that is over.
    fn result(&self, stores: [u8; 2]) -> String {
        // After the move that ended it, all seeds are in the stores.
        let left = self.now.moment.position().seeds();
        let net = match self.now.over {
            Some(over) if left > 0 => over.net(Side::South),
            _ => 0,
        };
        sentences::result(stores, Side::South, NetSeeds(net))
    }

    fn is_over(&self) -> bool {
        self.now.over.is_some() || self.comes_back()
    }

    fn comes_back(&self) -> bool {
        self.now.over.is_none() && self.now.since_capture.contains(self.now.moment.position())
    }
}
