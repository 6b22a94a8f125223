//! `ParseError`: an error in a layout, its position in the text, and what to
//! write instead.

use core::fmt;
use core::ops::Range;

use super::Parsed;
use crate::spec::error_kind::ErrorKind;
use crate::spec::message::Explanation;
use crate::util::array_string::{ArrayString, char_start, first_char};

/// The most bytes of a text that an error carries: errors are values of less
/// than 128 bytes.
const WINDOW: usize = 64;
/// How many of them are before the error, unless the text ends soon after it.
const BEFORE: usize = 12;

/// Why a text is no layout: kind, range of bytes and message.
///
/// `Display` shows the text with carets under the error, and what to write
/// instead.
///
/// ```
/// use tiled_layout::{ErrorKind, Layout};
///
/// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::ZeroTile);
/// assert_eq!(error.range(), 15..16);
/// assert_eq!(error.message(), "tile entry is 0");
/// ```
#[derive(Clone, Copy)]
pub struct ParseError {
    kind: ErrorKind,
    start: usize,
    /// The range of bytes of the error.
    len: u32,
    /// The text around the error.
    window: ArrayString<WINDOW>,
    /// How much of the window is before the error, in bytes.
    before: u8,
    /// Whether the text continues after the window.
    goes_on: bool,
}

impl ParseError {
    #[doc(hidden)]
    pub const fn new(kind: ErrorKind, text: &str, start: usize, end: usize) -> Self {
        let last = text.len().saturating_sub(WINDOW);
        let near = start.saturating_sub(BEFORE);
        let from = char_start(text, if near < last { near } else { last });
        let mut window = ArrayString::new();
        window.str(text.split_at(from).1);
        ParseError {
            kind,
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

    /// The message, if the window has the text that it quotes.
    const fn explanation(&self) -> Explanation {
        if self.start == self.before as usize {
            let text = self.window.as_str();
            let parsed = Parsed::of(text);
            if parsed.begins_at(self.start, self.start + self.len as usize) {
                return parsed.explanation(text, 0, self.goes_on);
            }
        }
        let (len, window) = (self.len as usize, self.window.as_str().as_bytes());
        let rest = window.split_at(self.before as usize).1;
        if len <= rest.len() {
            return Explanation::new(self.kind, rest.split_at(len).0);
        }
        let mut found = ArrayString::<{ WINDOW + 3 }>::new();
        found.bytes(rest).str("...");
        let explanation = Explanation::new(self.kind, found.as_str().as_bytes());
        match self.kind {
            // Nothing of the text is in the help.
            ErrorKind::Overflow { .. }
            | ErrorKind::ElementOverflow { .. }
            | ErrorKind::StrideOverflow { .. } => explanation,
            _ => explanation.without_help(),
        }
    }

    /// What is wrong.
    ///
    /// ```
    /// use tiled_layout::{ErrorKind, Layout};
    ///
    /// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
    /// assert_eq!(error.kind(), &ErrorKind::ZeroTile);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where: a range of bytes of the text.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let text = "f32[3,5]{1,0:T(0,2)}";
    /// let error = Layout::parse(text).unwrap_err();
    /// assert_eq!(error.range(), 15..16);
    /// assert_eq!(&text[error.range()], "0");
    /// ```
    #[must_use]
    pub const fn range(&self) -> Range<usize> {
        self.start..self.start + self.len as usize
    }

    /// The message: one line, without position.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
    /// assert_eq!(error.message(), "tile entry is 0");
    /// ```
    #[must_use]
    pub const fn message(&self) -> ArrayString<256> {
        self.explanation().message
    }

    /// What to write instead, if that is known and the text in error is short.
    /// For a syntax error it is the whole layout, if that is within the first 64
    /// bytes of the text.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let error = Layout::parse("float[3,5]{1,0:T(2,2)}").unwrap_err();
    /// assert_eq!(error.help().as_deref(), Some("write `f32`"));
    /// ```
    #[must_use]
    pub const fn help(&self) -> Option<ArrayString<256>> {
        self.explanation().help()
    }

    /// The rule, where it is not obvious.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let error = Layout::parse("f32[3,5]{1,0:T(2,*)}").unwrap_err();
    /// assert_eq!(error.message(), "`*` in the most minor entry of a tile");
    /// assert_eq!(
    ///     error.note().as_deref(),
    ///     Some("`*` merges its dimension into the next more minor one, and there is none")
    /// );
    /// ```
    #[must_use]
    pub const fn note(&self) -> Option<ArrayString<256>> {
        self.explanation().note()
    }

    /// The message, the text with carets under the error, help and note.
    #[doc(hidden)]
    pub const fn shown(&self) -> ArrayString<2048> {
        let explanation = self.explanation();
        let mut shown = ArrayString::new();
        shown.str(explanation.message.as_str()).str("\n  | ");
        let mut carets = ArrayString::<{ WINDOW + 4 }>::new();
        let mut at = self.start - self.before as usize;
        if at > 0 {
            shown.str("...");
            carets.str("   ");
        }
        let mut rest = self.window.as_str().as_bytes();
        while let Some((character, after)) = first_char(rest) {
            // One line, whatever blanks and control characters the text has.
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
        if let Some(help) = explanation.help() {
            shown.str("\n  = help: ").str(help.as_str());
        }
        if let Some(note) = explanation.note() {
            shown.str("\n  = note: ").str(note.as_str());
        }
        shown
    }
}

impl PartialEq for ParseError {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.range() == other.range()
    }
}

impl Eq for ParseError {}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError")
            .field("kind", &self.kind)
            .field("range", &self.range())
            .field("message", &self.message())
            .finish()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.shown().as_str())
    }
}

impl core::error::Error for ParseError {}

/// The message of an error in numbers, without a text.
pub const fn const_message(kind: ErrorKind) -> ArrayString<1024> {
    Explanation::new(kind, b"").lines()
}
