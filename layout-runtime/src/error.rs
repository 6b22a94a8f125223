//! `ParseError`: what is wrong with a layout, where, and what to write instead.

mod explain;
mod kind;

use core::fmt;
use core::ops::Range;

use crate::text::Text;
use explain::Explanation;
pub use kind::{ErrorKind, Expected, NotAnArray, What};

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
    excerpt: Text<EXCERPT>,
    explanation: Explanation,
}

impl ParseError {
    pub(crate) const fn new(kind: ErrorKind, text: &str, start: usize, end: usize) -> Self {
        let bytes = text.as_bytes();
        let mut from = start.saturating_sub(EXCERPT / 2);
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        let mut excerpt = Text::new();
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
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where: a range of bytes of the text.
    pub const fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// What is wrong, in words: one line, without place.
    pub const fn message(&self) -> &str {
        self.explanation.message.as_str()
    }

    /// What to write instead, where that is known.
    pub const fn help(&self) -> Option<&str> {
        self.explanation.help()
    }

    /// The rule, where it is not obvious.
    pub const fn note(&self) -> Option<&str> {
        self.explanation.note()
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
        let excerpt = self.excerpt.as_str();
        let start = self.start - self.excerpt_start;
        let end = (self.end - self.excerpt_start)
            .min(excerpt.len())
            .max(start);
        writeln!(f, "{}", self.message())?;
        let before = excerpt.get(..start).unwrap_or(excerpt).chars().count();
        let carets = excerpt
            .get(start..end)
            .map_or(1, |s| s.chars().count())
            .max(1);
        let dots = if self.excerpt_start > 0 { "..." } else { "" };
        // One line, whatever blanks the text has.
        write!(f, "  | {dots}")?;
        for c in excerpt.chars() {
            fmt::Write::write_char(f, if c.is_control() { ' ' } else { c })?;
        }
        write!(f, "\n  | {:1$}", "", dots.len() + before)?;
        write!(f, "{:^<1$}", "", carets)?;
        if let Some(help) = self.help() {
            write!(f, "\n  = help: {help}")?;
        }
        if let Some(note) = self.note() {
            write!(f, "\n  = note: {note}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseError {}

/// The message of a mistake found in const evaluation, where there is no text.
pub(crate) const fn const_message(kind: ErrorKind) -> Text<1024> {
    let explanation = Explanation::new(kind, b"");
    let mut text = Text::new();
    text.str(explanation.message.as_str());
    if let Some(help) = explanation.help() {
        text.str("\nhelp: ").str(help);
    }
    if let Some(note) = explanation.note() {
        text.str("\nnote: ").str(note);
    }
    text
}
