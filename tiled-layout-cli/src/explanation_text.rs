//! An explanation as text: names in bold, values wrapped to the line width.

use std::fmt::Write;

/// The minimum width of values; narrower lines may break anywhere.
const MIN_VALUE_COLUMNS: usize = 16;

/// The paragraphs of an explanation in lines of at most `width` columns, with names in bold.
/// Continuation lines are aligned with the values; formulas break before a `+`.
pub(crate) fn wrapped(explanation: &str, width: usize) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = String::new();
    let indent = values(explanation);
    for line in explanation.lines() {
        let (name, value) = line.split_at(indent.min(line.len()));
        let room = width.saturating_sub(indent).max(MIN_VALUE_COLUMNS);
        for (n, part) in broken(value, room).iter().enumerate() {
            let (name, blank) = match n {
                0 => (name.trim_end(), indent - name.trim_end().len()),
                _ => ("", indent),
            };
            let blank = " ".repeat(blank);
            let _ = match name {
                "" => writeln!(text, "{blank}{part}"),
                _ => writeln!(text, "{bold}{name}{bold:#}{blank}{part}"),
            };
        }
    }
    text
}

/// The column where values begin, from the first line: a name, blanks, and a value.
fn values(explanation: &str) -> usize {
    let line = explanation.lines().next().unwrap_or("");
    let name = line.find("  ").unwrap_or(0);
    let blanks = line[name..].find(|c| c != ' ').unwrap_or(0);
    name + blanks
}

/// A value in parts of at most `room` characters: a formula is broken before a sign, another
/// text after a comma, or else between words.
pub(crate) fn broken(value: &str, room: usize) -> Vec<String> {
    if value.chars().count() <= room {
        return vec![value.into()];
    }
    if !value.contains(' ') {
        // CuTe's shape and strides.
        return value.split_inclusive(':').map(str::to_owned).collect();
    }
    let signs: &[&str] = if value.contains(" + ") {
        &[" = ", " + "]
    } else {
        &["; ", ", "]
    };
    let fits = |pieces: &[&str]| pieces.iter().all(|piece| piece.chars().count() <= room);
    let pieces = signs.iter().find_map(|sign| {
        let pieces = pieces(value, sign);
        (pieces.len() > 1 && fits(&pieces)).then_some(pieces)
    });
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces.unwrap_or_else(|| value.split(' ').collect()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + piece.chars().count() <= room => {
                line.push(' ');
                line.push_str(piece);
            }
            _ => lines.push(piece.into()),
        }
    }
    lines
}

/// The pieces of a text before each sign, or after each comma or semicolon, without the blanks
/// between.
fn pieces<'a>(text: &'a str, sign: &str) -> Vec<&'a str> {
    let mut pieces = Vec::new();
    let (mut start, mut from) = (0, 0);
    // The blank of a sign is before it, that of a comma after it.
    let blank = if sign.starts_with(' ') { 0 } else { 1 };
    while let Some(at) = text[from..].find(sign) {
        pieces.push(&text[start..from + at + blank]);
        start = from + at + blank + 1;
        from = start;
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use super::{broken, wrapped};

    #[test]
    fn lines_continue_below_the_values() {
        let text = "position    (y/2)*12 + (x/2)*4 + x%2\n            position 17";
        let drawn = wrapped(text, 34);
        let plain: String = drawn.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert_eq!(
            plain,
            "position    (y/2)*12 + (x/2)*4\n            + x%2\n            position 17\n"
        );
        assert_eq!(broken("pad to 4, or cut", 9), ["pad to 4,", "or cut"]);
        assert_eq!(broken("modes y, x; all", 12), ["modes y, x;", "all"]);
        assert_eq!(broken("1 + 2 = 3", 5), ["1 + 2", "= 3"]);
        assert_eq!(broken("short", 9), ["short"]);
    }
}
