//! The number of threads of a command.

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
    let work = words::threads(threads);
    machine::check_room(&work, threads as u64 * THREAD_BYTES)?;
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start the threads")
}
