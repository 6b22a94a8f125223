//! Reads a layout from an argument or from standard input.

use std::io::{IsTerminal, Read};

use layout_runtime::Layout;

use crate::failure::Failure;

/// The layout of an argument; from standard input if there is none, or for `-`.
pub(crate) fn layout(text: Option<&str>) -> Result<Layout, Failure> {
    Ok(Layout::parse(&self::text(text)?)?)
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
    let mut input = std::io::stdin().lock();
    if input.is_terminal() {
        return Err(Failure::new(
            "no layout\n  = help: write one, in quotes: 'f32[3,5]{1,0:T(2,2)}'",
        ));
    }
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    Ok(text)
}
