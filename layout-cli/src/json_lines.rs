//! One JSON object per line of the input.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::printable::printable_lines;

/// Prints the object of each line. A line without one gives an object with `error` (`missing`
/// says what the line lacks), and the command then exits with an error.
pub(crate) fn print(
    lines: &[String],
    missing: &str,
    object: impl Fn(&str) -> Result<Value, Failure>,
) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut wrong = 0;
    for line in lines {
        let object = object(line).unwrap_or_else(|failure| {
            wrong += 1;
            json!({ "error": failure.message().lines().next() })
        });
        writeln!(out, "{}", printable_lines(&object.to_string()))?;
    }
    out.flush()?;
    match wrong {
        0 => Ok(()),
        1 => Err(Failure::new(format!("one line has no {missing}"))),
        _ => Err(Failure::new(format!("{wrong} lines have no {missing}"))),
    }
}
