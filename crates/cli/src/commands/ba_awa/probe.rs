//! `grenier ba-awa probe`: what a position is worth, and every move.

use std::io::Write;

use grenier_answer::sentences;
use grenier_baawa::{PositionAnswer, draw};

use super::game::{heading, parse, seeds};
use super::tables::{Opened, TablesChoice};
use crate::machine;
use crate::options::threads::pool;
use crate::outcome::Outcome;
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::table::Table;

/// Show the value of a position, and of each of its moves
///
/// A position is 12 pits counter-clockwise from South's leftmost, joined by
/// dashes, with South to move. You may add South's store, North's store and the side
/// to move (S or N). Values are net seeds from here on, from the view of the player
/// to move. Without tables, layers up to 16 seeds are solved if the position needs
/// them, in seconds; above, it is searched.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
                        grenier ba-awa probe 0-1-2-0-0-3-1-0-2-0-1-2\n  \
                        grenier ba-awa probe --owns 7 0-1-2-0-0-3-1-0-2-0-1-2-12-24-N")]
pub(crate) struct Args {
    #[command(flatten)]
    choice: TablesChoice,
    #[command(flatten)]
    position: PositionArg,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let moment = parse(&args.position.text)?;
    let mut opened = args.choice.open()?;
    opened.solve_for(&moment, &pool(machine::threads(None))?)?;
    let answer = PositionAnswer::new(&opened.tables, &moment);
    if args.json {
        emit(&answer, out)?;
    } else {
        print(&answer, &opened, out)?;
    }
    Ok(Outcome::Done)
}

fn print(answer: &PositionAnswer, opened: &Opened, out: &mut impl Write) -> anyhow::Result<()> {
    let (game, moment) = (&answer.game, &answer.position);
    write!(out, "{}", heading(game))?;
    if let Some(dir) = &opened.dir {
        write!(out, ", from {}", dir.display())?;
    }
    write!(out, "\n\n{}\n", draw(game, moment))?;
    match game.settlement(moment.position()) {
        Some(over) => writeln!(out, "{over}.")?,
        None => writeln!(
            out,
            "{}.",
            sentences::value(answer.side, answer.value, answer.layer)
        )?,
    }
    if let Some(stores) = moment.stores() {
        writeln!(
            out,
            "{}.",
            sentences::result(stores, answer.side, answer.value)
        )?;
    }
    if answer.moves.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(["move", "takes", "gives", "value", "<"]);
    for played in &answer.moves {
        let best = (played.value == answer.value).then_some("best");
        let ends = played.end.map(|_| "ends the game");
        let notes: Vec<&str> = best.into_iter().chain(ends).collect();
        table.row([
            played.name.clone(),
            seeds(played.captured),
            seeds(played.conceded),
            played.value.to_string(),
            notes.join("  "),
        ]);
    }
    writeln!(out)?;
    Ok(table.print(out)?)
}
