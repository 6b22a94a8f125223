//! `SkippedText`: an array that is not read.

use layout_core::util::words;

/// The maximum number of reasons that are listed.
const MAX_LISTED: usize = 10;
/// The maximum number of line numbers per reason.
const MAX_LINES: usize = 8;

/// A skipped array: the reason and the location.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SkippedText {
    /// The number of its line, counted from 1; 0 in a serialized module.
    pub line: usize,
    /// Why it was skipped.
    pub reason: Box<str>,
}

/// Returns a line for each reason, and one for the arrays whose reason is not listed.
pub(super) fn lines(skipped: &[SkippedText], count: u64) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<usize>)> = Vec::new();
    for SkippedText { line, reason } in skipped {
        let is_room = reasons.len() < MAX_LISTED;
        match reasons.iter_mut().find(|(known, _)| *known == &**reason) {
            Some((_, lines)) => lines.push(*line),
            None if is_room => reasons.push((reason, vec![*line])),
            None => {}
        }
    }
    let listed: usize = reasons.iter().map(|(_, lines)| lines.len()).sum();
    let mut texts: Vec<String> = reasons.into_iter().map(line).collect();
    if (listed as u64) < count {
        let more = words::count(count as usize - listed, "more array");
        texts.push(format!("and {more}"));
    }
    texts
}

fn line((reason, mut lines): (&str, Vec<usize>)) -> String {
    let mut parts = Vec::new();
    if lines.len() > 1 {
        parts.push(words::count(lines.len(), "time").to_string());
    }
    lines.dedup();
    lines.retain(|&line| line > 0); // a serialized module has no lines
    let numbers: Vec<String> = lines.iter().take(MAX_LINES).map(usize::to_string).collect();
    if let Some(first) = numbers.first() {
        parts.push(match lines.len() {
            1 => format!("line {first}"),
            2..=MAX_LINES => format!("lines {}", numbers.join(", ")),
            _ => format!("lines {}, ...", numbers.join(", ")),
        });
    }
    if parts.is_empty() {
        reason.into()
    } else {
        format!("{reason}: {}", parts.join(", "))
    }
}
