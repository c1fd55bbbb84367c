//! `grenier ba-awa line`: how play goes on when both sides play best.

use std::io::Write;

use grenier_baawa::{Game, Move};
use grenier_baawa::{LineEnd, Search, line};
use grenier_rules::Side;
use serde::Serialize;

use super::board::Moment;
use super::game::{end_name, heading, letter, settlement, side_name, taken};
use super::tables::{TablesChoice, tables};
use crate::machine;
use crate::options::threads::pool;
use crate::outcome::Outcome;
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::words;

/// Show a line of best play to its end
///
/// Every move is a best one. Up to 16 seeds, where best moves alone could go
/// round in circles, the shortest way to a capture or to the end of the game is
/// taken; where there is none play has no end and what is left counts as shared
/// evenly.
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

#[derive(Serialize)]
struct Report {
    position: String,
    rules: &'static str,
    owns: u8,
    starter: &'static str,
    kind: &'static str,
    endless: &'static str,
    layer: u32,
    value: i8,
    plies: Vec<PlyReport>,
    end: &'static str,
}

#[derive(Serialize)]
struct PlyReport {
    ply: usize,
    #[serde(rename = "move")]
    letter: String,
    captured: u8,
    conceded: u8,
    position: String,
}

/// A line with the moments that a player sees.
pub(crate) struct Shown {
    pub(crate) plies: Vec<Ply>,
    pub(crate) end: LineEnd,
}

/// A move, who makes it, and the moment after it.
pub(crate) struct Ply {
    pub(crate) side: Side,
    pub(crate) played: Move,
    pub(crate) after: Moment,
}

impl Shown {
    pub(crate) fn new(first: Moment, (moves, end): (Vec<Move>, LineEnd)) -> Self {
        let mut now = first;
        let ply = |played: Move| {
            let side = now.side;
            now = now.after(&played);
            Ply {
                side,
                played,
                after: now,
            }
        };
        let plies = moves.into_iter().map(ply).collect();
        Self { plies, end }
    }

    /// The moves, one on a line, and how it ends.
    pub(crate) fn print(&self, game: &Game, out: &mut impl Write) -> anyhow::Result<()> {
        if !self.plies.is_empty() {
            writeln!(out, " ply  move        takes  gives  position after")?;
        }
        for (
            at,
            Ply {
                side,
                played,
                after,
            },
        ) in self.plies.iter().enumerate()
        {
            let [takes, gives] = taken(played, *side).map(|seeds| match seeds {
                0 => String::new(),
                seeds => seeds.to_string(),
            });
            let (ply, letter, text) = (at + 1, letter(game, played), after.text());
            writeln!(
                out,
                "{ply:4}  {side} {letter:4}{takes:>7}{gives:>7}  {text}"
            )?;
        }
        writeln!(out)?;
        match self.end {
            LineEnd::Over(over) => writeln!(out, "{}.", settlement(over.end, over.takes))?,
            LineEnd::Endless => {
                writeln!(
                    out,
                    "Best play has no end from here: what is left is split evenly."
                )?;
            }
        }
        Ok(())
    }
}

/// The word for how a line ends, in JSON.
fn line_end(end: LineEnd) -> &'static str {
    match end {
        LineEnd::Over(over) => end_name(over.end),
        LineEnd::Endless => "endless play",
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let (moment, position) = Moment::parse(&args.position.text)?;
    let pool = pool(machine::threads(None))?;
    let Some(tables) = tables(&args.choice, &pool)? else {
        return Ok(Outcome::Stopped);
    };
    let game = *tables.layers.game();
    let mut search = Search::new(&tables.layers);
    let value = search.value(&position);
    let shown = Shown::new(moment, line(&tables.layers, &mut search, &position));
    if args.json {
        let plies = shown.plies.iter().enumerate();
        let plies = plies.map(
            |(
                at,
                Ply {
                    side,
                    played,
                    after,
                },
            )| {
                let [captured, conceded] = taken(played, *side);
                PlyReport {
                    ply: at + 1,
                    letter: letter(&game, played),
                    captured,
                    conceded,
                    position: after.text(),
                }
            },
        );
        let report = Report {
            position: moment.text(),
            rules: game.rules().name(),
            owns: game.owns(),
            starter: side_name(game.starter()),
            kind: "score",
            endless: "even",
            layer: position.seeds(),
            value,
            plies: plies.collect(),
            end: line_end(shown.end),
        };
        emit(&report, out)?;
        return Ok(Outcome::Done);
    }
    write!(out, "{}\n\n{}\n", heading(&game), moment.draw(&game))?;
    if !shown.plies.is_empty() {
        let value = words::value(moment.side, value, position.seeds());
        write!(out, "{value}.\n\n")?;
    }
    shown.print(&game, out)?;
    Ok(Outcome::Done)
}
