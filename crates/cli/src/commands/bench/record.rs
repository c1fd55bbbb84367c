//! The record of a benchmark: what was measured, as text, Markdown and JSON.

use std::io::Write;

use grenier_table::LayerRecord;
use serde::Serialize;

use crate::machine::{self, Machine, PROGRAM, Program};
use crate::output::words;

#[derive(Serialize)]
pub(crate) struct Report {
    pub(crate) rules: &'static str,
    pub(crate) seeds: u32,
    /// UTC, to the second.
    date: String,
    program: Program,
    machine: Machine,
    memory_mode: &'static str,
    pub(crate) build: Vec<Build>,
    pub(crate) probe: Vec<Probe>,
}

/// All layers, built with one number of threads.
#[derive(Serialize)]
pub(crate) struct Build {
    threads: u16,
    #[serde(flatten)]
    all: Cost,
    layers: Vec<LayerTime>,
}

#[derive(Clone, Serialize)]
pub(crate) struct LayerTime {
    layer: u32,
    #[serde(flatten)]
    cost: Cost,
}

/// Times are in seconds; the CPU's are those of all threads. Memory is `None`
/// where the system does not tell.
#[derive(Clone, Serialize)]
struct Cost {
    positions: u64,
    seconds: f64,
    positions_per_second: f64,
    cpu_seconds: f64,
    cpu_ns_per_position: f64,
    /// Mapped tables not included, as seen between two steps.
    peak_memory_bytes: Option<u64>,
    /// Mapped tables included.
    peak_resident_bytes: Option<u64>,
}

#[derive(Serialize)]
pub(crate) struct Probe {
    pub(crate) order: &'static str,
    pub(crate) layer: u32,
    pub(crate) probes: u64,
    pub(crate) seconds: f64,
    pub(crate) probes_per_second: f64,
}

impl Cost {
    fn new(positions: u64, seconds: f64, cpu_seconds: f64, memory: [Option<u64>; 2]) -> Self {
        let [peak_memory_bytes, peak_resident_bytes] = memory;
        Self {
            positions,
            seconds,
            positions_per_second: words::per_second(positions, seconds),
            cpu_seconds,
            cpu_ns_per_position: 1e9 * cpu_seconds / positions as f64,
            peak_memory_bytes,
            peak_resident_bytes,
        }
    }

    /// The cells of a table row.
    fn cells(&self) -> [String; 7] {
        let memory = |bytes: Option<u64>| bytes.map_or_else(|| "-".to_owned(), words::bytes);
        [
            words::count(self.positions),
            format!("{:.2}", self.seconds),
            format!("{:.2}", self.cpu_seconds),
            format!("{:.1}", self.cpu_ns_per_position),
            words::count(self.positions_per_second as u64),
            memory(self.peak_memory_bytes),
            memory(self.peak_resident_bytes),
        ]
    }
}

impl LayerTime {
    /// A layer that has just been built.
    pub(crate) fn new(
        record: &LayerRecord,
        seconds: f64,
        cpu_seconds: f64,
        own_memory: Option<u64>,
    ) -> Self {
        let memory = [own_memory, machine::peak_resident()];
        Self {
            layer: record.layer,
            cost: Cost::new(record.positions, seconds, cpu_seconds, memory),
        }
    }
}

impl Build {
    pub(crate) fn new(threads: u16, layers: Vec<LayerTime>) -> Self {
        let costs = || layers.iter().map(|layer| &layer.cost);
        let all = Cost::new(
            costs().map(|cost| cost.positions).sum(),
            costs().map(|cost| cost.seconds).sum(),
            costs().map(|cost| cost.cpu_seconds).sum(),
            [
                costs().filter_map(|cost| cost.peak_memory_bytes).max(),
                costs().filter_map(|cost| cost.peak_resident_bytes).max(),
            ],
        );
        Self {
            threads,
            all,
            layers,
        }
    }

    /// The rows of this build's table: name and cells.
    fn rows(&self) -> impl Iterator<Item = (String, [String; 7])> {
        let layers = self.layers.iter();
        let layers = layers.map(|layer| (layer.layer.to_string(), layer.cost.cells()));
        layers.chain([("all".to_owned(), self.all.cells())])
    }
}

/// What the cells of a row are.
const COLUMNS: [&str; 7] = [
    "positions",
    "seconds",
    "CPU s",
    "CPU ns/pos",
    "positions/s",
    "memory",
    "resident",
];

impl Report {
    /// A report of this program on this machine, without measurements yet.
    pub(crate) fn new(rules: &'static str, seeds: u32, memory_mode: &'static str) -> Self {
        Self {
            rules,
            seeds,
            date: machine::now(),
            program: PROGRAM,
            machine: Machine::this(),
            memory_mode,
            build: Vec::new(),
            probe: Vec::new(),
        }
    }

    /// When, what, and on what.
    fn setting(&self) -> String {
        let Program {
            version,
            commit,
            compiler,
        } = self.program;
        let memory = self.machine.memory_bytes;
        let memory = memory.map_or_else(|| "unknown".to_owned(), words::bytes);
        format!(
            "{}, grenier {version}, commit {commit}, {compiler}; {}, {} cores, {memory} of memory",
            self.date, self.machine.cpu, self.machine.cores
        )
    }

    fn title(&self) -> String {
        let (rules, seeds, mode) = (self.rules, self.seeds, self.memory_mode);
        format!("{rules}, layers 0 to {seeds}, {mode} memory mode")
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}\n{}", self.title(), self.setting())?;
        for build in &self.build {
            writeln!(out, "\n{}", words::threads(usize::from(build.threads)))?;
            print_row(out, "layer", &COLUMNS)?;
            for (name, cells) in build.rows() {
                print_row(out, &name, &cells)?;
            }
        }
        let (title, rate) = ("probe of layer", "probes/s");
        writeln!(
            out,
            "\n{title}  {:10}{:>13}{:>10}{rate:>16}",
            "order", "probes", "seconds"
        )?;
        for probe in &self.probe {
            writeln!(
                out,
                "{:14}  {:10}{:>13}{:>10.3}{:>16}",
                probe.layer,
                probe.order,
                words::count(probe.probes),
                probe.seconds,
                words::count(probe.probes_per_second as u64)
            )?;
        }
        Ok(())
    }

    pub(crate) fn print_markdown(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "### {}\n\n{}.", self.title(), self.setting())?;
        for build in &self.build {
            let threads = words::threads(usize::from(build.threads));
            writeln!(out, "\n{threads}:\n\n| layer | {} |", COLUMNS.join(" | "))?;
            writeln!(out, "| ---: |{}", " ---: |".repeat(COLUMNS.len()))?;
            for (name, cells) in build.rows() {
                writeln!(out, "| {name} | {} |", cells.join(" | "))?;
            }
        }
        writeln!(
            out,
            "\n| probe of layer | order | probes/s |\n| ---: | --- | ---: |"
        )?;
        for probe in &self.probe {
            let rate = words::count(probe.probes_per_second as u64);
            writeln!(out, "| {} | {} | {rate} |", probe.layer, probe.order)?;
        }
        Ok(())
    }
}

fn print_row(
    out: &mut impl Write,
    name: &str,
    cells: &[impl std::fmt::Display; 7],
) -> anyhow::Result<()> {
    let [
        positions,
        seconds,
        cpu,
        per_position,
        rate,
        memory,
        resident,
    ] = cells;
    writeln!(
        out,
        "{name:>5}{positions:>16}{seconds:>10}{cpu:>10}{per_position:>12}{rate:>14}\
         {memory:>10}{resident:>10}"
    )?;
    Ok(())
}
