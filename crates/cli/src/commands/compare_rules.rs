//! `grenier compare-rules`: how much the choice of rules is worth.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use grenier_answer::{Difference, RuleComparison, RulePair, Scored, compare_rules};
use grenier_index::layer_size;
use grenier_rules::RuleSet;
use grenier_solve::{Engine, Event, Memory, Observer, SolveError, Values, memory_needed};
use grenier_table::{Kind, LayerFile, TableDir};

use crate::options::memory::Budget;
use crate::options::number::number;
use crate::options::threads::Threads;
use crate::outcome::{Outcome, complain};
use crate::output::json::emit;
use crate::output::progress::{Progress, Watch};
use crate::output::table::Table;
use crate::output::words;

/// Compare positions under several rule sets
///
/// Compares all positions of up to N seeds, for each two rule sets: in how many the
/// score differs, another side is ahead, or other moves are best (the set of moves
/// that keep the score; a game that is over has none), by how many net seeds scores
/// differ on average, and where most. A rule set is solved in memory, one byte per
/// position; a directory of tables is read instead.
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
        print(&report, out)?;
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

fn compare(sets: &[Set], seeds: u32, observer: &dyn Observer) -> anyhow::Result<RuleComparison> {
    let scores = sets.iter().map(|set| set.scores(seeds, observer));
    let scores: Vec<Vec<Scores>> = scores.collect::<Result<_, _>>()?;
    let scored = sets.iter().zip(&scores).map(|(set, layers)| Scored {
        rules: set.rules(),
        layers: layers.iter().map(Scores::as_ref).collect(),
    });
    let scored: Vec<Scored<'_>> = scored.collect();
    let compared = compare_rules(&scored, seeds, &|| observer.stopped());
    Ok(compared.ok_or(SolveError::Stopped)?)
}

fn print(compared: &RuleComparison, out: &mut impl Write) -> anyhow::Result<()> {
    for (number, pair) in compared.pairs.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let [one, other] = pair.rules;
        writeln!(out, "{one} and {other}: positions that differ\n")?;
        let mut table = Table::new([
            "layer",
            "positions",
            "value",
            "who is ahead",
            "best moves",
            "net, mean",
            "largest",
        ]);
        let mut all = Difference::default();
        for row in &pair.layers {
            table.row(cells(row.layer.to_string(), &row.difference));
            all = all.and(row.difference);
        }
        table.row(cells("all".to_owned(), &all));
        table.print(out)?;
        print_example(pair, all.largest, out)?;
    }
    Ok(())
}

fn cells(name: String, difference: &Difference) -> [String; 7] {
    let positions = difference.positions as f64;
    let share = |part: u64| format!("{:.2} %", 100.0 * part as f64 / positions);
    [
        name,
        words::count(difference.positions),
        share(difference.values),
        share(difference.winners),
        share(difference.best),
        format!("{:.4}", difference.sum as f64 / positions),
        difference.largest.to_string(),
    ]
}

/// The first position with the largest difference.
fn print_example(pair: &RulePair, largest: u8, out: &mut impl Write) -> anyhow::Result<()> {
    let mut rows = pair.layers.iter();
    let row = rows.find(|row| row.difference.largest == largest);
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
        format!("{} under {} ({best})", example.values[set], pair.rules[set])
    };
    let seeds = words::counted(largest.into(), "net seed", "net seeds");
    let position = example.position;
    writeln!(
        out,
        "\nMost, {seeds}, in {position}: {}, {}.",
        under(0),
        under(1)
    )?;
    Ok(())
}
