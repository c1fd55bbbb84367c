//! What clap has to say, in the manner of this program.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{Error, ErrorKind};
use clap::{Command, CommandFactory};

use crate::Cli;
use crate::outcome::{FAILED, complain, report_output};

/// Help goes to stdout as it is; an error becomes one line on stderr.
pub(crate) fn report(error: &Error) -> ExitCode {
    if let ErrorKind::DisplayHelp | ErrorKind::DisplayVersion = error.kind() {
        let printed = error.print().and_then(|()| io::stdout().flush());
        return match printed {
            Ok(()) => ExitCode::SUCCESS,
            Err(refused) => report_output(&refused),
        };
    }
    let args: Vec<OsString> = env::args_os().collect();
    let (command, help) = given(&args);
    let see = format!("(see `{help} --help`)");
    match (error.kind(), unknown_option(&command, &args)) {
        (ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, _) => {
            complain("no command given; `grenier --help` lists them");
        }
        // Where a position may begin with a dash, clap blames the next argument.
        (ErrorKind::UnknownArgument | ErrorKind::ValueValidation, Some(option)) => {
            complain(&format!("there is no option {option} {see}"));
        }
        _ => complain(&format!("{} {see}", one_line(&error.to_string()))),
    }
    ExitCode::from(FAILED)
}

/// The command that was given, with its subcommand if it has any, else the program;
/// and its name, as it is written before `--help`.
fn given(args: &[OsString]) -> (Command, String) {
    let (mut command, mut name) = (Cli::command(), "grenier".to_owned());
    for word in args.iter().skip(1) {
        let below = word.to_str().and_then(|word| command.find_subcommand(word));
        let Some(below) = below.cloned() else {
            break;
        };
        name = format!("{name} {}", below.get_name());
        command = below;
    }
    (command, name)
}

/// The first argument that looks like an option, and is none of the command.
fn unknown_option(command: &Command, args: &[OsString]) -> Option<String> {
    args.iter()
        .skip(1)
        .filter_map(|argument| argument.to_str())
        .take_while(|&argument| argument != "--")
        .find(|argument| {
            let name = argument.split('=').next().unwrap_or_default();
            name.strip_prefix("--")
                .is_some_and(|long| !has_option(command, long))
        })
        .map(str::to_owned)
}

/// Whether a command has this long option.
fn has_option(command: &Command, long: &str) -> bool {
    let mut options = command.get_arguments();
    ["help", "version"].contains(&long) || options.any(|one| one.get_long() == Some(long))
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
