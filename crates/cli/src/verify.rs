//! `grenier verify`: derives every value of every table anew.

use std::io::Write;

use grenier_rules::Board;
use grenier_solve::VerifyError;
use grenier_table::TableError;

use crate::open::DirChoice;
use crate::progress::{Progress, Watch};
use crate::{Outcome, complain, machine, words};

/// Check that every value of every table follows from its moves
///
/// First each file's checksum, then every value: it must be that of the best
/// move, given the values of the positions that the moves lead to. Exit code 1
/// and the first fault if that is not so.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grenier verify\n  grenier verify --rules oware\n  grenier verify tables/awale"
)]
pub(crate) struct Args {
    #[command(flatten)]
    choice: DirChoice,
    /// Threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let dir = args.choice.open()?;
    let pool = crate::build::pool(args.threads.map_or_else(machine::cores, usize::from))?;
    let watch = Watch::start()?;
    let progress = Progress::new(watch);
    let verified = pool.install(|| grenier_solve::verify(&dir, &progress));
    progress.clear();
    let layers = match verified {
        Ok(layers) => layers,
        Err(VerifyError::Stopped) => {
            complain("interrupted");
            return Ok(Outcome::Stopped);
        }
        Err(error) => {
            writeln!(out, "WRONG: {}", fault(error)?)?;
            return Ok(Outcome::Bad);
        }
    };
    let positions = layers.iter().map(|layer| layer.positions).sum();
    writeln!(
        out,
        "{}: all {} positions in {} layers are right",
        dir.path().display(),
        words::count(positions),
        layers.len()
    )?;
    Ok(Outcome::Done)
}

/// What is wrong with the tables; an error when they could not be read at all.
fn fault(error: VerifyError) -> Result<String, VerifyError> {
    match error {
        VerifyError::WrongValue {
            layer,
            index,
            position,
            found,
            expected,
        } => Ok(format!(
            "layer {layer}, index {index}, position {}: the table says {}, its moves say {}",
            Board::from_position(&position),
            words::signed(found),
            words::signed(expected)
        )),
        VerifyError::Gap { .. } | VerifyError::Table(TableError::BadPayload { .. }) => {
            Ok(error.to_string())
        }
        VerifyError::Table(_) | VerifyError::Stopped => Err(error),
    }
}
