//! How a command ends: its exit code, and the one line that says why it failed.

use std::io::{self, Write};
use std::process::ExitCode;

use grenier_baawa::Game;
use grenier_rules::RuleSet;
use grenier_solve::{BuildError, SolveError, VerifyError};
use grenier_table::{TableError, TableRules};

use crate::output::printable::printable;

/// How a command ended, unless it returned an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Success.
    Done,
    /// Success, but the answer is bad: a table is wrong.
    Bad,
    /// Partial success; the errors were reported.
    Failed,
    /// Interrupted by the user.
    Stopped,
}

impl Outcome {
    /// Whether tables are good.
    pub(crate) fn of_check(is_good: bool) -> Self {
        if is_good { Self::Done } else { Self::Bad }
    }

    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Bad => 1,
            Self::Failed => FAILED,
            Self::Stopped => 130,
        }
    }
}

/// The exit code for usage, input and I/O errors.
pub(crate) const FAILED: u8 = 2;

/// Reports an error, or an interruption, in one line on stderr.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_interrupted(error) {
        // A context says what is kept.
        let kept = (error.chain().count() > 1).then(|| format!("; {error}"));
        complain(&format!("interrupted{}", kept.unwrap_or_default()));
        return ExitCode::from(Outcome::Stopped.code());
    }
    // The only system errors without context are those of stdout.
    let bare = error.chain().next().and_then(|error| error.downcast_ref());
    if let Some(refused) = bare {
        return report_output(refused);
    }
    complain(&message(error));
    ExitCode::from(FAILED)
}

/// Whether an error only means that the user interrupted the command.
pub(crate) fn is_interrupted(error: &anyhow::Error) -> bool {
    let built = error.downcast_ref::<BuildError>();
    matches!(built, Some(BuildError::Solve(SolveError::Stopped)))
        || matches!(error.downcast_ref(), Some(SolveError::Stopped))
        || matches!(error.downcast_ref(), Some(VerifyError::Stopped))
}

/// Adds to an interruption what was finished before it; other errors stay as
/// they are.
pub(crate) fn keeping(error: anyhow::Error, kept: &'static str) -> anyhow::Error {
    if is_interrupted(&error) {
        return error.context(kept);
    }
    error
}

/// Nothing can be written to stdout. A reader that has gone away is no error.
pub(crate) fn report_output(refused: &io::Error) -> ExitCode {
    if refused.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    complain(&format!("cannot write the output: {refused}"));
    ExitCode::from(FAILED)
}

/// An error and its causes, without repeating what the outer error already says.
pub(crate) fn message(error: &anyhow::Error) -> String {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    if let Some(advice) = other_family(error) {
        message = format!("{message}, {advice}");
    }
    message
}

/// What to do with tables of the other family of games.
fn other_family(error: &anyhow::Error) -> Option<&'static str> {
    let wanted = error.chain().find_map(|cause| match cause.downcast_ref()? {
        TableError::WrongRules { want, .. } => Some(want.as_str()),
        _ => None,
    });
    match wanted? {
        <&RuleSet>::FAMILY => Some("or use `grenier ba-awa`"),
        Game::FAMILY => Some("or leave out `ba-awa`"),
        _ => None,
    }
}

/// Writes one line to stderr; there is nobody to tell if that fails.
pub(crate) fn complain(message: &str) {
    let message = printable(&message.replace('\n', " "));
    let _ = writeln!(io::stderr(), "grenier: {message}");
}
