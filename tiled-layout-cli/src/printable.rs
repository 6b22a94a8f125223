//! Text from files and arguments, made safe for a terminal.

use std::borrow::Cow;
use std::ffi::OsString;

/// A text without characters that a terminal obeys instead of showing: control characters (C0,
/// delete and C1), and characters of zero width or that change the direction of text. Each
/// becomes its JSON escape, `\u001b`, so that JSON keeps its meaning.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// The same for a text of several lines, which keeps its line ends.
pub(crate) fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character| character != '\n' && is_hidden(character))
}

/// An argument, safe for clap to repeat in an error.
pub(crate) fn argument(argument: OsString) -> OsString {
    printable(&argument.to_string_lossy()).as_ref().into()
}

fn escaped(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return text.into();
    }
    let mut escaped = String::with_capacity(2 * text.len());
    for character in text.chars() {
        if is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(character);
        }
    }
    escaped.into()
}

fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{00ad}' // soft hyphen
            | '\u{061c}' | '\u{200e}' | '\u{200f}' // marks of direction
            | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' // no width
            | '\u{2028}'..='\u{202e}' // line and paragraph ends, embeddings and overrides
            | '\u{2066}'..='\u{206f}' // isolates
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' // annotations, tags
        )
}

#[cfg(test)]
mod tests {
    use super::{printable, printable_lines};

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        let cases = [
            ("%fusion.1", "%fusion.1"),
            ("größe.файл", "größe.файл"),
            ("\x1b]0;evil\x07", r"\u001b]0;evil\u0007"),
            ("\u{9b}31m", r"\u009b31m"),
            ("a\u{202e}b\u{2066}c", r"a\u202eb\u2066c"),
            ("\x7f\t\r\n", r"\u007f\u0009\u000d\u000a"),
            ("\u{e0041}", r"\udb40\udc41"),
        ];
        for (text, shown) in cases {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_lines("a\nb\x1b"), "a\nb\\u001b");
    }

    #[test]
    fn json_stays_the_same() {
        let text = "a\u{9b}\u{202e}\u{e0041}\x7f";
        let json = serde_json::to_string(text).unwrap();
        let safe = printable_lines(&json);
        assert!(safe.is_ascii());
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
    }
}
