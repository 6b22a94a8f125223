//! The widths of texts.

/// How much wider bold text is.
pub(crate) const BOLD: f64 = 1.1;

/// Returns the width of a text in DejaVu Sans, which is wider than other common fonts.
pub(crate) fn measured(text: &str, size: f64) -> f64 {
    let width = |c: char| match c {
        '0'..='9' => 0.636,
        ' ' | ',' | '.' | 'i' | 'l' | 'j' | ';' | ':' => 0.32,
        '(' | ')' | 't' | 'f' | 'r' => 0.41,
        'm' | 'w' | 'M' | 'W' => 0.95,
        '×' | '→' | '=' | '+' => 0.84,
        'A'..='Z' => 0.69,
        _ => 0.615,
    };
    text.chars().map(width).sum::<f64>() * size
}
