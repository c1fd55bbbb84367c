//! The best moves now, in words.

use std::io::Write;

use grenier_answer::{Advice, Assessment, LineMove, Oracle, Report, draw, line_moves, sentences};
use grenier_rules::{Board, MAX_SEEDS};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output::table::Table;
use crate::output::{progress, source, words, worth};

/// Plies of an expected line that are shown.
const SHOWN_PLIES: usize = 10;

pub(crate) fn print(advice: &Advice, oracle: &Oracle, out: &mut impl Write) -> anyhow::Result<()> {
    print_worth(advice, oracle, out)?;
    print_moves(advice, out)
}

/// The board, what it is worth, and the best move.
pub(crate) fn print_worth(
    advice: &Advice,
    oracle: &Oracle,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (position, side) = (&advice.position, advice.position.side());
    let heading = source::advice_heading(oracle, advice);
    write!(out, "{heading}\n\n{}\n", draw(position))?;
    match &advice.settlement {
        Some(left) => writeln!(out, "{}.", sentences::settlement(side, left))?,
        None => writeln!(out, "{}.", value(advice))?,
    }
    if let Some(stores) = position.stores() {
        writeln!(out, "{}.", game(advice, stores))?;
    }
    let Some(letter) = advice.play else {
        return Ok(());
    };
    let sentence = match (advice.distance_source, advice.worth.value) {
        (Some(source), Some(value)) => {
            sentences::best_move(letter, value, advice.distance, source, advice.layer)
        }
        _ => format!("Best is {letter}"),
    };
    writeln!(out, "{sentence}.")?;
    Ok(())
}

/// The best moves, and what it took to find them.
pub(crate) fn print_moves(advice: &Advice, out: &mut impl Write) -> anyhow::Result<()> {
    if advice.moves.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(["move", "takes", "<worth", "<expected line"]);
    for rated in &advice.moves {
        table.row([
            rated.answer.letter.to_string(),
            takes(rated.answer.captured),
            rated.worth.to_string(),
            line(&rated.line),
        ]);
    }
    writeln!(out)?;
    table.print(out)?;
    if let Some(effort) = &advice.effort {
        writeln!(out, "\nSearched: {}.", worth::effort(effort))?;
    }
    Ok(())
}

/// One line on the other way to count endless play, where the rule sheet has that.
pub(crate) fn print_other_endless(
    advice: &Advice,
    oracle: &Oracle,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    if oracle.rules().endless != advice.endless && !advice.moves.is_empty() {
        writeln!(
            out,
            "\n{} leaves each player their own side when play repeats: --endless own-side counts \
             it so.",
            advice.rules
        )?;
    }
    Ok(())
}

/// What the position is worth, without the full stop.
fn value(advice: &Advice) -> String {
    let (side, seeds) = (advice.position.side(), advice.layer);
    if let Some(value) = advice.worth.value {
        return sentences::value(side, value, seeds);
    }
    let left = words::counted(seeds.into(), "seed", "seeds");
    let worth = advice.worth.to_string();
    format!("Of the {left} on the board {side} nets {worth}")
}

/// What that means for the game, without the full stop.
fn game(advice: &Advice, stores: [u8; 2]) -> String {
    let (side, worth) = (advice.position.side(), &advice.worth);
    if let Some(value) = worth.value {
        let endless = advice.settlement.is_none().then_some(advice.endless);
        return sentences::result_by(stores, side, value, endless);
    }
    let least = |net: i32| sentences::halved(MAX_SEEDS as i32 + net);
    let ahead = i32::from(advice.position.ahead().unwrap_or(0));
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

/// The seeds that a move captures, in a column.
pub(crate) fn takes(captured: u8) -> String {
    match captured {
        0 => String::new(),
        captured => captured.to_string(),
    }
}

/// The first moves of a line with their captures: `C f+2 A`.
pub(crate) fn line(line: &[LineMove]) -> String {
    let mut shown: Vec<String> = line
        .iter()
        .take(SHOWN_PLIES)
        .map(ToString::to_string)
        .collect();
    if line.len() > SHOWN_PLIES {
        shown.push("...".to_owned());
    }
    shown.join(" ")
}

/// How far a search is.
fn step(board: &Board, report: &Report) -> String {
    let best = report.moves.first().map_or_else(String::new, |best| {
        let worth = Assessment::new(&best.worth, board.position().seeds());
        let line = line(&line_moves(board.side(), &best.line));
        format!("{worth}: {line}")
    });
    let nodes = words::rounded(report.effort.nodes, "node", "nodes");
    format!("depth {}, {best}, {nodes}", report.depth)
}

/// Does something that may take long, with a line on a terminal that shows how far
/// it is.
pub(crate) fn with_spinner<T>(board: &Board, work: impl FnOnce(&mut dyn FnMut(&Report)) -> T) -> T {
    let bar = spinner();
    let done = work(&mut |report| bar.set_message(step(board, report)));
    bar.finish_and_clear();
    done
}

/// One line on a terminal, nothing elsewhere.
pub(crate) fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed} {wide_msg}");
    let bar = ProgressBar::new_spinner();
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    progress::tick(&bar);
    bar
}
