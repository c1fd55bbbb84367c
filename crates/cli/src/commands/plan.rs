//! `grenier plan`: what a build will cost.

use std::io::Write;

use grenier_rules::RuleSet;
use grenier_solve::{
    Calibration, DISK_RATE, DISTANCE_FACTOR, LOW_MEMORY_FACTOR, LayerPlan, Memory, Plan,
    THREAD_EFFICIENCY,
};
use grenier_table::Kind;
use serde::Serialize;

use crate::machine;
use crate::options::memory::{Budget, Limit};
use crate::options::number::number;
use crate::options::rules::{check_kind, kind_parser, rules_parser};
use crate::options::{memory, number};
use crate::outcome::Outcome;
use crate::output::json::emit;
use crate::output::table::Table;
use crate::output::words;

/// Estimate what a build of all layers up to N seeds will cost
///
/// Computes positions, disk space and memory. Estimates the time: it solves the
/// layers up to 16 seeds on this machine, which takes a second or two, and states
/// its assumptions. Writes nothing.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grenier plan --seeds 24\n  \
                        grenier plan --rules oware --seeds 48 --threads 64 --memory 384G")]
pub(crate) struct Args {
    /// Rule set
    #[arg(long, value_name = "NAME", default_value = "awale", value_parser = rules_parser())]
    rules: &'static RuleSet,
    /// Kind of tables
    #[arg(long, value_name = "KIND", default_value = "score", value_parser = kind_parser())]
    values: Kind,
    /// Include distance tables beside the scores
    #[arg(long, alias = "depth")]
    distances: bool,
    /// Seeds of the largest layer, 0 to 48
    #[arg(long, value_name = "N", value_parser = number(0..=48_u32),
          allow_negative_numbers = true)]
    seeds: u32,
    /// Memory limit of the build, like 8G, 16GiB or 500M [default: the memory
    /// available on this machine]
    #[arg(long, value_name = "LIMIT", allow_negative_numbers = true)]
    memory: Option<Limit>,
    /// Threads, 1 to 256 [default: one per processor of this machine]
    #[arg(long, value_name = "N", value_parser = number::threads)]
    threads: Option<u16>,
    /// Print JSON (see docs/json.md)
    #[arg(long)]
    json: bool,
}

/// A plan and what it was made for.
struct Planned {
    rules: &'static str,
    /// The kinds that are built.
    kinds: Vec<Kind>,
    threads: usize,
    budget: Budget,
    /// The mode that fits, if one does.
    mode: Option<Memory>,
    calibration: Calibration,
    plan: Plan,
}

#[derive(Serialize)]
struct Report {
    rules: &'static str,
    kind: &'static str,
    distances: bool,
    seeds: u32,
    threads: usize,
    memory_limit_bytes: Option<u64>,
    memory_mode: Option<&'static str>,
    positions: u64,
    disk_bytes: u64,
    memory_bytes: u64,
    low_memory_bytes: u64,
    seconds: f64,
    layers: Vec<LayerCost>,
}

#[derive(Serialize)]
struct LayerCost {
    layer: u32,
    positions: u64,
    disk_bytes: u64,
    memory_bytes: u64,
    low_memory_bytes: u64,
    seconds: f64,
}

/// Bytes of memory that [`Calibration::measure`] takes: 60 MB measured.
const TIMING_BYTES: u64 = 64 << 20;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    check_kind(args.rules, args.values)?;
    let threads = machine::threads(args.threads);
    let budget = Budget::new(args.memory);
    let kinds = crate::commands::build::kinds(args.values, args.distances)?;
    machine::check_room("timing this machine", TIMING_BYTES)?;
    let calibration = Calibration::measure(args.values, args.rules)?;
    let planned = Planned::new(args.rules, kinds, args.seeds, threads, budget, calibration);
    if args.json {
        emit(&planned.report(), out)?;
    } else {
        planned.print(out)?;
    }
    Ok(Outcome::Done)
}

impl Planned {
    fn new(
        rules: &RuleSet,
        kinds: Vec<Kind>,
        seeds: u32,
        threads: usize,
        budget: Budget,
        calibration: Calibration,
    ) -> Self {
        let mode = budget.mode(&kinds, seeds, threads);
        let memory = mode.unwrap_or(Memory::Low);
        let mut plan = Plan::of(kinds[0], seeds, memory, threads, &calibration);
        if kinds.contains(&Kind::Distance) {
            plan = plan.with_distances(memory, threads, &calibration);
        }
        Self {
            rules: rules.name,
            kinds,
            threads,
            budget,
            mode,
            calibration,
            plan,
        }
    }

    fn seeds(&self) -> u32 {
        self.plan.layers.len() as u32 - 1
    }

    /// Bytes that a layer needs in a mode.
    fn needs(&self, seeds: u32, mode: Memory) -> u64 {
        memory::needed(&self.kinds, seeds, mode, self.threads)
    }

    fn report(&self) -> Report {
        let layers = self.plan.layers.iter().map(|layer| LayerCost {
            layer: layer.seeds,
            positions: layer.positions,
            disk_bytes: layer.disk,
            memory_bytes: self.needs(layer.seeds, Memory::Normal),
            low_memory_bytes: self.needs(layer.seeds, Memory::Low),
            seconds: layer.seconds,
        });
        Report {
            rules: self.rules,
            kind: self.kinds[0].name(),
            distances: self.kinds.contains(&Kind::Distance),
            seeds: self.seeds(),
            threads: self.threads,
            memory_limit_bytes: self.budget.bytes(),
            memory_mode: self.mode.map(memory::name),
            positions: self.plan.positions(),
            disk_bytes: self.plan.disk(),
            memory_bytes: self.needs(self.seeds(), Memory::Normal),
            low_memory_bytes: self.needs(self.seeds(), Memory::Low),
            seconds: self.plan.seconds(),
            layers: layers.collect(),
        }
    }

    fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let mode = match self.mode {
            Some(mode) => format!(", {} memory mode", memory::name(mode)),
            None => ": fits in neither memory mode; figures of low-memory mode".to_owned(),
        };
        let (seeds, threads) = (self.seeds(), words::threads(self.threads));
        writeln!(
            out,
            "{}, layers 0 to {seeds}, {threads}{mode}\n",
            self.rules
        )?;
        let mut table = Table::new(["layer", "positions", "disk", "memory", "time"]);
        for layer in &self.plan.layers {
            table.row(cells(layer.seeds.to_string(), layer));
        }
        let all = LayerPlan {
            seeds,
            positions: self.plan.positions(),
            disk: self.plan.disk(),
            memory: self.plan.memory(),
            seconds: self.plan.seconds(),
        };
        table.row(cells("all".to_owned(), &all));
        table.print(out)?;
        writeln!(out, "\n{}\n{}", self.verdict(), self.assumptions())?;
        Ok(())
    }

    /// Which mode fits.
    fn verdict(&self) -> String {
        let needs = |mode| words::bytes(self.needs(self.seeds(), mode));
        let (normal, low) = (needs(Memory::Normal), needs(Memory::Low));
        let fits = match (self.mode, self.budget) {
            (_, Budget::Unknown) => "say --memory to see which fits",
            (Some(Memory::Normal), _) => "normal mode fits",
            (Some(Memory::Low), _) => "only low-memory mode fits",
            (None, _) => "NEITHER FITS",
        };
        format!(
            "Memory: layer {} needs {normal} in normal mode, {low} in low-memory mode; {}: {fits}.",
            self.seeds(),
            self.budget
        )
    }

    fn assumptions(&self) -> String {
        let nanoseconds = self.calibration.nanoseconds_per_move;
        let rate = DISK_RATE / 1e6;
        let slow = match self.mode {
            Some(Memory::Normal) => String::new(),
            _ => format!(" low-memory mode takes {LOW_MEMORY_FACTOR} times as long,"),
        };
        let distances = if self.kinds.contains(&Kind::Distance) {
            format!(" distances take {DISTANCE_FACTOR} times as long as scores,")
        } else {
            String::new()
        };
        format!(
            "Time: {nanoseconds:.1} ns per position and move measured here on one thread;{slow}{distances} \
             each further thread\nadds {THREAD_EFFICIENCY} of the first's speed, which takes \
             memory bandwidth to match; the disk takes {rate} MB/s."
        )
    }
}

/// The cells of a row of the table.
fn cells(name: String, cost: &LayerPlan) -> [String; 5] {
    [
        name,
        words::count(cost.positions),
        words::bytes(cost.disk),
        words::bytes(cost.memory),
        words::duration(cost.seconds),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use insta::assert_snapshot;

    fn planned(seeds: u32, threads: usize, budget: Budget) -> Planned {
        let calibration = Calibration {
            nanoseconds_per_move: 10.0,
            nanoseconds_to_hash: 1.0,
        };
        let kinds = vec![Kind::Score];
        Planned::new(&RuleSet::OWARE, kinds, seeds, threads, budget, calibration)
    }

    fn printed(planned: &Planned) -> String {
        let mut out = Vec::new();
        planned.print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_table_with_totals() {
        let plan = planned(4, 2, Budget::Given(8 << 30));
        // Times are fitted to measurements; the other columns are not.
        let text = printed(&plan);
        let cut = |line: &str| {
            line.rsplit_once("  ")
                .map_or(line, |(cut, _)| cut)
                .trim_end()
                .to_owned()
        };
        let table: Vec<_> = text.lines().take(9).map(cut).collect();
        assert_snapshot!(table.join("\n"), @r"
        oware, layers 0 to 4, 2 threads, normal memory mode

        layer  positions      disk    memory
            0          1      65 B  16.5 MiB
            1         12      76 B  16.5 MiB
            2         78     142 B  16.5 MiB
            3        364     428 B  16.5 MiB
            4      1,365  1.40 KiB  16.5 MiB
          all      1,820  2.09 KiB  16.5 MiB
        ");
    }

    #[test]
    fn a_server_for_48_seeds() {
        let plan = planned(48, 64, Budget::Given(384 << 30));
        assert_snapshot!(plan.verdict(), @"Memory: layer 48 needs 394 GiB in normal mode, 206 GiB in low-memory mode; --memory allows 384 GiB: only low-memory mode fits.");
        assert_eq!(plan.mode, Some(Memory::Low));
        let report = plan.report();
        assert_eq!(report.memory_mode, Some("low"));
        assert_eq!(report.layers.len(), 49);
        assert_eq!(report.layers[48].positions, 203_648_015_935);
        assert!(plan.assumptions().contains("low-memory mode takes"));
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let plan = planned(32, 2, Budget::Available(4 << 30));
        assert_snapshot!(plan.verdict(), @"Memory: layer 32 needs 9.44 GiB in normal mode, 5.17 GiB in low-memory mode; 4.00 GiB are available on this machine: NEITHER FITS.");
        assert_eq!(plan.report().memory_mode, None);
        assert_eq!(
            printed(&plan).lines().next(),
            Some(
                "oware, layers 0 to 32, 2 threads: fits in neither memory mode; figures of low-memory mode"
            )
        );
        assert!(
            planned(24, 1, Budget::Unknown)
                .verdict()
                .contains("say --memory")
        );
    }
}
