//! The width of the terminal.

/// The number of columns: from the environment (`COLUMNS`), or of the terminal; `None` if the
/// output is no terminal.
pub(crate) fn columns() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok();
    let asked = asked.and_then(|text| text.parse().ok());
    asked.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
}
