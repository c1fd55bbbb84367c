//! `grenier ba-awa probe`: what a position is worth, and every move.

use std::io::Write;

use grenier_baawa::{After, Game, Settlement};
use grenier_baawa::{Rated, Search};
use serde::Serialize;

use super::board::Moment;
use super::game::{end_name, heading, letter, settlement, side_name, taken};
use super::tables::{Tables, TablesChoice, tables};
use crate::machine;
use crate::options::threads::pool;
use crate::outcome::Outcome;
use crate::output::board::PositionArg;
use crate::output::json::emit;
use crate::output::words;

/// Say what a position of Ba-awa is worth, and every move with its value
///
/// A position is 12 pits counter-clockwise from South's leftmost, joined by
/// dashes, with South to move; or the same with South's store, North's store and
/// the side to move (S or N). Values are net seeds from here on, from the view of
/// the player to move. Layers that the tables do not have are solved up to 16
/// seeds, in seconds, and searched above.
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

#[derive(Serialize)]
struct Report {
    position: String,
    side: &'static str,
    rules: &'static str,
    owns: u8,
    starter: &'static str,
    kind: &'static str,
    endless: &'static str,
    layer: u32,
    source: &'static str,
    value: i8,
    best: Vec<String>,
    moves: Vec<MoveReport>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    letter: String,
    captured: u8,
    conceded: u8,
    end: Option<&'static str>,
    value: i8,
    position: String,
}

/// A position and what is known of it.
struct Answer {
    game: Game,
    moment: Moment,
    layer: u32,
    over: Option<Settlement>,
    value: i8,
    /// Best first, then by rising pit.
    moves: Vec<Rated>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let (moment, position) = Moment::parse(&args.position.text)?;
    let pool = pool(machine::threads(None))?;
    let Some(tables) = tables(&args.choice, &pool)? else {
        return Ok(Outcome::Stopped);
    };
    let mut search = Search::new(&tables.layers);
    let mut moves = search.rated(&position);
    moves.sort_by_key(|rated| std::cmp::Reverse(rated.value));
    let game = *tables.layers.game();
    let answer = Answer {
        game,
        moment,
        layer: position.seeds(),
        over: game.settlement(&position),
        value: search.value(&position),
        moves,
    };
    if args.json {
        let report = answer.report(&tables);
        emit(&report, out)?;
    } else {
        answer.print(&tables, out)?;
    }
    Ok(Outcome::Done)
}

impl Answer {
    fn best(&self) -> impl Iterator<Item = &Rated> {
        self.moves.iter().filter(|rated| rated.value == self.value)
    }

    fn report(&self, tables: &Tables) -> Report {
        let (game, side) = (&self.game, self.moment.side);
        let moves = self.moves.iter().map(|rated| {
            let [captured, conceded] = taken(&rated.played, side);
            MoveReport {
                letter: letter(game, &rated.played),
                captured,
                conceded,
                end: match rated.played.after {
                    After::Position(_) => None,
                    After::Over(settlement) => Some(end_name(settlement.end)),
                },
                value: rated.value,
                position: self.moment.after(&rated.played).text(),
            }
        });
        Report {
            position: self.moment.text(),
            side: side_name(side),
            rules: game.rules().name(),
            owns: game.owns(),
            starter: side_name(game.starter()),
            kind: "score",
            endless: "even",
            layer: self.layer,
            source: tables.source(self.layer),
            value: self.value,
            best: self
                .best()
                .map(|rated| letter(game, &rated.played))
                .collect(),
            moves: moves.collect(),
        }
    }

    fn print(&self, tables: &Tables, out: &mut impl Write) -> anyhow::Result<()> {
        let (game, side) = (&self.game, self.moment.side);
        write!(out, "{}", heading(game))?;
        if let Some(dir) = &tables.dir {
            write!(out, ", from {}", dir.display())?;
        }
        write!(out, "\n\n{}\n", self.moment.draw(game))?;
        match self.over {
            Some(over) => writeln!(out, "{}.", settlement(over.end, over.takes))?,
            None => writeln!(out, "{}.", words::value(side, self.value, self.layer))?,
        }
        if let Some(stores) = self.moment.stores {
            let result = words::result(stores, side, self.value);
            writeln!(out, "{result}.")?;
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nmove  takes  gives  value")?;
        for rated in &self.moves {
            let [takes, gives] = taken(&rated.played, side).map(|seeds| match seeds {
                0 => String::new(),
                seeds => seeds.to_string(),
            });
            let letter = letter(game, &rated.played);
            let value = words::signed(rated.value);
            let best = if rated.value == self.value {
                "  best"
            } else {
                ""
            };
            let over = match rated.played.after {
                After::Position(_) => "",
                After::Over(_) => "  ends the game",
            };
            writeln!(out, "{letter:>4}{takes:>7}{gives:>7}{value:>7}{best}{over}")?;
        }
        Ok(())
    }
}
