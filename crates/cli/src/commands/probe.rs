//! `grenier probe`: what a position is worth, and every move.

use std::io::Write;

use grenier_probe::{Answer, BestMove, ProbeError};
use grenier_rules::{Board, EndlessPlay, Move, NetSeeds, SIDE, Side, move_letter};
use grenier_table::Kind;
use serde::Serialize;

use crate::options::searching;
use crate::options::searching::{LimitOptions, SearchOptions};
use crate::options::tables::{Choice, Opened};
use crate::outcome::Outcome;
use crate::output::advice::{Advice, AdviceReport};
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::progress::Watch;
use crate::output::source::source_name;
use crate::output::verdict::{self, Verdicts};
use crate::output::{advice, board, conversion, words};

/// Say what a position is worth, and every move with its value
///
/// A position is 12 pits counter-clockwise from South's leftmost, joined by
/// dashes, with South to move; or the same with South's store, North's store
/// and the side to move (S or N). Values are net seeds from here on, from the
/// view of the player to move: what they will still capture minus what the
/// other will, under best play, endless play counting even. The best move keeps
/// the value and makes progress: whoever is ahead takes the shortest way to the
/// next capture that keeps it (or to the end of the game), whoever is behind the
/// longest; among equals the lowest pit. `to go` is how many plies a move's way
/// takes, itself included. It comes from the distance tables (`grenier build
/// --depth`); without them that of the best move is searched for.
///
/// Where secure seeds are tabled (up to 8 seeds they are inside the program) it
/// also says what both can be sure of whatever endless play counts, and with
/// stores the verdict: WIN or LOSS for the player to move, DRAW, or OPEN. See
/// docs/values.md. Where these are known and the value is not, because its layer
/// is not tabled, they are said alone. Where their tables are damaged the value is
/// said alone, and one line on stderr tells what is damaged.
///
/// With `--search` a position that is not tabled is searched, as by `grenier best
/// --lines 6`: it says of each move what is proved and what is guessed. The options
/// of the search go with it.
#[derive(clap::Args)]
#[command(mut_args(searching::needs_search))]
#[command(after_help = "Examples:\n  grenier probe 0-0-0-0-1-2-1-0-0-0-1-2\n  \
                        grenier probe 0-0-0-0-1-2-1-0-0-0-1-2-22-19-S\n  \
                        grenier probe --rules oware --json 0-0-0-0-1-2-1-0-0-0-1-2")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    position: PositionArg,
    /// Search where the position is not tabled
    #[arg(long)]
    search: bool,
    #[command(flatten)]
    options: SearchOptions,
    #[command(flatten)]
    limits: LimitOptions,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    position: String,
    rules: &'static str,
    kind: &'static str,
    endless: &'static str,
    layer: u32,
    source: Option<&'static str>,
    value: Option<NetSeeds>,
    best: Vec<char>,
    play: Option<char>,
    conversion: Option<u32>,
    conversion_source: Option<&'static str>,
    moves: Vec<MoveReport>,
    #[serde(flatten)]
    verdicts: verdict::Report,
}

/// Of a position that was searched: what [`Report`] has, and more.
#[derive(Serialize)]
struct SearchedReport {
    kind: &'static str,
    value: Option<NetSeeds>,
    best: Vec<char>,
    #[serde(flatten)]
    advice: AdviceReport,
    #[serde(flatten)]
    verdicts: verdict::Report,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    letter: char,
    captured: u8,
    conceded: u8,
    value: Option<NetSeeds>,
    conversion: Option<u32>,
    position: String,
}

/// All that is said of a position.
struct Probed {
    /// Or the layer that is not tabled.
    scored: Result<Scored, u32>,
    verdicts: Verdicts,
}

/// What the score tables say.
struct Scored {
    answer: Answer,
    /// Nothing when the game is over.
    best: Option<BestMove>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position.text)?;
    let opened = args.choice.open()?;
    let ending = args.options.ending(EndlessPlay::Even);
    if args.search && advice::tabled(&board, &opened, ending)?.is_none() {
        return search(board, &opened, args, out);
    }
    let probed = Probed::new(&board, &opened)?;
    probed.verdicts.warn();
    if args.json {
        let report = Report::new(&board, &opened, &probed);
        emit(&report, out)?;
    } else {
        print(&board, &opened, &probed, out)?;
    }
    Ok(Outcome::Done)
}

/// What a search says of a position, and what else is known of it.
fn search(
    board: Board,
    opened: &Opened,
    args: &Args,
    out: &mut impl Write,
) -> anyhow::Result<Outcome> {
    let settings = args.options.settings(EndlessPlay::Even, SIDE)?;
    let watch = Watch::start()?;
    let limits = args.limits.limits(&watch);
    let advice = Advice::by_search(board, opened, settings, &limits)?;
    let score = advice
        .value()
        .filter(|_| settings.ending == EndlessPlay::Even);
    let verdicts = Verdicts::new(&board, opened, score);
    verdicts.warn();
    if args.json {
        let report = SearchedReport {
            kind: opened.tables.layers().kind().name(),
            value: advice.value(),
            best: advice.play().into_iter().collect(),
            advice: advice.report(),
            verdicts: verdicts.report(),
        };
        emit(&report, out)?;
    } else {
        advice.print_worth(out)?;
        verdicts.print(opened, out)?;
        advice.print_moves(out)?;
    }
    Ok(watch.outcome())
}

