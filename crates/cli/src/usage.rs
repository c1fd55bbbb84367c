//! What clap has to say, in the manner of this program.

use std::process::ExitCode;

use clap::error::{Error, ErrorKind};

use crate::{FAILED, complain};

/// Help goes to stdout as it is; an error becomes one line on stderr.
pub(crate) fn report(error: &Error) -> ExitCode {
    if let ErrorKind::DisplayHelp | ErrorKind::DisplayVersion = error.kind() {
        // A closed pipe is no error here either.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        complain("no command given; `grenier --help` lists them");
    } else {
        complain(&one_line(&error.to_string()));
    }
    ExitCode::from(FAILED)
}

/// The message without its label, its usage and its blank lines.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let usage = message.find("\nUsage:").unwrap_or(message.len());
    let told = message[..usage]
        .split("For more information")
        .next()
        .unwrap_or_default();
    let words: Vec<&str> = told.split_whitespace().collect();
    format!("{} (see `grenier --help`)", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_and_blank_lines_go() {
        let message = "error: the following is missing:\n  --seeds <N>\n\nUsage: grenier build\n\nFor more information, try '--help'.\n";
        assert_eq!(
            one_line(message),
            "the following is missing: --seeds <N> (see `grenier --help`)"
        );
        let message = "error: invalid value\n\nFor more information, try '--help'.\n";
        assert_eq!(one_line(message), "invalid value (see `grenier --help`)");
    }
}
