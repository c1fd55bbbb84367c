//! The state of the engine, and what it does with each line.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use grenier_rules::{Game, Outcome, move_letter};
use grenier_search::{Report, Search};

use crate::command::{Command, Go, Setup, parse};
use crate::options::Options;
use crate::plan::{Hold, Plan};
use crate::reply::{NO_MOVE, View};
use crate::thought::Thought;

/// How long a search may go on when there is no more input.
const LAST_SEARCH: Duration = Duration::from_secs(10);

/// What happens to the engine.
pub(crate) enum Event {
    /// A line came in, or what is wrong with it.
    Line(Result<String, String>),
    /// No line will come any more.
    End,
    /// The search of this number finished a step.
    Step(u64, Report),
    /// The search of this number is through.
    Done(u64),
}

/// The engine. It writes every answer at once.
pub(crate) struct Engine<'a, W> {
    out: &'a mut W,
    sender: Sender<Event>,
    events: Receiver<Event>,
    options: Options,
    /// Whether lines that were not understood are told.
    debug: bool,
    /// The game to search, or why there is none.
    game: Result<Game, String>,
    /// At rest: what is remembered from earlier searches. `None` before the first
    /// one, and after a change of options.
    search: Option<Search>,
    thought: Option<Thought>,
    /// No line will come any more.
    ended: bool,
    /// Searches so far.
    searches: u64,
    /// What was last told of the present search.
    told: Option<Report>,
}

impl<'a, W: Write> Engine<'a, W> {
    /// An engine at the start of a game, to which events come by a channel.
    pub(crate) fn new(
        out: &'a mut W,
        options: Options,
        (sender, events): (Sender<Event>, Receiver<Event>),
    ) -> Self {
        Self {
            out,
            sender,
            events,
            debug: false,
            game: Ok(Game::new(*options.rules)),
            options,
            search: None,
            thought: None,
            ended: false,
            searches: 0,
            told: None,
        }
    }

    /// Does what it is told, until `quit` or the end of the input.
    ///
    /// # Errors
    /// When an answer cannot be written.
    pub(crate) fn run(&mut self) -> anyhow::Result<()> {
        loop {
            match self.next_event() {
                Some(Event::Line(line)) => {
                    if self.line(line)?.is_break() {
                        return self.rest();
                    }
                }
                Some(Event::End) => self.end_of_input()?,
                Some(Event::Step(number, report)) => self.step(number, report)?,
                Some(Event::Done(number)) => self.done(number)?,
                None => self.stop()?,
            }
            if self.ended && self.thought.is_none() {
                return Ok(());
            }
        }
    }

