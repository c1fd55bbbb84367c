//! The number of threads of a command.

use std::sync::OnceLock;

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::machine::{self, THREAD_BYTES};
use crate::options::number;
use crate::output::words;

/// The option for it.
#[derive(clap::Args)]
pub(crate) struct Threads {
    /// Number of threads, 1 to 256 [default: one per processor, fewer
    /// where little memory is free]
    #[arg(long, value_name = "N", value_parser = number::threads)]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn number(&self) -> usize {
        machine::threads(self.threads)
    }

    pub(crate) fn pool(&self) -> anyhow::Result<ThreadPool> {
        pool(self.number())
    }
}

/// Starts so many threads.
///
/// # Errors
/// When the system does not, or there is hardly memory for them.
pub(crate) fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    builder(threads)?.build().context(REFUSED)
}

/// Starts rayon's global threads, which would otherwise start when they are first
/// needed, and panic when the system does not start them.
///
/// # Errors
/// As [`pool`].
pub(crate) fn start_global() -> anyhow::Result<()> {
    static STARTED: OnceLock<()> = OnceLock::new();
    if STARTED.get().is_none() {
        let builder = builder(machine::threads(None))?;
        builder.build_global().context(REFUSED)?;
    }
    STARTED.get_or_init(|| ());
    Ok(())
}

const REFUSED: &str = "cannot start the threads";

fn builder(threads: usize) -> anyhow::Result<ThreadPoolBuilder> {
    let work = words::threads(threads);
    machine::check_room(&work, threads as u64 * THREAD_BYTES)?;
    Ok(ThreadPoolBuilder::new().num_threads(threads))
}
