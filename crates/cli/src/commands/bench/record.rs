//! The record of a benchmark: what was measured, as text, Markdown and JSON.

use std::io::Write;

use grenier_table::LayerRecord;
use serde::Serialize;

use crate::machine::{self, Machine, PROGRAM, Program};
use crate::output::table::Table;
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
    fn cells(&self, name: String) -> [String; 8] {
        let memory = |bytes: Option<u64>| bytes.map_or_else(|| "-".to_owned(), words::bytes);
        [
            name,
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

    fn table(&self) -> Table {
        let mut table = Table::new([
            "layer",
            "positions",
            "seconds",
            "CPU s",
            "CPU ns/pos",
            "positions/s",
            "memory",
            "resident",
        ]);
        for layer in &self.layers {
            table.row(layer.cost.cells(layer.layer.to_string()));
        }
        table.row(self.all.cells("all".to_owned()));
        table
    }
}

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

    /// What was probed, in a table.
    fn probes(&self) -> Table {
        let mut table = Table::new(["probe of layer", "<order", "probes", "seconds", "probes/s"]);
        for probe in &self.probe {
            table.row([
                probe.layer.to_string(),
                probe.order.to_owned(),
                words::count(probe.probes),
                format!("{:.3}", probe.seconds),
                words::count(probe.probes_per_second as u64),
            ]);
        }
        table
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "{}\n{}", self.title(), self.setting())?;
        for build in &self.build {
            writeln!(out, "\n{}", words::threads(usize::from(build.threads)))?;
            build.table().print(out)?;
        }
        writeln!(out)?;
        self.probes().print(out)?;
        Ok(())
    }

    pub(crate) fn print_markdown(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "### {}\n\n{}.", self.title(), self.setting())?;
        for build in &self.build {
            let threads = words::threads(usize::from(build.threads));
            writeln!(out, "\n{threads}:\n")?;
            build.table().print_markdown(out)?;
        }
        writeln!(out)?;
        self.probes().print_markdown(out)?;
        Ok(())
    }
}
