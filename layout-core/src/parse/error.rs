//! `ParseError`: an error in a layout, its position in the text, and what to
//! write instead.

use core::fmt;
use core::ops::Range;

use super::element_alias;
use super::excerpt::Excerpt;
use crate::spec::error_kind::ErrorKind;
use crate::spec::message::{Explanation, Words};
use crate::util::array_string::ArrayString;
use crate::util::error_text::ErrorText;

/// The most bytes of a text that an error carries: errors are values of less
/// than 128 bytes.
const WINDOW: usize = 64;

/// Why a text is not a layout: kind, range of bytes and message.
///
/// `Display` shows the text with carets under the error, and what to write
/// instead.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, error::ErrorKind};
///
/// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::ZeroTile);
/// assert_eq!(error.range(), 15..16);
/// assert_eq!(error.message(), "tile entry is 0");
/// ```
#[derive(Clone, Copy)]
pub struct ParseError {
    kind: ErrorKind,
    excerpt: Excerpt<WINDOW>,
}

impl ParseError {
    #[doc(hidden)]
    pub const fn new(kind: ErrorKind, text: &str, start: usize, end: usize) -> Self {
        let excerpt = Excerpt::new(text, start, end);
        ParseError { kind, excerpt }
    }

    /// Message, help and note. The help for an unknown element type is the one that its name
    /// means in other systems, or the nearest one.
    #[doc(hidden)]
    #[must_use]
    pub fn explanation(&self) -> Explanation {
        let mut explanation = self.by_itself();
        if matches!(self.kind, ErrorKind::UnknownElement)
            && let (name, true) = self.excerpt.found()
            && let Ok(name) = core::str::from_utf8(name)
            && let Some(guess) = element_alias::guess(name)
        {
            explanation.say(&guess.help(name));
            return explanation.without_note();
        }
        explanation
    }

    /// Returns the message from the text in error alone.
    const fn by_itself(&self) -> Explanation {
        let (text, whole) = self.excerpt.found();
        if whole {
            return Explanation::new(self.kind, text);
        }
        let mut found = ArrayString::<{ WINDOW + 3 }>::new();
        found.bytes(text).str("...");
        let explanation = Explanation::new(self.kind, found.as_str().as_bytes());
        match self.kind {
            // The help contains no part of the text.
            ErrorKind::Overflow { .. }
            | ErrorKind::ElementOverflow { .. }
            | ErrorKind::StrideOverflow { .. } => explanation,
            _ => explanation.without_help(),
        }
    }

    /// Returns the kind of the error.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Layout, error::ErrorKind};
    ///
    /// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
    /// assert_eq!(error.kind(), &ErrorKind::ZeroTile);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns the range of bytes in error.
    ///
    /// # Examples
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
        self.excerpt.range()
    }

    /// Returns the message: one line, without position.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let error = Layout::parse("f32[3,5]{1,0:T(0,2)}").unwrap_err();
    /// assert_eq!(error.message(), "tile entry is 0");
    /// ```
    #[must_use]
    pub const fn message(&self) -> ErrorText {
        ErrorText(self.by_itself().message)
    }

    /// Returns the text to write instead of the token in error, if it is known and the token is
    /// short. `suggestion`, with the feature of that name, reads the whole text.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let error = Layout::parse("float[3,5]{1,0:T(2,2)}").unwrap_err();
    /// assert_eq!(error.help().as_deref(), Some("write `f32`"));
    /// ```
    #[must_use]
    pub fn help(&self) -> Option<ErrorText> {
        self.explanation().help().map(ErrorText)
    }

    /// Returns the rule behind the error, if it is not obvious.
    ///
    /// # Examples
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
    pub fn note(&self) -> Option<ErrorText> {
        self.explanation().note().map(ErrorText)
    }

    /// Returns the message, the text with carets under the error, and those parts of help and note
    /// that do not depend on the whole text.
    #[doc(hidden)]
    pub const fn shown(&self) -> ArrayString<2048> {
        self.shown_with(&self.by_itself())
    }

    /// Returns the same with another help and note.
    #[doc(hidden)]
    #[must_use]
    pub const fn shown_with(&self, explanation: &Explanation) -> ArrayString<2048> {
        let (help, note) = (explanation.help(), explanation.note());
        self.excerpt
            .shown(explanation.message.as_str(), text_of(&help), text_of(&note))
    }
}

/// `Option::as_deref` for const evaluation.
const fn text_of(words: &Option<Words>) -> Option<&str> {
    match words {
        Some(words) => Some(words.as_str()),
        None => None,
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
        f.write_str(self.shown_with(&self.explanation()).as_str())
    }
}

impl core::error::Error for ParseError {}

/// Returns the message of an error in numbers, without a text.
pub const fn const_message(kind: ErrorKind) -> ArrayString<1024> {
    Explanation::new(kind, b"").lines()
}
