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

/// A value in parts of at most `room` characters, broken before a `+` if it has one, otherwise
/// between words.
pub(crate) fn broken(value: &str, room: usize) -> Vec<String> {
    if value.chars().count() <= room {
        return vec![value.into()];
    }
    let separators = [" = ", " + ", " "];
    let pieces = separators.iter().find_map(|separator| {
        let pieces: Vec<&str> = value.split(separator).collect();
        let fits = pieces.iter().all(|piece| piece.chars().count() + 3 <= room);
        (pieces.len() > 1 && fits).then_some((pieces, *separator))
    });
    let (pieces, separator) = pieces.unwrap_or((value.split(' ').collect(), " "));
    let sign = separator.trim_start();
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        match lines.last_mut() {
            Some(line)
                if line.chars().count() + separator.len() + piece.chars().count() <= room =>
            {
                line.push_str(separator);
                line.push_str(piece);
            }
            None => lines.push(piece.into()),
            Some(_) => lines.push(format!("{sign}{piece}")),
        }
    }
    lines
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
        assert_eq!(broken("short", 9), ["short"]);
    }
}
