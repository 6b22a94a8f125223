//! Parts of a text: words, numbers, lists and groups in brackets.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Returns the length of the group in brackets at the start of a text.
pub(super) fn group(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            '<' if !text[at..].starts_with("<=") => depth += 1,
            '>' if text[..at].ends_with('-') => {}
            ')' | ']' | '}' | '>' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// Returns the text of a group without its brackets.
pub(super) fn inside(group: &str) -> &str {
    let inside = group.get(1..group.len() - 1).unwrap_or_default();
    inside.trim().trim_end_matches(',')
}

/// Returns the word at the start of a text, with `-`, `_` and `.` in it.
pub(super) fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'));
    &text[..end.unwrap_or(text.len())]
}

/// Returns true if a word is one of those in `words`.
pub(super) fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

/// Numbers with commas between them.
pub(super) fn list(numbers: &[usize]) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    numbers.join(",")
}

/// Returns true if a text has digits alone.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if a text is a number or a name.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Returns true if a text ends within a bracket of this kind.
pub(super) fn within(before: &str, open: char) -> bool {
    let list = before.trim_end_matches(|c| !matches!(c, '[' | '(' | '{' | '<'));
    list.ends_with(open)
}

/// Returns true if a text ends within minor_to_major.
pub(super) fn in_order(before: &str) -> bool {
    !within(before, '[') && !within(before, '(')
}

/// Returns the text after the digits of a number.
pub(super) fn suffix(found: &str) -> &str {
    found.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// Returns true if a number ends as those of Rust or of C do.
pub(super) fn has_type(found: &str) -> bool {
    let bits = ["8", "16", "32", "64", "128", "size"];
    let rust = bits
        .iter()
        .filter_map(|bits| found.strip_suffix(bits))
        .any(|it| it.ends_with(['u', 'i', 'f']));
    rust || has_word("u l ul ll ull z uz", &suffix(found).to_ascii_lowercase())
}
