//! The best moves now, with what is known of them: from tables, or by a search.

use std::io::Write;
use std::time::Duration;

use grenier_probe::{Answer, BestMove, ProbeError, Verdict};
use grenier_rules::{
    Board, EndlessPlay, MAX_SEEDS, Move, NetSeeds, RuleSet, Settlement, Side, move_letter,
};
use grenier_search::{Effort, Limits, Rated, Report, Root, Search, Settings, Worth};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::options::tables::Opened;
use crate::output::source::source_name;
use crate::output::worth::{self, EffortReport, WorthReport};
use crate::output::{board, conversion, verdict, words};

/// Plies of an expected line that a player gets to see.
const SHOWN_PLIES: usize = 10;
/// How often the time beside the progress moves on.
const TICK: Duration = Duration::from_millis(500);

/// What is said of a position to whoever is to move.
pub(crate) struct Advice {
    board: Board,
    rules: &'static RuleSet,
    ending: EndlessPlay,
    heading: String,
    basis: Basis,
    report: Report,
}

/// What advice comes from.
enum Basis {
    /// Tables, or the rules where the game is over.
    Tables {
        answer: Answer,
        /// Nothing when the game is over.
        best: Option<BestMove>,
    },
    /// A search.
    Search,
}

/// [`Advice`] for programs.
#[derive(Serialize)]
pub(crate) struct AdviceReport {
    position: String,
    rules: &'static str,
    endless: &'static str,
    layer: u32,
    source: &'static str,
    worth: WorthReport,
    play: Option<char>,
    conversion: Option<u32>,
    conversion_source: Option<&'static str>,
    moves: Vec<MoveReport>,
    /// With stores, under this reading of endless play.
    game: Option<&'static str>,
    /// Of a search, or of solving a layer.
    effort: Option<EffortReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    letter: char,
    captured: u8,
    conceded: u8,
    value: Option<NetSeeds>,
    conversion: Option<u32>,
    worth: WorthReport,
    line: Vec<char>,
    position: String,
}

impl Advice {
    /// What the tables say, endless play even, of at most so many moves.
    pub(crate) fn by_tables(
        board: Board,
        opened: &Opened,
        answer: Answer,
        lines: usize,
    ) -> anyhow::Result<Self> {
        let position = board.position();
        let best = opened.tables.best_of(&answer)?;
        let line = opened.tables.line(&position, SHOWN_PLIES, &|| false)?;
        let line: Vec<Move> = line.plies.iter().map(|ply| ply.best.played).collect();
        let mut moves = answer.moves.clone();
        moves.sort_by_key(|rated| line.first() != Some(&rated.played));
        let moves = moves.iter().take(lines).map(|rated| Rated {
            played: rated.played,
            worth: Worth::exact(rated.value),
            line: if line.first() == Some(&rated.played) {
                line.clone()
            } else {
                vec![rated.played]
            },
        });
        Ok(Self {
            board,
            rules: opened.tables.rules(),
            ending: EndlessPlay::Even,
            heading: opened.heading(answer.source, position.seeds()),
            report: Report {
                worth: Worth::exact(answer.value),
                moves: moves.collect(),
                depth: 0,
                effort: Effort::default(),
            },
            basis: Basis::Tables { answer, best },
        })
    }

    /// What a search says; how far it is shows on a terminal. Where it solved the
    /// layer of the position, that counts as tabled.
    pub(crate) fn by_search(
        board: Board,
        opened: &Opened,
        settings: Settings,
        limits: &Limits<'_>,
    ) -> anyhow::Result<Self> {
        let heading = opened.searched_heading(settings.ending);
        let mut search = Search::new(opened.searched()?, settings);
        let rules = search.tables().rules();
        let bar = spinner();
        let root = Root::new(board.position());
        let report = search.run(&root, limits, &mut |report| {
            bar.set_message(step(&board, report));
        });
        bar.finish_and_clear();
        let report = report?;
        if let Some(answer) = tabled(&board, opened, settings.ending)? {
            let mut advice = Self::by_tables(board, opened, answer, settings.lines)?;
            advice.report.effort = report.effort;
            advice.report.depth = report.depth;
            return Ok(advice);
        }
        Ok(Self {
            board,
            rules,
            ending: settings.ending,
            heading,
            basis: Basis::Search,
            report,
        })
    }

