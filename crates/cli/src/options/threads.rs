//! The number of threads of a command.

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::machine;
use crate::options::number;

/// The option for it.
#[derive(clap::Args)]
pub(crate) struct Threads {
    /// Number of threads, 1 to 256 [default: one per processor]
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
pub(crate) fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("cannot start the threads")
}
