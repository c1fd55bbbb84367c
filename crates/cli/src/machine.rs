//! What the program runs on, what it is, and what it has used so far.

use std::fs;
use std::time::SystemTime;

use serde::Serialize;

/// The program: what it was made from.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Program {
    pub(crate) version: &'static str,
    /// From git, when it was there at build time, else "unknown".
    pub(crate) commit: &'static str,
    pub(crate) compiler: &'static str,
}

/// The machine. What cannot be found out is "unknown" or `None`.
#[derive(Clone, Serialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: Option<u64>,
}

pub(crate) const PROGRAM: Program = Program {
    version: env!("CARGO_PKG_VERSION"),
    commit: env!("GRENIER_COMMIT"),
    compiler: env!("GRENIER_COMPILER"),
};

impl Machine {
    pub(crate) fn this() -> Self {
        let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self {
            cpu: model(&cpu).unwrap_or("unknown").to_owned(),
            cores: cores(),
            memory_bytes: kilobytes("/proc/meminfo", "MemTotal:"),
        }
    }
}

/// The most threads that one may ask for.
pub(crate) const MAX_THREADS: u16 = 256;

/// The threads that were asked for, else one per processor.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| cores().min(MAX_THREADS.into()), usize::from)
}

/// Processors that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn model(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo
        .lines()
        .find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim())
}

/// Now, in UTC, to the second: `2026-01-31T12:00:00Z`.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Memory that programs can still have, in bytes: what the system says, or less
/// where this process is in a group with a limit.
pub(crate) fn available_memory() -> Option<u64> {
    let system = kilobytes("/proc/meminfo", "MemAvailable:");
    let group = group_memory();
    system.into_iter().chain(group).min()
}

/// What is left of the limit of a control group (version 2), as containers
/// have it. File pages are given back when memory is short.
fn group_memory() -> Option<u64> {
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?;
    let limit: u64 = limit.trim().parse().ok()?;
    let used = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok()?;
    let used = field(&used, "anon").unwrap_or(0);
    Some(limit.saturating_sub(used))
}

/// The most memory that this process has had at a time since
/// [`forget_peak`], in bytes, mapped tables included.
pub(crate) fn peak_resident() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Memory of this process now, in bytes, mapped tables not included.
pub(crate) fn own_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "RssAnon:")
}

/// Starts a new peak; where the system does not allow it, the peak is that
/// since the process started.
pub(crate) fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

fn kilobytes(path: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    Some(field(&text, name)? * 1024)
}

/// The number behind a name at the start of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let mut words = text.lines().map(str::split_whitespace);
    let mut found = words.find_map(|mut words| (words.next() == Some(name)).then_some(words))?;
    found.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_files_are_read() {
        let info = "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nflags\t: fpu\n";
        assert_eq!(model(info), Some("Some CPU @ 2 GHz"));
        assert_eq!(model("processor : 0\n"), None);
        let memory = "MemTotal:       24000000 kB\nMemAvailable:   23968112 kB\n";
        assert_eq!(field(memory, "MemAvailable:"), Some(23_968_112));
        assert_eq!(field(memory, "Mem"), None);
        assert_eq!(field("anon\n", "anon"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_uses_memory() {
        let megabyte = 1 << 20;
        assert!(own_memory().unwrap() > megabyte / 8);
        assert!(peak_resident().unwrap() >= megabyte);
        assert!(available_memory().unwrap() > megabyte);
    }
}
