//! What clap has to say, in the manner of this program.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{Error, ErrorKind};
use clap::{Command, CommandFactory};

use crate::{Cli, FAILED, baawa, complain, report_output};

/// Help goes to stdout as it is; an error becomes one line on stderr.
pub(crate) fn report(error: &Error) -> ExitCode {
    if let ErrorKind::DisplayHelp | ErrorKind::DisplayVersion = error.kind() {
        let printed = error.print().and_then(|()| io::stdout().flush());
        return match printed {
            Ok(()) => ExitCode::SUCCESS,
            Err(refused) => report_output(&refused),
        };
    }
    let see = see(env::args_os().nth(1));
    match (error.kind(), misspelt_option()) {
        (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => {
            complain("no command given; `grenier --help` lists them");
        }
        // Where a position may begin with a dash, clap blames the next argument.
        (ErrorKind::UnknownArgument, Some(option)) => {
            complain(&format!("there is no option {option} {see}"));
        }
        _ => complain(&format!("{} {see}", one_line(&error.to_string()))),
    }
    ExitCode::from(FAILED)
}

/// Where to read more: the help of the command that was given, if one was.
fn see(first: Option<OsString>) -> String {
    let program = Cli::command();
    let first = first.and_then(|word| word.into_string().ok());
    match first.and_then(|name| program.find_subcommand(name)) {
        Some(command) => {
            let args: Vec<OsString> = env::args_os().collect();
            let rules = if baawa::is_meant(&args) {
                " --rules ba-awa"
            } else {
                ""
            };
            format!("(see `grenier {}{rules} --help`)", command.get_name())
        }
        None => "(see `grenier --help`)".to_owned(),
    }
}

/// The first argument that looks like an option of no command at all.
fn misspelt_option() -> Option<String> {
    let command = Cli::command();
    env::args_os()
        .skip(1)
        .filter_map(|argument| argument.into_string().ok())
        .take_while(|argument| argument != "--")
        .find(|argument| {
            let name = argument.split('=').next().unwrap_or_default();
            name.strip_prefix("--")
                .is_some_and(|long| !has_option(&command, long))
        })
}

/// Whether a command or any of its subcommands has this long option.
fn has_option(command: &Command, long: &str) -> bool {
    ["help", "version"].contains(&long)
        || command
            .get_arguments()
            .any(|one| one.get_long() == Some(long))
        || command.get_subcommands().any(|sub| has_option(sub, long))
}

/// The message without its label, its usage and its blank lines.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let usage = message.find("\nUsage:").unwrap_or(message.len());
    let told = message[..usage]
        .split("For more information")
        .next()
        .unwrap_or_default();
    let told = told.replace("\n\n  tip:", "; tip:");
    let words: Vec<&str> = told.split_whitespace().collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_and_blank_lines_go() {
        let message = "error: the following is missing:\n  --seeds <N>\n\nUsage: grenier build\n\nFor more information, try '--help'.\n";
        assert_eq!(one_line(message), "the following is missing: --seeds <N>");
        let message = "error: no such thing\n\n  tip: a similar one\n\nUsage: grenier\n";
        assert_eq!(one_line(message), "no such thing; tip: a similar one");
        let message = "error: invalid value\n\nFor more information, try '--help'.\n";
        assert_eq!(one_line(message), "invalid value");
    }
}
