//! A game between a user and the program.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use grenier_answer::{
    Assessment, Opponent, ProbeError, Report, SearchEffort, draw, line_moves, sentences,
};
use grenier_rules::ogn::{GameResult, Record};
use grenier_rules::{Endless, Game, Move, Outcome as Standing, Side, move_letter};
use grenier_table::write_whole;

use super::Seats;
use super::input::{self, HELP, Input};
use crate::outcome::{Outcome, complain};
use crate::output::advice::with_spinner;
use crate::output::progress::Watch;
use crate::output::{advice, words, worth};

/// What the opponent is asked about a game.
type Question<'a, T> =
    fn(&mut Opponent<'a>, &Game, &mut dyn FnMut(&Report)) -> Result<T, ProbeError>;

/// The game, those who play it, and how it came here.
pub(super) struct Session<'a> {
    game: Game,
    /// The game before each move.
    before: Vec<Game>,
    seats: Seats,
    opponent: Opponent<'a>,
    watch: &'a Watch,
    /// A file that this game was saved in, which it may be saved in again.
    saved: Option<PathBuf>,
}

impl<'a> Session<'a> {
    pub(super) fn new(game: Game, seats: Seats, opponent: Opponent<'a>, watch: &'a Watch) -> Self {
        Self {
            game,
            before: Vec::new(),
            seats,
            opponent,
            watch,
            saved: None,
        }
    }

    /// Plays until the input ends, or the user has enough.
    pub(super) fn play(
        &mut self,
        input: &mut (impl BufRead + IsTerminal),
        out: &mut impl Write,
    ) -> anyhow::Result<Outcome> {
        let prompts = input.is_terminal();
        loop {
            if self.program_moves(out)? == Outcome::Stopped {
                return Ok(Outcome::Stopped);
            }
            self.show(out)?;
            loop {
                let Some(line) = self.line(prompts, input, out)? else {
                    return Ok(Outcome::Done);
                };
                let asked = Input::read(&line);
                if asked == Input::Quit {
                    return Ok(Outcome::Done);
                }
                // Something new on the board, perhaps for the program.
                if self.obey(asked, out)? {
                    break;
                }
            }
        }
    }

    /// The program moves as long as it is its turn. When it plays with itself,
    /// Ctrl-C ends that.
    fn program_moves(&mut self, out: &mut impl Write) -> anyhow::Result<Outcome> {
        self.watch.begin();
        while self.ending().is_none() && !self.seats.user_has(self.side()) {
            // A search may take a while.
            out.flush()?;
            let played = self.ask(Opponent::choose)?;
            self.make(played.pit, out)?;
            if matches!(self.seats, Seats::None) && self.watch.outcome() == Outcome::Stopped {
                return Ok(Outcome::Stopped);
            }
        }
        Ok(Outcome::Done)
    }

