//! `Failure`: the reason why a command failed.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use layout_core::util::words;
use layout_notation::TextError;
use layout_runtime::Layout;

use crate::printable::printable_lines;
use crate::streams;
use crate::terminal;

/// A message for standard error, with exit code 2; or a pipe given as an output file that its
/// reader has closed, with exit code 0 and no message.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The message, without the word `error`.
    Message(String),
    /// The reader of an output file has closed the pipe. Standard output drops what follows
    /// instead: [`streams::stdout`].
    ClosedOutput,
}

/// The result of a command: its exit code, 0 for success. Input that it cannot read is a
/// [`Failure`], with exit code 2.
pub(crate) type Outcome = Result<ExitCode, Failure>;

impl Failure {
    /// A failure with a message.
    pub(crate) fn new(message: impl Display) -> Failure {
        Failure::Message(message.to_string())
    }

    /// The message; empty for a closed pipe.
    pub(crate) fn message(&self) -> &str {
        match self {
            Failure::Message(message) => message,
            Failure::ClosedOutput => "",
        }
    }

    /// Writes the message to standard error and returns the command's exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Message(message) => {
                print_error(message);
                ExitCode::from(2)
            }
            Failure::ClosedOutput => ExitCode::SUCCESS,
        }
    }
}

fn print_error(message: &str) {
    let bold = anstyle::AnsiColor::Red.on_default().bold();
    let message = printable_lines(message);
    let message = terminal::columns().map_or(message.to_string(), |width| wrapped(&message, width));
    streams::print_message(format_args!("{bold}error{bold:#}: {message}"));
}

/// A message in lines of at most `width` columns. Quoted text and the carets below stay as they
/// are; helps and notes continue below their first word.
fn wrapped(message: &str, width: usize) -> String {
    let lines = message.lines().enumerate().map(|(number, line)| {
        let (indent, before) = match (line.find(": "), number) {
            (_, 0) => (0, "error: ".len()),
            (Some(name), _) if line.starts_with("  = ") => (name + 2, 0),
            _ => return line.to_owned(),
        };
        let (name, text) = line.split_at(indent);
        let room = width.saturating_sub(indent.max(before)).max(16);
        let parts: Vec<&str> = words::wrapped(text, room).collect();
        name.to_owned() + &parts.join(&format!("\n{:indent$}", ""))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The layout of a text; the message of a failure says what to write instead.
pub(crate) fn parse(text: &str) -> Result<Layout, Failure> {
    Layout::parse(text).map_err(|error| Failure::new(layout_suggestions::shown(text, &error)))
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure::new(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedOutput,
            _ => Failure::new(error),
        }
    }
}
