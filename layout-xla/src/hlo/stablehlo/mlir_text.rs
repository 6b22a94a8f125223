//! Brackets, colons and lists of types in MLIR text.

use super::super::lexer;
use super::super::line::find;

/// Returns the text after its first `key`.
pub(super) fn after<'a>(text: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let mut at = 0;
    loop {
        at += find(&text[at..], [key[0]]);
        if text[at..].starts_with(key) {
            return Some(&text[at + key.len()..]);
        }
        if at >= text.len() {
            return None;
        }
        at += 1;
    }
}

/// Returns true if an operation's regions run as parts of the program, with memory.
pub(super) fn has_memory(operation: &[u8]) -> bool {
    let operation = operation.strip_prefix(b"\"").unwrap_or(operation);
    let name = operation.strip_prefix(b"stablehlo.").unwrap_or(operation);
    [&b"while"[..], b"case", b"if"].iter().any(|word| {
        name.strip_prefix(*word)
            .is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
    })
}

/// Finds the type of an operation: the last colon outside of brackets.
pub(super) fn last_colon(text: &[u8]) -> Option<usize> {
    let mut last = None;
    lexer::find_outside(text, 0, |at, depth| {
        if depth == 0 && text[at..].starts_with(b": ") {
            last = Some(at);
        }
        false
    });
    last
}

/// Returns the number of values that `%0:3 = ...` defines.
pub(super) fn result_count(line: &[u8]) -> usize {
    let head = &line[..find(line, [b'='])];
    let count = head.iter().position(|&byte| byte == b':');
    let digits = count.map_or("", |colon| lexer::utf8(head[colon + 1..].trim_ascii()));
    digits.parse().unwrap_or(1)
}

/// Returns the last types of a list, from the first of them on.
pub(super) fn last_types(types: &[u8], count: usize) -> &[u8] {
    let mut all = 0;
    let mut rest = types;
    while let Some(start) = find_tensor(rest) {
        all += 1;
        rest = &rest[start + 1..];
    }
    let mut rest = types;
    for _ in count..all {
        if let Some(start) = find_tensor(rest) {
            rest = &rest[start + 1..];
        }
    }
    rest
}

/// Finds the next `tensor<` that is a whole word.
pub(super) fn find_tensor(text: &[u8]) -> Option<usize> {
    let rest = after(text, b"tensor<")?;
    Some(text.len() - rest.len() - b"tensor<".len())
}

/// Returns the end of a type whose `<` is before the text, with its `>`.
pub(super) fn type_end(text: &[u8]) -> usize {
    let mut depth = 1usize;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if at > 0 && text[at - 1] == b'-' => {}
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// Returns the end of the group whose bracket is at `at`, of any kind; quoted text does not
/// count.
pub(super) fn group_end(text: &[u8], at: usize) -> usize {
    let ends = |at: usize, depth| depth == 0 && matches!(text[at], b')' | b']' | b'}');
    lexer::find_outside(text, at, ends).map_or(text.len(), |end| end + 1)
}
