//! `grenier compare-rules`: how much the choice of rules is worth.

mod differences;

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use grenier_index::{Layer, layer_size};
use grenier_rules::{Board, RuleSet, SIDE, Side, move_letter};
use grenier_solve::{Engine, Event, Memory, Observer, SolveError, Values, memory_needed};
use grenier_table::{Kind, LayerFile, TableDir};
use serde::Serialize;

use crate::commands::compare_rules::differences::{Difference, Scored, layer_differences, pairs};
use crate::options::memory::Budget;
use crate::options::number::number;
use crate::options::threads::Threads;
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::words;

/// Say how positions differ under several rule sets
///
/// Compares all positions of up to N seeds, for each two rule sets: in how many
/// the score is another, another side is ahead, or other moves are best (the set
/// of moves that keep the score; a game that is over has none), by how many net
/// seeds scores differ in the mean, and where most. A rule set is solved in memory, one byte per position; a
/// directory of tables is read instead.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier compare-rules --seeds 8 awale oware\n  \
                        grenier compare-rules --seeds 6 oware oware-slam-all oware-slam-rest --json"
)]
pub(crate) struct Args {
    /// Rule sets (see `grenier rules`), or directories of their score tables
    #[arg(value_name = "RULES", required = true, num_args = 2..)]
    sets: Vec<String>,
    /// Seeds of the largest layer, 0 to 48
    #[arg(long, value_name = "N", value_parser = number(0..=48_u32),
          allow_negative_numbers = true)]
    seeds: u32,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

/// Where scores come from.
enum Set {
    Solve(&'static RuleSet),
    Read(Box<TableDir>),
}

/// The scores of a layer.
enum Scores {
    Solved(Values),
    File(LayerFile),
}

impl AsRef<[i8]> for Scores {
    fn as_ref(&self) -> &[i8] {
        match self {
            Self::Solved(values) => values,
            Self::File(file) => file.values(),
        }
    }
}

#[derive(Serialize)]
struct Report {
    seeds: u32,
    pairs: Vec<Pair>,
}

#[derive(Serialize)]
struct Pair {
    rules: [&'static str; 2],
    layers: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    layer: u32,
    positions: u64,
    values: u64,
    winners: u64,
    best: u64,
    sum: u64,
    largest: u8,
    /// None when no score differs.
    example: Option<Example>,
}

/// A position with the largest difference, under both rule sets.
#[derive(Serialize)]
struct Example {
    position: String,
    values: [i8; 2],
    best: [Vec<char>; 2],
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let sets = args.sets.iter().map(|name| Set::named(name));
    let sets: Vec<Set> = sets.collect::<Result<_, _>>()?;
    let threads = args.threads.number();
    check_memory(&sets, args.seeds, threads)?;
    let pool = args.threads.pool()?;
    let progress = Progress::new(Watch::start()?);
    let compared = pool.install(|| compare(&sets, args.seeds, &progress));
    progress.clear();
    let report = match compared {
        Ok(report) => report,
        Err(error) if matches!(error.downcast_ref(), Some(SolveError::Stopped)) => {
            complain("interrupted");
            return Ok(Outcome::Stopped);
        }
        Err(error) => return Err(error),
    };
    if args.json {
        emit(&report, out)?;
    } else {
        report.print(out)?;
    }
    Ok(Outcome::Done)
}

impl Set {
    fn named(name: &str) -> anyhow::Result<Self> {
        if let Some(rules) = RuleSet::named(name) {
            return Ok(Self::Solve(rules));
        }
        if !Path::new(name).is_dir() {
            bail!(
                "{name:?} is neither a rule set nor a directory of tables; \
                 `grenier rules` lists the rule sets"
            );
        }
        let dir = TableDir::open(Path::new(name))?;
        Ok(Self::Read(Box::new(dir)))
    }

    fn rules(&self) -> &'static RuleSet {
        match self {
            Self::Solve(rules) => rules,
            Self::Read(dir) => dir.rules(),
        }
    }