    fn seeds(&self) -> u32 {
        self.board.position().seeds()
    }

    /// The value, when it is proved.
    pub(crate) fn value(&self) -> Option<NetSeeds> {
        self.report.worth.value()
    }

    /// The best move; none when the game is over.
    pub(crate) fn play(&self) -> Option<char> {
        let best = self.report.moves.first()?;
        Some(move_letter(self.board.side(), best.played.pit))
    }

    /// Who takes what, when the game is over.
    fn settlement(&self) -> Option<&Settlement> {
        self.tabled()?.settlement.as_ref()
    }

    /// What the tables say.
    fn tabled(&self) -> Option<&Answer> {
        match &self.basis {
            Basis::Tables { answer, .. } => Some(answer),
            Basis::Search => None,
        }
    }

    /// The conversion of a move, as the tables have it.
    fn conversion(&self, played: &Move) -> Option<u32> {
        let mut rated = self.tabled()?.moves.iter();
        rated.find(|rated| rated.played == *played)?.distance
    }

    /// Whether there was more to do than to look into tables.
    fn took_work(&self) -> bool {
        self.report.effort != Effort::default()
    }

    pub(crate) fn report(&self) -> AdviceReport {
        let side = self.board.side();
        let (best, source) = match &self.basis {
            Basis::Tables { answer, best } => (best.as_ref(), source_name(answer.source)),
            Basis::Search => (None, "search"),
        };
        let worth = |worth| WorthReport::new(worth, self.seeds());
        let moves = self.report.moves.iter().map(|rated| MoveReport {
            letter: move_letter(side, rated.played.pit),
            captured: rated.played.captured,
            conceded: rated.played.conceded,
            value: rated.worth.value(),
            conversion: self.conversion(&rated.played),
            worth: worth(&rated.worth),
            line: letters(side, &rated.line).collect(),
            position: self.board.after(&rated.played).to_string(),
        });
        let effort = EffortReport::new(&self.report.effort, self.report.depth);
        AdviceReport {
            position: self.board.to_string(),
            rules: self.rules.name,
            endless: self.ending.name(),
            layer: self.seeds(),
            source,
            worth: worth(&self.report.worth),
            play: self.play(),
            conversion: best.and_then(|best| best.distance.plies()),
            conversion_source: best.map(|best| conversion::source(best.distance)),
            moves: moves.collect(),
            game: self.verdict().map(verdict::name),
            effort: self.took_work().then_some(effort),
        }
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        self.print_worth(out)?;
        self.print_moves(out)
    }

    /// The board, what it is worth, and the best move.
    pub(crate) fn print_worth(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let side = self.board.side();
        write!(out, "{}\n\n{}\n", self.heading, board::draw(&self.board))?;
        match self.settlement() {
            Some(left) => writeln!(out, "{}.", words::settlement(side, left))?,
            None => writeln!(out, "{}.", self.sentence())?,
        }
        if let Some(stores) = self.board.stores() {
            writeln!(out, "{}.", self.game(stores))?;
        }
        let Some(best) = self.report.moves.first() else {
            return Ok(());
        };
        let letter = move_letter(side, best.played.pit);
        let sentence = match &self.basis {
            Basis::Tables {
                best: Some(best), ..
            } => conversion::sentence(letter, best, self.seeds()),
            _ => format!("Best is {letter}"),
        };
        writeln!(out, "{sentence}.")?;
        Ok(())
    }

    /// The best moves, and what it took to find them.
    pub(crate) fn print_moves(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.report.moves.is_empty() {
            return Ok(());
        }
        self.print_table(out)?;
        if self.took_work() {
            let effort = worth::effort(&self.report.effort, self.report.depth);
            writeln!(out, "\nSearched: {effort}.")?;
        }
        Ok(())
    }

    /// One line on the other way to count endless play, where the rule set's
    /// sheet has that.
    pub(crate) fn print_other_ending(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.rules.endless_play != self.ending && !self.report.moves.is_empty() {
            let rules = self.rules.name;
            writeln!(
                out,
                "\n{rules} leaves each player their own side when play repeats: --endless own-side \
                 counts it so."
            )?;
        }
        Ok(())
    }

