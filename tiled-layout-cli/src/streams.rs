//! `Stdout`: standard output; and messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Standard output. Once its reader has closed the pipe, as `head` does, it drops what is written:
/// a command ends with the exit code that it has with an open pipe.
pub(crate) struct Stdout(anstream::Stdout);

/// Returns standard output, without colours unless it is a terminal or colours are requested.
pub(crate) fn stdout() -> Stdout {
    Stdout(anstream::stdout())
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            flushed => flushed,
        }
    }
}

/// Prints a message on standard error. The exit code says the same if it cannot be written.
pub(crate) fn print_message(message: impl Display) {
    let _ = writeln!(anstream::stderr(), "{message}");
}
