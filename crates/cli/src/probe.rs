//! `grenier probe`: what a position is worth, and every move.

use std::io::Write;

use grenier_probe::{Answer, BestMove};
use grenier_rules::{Board, Side, move_letter};
use serde::Serialize;

use crate::board::PositionArg;
use crate::open::{Choice, Opened, source_name};
use crate::verdict::{self, Verdicts};
use crate::{Outcome, best, board, words};

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
/// docs/values.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier probe 0-0-0-0-1-2-1-0-0-0-1-2\n  \
                        grenier probe 0-0-0-0-1-2-1-0-0-0-1-2-22-19-S\n  \
                        grenier probe --rules oware --json 0-0-0-0-1-2-1-0-0-0-1-2")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    position: PositionArg,
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
    source: &'static str,
    value: i8,
    best: Vec<char>,
    play: Option<char>,
    conversion: Option<u32>,
    conversion_source: Option<&'static str>,
    moves: Vec<MoveReport>,
    #[serde(flatten)]
    verdicts: verdict::Report,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    letter: char,
    captured: u8,
    conceded: u8,
    value: i8,
    conversion: Option<u32>,
    position: String,
}

/// All that is said of a position.
struct Probed {
    answer: Answer,
    /// Nothing when the game is over.
    best: Option<BestMove>,
    verdicts: Verdicts,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let board = board::parse(&args.position.text)?;
    let opened = args.choice.open()?;
    let answer = opened.tables.probe(&board.position());
    let answer = answer.map_err(|error| opened.explain(error))?;
    let best = opened.tables.best(&board.position());
    let best = best.map_err(|error| opened.explain(error))?;
    let verdicts = Verdicts::new(&board, &opened, answer.value)?;
    let probed = Probed {
        answer,
        best,
        verdicts,
    };
    if args.json {
        let report = Report::new(&board, &opened, &probed);
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        print(&board, &opened, &probed, out)?;
    }
    Ok(Outcome::Done)
}

impl Report {
    fn new(board: &Board, opened: &Opened, probed: &Probed) -> Self {
        let (answer, best) = (&probed.answer, probed.best.as_ref());
        let letter = |pit| move_letter(board.side(), pit);
        let moves = answer.moves.iter().map(|rated| MoveReport {
            letter: letter(rated.played.pit),
            captured: rated.played.captured,
            conceded: rated.played.conceded,
            value: rated.value,
            conversion: rated.conversion,
            position: board.after(&rated.played).to_string(),
        });
        Self {
            position: board.to_string(),
            rules: opened.tables.rules().name,
            kind: opened.tables.kind().name(),
            endless: opened.tables.endless().name(),
            layer: answer.position.seeds(),
            source: source_name(answer.source),
            value: answer.value,
            best: answer
                .keeping()
                .map(|rated| letter(rated.played.pit))
                .collect(),
            play: best.map(|best| letter(best.played.pit)),
            conversion: best.and_then(|best| best.conversion.plies()),
            conversion_source: best.map(|best| best::source(best.conversion)),
            moves: moves.collect(),
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
    let answer = &probed.answer;
    let (side, seeds) = (board.side(), answer.position.seeds());
    let heading = opened.heading(answer.source, seeds);
    write!(out, "{heading}\n\n{}\n", board::draw(board))?;
    match &answer.settlement {
        Some(left) => writeln!(out, "{}.", words::settlement(side, left))?,
        None => writeln!(out, "{}.", words::value(side, answer.value, seeds))?,
    }
    if let Some(stores) = board.stores() {
        let result = words::result(stores, side, answer.value, seeds);
        let reading = match answer.settlement {
            Some(_) => "",
            None if result.contains(".5") => " if what is left is shared evenly",
            None => ", endless play counting even",
        };
        writeln!(out, "{result}{reading}.")?;
    }
    let Some(best) = &probed.best else {
        probed.verdicts.print(opened, out)?;
        return Ok(());
    };
    let letter = move_letter(side, best.played.pit);
    writeln!(out, "{}.", best::sentence(letter, best, seeds))?;
    probed.verdicts.print(opened, out)?;
    print_moves(side, answer, best, out)
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
        let value = words::signed(rated.value);
        let is_best = rated.played.pit == best.played.pit;
        // The search knows the way of the best move only.
        let plies = rated
            .conversion
            .or(best.conversion.plies().filter(|_| is_best));
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