impl Probed {
    /// # Errors
    /// When a score table is damaged; or there is none, and nothing else is known.
    fn new(board: &Board, opened: &Opened) -> anyhow::Result<Self> {
        let scored = Scored::new(board, opened);
        let score = scored.as_ref().ok().map(|scored| scored.answer.value);
        let verdicts = Verdicts::new(board, opened, score);
        let scored = match scored {
            Ok(scored) => Ok(scored),
            Err(ProbeError::NotTabled { layer, .. }) if verdicts.say_something() => Err(layer),
            Err(error) => return Err(opened.explain(error)),
        };
        Ok(Self { scored, verdicts })
    }
}

impl Scored {
    fn new(board: &Board, opened: &Opened) -> Result<Self, ProbeError> {
        let answer = opened.tables.probe(&board.position())?;
        let best = opened.tables.best_of(&answer)?;
        Ok(Self { answer, best })
    }

    fn moves(&self, board: &Board) -> Vec<MoveReport> {
        let rated = self.answer.moves.iter();
        let report = rated.map(|rated| MoveReport {
            value: Some(rated.value),
            conversion: rated.distance,
            ..MoveReport::new(board, &rated.played)
        });
        report.collect()
    }
}

impl MoveReport {
    /// A move of which nothing more is known.
    fn new(board: &Board, played: &Move) -> Self {
        Self {
            letter: move_letter(board.side(), played.pit),
            captured: played.captured,
            conceded: played.conceded,
            value: None,
            conversion: None,
            position: board.after(played).to_string(),
        }
    }
}

impl Report {
    fn new(board: &Board, opened: &Opened, probed: &Probed) -> Self {
        let tables = &opened.tables;
        let unscored = || {
            let moves = tables.rules().moves(&board.position());
            let report = moves.iter().map(|played| MoveReport::new(board, played));
            report.collect()
        };
        let scored = probed.scored.as_ref().ok();
        let answer = scored.map(|scored| &scored.answer);
        let best = scored.and_then(|scored| scored.best.as_ref());
        let letter = |pit| move_letter(board.side(), pit);
        let keeping = answer.into_iter().flat_map(Answer::keeping);
        Self {
            position: board.to_string(),
            rules: tables.rules().name,
            kind: tables.layers().kind().name(),
            endless: tables.endless().name(),
            layer: board.position().seeds(),
            source: answer.map(|answer| source_name(answer.source)),
            value: answer.map(|answer| answer.value),
            best: keeping.map(|rated| letter(rated.played.pit)).collect(),
            play: best.map(|best| letter(best.played.pit)),
            conversion: best.and_then(|best| best.distance.plies()),
            conversion_source: best.map(|best| conversion::source(best.distance)),
            moves: scored.map_or_else(unscored, |scored| scored.moves(board)),
            verdicts: probed.verdicts.report(),
        }
    }
}

fn print(
    board: &Board,
    opened: &Opened,
    probed: &Probed,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let scored = match &probed.scored {
        Ok(scored) => scored,
        Err(layer) => return print_unscored(board, opened, *layer, &probed.verdicts, out),
    };
    let answer = &scored.answer;
    let (side, seeds) = (board.side(), answer.position.seeds());
    let heading = opened.heading(answer.source, seeds);
    write!(out, "{heading}\n\n{}\n", board::draw(board))?;
    match &answer.settlement {
        Some(left) => writeln!(out, "{}.", words::settlement(side, left))?,
        None => writeln!(out, "{}.", words::value(side, answer.value.0, seeds))?,
    }
    if let Some(stores) = board.stores() {
        let ending = answer.settlement.is_none().then_some(EndlessPlay::Even);
        let result = words::result_by(stores, side, answer.value.0, ending);
        writeln!(out, "{result}.")?;
    }
    let Some(best) = &scored.best else {
        probed.verdicts.print(opened, out)?;
        return Ok(());
    };
    let letter = move_letter(side, best.played.pit);
    writeln!(out, "{}.", conversion::sentence(letter, best, seeds))?;
    probed.verdicts.print(opened, out)?;
    print_moves(side, answer, best, out)
}

/// What is known where a layer has no scores.
fn print_unscored(
    board: &Board,
    opened: &Opened,
    layer: u32,
    verdicts: &Verdicts,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let rules = opened.tables.rules().name;
    writeln!(out, "{rules}, without scores\n\n{}", board::draw(board))?;
    writeln!(
        out,
        "Value and best move are not known: layer {layer} of {rules} is not tabled (build it with \
         `{}`, or search with --search).",
        opened.build_command(Kind::Score, layer)
    )?;
    verdicts.print(opened, out)
}

fn print_moves(
    side: Side,
    answer: &Answer,
    best: &BestMove,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    writeln!(out, "\nmove  takes  value  to go")?;
    for rated in &answer.moves {
        let letter = move_letter(side, rated.played.pit);
        let takes = match rated.played.captured {
            0 => String::new(),
            captured => captured.to_string(),
        };
        let value = rated.value.to_string();
        let is_best = rated.played.pit == best.played.pit;
        // The search knows the way of the best move only.
        let plies = rated.distance.or(best.distance.plies().filter(|_| is_best));
        let to_go = plies.map_or_else(String::new, |plies| plies.to_string());
        let mark = match rated.value == answer.value {
            true if is_best => "  best",
            true => "  keeps the value",
            false => "",
        };
        let gives = match rated.played.conceded {
            0 => String::new(),
            conceded => format!("  gives {conceded}"),
        };
        let line = format!("{letter:>4}{takes:>7}{value:>7}{to_go:>7}{mark}{gives}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
