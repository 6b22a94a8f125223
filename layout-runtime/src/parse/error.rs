//! `ParseError`: what is wrong with a layout, where, and what to write instead.

use core::fmt;
use core::ops::Range;

use crate::spec::error_kind::ErrorKind;
use crate::spec::message::Explanation;
use crate::util::array_string::{ArrayString, first_char};

/// The most bytes of a text that an error carries.
const EXCERPT: usize = 160;

/// Why a text is no layout: kind, place and words.
///
/// `Display` shows the text with a caret under the place, and what to write
/// instead.
///
/// ```
/// use layout_runtime::{ErrorKind, Layout};
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
    end: usize,
    /// Where in the whole text the excerpt begins.
    excerpt_start: usize,
    excerpt: ArrayString<EXCERPT>,
    explanation: Explanation,
}

impl ParseError {
    pub(crate) const fn new(kind: ErrorKind, text: &str, start: usize, end: usize) -> Self {
        let bytes = text.as_bytes();
        let mut from = start.saturating_sub(EXCERPT / 2);
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        let mut excerpt = ArrayString::new();
        excerpt.bytes(bytes.split_at(from).1);
        let found = bytes.split_at(end).0.split_at(start).1;
        ParseError {
            kind,
            start,
            end,
            excerpt_start: from,
            excerpt,
            explanation: Explanation::new(kind, found),
        }
    }

    /// What is wrong.
    ///
    /// ```
    /// use layout_runtime::{ErrorKind, Layout};
    ///
    /// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
    /// assert_eq!(error.kind(), &ErrorKind::ZeroTile);
    /// ```
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where: a range of bytes of the text.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let text = "f32[3,5]{1,0:T(0,2)}";
    /// let error = Layout::parse(text).unwrap_err();
    /// assert_eq!(error.range(), 15..16);
    /// assert_eq!(&text[error.range()], "0");
    /// ```
    pub const fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// What is wrong, in words: one line, without place.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
    /// assert_eq!(error.message(), "tile entry is 0");
    /// ```
    pub const fn message(&self) -> &str {
        self.explanation.message.as_str()
    }

    /// What to write instead, where that is known.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let error = Layout::parse("float[3,5]{1,0:T(2,2)}").unwrap_err();
    /// assert_eq!(error.help(), Some("write `f32`"));
    /// ```
    pub const fn help(&self) -> Option<&str> {
        self.explanation.help()
    }

    /// The rule, where it is not obvious.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let error = Layout::parse("f32[3,5]{1,0:T(2,*)}").unwrap_err();
    /// assert_eq!(error.message(), "`*` in the most minor entry of a tile");
    /// assert_eq!(
    ///     error.note(),
    ///     Some("`*` merges its dimension into the next more minor one, and there is none")
    /// );
    /// ```
    pub const fn note(&self) -> Option<&str> {
        self.explanation.note()
    }

    /// Message, the text with carets under the place, help and note.
    pub(crate) const fn shown(&self) -> ArrayString<2048> {
        let mut shown = ArrayString::new();
        shown.str(self.message()).str("\n  | ");
        let mut carets = ArrayString::<{ 2 * EXCERPT }>::new();
        if self.excerpt_start > 0 {
            shown.str("...");
            carets.str("   ");
        }
        let excerpt = self.excerpt.as_str().as_bytes();
        let mut rest = excerpt;
        let mut at = self.excerpt_start;
        while let Some((character, after)) = first_char(rest) {
            // One line, whatever blanks and control characters the text has.
            if character < 0x20 || character == 0x7f {
                shown.str(" ");
            } else {
                shown.bytes(rest.split_at(rest.len() - after.len()).0);
            }
            if at < self.start {
                carets.str(" ");
            } else if at < self.end || at == self.start {
                carets.str("^");
            }
            at += rest.len() - after.len();
            rest = after;
        }
        if at == self.start {
            carets.str("^"); // past the last character
        }
        shown.str("\n  | ").str(carets.as_str());
        if let Some(help) = self.help() {
            shown.str("\n  = help: ").str(help);
        }
        if let Some(note) = self.note() {
            shown.str("\n  = note: ").str(note);
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

/// The words of a mistake in numbers, where there is no text.
pub(crate) const fn const_message(kind: ErrorKind) -> ArrayString<1024> {
    let explanation = Explanation::new(kind, b"");
    let mut text = ArrayString::new();
    text.str(explanation.message.as_str());
    if let Some(help) = explanation.help() {
        text.str("\nhelp: ").str(help);
    }
    if let Some(note) = explanation.note() {
        text.str("\nnote: ").str(note);
    }
    text
}
