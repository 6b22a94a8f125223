//! Standard input and output: the layout or the lines that are read, and a JSON object for each
//! line.

use std::io::{self, IsTerminal, Read, Write};

use layout_runtime::Layout;
use serde_json::{Value, json};

use crate::failure::{self, Failure};
use crate::printable::printable_lines;
use crate::streams::stdout;

/// The layout of an argument; from standard input if there is none, or for `-`.
pub(crate) fn layout(text: Option<&str>) -> Result<Layout, Failure> {
    failure::parse(&self::text(text)?)
}

/// The text of an argument or of standard input, without surrounding blanks.
pub(crate) fn text(text: Option<&str>) -> Result<String, Failure> {
    match text {
        Some(text) if text != "-" => Ok(text.trim().to_owned()),
        _ => Ok(standard_input()?.trim().to_owned()),
    }
}

/// The lines of an argument, or of standard input, that are not blank.
pub(crate) fn lines(text: Option<&str>) -> Result<Vec<String>, Failure> {
    let text = match text {
        Some(text) if text != "-" => text.to_owned(),
        _ => standard_input()?,
    };
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.map(str::to_owned).collect())
}

fn standard_input() -> Result<String, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        return Err(Failure::new(
            "no layout\n  = help: write one, in quotes: 'f32[3,5]{1,0:T(2,2)}'",
        ));
    }
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    Ok(text)
}

/// Prints the object of each line. A line without one gives an object with `error` (`missing`
/// says what the line lacks), and the command then exits with an error.
pub(crate) fn print_json_lines(
    lines: &[String],
    missing: &str,
    object: impl Fn(&str) -> Result<Value, Failure>,
) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(stdout());
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