    /// What the position is worth, without the full stop.
    fn sentence(&self) -> String {
        let (side, seeds) = (self.board.side(), self.seeds());
        if let Some(value) = self.value() {
            return words::value(side, value.0, seeds);
        }
        let left = words::counted(seeds.into(), "seed", "seeds");
        let worth = worth::told(&self.report.worth, seeds);
        format!("Of the {left} on the board {side} nets {worth}")
    }

    /// What that means for the game, without the full stop.
    fn game(&self, stores: [u8; 2]) -> String {
        let side = self.board.side();
        if let Some(value) = self.value() {
            let ending = self.settlement().is_none().then_some(self.ending);
            return words::result_by(stores, side, value.0, ending);
        }
        let least = |net: i32| words::halved(MAX_SEEDS as i32 + net);
        let ahead = i32::from(self.board.ahead().unwrap_or(0));
        let worth = &self.report.worth;
        let low = ahead + i32::from(worth.at_least.0);
        let high = ahead + i32::from(worth.at_most.0);
        let (winner, sure) = match (low, high) {
            (1.., _) => (side, least(low)),
            (_, ..=-1) => (side.other(), least(-high)),
            (0, _) => return format!("{side} does not lose the game, with 24 at least"),
            (_, 0) => return format!("{} does not lose the game, with 24 at least", side.other()),
            _ => return "Who wins the game is open".to_owned(),
        };
        format!("{winner} wins the game, with {sure} at least")
    }

    fn verdict(&self) -> Option<Verdict> {
        let ahead = self.board.ahead()?;
        Some(worth::verdict(ahead.into(), &self.report.worth))
    }

    fn print_table(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let side = self.board.side();
        let told = |rated: &Rated| worth::told(&rated.worth, self.seeds());
        let widths = self.report.moves.iter().map(|rated| told(rated).len());
        let width = widths.max().unwrap_or(0).max("worth".len());
        writeln!(out, "\nmove  takes  {:width$}  expected line", "worth")?;
        for rated in &self.report.moves {
            let letter = move_letter(side, rated.played.pit);
            let takes = match rated.played.captured {
                0 => String::new(),
                captured => captured.to_string(),
            };
            let line = line(side, &rated.line);
            writeln!(out, "{letter:>4}{takes:>7}  {:width$}  {line}", told(rated))?;
        }
        Ok(())
    }
}

/// What the tables say of a position, if they have it. They count endless play
/// even, but a game that is over does not go on.
pub(crate) fn tabled(
    board: &Board,
    opened: &Opened,
    ending: EndlessPlay,
) -> Result<Option<Answer>, ProbeError> {
    match opened.tables.probe(&board.position()) {
        Ok(answer) if ending == EndlessPlay::Even || answer.settlement.is_some() => {
            Ok(Some(answer))
        }
        Ok(_) | Err(ProbeError::NotTabled { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The letters of moves that both sides make in turn.
fn letters(first: Side, line: &[Move]) -> impl Iterator<Item = char> {
    let sides = std::iter::successors(Some(first), |side| Some(side.other()));
    let moves = line.iter().zip(sides);
    moves.map(|(played, side)| move_letter(side, played.pit))
}

/// The first moves of a line with what they capture: `C f+2 A`.
pub(crate) fn line(first: Side, line: &[Move]) -> String {
    let moves = line.iter().zip(letters(first, line)).take(SHOWN_PLIES);
    let told = moves.map(|(played, letter)| match played.captured {
        0 => letter.to_string(),
        captured => format!("{letter}+{captured}"),
    });
    let mut told: Vec<String> = told.collect();
    if line.len() > SHOWN_PLIES {
        told.push("...".to_owned());
    }
    told.join(" ")
}

/// Where a search is.
pub(crate) fn step(board: &Board, report: &Report) -> String {
    let line = report.moves.first().map_or_else(String::new, |best| {
        let seeds = board.position().seeds();
        let worth = worth::told(&best.worth, seeds);
        format!("{worth}: {}", line(board.side(), &best.line))
    });
    let nodes = words::rounded(report.effort.nodes, "node", "nodes");
    format!("depth {}, {line}, {nodes}", report.depth)
}

/// One line on a terminal, nothing elsewhere.
pub(crate) fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed} {wide_msg}");
    let bar = ProgressBar::new_spinner();
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(TICK);
    bar
}
