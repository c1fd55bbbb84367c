//! `grenier completions`: completions for a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::outcome::Outcome;

/// Print shell completions
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grenier completions bash > ~/.local/share/bash-completion/completions/grenier"
)]
pub(crate) struct Args {
    /// Shell to complete for
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    // The generator cannot report a failed write: it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "grenier", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Done)
}