    /// A line of input; nothing at its end.
    fn line(
        &self,
        prompts: bool,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<String>> {
        if prompts {
            write!(out, "{}> ", self.side())?;
        }
        out.flush()?;
        self.watch.rest();
        let mut line = Vec::new();
        let read = input.read_until(b'\n', &mut line);
        self.watch.begin();
        if read.context("cannot read the input")? == 0 {
            if prompts {
                writeln!(out)?;
            }
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    /// Does what was asked; whether there is another position now.
    fn obey(&mut self, asked: Input, out: &mut impl Write) -> anyhow::Result<bool> {
        match asked {
            Input::Pit(pit) => return self.try_move(pit, out),
            Input::Undo => return self.undo(out),
            Input::New => {
                self.game = self.before.first().unwrap_or(&self.game).clone();
                self.before.clear();
                self.saved = None;
                writeln!(out, "A new game.")?;
                return Ok(true);
            }
            Input::Hint => self.hint(out)?,
            Input::Moves => self.moves(out)?,
            Input::Board => self.show(out)?,
            Input::Save(file) => {
                let saved = self.save(Path::new(&file));
                writeln!(out, "{saved}.")?;
            }
            Input::Help => writeln!(out, "{HELP}")?,
            Input::Unknown(line) => {
                writeln!(
                    out,
                    "Not understood: {line}; {}.",
                    input::expected(self.side())
                )?;
            }
            Input::Nothing | Input::Quit => {}
        }
        Ok(false)
    }

    fn side(&self) -> Side {
        self.game.board().side()
    }

    /// The user's move.
    fn try_move(&mut self, pit: u8, out: &mut impl Write) -> anyhow::Result<bool> {
        if self.ending().is_some() {
            writeln!(out, "The game is over; undo takes back, new begins again.")?;
            return Ok(false);
        }
        self.make(pit, out)
    }

    /// Plays a move and says so, or why not; whether it was played.
    fn make(&mut self, pit: u8, out: &mut impl Write) -> anyhow::Result<bool> {
        let (side, before) = (self.side(), self.game.clone());
        let played = match self.game.play(pit) {
            Ok(played) => played,
            Err(refused) => {
                writeln!(out, "{refused}.")?;
                return Ok(false);
            }
        };
        self.before.push(before);
        let letter = move_letter(side, pit);
        writeln!(out, "{side} plays {letter}{}.", taken(&played))?;
        Ok(true)
    }

    /// Back to where the user could choose last.
    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<bool> {
        let seats = self.seats;
        let users = |game: &Game| seats.user_has(game.board().side());
        let Some(last) = self.before.iter().rposition(users) else {
            writeln!(out, "There is no move of yours to take back.")?;
            return Ok(false);
        };
        let moves = self.before.len() - last;
        self.game = self.before.swap_remove(last);
        self.before.truncate(last);
        writeln!(
            out,
            "Taken back: {}.",
            words::counted(moves as u64, "move", "moves")
        )?;
        Ok(true)
    }

    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.ending().is_some() {
            writeln!(out, "The game is over.")?;
            return Ok(());
        }
        let board = *self.game.board();
        let (report, is_tabled) = self.ask(Opponent::best)?;
        let (side, best) = (board.side(), &report.moves[0]);
        let letter = move_letter(side, best.played.pit);
        let worth = Assessment::new(&best.worth, board.position().seeds());
        let how = if is_tabled {
            "by the tables".to_owned()
        } else {
            worth::effort(&SearchEffort::new(&report.effort, report.depth))
        };
        writeln!(
            out,
            "Hint: {letter}. From here on {side} nets {worth}; {how}."
        )?;
        if best.line.len() > 1 {
            writeln!(
                out,
                "Expected: {}",
                advice::line(&line_moves(side, &best.line))
            )?;
        }
        Ok(())
    }

    /// Asks the opponent. A table that fails is named, and the game goes on with those
    /// inside the program.
    fn ask<T>(&mut self, question: Question<'a, T>) -> anyhow::Result<T> {
        let (game, board) = (&self.game, *self.game.board());
        let ask = |opponent: &mut Opponent<'a>| {
            with_spinner(&board, |progress| question(opponent, game, progress))
        };
        let error = match ask(&mut self.opponent) {
            Ok(answer) => return Ok(answer),
            Err(error) => error,
        };
        complain(&format!("{error}; using the tables inside grenier"));
        self.opponent.use_embedded()?;
        Ok(ask(&mut self.opponent)?)
    }

    fn moves(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let (board, side) = (self.game.board(), self.side());
        if self.ending().is_some() {
            writeln!(out, "The game is over.")?;
            return Ok(());
        }
        for played in self.game.rules().moves(&board.position()).iter() {
            let letter = move_letter(side, played.pit);
            let seeds = board.position().mover()[usize::from(played.pit)];
            let seeds = words::counted(seeds.into(), "seed", "seeds");
            let mut after = self.game.clone();
            after.play(played.pit)?;
            let end = match after.occurrences() {
                1 => "",
                _ => "; the position comes back",
            };
            writeln!(out, "{letter}: {seeds}{}{end}", taken(played))?;
        }
        Ok(())
    }

    /// Writes the game into a file; what is to be said of that.
    fn save(&mut self, path: &Path) -> String {
        if path.exists() && self.saved.as_deref() != Some(path) {
            return format!("{} is there already; name another file", path.display());
        }
        let text = self.record().to_string();
        match write_whole(path, |file| file.write_all(text.as_bytes())) {
            Ok(()) => {
                self.saved = Some(path.to_owned());
                format!("Saved in {}", path.display())
            }
            Err(error) => error.to_string(),
        }
    }

    fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        if let Some(Ending::Repetition) = self.ending() {
            record.set_result(GameResult::from(self.game.settle_repetition()));
        }
        let program = format!("grenier, level {}", self.opponent.level().name());
        for (side, tag) in [(Side::South, "South"), (Side::North, "North")] {
            if !self.seats.user_has(side) {
                record.set_tag(tag, &program);
            }
        }
        record
    }

    /// The board, and how the game ended if it did.
    fn show(&self, out: &mut impl Write) -> anyhow::Result<()> {
        write!(out, "\n{}\n", draw(self.game.board()))?;
        if let Some(ending) = self.ending() {
            writeln!(out, "{}.", self.explain(&ending))?;
        }
        Ok(())
    }

    fn ending(&self) -> Option<Ending> {
        match self.game.outcome() {
            _ if self.game.settle().is_some() => Some(Ending::NoMove),
            Standing::Won(side) => Some(Ending::Seeds(side)),
            _ if self.game.occurrences() > 1 => Some(Ending::Repetition),
            _ => None,
        }
    }

    /// Why the game is over, and with which score, without the full stop.
    fn explain(&self, ending: &Ending) -> String {
        let position = self.game.board().position();
        let rules = self.game.rules();
        match ending {
            Ending::NoMove => {
                let left = rules.settlement(&position).zip(self.game.settle());
                left.map_or_else(String::new, |(left, score)| {
                    let settled = sentences::settlement(self.side(), &left);
                    format!("{settled}.\n{}", sentences::final_score(score))
                })
            }
            Ending::Seeds(side) => format!(
                "{side} wins the game, with {} seeds to {}",
                self.game.store(*side),
                self.game.store(side.other())
            ),
            Ending::Repetition => {
                let shared = match rules.endless {
                    Endless::EachKeepsOwnSide => "each keeps their own side",
                    Endless::Even => "what is left is shared evenly",
                };
                let score = sentences::final_score(self.game.settle_repetition());
                format!("The position has come back, which ends the game: {shared}.\n{score}")
            }
        }
    }
}

/// Why a game is over.
enum Ending {
    /// The side to move has no move.
    NoMove,
    /// This side has more than half of the seeds.
    Seeds(Side),
    /// The position was on the board before, with the same side to move.
    Repetition,
}

/// What a move takes and gives away: ` and takes 2`.
fn taken(played: &Move) -> String {
    match (played.captured, played.conceded) {
        (0, 0) => String::new(),
        (takes, 0) => format!(", takes {takes}"),
        (takes, gives) => format!(", takes {takes}, gives {gives}"),
    }
}
