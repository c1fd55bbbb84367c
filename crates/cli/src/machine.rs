//! What the program runs on, what it is, and what it has used so far.

use std::fs;
use std::time::SystemTime;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::{env, os::unix::process::CommandExt, process::Command};

use anyhow::bail;
use serde::Serialize;
use sysinfo::{CpuRefreshKind, System};

use crate::output::words;

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
        let mut system = memory();
        if let Some(system) = &mut system {
            system.refresh_cpu_list(CpuRefreshKind::nothing());
        }
        let cpus = system.as_ref().map_or(&[][..], System::cpus);
        let cpu = cpus.first().map_or("", |cpu| cpu.brand().trim());
        Self {
            cpu: if cpu.is_empty() { "unknown" } else { cpu }.to_owned(),
            cores: cores(),
            memory_bytes: system.and_then(|system| known(system.total_memory())),
        }
    }
}

/// The most threads that one may ask for.
pub(crate) const MAX_THREADS: u16 = 256;

/// Bytes of memory that a thread takes: its stack and what it works with.
pub(crate) const THREAD_BYTES: u64 = 4 << 20;

/// The threads that were asked for, else one per processor, fewer where limits leave
/// little memory.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| cores().min(most_threads().into()), usize::from)
}

/// [`MAX_THREADS`], or as many as take a quarter of the memory that limits leave.
pub(crate) fn most_threads() -> u16 {
    let room = left_of_limits().map_or(u64::MAX, |left| left / (4 * THREAD_BYTES));
    room.clamp(1, MAX_THREADS.into()) as u16
}

/// Processors that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The system, with its memory looked up.
fn memory() -> Option<System> {
    let mut system = System::new().ok()?;
    system.refresh_memory();
    Some(system)
}

/// `sysinfo` says 0 for what it cannot find out.
fn known(bytes: u64) -> Option<u64> {
    (bytes > 0).then_some(bytes)
}

/// Now, in UTC, to the second: `2026-01-31T12:00:00Z`.
pub(crate) fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

/// Memory available to this process, in bytes: what the system has, or less in
/// a control group with a limit or under a limit of its own.
pub(crate) fn available_memory() -> Option<u64> {
    let system = memory().and_then(|system| known(system.available_memory()));
    let limits = [group_memory(), left_of_limits()].into_iter().flatten();
    system.into_iter().chain(limits).min()
}

/// Refuses work for which the limits of this process leave no room. Small
/// allocations cannot fail gracefully, so they must not come near these limits.
pub(crate) fn check_room(work: &str, bytes: u64) -> anyhow::Result<()> {
    match left_of_limits() {
        Some(left) if left < bytes => bail!(
            "{work} takes {} of memory, but the limits of this process leave {} (see `ulimit -v`)",
            words::bytes(bytes),
            words::bytes(left)
        ),
        _ => Ok(()),
    }
}

/// Starts the program again with a single heap if this process has a memory limit.
/// The GNU C library reserves 64 MiB of address space for the heap of every thread;
/// under a limit of a few hundred MiB nothing would be left for tables.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn share_one_heap() {
    const HEAPS: &str = "MALLOC_ARENA_MAX";
    if left_of_limits().is_some()
        && env::var_os(HEAPS).is_none()
        && let Ok(program) = env::current_exe()
    {
        let mut args = env::args_os();
        let mut again = Command::new(program);
        again.arg0(args.next().unwrap_or_default());
        // It returns only when it fails; then this process does the work.
        let _ = again.args(args).env(HEAPS, "1").exec();
    }
}

/// What is left of the limits that this process inherited: `ulimit -v` and
/// `ulimit -d`. Linux only.
fn left_of_limits() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let left = |limit: &str, used: &str| {
        let soft = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        // "unlimited" is no number.
        let bytes: u64 = soft.split_whitespace().next()?.parse().ok()?;
        Some(bytes.saturating_sub(status_bytes(used)?))
    };
    let address_space = left("Max address space", "VmSize:");
    let data = left("Max data size", "VmData:");
    address_space.into_iter().chain(data).min()
}

/// What is left of the limit of a control group (version 2), as containers have
/// it. `sysinfo` counts file pages as used; but the kernel gives them back when
/// memory is short, and mapped tables are such pages.
fn group_memory() -> Option<u64> {
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok()?;
    let limit: u64 = limit.trim().parse().ok()?;
    let used = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok()?;
    let used = field(&used, "anon").unwrap_or(0);
    Some(limit.saturating_sub(used))
}

/// Peak memory of this process since [`forget_peak`], in bytes, mapped tables
/// included. Linux only.
pub(crate) fn peak_resident() -> Option<u64> {
    status_bytes("VmHWM:")
}

/// Memory of this process now, in bytes, without mapped tables. Linux only.
pub(crate) fn own_memory() -> Option<u64> {
    status_bytes("RssAnon:")
}

/// Starts a new peak; where the system does not allow it, the peak is that
/// since the process started.
pub(crate) fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Bytes that the system counts for this process under a name.
fn status_bytes(name: &str) -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
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
        let memory = "MemTotal:       24000000 kB\nMemAvailable:   23968112 kB\n";
        assert_eq!(field(memory, "MemAvailable:"), Some(23_968_112));
        assert_eq!(field(memory, "Mem"), None);
        assert_eq!(field("anon\n", "anon"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_machine_has_memory_and_this_process_uses_it() {
        assert!(Machine::this().memory_bytes.unwrap() > 1 << 20);
        let megabyte = 1 << 20;
        assert!(own_memory().unwrap() > megabyte / 8);
        assert!(peak_resident().unwrap() >= megabyte);
        assert!(available_memory().unwrap() > megabyte);
    }
}
