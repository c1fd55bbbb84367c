//! `grenier ba-awa line`: how play continues when both sides play best.

use std::io::Write;

use grenier_answer::sentences;
use grenier_baawa::{LineAnswer, LineEnd, PlyAnswer, draw};

use super::game::{heading, parse, seeds};
use super::tables::TablesChoice;
use crate::machine;
use crate::options::threads::pool;
use crate::outcome::Outcome;
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::table::Table;

/// Show a line of best play to its end
///
/// Every move is a best one. Up to 16 seeds, best moves alone could go in circles:
/// there the line takes the shortest way to a capture or to the end of the game. If
/// there is none, play is endless and the seeds left are shared evenly.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier ba-awa line 0-1-2-0-0-3-1-0-2-0-1-2\n  grenier ba-awa line --json 0-1-2-0-0-3-1-0-2-0-1-2-16-20-S"
)]
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
    let answer = LineAnswer::new(&opened.tables, &moment);
    if args.json {
        emit(&answer, out)?;
        return Ok(Outcome::Done);
    }
    let game = &answer.game;
    write!(out, "{}\n\n{}\n", heading(game), draw(game, &moment))?;
    if !answer.plies.is_empty() {
        let value = sentences::value(moment.side(), answer.value, answer.layer);
        write!(out, "{value}.\n\n")?;
    }
    print(&answer.plies, answer.end, out)?;
    Ok(Outcome::Done)
}

/// The moves of a line, and how it ends.
pub(crate) fn print(plies: &[PlyAnswer], end: LineEnd, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = Table::new([" ply", "<move", "takes", "gives", "<position after"]);
    for ply in plies {
        table.row([
            ply.ply.to_string(),
            format!("{} {:4}", ply.position.side().other(), ply.name),
            seeds(ply.captured),
            seeds(ply.conceded),
            ply.position.to_string(),
        ]);
    }
    if !plies.is_empty() {
        table.print(out)?;
    }
    let end = match end {
        LineEnd::Over(over) => over.to_string(),
        LineEnd::Endless => {
            "Best play has no end from here: what is left is split evenly".to_owned()
        }
    };
    writeln!(out, "\n{end}.")?;
    Ok(())
}
