//! Brackets, comments, quoted text and shapes: where each one ends.
//!
//! Every function looks at each byte once, keeps no stack, and ends at the end
//! of the line.

use super::line::find;
use super::skipped::Reason;

pub(super) fn skip_blanks(line: &[u8], mut at: usize) -> usize {
    while matches!(line.get(at), Some(b' ' | b'\t' | b'\r')) {
        at += 1;
    }
    at
}

/// Returns true if `byte` can be part of the name of an element type.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the end of the word at `at`.
pub(super) fn word_end(line: &[u8], mut at: usize) -> usize {
    while at < line.len() && is_word_byte(line[at]) {
        at += 1;
    }
    at
}

/// Returns the end of the quoted text that begins at `at`; a backslash escapes the next byte.
pub(super) fn quoted_end(line: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    loop {
        end += find(&line[end..], [b'"', b'\\']);
        match line.get(end) {
            Some(b'"') => return end + 1,
            Some(_) if end + 2 <= line.len() => end += 2,
            _ => return line.len(),
        }
    }
}

/// Returns the end of the comment that begins at `at`, if one does.
pub(super) fn comment_end(line: &[u8], at: usize) -> Option<usize> {
    match line[at..] {
        [b'/', b'/', ..] => Some(line.len()),
        [b'/', b'*', ref body @ ..] => {
            let end = body.windows(2).position(|pair| pair == b"*/");
            Some(end.map_or(line.len(), |end| at + 2 + end + 2))
        }
        _ => None,
    }
}

/// Returns the end of the group whose bracket `open` is at `at`; `None` when it is not closed
/// before the line ends or quoted text begins.
pub(super) fn group_end(line: &[u8], at: usize, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0usize;
    let mut end = at;
    while end < line.len() {
        match line[end] {
            byte if byte == open => depth += 1,
            byte if byte == close => {
                depth -= 1;
                if depth == 0 {
                    return Some(end + 1);
                }
            }
            b'"' => return None,
            b'/' => {
                if let Some(behind) = comment_end(line, end) {
                    end = behind;
                    continue;
                }
            }
            _ => {}
        }
        end += 1;
    }
    None
}

/// Returns the position of the first byte at which `stops` returns true, from `at` on. It is
/// called with the position of each byte outside of quoted text and comments, and with the
/// number of brackets that are open behind it.
pub(super) fn find_outside(
    text: &[u8],
    mut at: usize,
    mut stops: impl FnMut(usize, usize) -> bool,
) -> Option<usize> {
    let mut depth = 0usize;
    while at < text.len() {
        match text[at] {
            b'"' => {
                at = quoted_end(text, at);
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'/' => {
                if let Some(end) = comment_end(text, at) {
                    at = end;
                    continue;
                }
            }
            _ => {}
        }
        if stops(at, depth) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns the end of the shape whose element type begins at `start` and whose `[` is at
/// `open`, and whether it is an array. If it is not an array, the end of the part that was
/// examined.
pub(super) fn shape(line: &[u8], start: usize, open: usize) -> (usize, Result<(), Reason>) {
    let mut kind = match &line[start..open] {
        b"token" => Err(Reason::Token),
        b"opaque" => Err(Reason::Opaque),
        _ => Ok(()),
    };
    let mut at = open + 1;
    loop {
        match line.get(at) {
            Some(b'0'..=b'9' | b',' | b' ' | b'<' | b'=') => {}
            Some(b'?') => kind = Err(Reason::Unbounded),
            Some(b']') => break,
            Some(_) => return (at, Err(Reason::NotAShape)),
            None => return (at, Err(Reason::Unclosed)),
        }
        at += 1;
    }
    at += 1;
    // After `-> f32[8]` a brace with a blank before it opens the computation; a literal's
    // brace is followed by a blank or another brace.
    if let [b'{', b'0'..=b'9' | b':' | b'}', ..] = line[at..] {
        let Some(end) = group_end(line, at, b'{', b'}') else {
            return (line.len(), Err(Reason::Unclosed));
        };
        let order_end = at + find(&line[at..end], [b':']);
        if line[order_end..end].starts_with(b":D(") {
            kind = kind.and(Err(Reason::Sparse));
        }
        at = end;
    }
    (at, kind)
}

/// Bytes as text: all of them, or those before the first byte that is not UTF-8.
pub(super) fn utf8(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => core::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
    }
}