    /// What happens next; `None` when the search has to end before.
    fn next_event(&self) -> Option<Event> {
        let deadline = self.thought.as_ref().and_then(|thought| thought.deadline);
        let Some(deadline) = deadline else {
            return Some(self.events.recv().unwrap_or(Event::End));
        };
        let left = deadline.saturating_duration_since(Instant::now());
        match self.events.recv_timeout(left) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::End),
        }
    }

    /// Does what a line says; breaks on `quit`.
    fn line(&mut self, line: Result<String, String>) -> anyhow::Result<ControlFlow<()>> {
        let command = match line {
            Ok(line) if line.is_empty() => return Ok(ControlFlow::Continue(())),
            Ok(line) => parse(&line),
            // What is too long to be looked at can be a position only.
            Err(wrong) => Ok(Command::Position(Err(wrong))),
        };
        match command {
            Err(wrong) => self.complain(&wrong)?,
            Ok(Command::Quit) => return Ok(ControlFlow::Break(())),
            Ok(Command::Uci) => self.introduce()?,
            Ok(Command::Debug(on)) => self.debug = on,
            Ok(Command::IsReady) => self.ready()?,
            Ok(Command::Stop) => self.stop()?,
            Ok(Command::PonderHit) => self.ponder_hit()?,
            Ok(Command::NewGame) => {
                self.rest()?;
                if let Some(search) = &mut self.search {
                    search.forget();
                }
            }
            Ok(Command::SetOption(set)) => self.set_option(set)?,
            Ok(Command::Position(setup)) => self.position(setup)?,
            Ok(Command::Go(go)) => self.go(&go)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Writes a line, at once.
    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{line}")?;
        Ok(self.out.flush()?)
    }

    /// Writes a message in one line.
    fn inform(&mut self, message: &str) -> anyhow::Result<()> {
        // The name of a file may hold anything.
        self.say(&format!("info string {}", message.replace('\n', " ")))
    }

    /// Reports what was not understood, if debug is on.
    fn complain(&mut self, wrong: &str) -> anyhow::Result<()> {
        if self.debug {
            self.inform(wrong)?;
        }
        Ok(())
    }

    fn introduce(&mut self) -> anyhow::Result<()> {
        let (version, options) = (env!("CARGO_PKG_VERSION"), &self.options);
        let told =
            format!("id name Grenier {version}\nid author the Grenier authors\n{options}\nuciok");
        self.say(&told)
    }

    /// Gets everything that a search needs, unless one runs.
    fn ready(&mut self) -> anyhow::Result<()> {
        if self.thought.is_none() {
            self.search = Some(self.prepare()?);
        }
        self.say("readyok")
    }

    /// An option that is not set is always reported: the other program goes on as if
    /// it were.
    fn set_option(&mut self, set: Result<(String, String), String>) -> anyhow::Result<()> {
        self.rest()?;
        let before = self.options.clone();
        if let Err(wrong) = set.and_then(|(name, value)| self.options.set(&name, &value)) {
            return self.inform(&format!("setoption: {wrong}"));
        }
        if self.options != before {
            self.search = None;
        }
        if self.options.rules != before.rules {
            self.game = Err("the rules changed; send it again".to_owned());
        }
        Ok(())
    }

    fn position(&mut self, setup: Result<Setup, String>) -> anyhow::Result<()> {
        self.rest()?;
        self.game = setup.and_then(|setup| played(&self.options, &setup));
        match self.game.clone() {
            Ok(_) => Ok(()),
            Err(wrong) => self.complain(&format!("{wrong}; there is no position now")),
        }
    }

    fn go(&mut self, go: &Go) -> anyhow::Result<()> {
        self.rest()?;
        if let Some(word) = &go.skipped {
            self.complain(&format!("go does not know {word}, or its number"))?;
        }
        let game = match self.game.clone() {
            Ok(game) => game,
            Err(wrong) => {
                self.inform(&format!("there is no position: {wrong}"))?;
                return self.say(NO_MOVE);
            }
        };
        let search = self.prepare()?;
        self.searches += 1;
        self.told = None;
        let plan = Plan::of(go, game.board().side());
        let (sender, number) = (self.sender.clone(), self.searches);
        let tell = move |report| {
            // Nobody listens any more when the engine ends.
            let _ = sender.send(match report {
                Some(report) => Event::Step(number, report),
                None => Event::Done(number),
            });
        };
        let thought = Thought::start(number, search, game, plan, tell)?;
        self.thought = Some(thought);
        Ok(())
    }

    fn stop(&mut self) -> anyhow::Result<()> {
        if let Some(thought) = &mut self.thought {
            thought.stop();
        }
        self.answer_if_done()
    }

    fn ponder_hit(&mut self) -> anyhow::Result<()> {
        if let Some(thought) = &mut self.thought {
            thought.ponder_hit();
        }
        self.answer_if_done()
    }

    /// A search that has limits may go on for a while, so that commands can be
    /// piped in; not for ever, since the other program may have died.
    fn end_of_input(&mut self) -> anyhow::Result<()> {
        self.ended = true;
        match &mut self.thought {
            Some(thought) if thought.hold == Hold::No => {
                let last = Instant::now() + LAST_SEARCH;
                thought.deadline = Some(thought.deadline.map_or(last, |then| then.min(last)));
                Ok(())
            }
            _ => self.rest(),
        }
    }

    fn step(&mut self, number: u64, report: Report) -> anyhow::Result<()> {
        match &self.thought {
            Some(thought) if thought.number == number => self.tell(thought.view, report),
            _ => Ok(()),
        }
    }

    fn done(&mut self, number: u64) -> anyhow::Result<()> {
        match &mut self.thought {
            Some(thought) if thought.number == number => thought.done = true,
            _ => return Ok(()),
        }
        self.answer_if_done()
    }

    fn answer_if_done(&mut self) -> anyhow::Result<()> {
        match &self.thought {
            Some(thought) if thought.done && thought.hold == Hold::No => self.rest(),
            _ => Ok(()),
        }
    }

    /// Ends the search, if one runs, and gives its answer.
    fn rest(&mut self) -> anyhow::Result<()> {
        let Some(thought) = self.thought.take() else {
            return Ok(());
        };
        let view = thought.view;
        match thought.end() {
            Some((search, Ok(report))) => {
                self.search = Some(search);
                let best = view.best_move(&report, self.options.ponder);
                let certainty = view.certainty(&report);
                // The last step was told; what more there is, is told now.
                let same =
                    |told: &Report| (told.depth, &told.moves) == (report.depth, &report.moves);
                if !self.told.as_ref().is_some_and(same) {
                    self.tell(view, report)?;
                }
                if let Some(certainty) = certainty {
                    self.say(&certainty)?;
                }
                self.say(&best)
            }
            Some((_, Err(error))) => self.without_answer(view, &error.to_string()),
            None => self.without_answer(view, "the search broke down; this is a bug in grenier"),
        }
    }

    fn tell(&mut self, view: View, report: Report) -> anyhow::Result<()> {
        for info in view.infos(&report, self.options.lines > 1) {
            self.say(&info)?;
        }
        self.told = Some(report);
        Ok(())
    }

    /// A search failed: says so, and plays its best move so far or else any, so that
    /// the game goes on.
    fn without_answer(&mut self, view: View, error: &str) -> anyhow::Result<()> {
        self.inform(error)?;
        if let Some(report) = self.told.take().filter(|told| !told.moves.is_empty()) {
            return self.say(&view.best_move(&report, self.options.ponder));
        }
        match self.game.as_ref().ok().and_then(any_move) {
            Some(letter) => self.say(&format!("bestmove {letter}")),
            None => self.say(NO_MOVE),
        }
    }

    /// The search, at rest, with tables opened; the usual ones where those that the
    /// user wants cannot be used.
    fn prepare(&mut self) -> anyhow::Result<Search> {
        if let Some(search) = self.search.take() {
            return Ok(search);
        }
        let tables = match self.options.open() {
            Ok(tables) => tables,
            Err(error) => {
                self.inform(&format!("{error}; using the tables inside grenier"))?;
                self.options.embedded()?
            }
        };
        let mut settings = self.options.settings();
        loop {
            let mut search = Search::new(Arc::clone(&tables), settings);
            match search.prepare() {
                Ok(()) => return Ok(search),
                Err(error) => self.say(&format!("info string {error}; trying half of it"))?,
            }
            settings.hash_bytes /= 2;
        }
    }
}

/// The game after the moves of a setup.
fn played(options: &Options, setup: &Setup) -> Result<Game, String> {
    let game = Game::from_board(*options.rules, setup.board);
    let mut game = game.map_err(|error| error.to_string())?;
    for &(side, pit) in &setup.moves {
        let to_move = game.board().side();
        if side != to_move {
            let letter = move_letter(side, pit);
            return Err(format!("{letter} is {side}'s, but {to_move} is to move"));
        }
        game.play(pit).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn any_move(game: &Game) -> Option<char> {
    let moves = game.rules().moves(&game.board().position());
    let first = moves.first().filter(|_| game.outcome() == Outcome::Ongoing);
    first.map(|played| move_letter(game.board().side(), played.pit))
}
