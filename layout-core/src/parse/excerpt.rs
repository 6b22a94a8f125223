//! `Excerpt`: the part of a text that an error shows, with carets under the
//! range in error.

use core::ops::Range;

use crate::util::array_string::{ArrayString, char_start, first_char};

/// The most bytes of a window.
const MAX_WINDOW: usize = 64;
/// How many bytes of the window are before the range, unless the text ends soon after the
/// range.
const BEFORE: usize = 12;

/// A range of bytes of a text, and at most `WINDOW` bytes of the text around it.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<const WINDOW: usize> {
    start: usize,
    /// The bytes of the range.
    len: u32,
    /// The text around the range.
    window: ArrayString<WINDOW>,
    /// The number of bytes of the window before the range.
    before: u8,
    /// True if the text continues after the window.
    goes_on: bool,
}

impl<const WINDOW: usize> Excerpt<WINDOW> {
    /// Returns the range `start..end` of `text`.
    pub const fn new(text: &str, start: usize, end: usize) -> Self {
        let last = text.len().saturating_sub(WINDOW);
        let near = start.saturating_sub(BEFORE);
        let from = char_start(text, if near < last { near } else { last });
        let mut window = ArrayString::new();
        window.str(text.split_at(from).1);
        Excerpt {
            start,
            len: if end - start <= u32::MAX as usize {
                (end - start) as u32
            } else {
                0 // nobody looks at carets under 4 GiB
            },
            goes_on: from + window.as_str().len() < text.len(),
            window,
            before: (start - from) as u8, // it is within the window
        }
    }

    /// Returns the range of bytes of the text.
    pub const fn range(&self) -> Range<usize> {
        self.start..self.start + self.len as usize
    }

    /// Returns the text of the range, truncated to the window, and whether it is complete.
    pub const fn found(&self) -> (&[u8], bool) {
        let window = self.window.as_str().as_bytes();
        let rest = window.split_at(self.before as usize).1;
        let len = self.len as usize;
        if len <= rest.len() {
            (rest.split_at(len).0, true)
        } else {
            (rest, false)
        }
    }

    /// Returns the message, the text with carets under the range, help and note.
    pub const fn shown(
        &self,
        message: &str,
        help: Option<&str>,
        note: Option<&str>,
    ) -> ArrayString<2048> {
        let mut shown = ArrayString::new();
        shown.str(message).str("\n  | ");
        let mut carets = ArrayString::<{ MAX_WINDOW + 4 }>::new();
        let mut at = self.start - self.before as usize;
        if at > 0 {
            shown.str("...");
            carets.str("   ");
        }
        let mut rest = self.window.as_str().as_bytes();
        while let Some((character, after)) = first_char(rest) {
            // Control characters become blanks, so that the text is one line.
            if character < 0x20 || character == 0x7f {
                shown.str(" ");
            } else {
                shown.bytes(rest.split_at(rest.len() - after.len()).0);
            }
            if at < self.start {
                carets.str(" ");
            } else if at < self.range().end || at == self.start {
                carets.str("^");
            }
            at += rest.len() - after.len();
            rest = after;
        }
        if at == self.start {
            carets.str("^"); // past the last character
        }
        if self.goes_on {
            shown.str("...");
        }
        shown.str("\n  | ").str(carets.as_str());
        if let Some(help) = help {
            shown.str("\n  = help: ").str(help);
        }
        if let Some(note) = note {
            shown.str("\n  = note: ").str(note);
        }
        shown
    }
}
