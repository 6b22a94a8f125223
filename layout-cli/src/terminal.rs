//! The terminal: how wide it is.

/// The columns that the environment asks for (`COLUMNS`), or else those of the
/// terminal; `None` when the output is none.
pub(crate) fn columns() -> Option<usize> {
    let asked = std::env::var("COLUMNS").ok();
    let asked = asked.and_then(|text| text.parse().ok());
    asked.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)))
}