    /// Scores of the layers to `seeds`.
    fn scores(&self, seeds: u32, observer: &dyn Observer) -> anyhow::Result<Vec<Scores>> {
        let mut layers = Vec::new();
        match self {
            Self::Read(dir) => {
                for seeds in 0..=seeds {
                    let file = dir.open_layer(dir.kind(), seeds)?;
                    file.check_payload()?;
                    layers.push(Scores::File(file));
                }
            }
            Self::Solve(rules) => {
                let mut engine = Engine::new(**rules);
                for seeds in 0..=seeds {
                    let positions = layer_size(seeds);
                    observer.event(Event::LayerStarted { seeds, positions });
                    let lower: Vec<&[i8]> = layers.iter().map(Scores::as_ref).collect();
                    layers.push(Scores::Solved(engine.solve(&lower, observer)?));
                }
            }
        }
        Ok(layers)
    }
}

/// Refuses what does not fit into the memory: all layers of the rule sets that
/// are solved, and what solving the last one takes besides.
fn check_memory(sets: &[Set], seeds: u32, threads: usize) -> anyhow::Result<()> {
    let solved = sets
        .iter()
        .filter(|set| matches!(set, Set::Solve(_)))
        .count() as u64;
    if solved == 0 {
        return Ok(());
    }
    let layers: u64 = (0..=seeds).map(layer_size).sum();
    let needed = solved * layers + memory_needed(Kind::Score, seeds, Memory::Normal, threads);
    let budget = Budget::new(None);
    if budget.bytes().is_some_and(|bytes| needed > bytes) {
        bail!(
            "comparing layers to {seeds} needs {} of memory, but {budget}; build tables and name their directories",
            words::bytes(needed)
        );
    }
    Ok(())
}

fn compare(sets: &[Set], seeds: u32, observer: &dyn Observer) -> anyhow::Result<Report> {
    let scores = sets.iter().map(|set| set.scores(seeds, observer));
    let scores: Vec<Vec<Scores>> = scores.collect::<Result<_, _>>()?;
    let scored = sets.iter().zip(&scores).map(|(set, layers)| Scored {
        rules: set.rules(),
        layers: layers.iter().map(Scores::as_ref).collect(),
    });
    let scored: Vec<Scored<'_>> = scored.collect();
    let index: Vec<Layer> = (0..=seeds).map(Layer::new).collect();
    let pairs = pairs(sets.len());
    let mut reports: Vec<Pair> = pairs
        .iter()
        .map(|pair| Pair {
            rules: pair.map(|set| scored[set].rules.name),
            layers: Vec::new(),
        })
        .collect();
    for seeds in 0..=seeds {
        if observer.stopped() {
            return Err(SolveError::Stopped.into());
        }
        let differences = layer_differences(&scored, &index, seeds as usize);
        for ((report, pair), difference) in reports.iter_mut().zip(&pairs).zip(differences) {
            let example = (difference.largest > 0)
                .then(|| example(pair.map(|set| &scored[set]), &index, seeds, &difference));
            report.layers.push(Row::new(seeds, difference, example));
        }
    }
    Ok(Report {
        seeds,
        pairs: reports,
    })
}

fn example(
    pair: [&Scored<'_>; 2],
    index: &[Layer],
    seeds: u32,
    difference: &Difference,
) -> Example {
    let at = difference.example;
    let position = index[seeds as usize].position(at);
    let position = position.expect("an index of the layer");
    Example {
        position: Board::from_position(&position).to_string(),
        values: pair.map(|set| set.layers[seeds as usize][at as usize]),
        best: pair.map(|set| letters(set.best(index, &position))),
    }
}

/// The letters of a set of pits.
fn letters(pits: u8) -> Vec<char> {
    let has = |pit: &u8| pits >> pit & 1 == 1;
    let pits = (0..SIDE as u8).filter(has);
    pits.map(|pit| move_letter(Side::South, pit)).collect()
}

impl Row {
    fn new(layer: u32, difference: Difference, example: Option<Example>) -> Self {
        Self {
            layer,
            positions: difference.positions,
            values: difference.values,
            winners: difference.winners,
            best: difference.best,
            sum: difference.sum,
            largest: difference.largest,
            example,
        }
    }
}

impl Report {
    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        for (number, pair) in self.pairs.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            pair.print(out)?;
        }
        Ok(())
    }
}

impl Pair {
    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let [one, other] = self.rules;
        writeln!(out, "{one} and {other}: positions that differ\n")?;
        let [positions, value, ahead, best, mean, largest] = [
            "positions",
            "value",
            "who is ahead",
            "best moves",
            "net, mean",
            "largest",
        ];
        writeln!(
            out,
            "layer{positions:>14}{value:>10}{ahead:>14}{best:>12}{mean:>13}{largest:>9}"
        )?;
        for row in &self.layers {
            print_row(out, &row.layer.to_string(), row)?;
        }
        let sum = |part: fn(&Row) -> u64| self.layers.iter().map(part).sum();
        let all = Row {
            layer: 0,
            positions: sum(|row| row.positions),
            values: sum(|row| row.values),
            winners: sum(|row| row.winners),
            best: sum(|row| row.best),
            sum: sum(|row| row.sum),
            largest: self.layers.iter().map(|row| row.largest).max().unwrap_or(0),
            example: None,
        };
        print_row(out, "all", &all)?;
        self.print_example(out, all.largest)
    }

    /// The first position with the largest difference.
    fn print_example(&self, out: &mut impl Write, largest: u8) -> anyhow::Result<()> {
        let row = self.layers.iter().find(|row| row.largest == largest);
        let Some(example) = row.and_then(|row| row.example.as_ref()) else {
            writeln!(out, "\nNo score differs.")?;
            return Ok(());
        };
        let under = |set: usize| {
            let best: String = example.best[set].iter().collect();
            let best = match best.as_str() {
                "" => "the game is over".to_owned(),
                best => format!("best {best}"),
            };
            let value = words::signed(example.values[set]);
            format!("{value} under {} ({best})", self.rules[set])
        };
        let seeds = words::counted(largest.into(), "net seed", "net seeds");
        writeln!(
            out,
            "\nMost, {seeds}, in {}: {}, {}.",
            example.position,
            under(0),
            under(1)
        )?;
        Ok(())
    }
}

fn print_row(out: &mut impl Write, name: &str, row: &Row) -> anyhow::Result<()> {
    let share = |part: u64| format!("{:.2} %", 100.0 * part as f64 / row.positions as f64);
    writeln!(
        out,
        "{name:>5}{:>14}{:>10}{:>14}{:>12}{:>13.4}{:>9}",
        words::count(row.positions),
        share(row.values),
        share(row.winners),
        share(row.best),
        row.sum as f64 / row.positions as f64,
        row.largest
    )?;
    Ok(())
}
