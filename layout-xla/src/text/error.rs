//! `TextError`: why a text of another system is not a layout, or why a layout cannot be
//! written in its notation.

use core::fmt;
use core::ops::Range;

use layout_core::parse::excerpt::Excerpt;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::message::Explanation;
use layout_core::util::array_string::ArrayString;
use layout_core::util::error_text::ErrorText;

use crate::proto::ProtoError;

/// The most bytes of a text that an error carries: with them, it has no more than 120 bytes.
const WINDOW: usize = 56;

/// The problem of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The notation requires this here.
    Expected(&'static str),
    /// Something that no layout can express, or that is not supported.
    Refused(&'static str),
    /// [`Refused`](Self::Refused), with the text to write instead; the numbers replace `{}` in
    /// both.
    Helped(&'static Helped, [usize; 2]),
    /// Not one entry per dimension: what, the number of entries and of dimensions.
    Count(&'static str, usize, usize),
    /// A number that is too large for a size.
    TooLarge,
    /// A layout that the validator refuses; the range is the refused part.
    Invalid(ErrorKind),
    /// The bytes of a protocol buffer that are refused.
    Proto(ProtoError),
    /// A layout that a notation cannot express, and why.
    Unwritable(&'static str, &'static str),
}

/// The refused construct, and the text to write instead; an empty help is not shown.
#[derive(PartialEq, Eq, Debug)]
pub struct Helped {
    pub what: &'static str,
    pub help: &'static str,
}

impl Helped {
    /// Without help.
    pub const fn none(what: &'static str) -> Helped {
        Helped { what, help: "" }
    }
}

impl From<&'static str> for Problem {
    fn from(what: &'static str) -> Problem {
        Problem::Refused(what)
    }
}

impl From<&'static Helped> for Problem {
    fn from(helped: &'static Helped) -> Problem {
        Problem::Helped(helped, [0; 2])
    }
}

impl From<ErrorKind> for Problem {
    fn from(kind: ErrorKind) -> Problem {
        Problem::Invalid(kind)
    }
}

impl From<ProtoError> for Problem {
    fn from(error: ProtoError) -> Problem {
        match error {
            ProtoError::Invalid(kind) => Problem::Invalid(kind),
            error => Problem::Proto(error),
        }
    }
}

/// Why a text or a message of another system is refused, or why a layout cannot be written in
/// a notation.
///
/// `Display` shows the text with carets under the error, and what to write
/// instead.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::shards::Sharding;
///
/// let error = Sharding::parse("{devices=[2,2]<=[5]}").unwrap_err();
/// assert_eq!(error.range(), 14..19);
/// assert_eq!(
///     error.to_string(),
///     "the dimensions of `devices` make 4 tiles, but there are 5 devices\n  \
///      | {devices=[2,2]<=[5]}\n  \
///      |               ^^^^^\n  \
///      = help: write as many devices as tiles: `<=[4]`"
/// );
/// ```
#[derive(Clone, Copy)]
pub struct TextError {
    problem: Problem,
    /// `None` for bytes, and for a layout that cannot be written.
    excerpt: Option<Excerpt<WINDOW>>,
}

impl From<Problem> for TextError {
    /// Returns a problem without a text.
    fn from(problem: Problem) -> TextError {
        TextError {
            problem,
            excerpt: None,
        }
    }
}

impl TextError {
    /// Returns a problem with a range of bytes of `text`.
    pub fn new(problem: impl Into<Problem>, text: &str, range: Range<usize>) -> TextError {
        TextError {
            problem: problem.into(),
            excerpt: Some(Excerpt::new(text, range.start, range.end)),
        }
    }

    /// Returns a name of the notation that cannot express the layout, such as "CuTe"; `None` for an
    /// error in a text.
    #[must_use]
    pub fn unwritable(&self) -> Option<&'static str> {
        match self.problem {
            Problem::Unwritable(notation, _) => Some(notation),
            _ => None,
        }
    }

    /// Returns the range of bytes of the text in error; empty without a text.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.excerpt.map_or(0..0, |excerpt| excerpt.range())
    }

    /// Returns the message: one line, without position.
    #[must_use]
    pub fn message(&self) -> ErrorText {
        let mut message = ArrayString::new();
        match self.problem {
            Problem::Expected(what) => message.str("expected ").str(what),
            Problem::Refused(what) => message.str(what),
            Problem::Helped(words, numbers) => return ErrorText(filled(words.what, numbers)),
            Problem::Count(what, found, rank) => {
                message.num(found as u128).str(" ").str(what);
                message.str(" for ").num(rank as u128);
                message.str(if rank == 1 {
                    " dimension"
                } else {
                    " dimensions"
                })
            }
            Problem::TooLarge => message.str("number is too large for a size"),
            Problem::Invalid(_) => return ErrorText(self.explanation().message),
            Problem::Proto(error) => {
                use fmt::Write;

                let _ = write!(message, "{error}"); // a text that does not fit is truncated
                &mut message
            }
            Problem::Unwritable(notation, reason) => message
                .str(notation)
                .str(" cannot express this: ")
                .str(reason),
        };
        ErrorText(message)
    }

    /// Returns the text to write instead, if it is known.
    #[must_use]
    pub fn help(&self) -> Option<ErrorText> {
        let help = match self.problem {
            Problem::Helped(words, numbers) => filled(words.help, numbers),
            Problem::Invalid(_) => return self.explanation().help().map(ErrorText),
            _ => return None,
        };
        (!help.as_str().is_empty()).then_some(ErrorText(help))
    }

    /// Returns the words of the validator, about the text in error if that is short.
    fn explanation(&self) -> Explanation {
        let Problem::Invalid(kind) = self.problem else {
            return Explanation::new(ErrorKind::Empty, b"");
        };
        match self.excerpt.as_ref().map(Excerpt::found) {
            Some((found, true)) => Explanation::new(kind, found),
            _ => Explanation::new(kind, b""),
        }
    }
}

/// Returns the words, with the numbers for `{}`.
fn filled(words: &str, numbers: [usize; 2]) -> ArrayString<256> {
    let mut text = ArrayString::new();
    for (i, part) in words.split("{}").enumerate() {
        if let Some(before) = i.checked_sub(1) {
            text.num(numbers[before % 2] as u128);
        }
        text.str(part);
    }
    text
}

impl PartialEq for TextError {
    fn eq(&self, other: &Self) -> bool {
        self.problem == other.problem && self.range() == other.range()
    }
}

impl Eq for TextError {}

impl fmt::Debug for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TextError")
            .field("range", &self.range())
            .field("message", &self.message())
            .finish()
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (message, help) = (self.message(), self.help());
        match (&self.excerpt, &help) {
            (Some(excerpt), _) => f.write_str(&excerpt.shown(&message, help.as_deref(), None)),
            (None, Some(help)) => write!(f, "{message}\n  = help: {help}"),
            (None, None) => f.write_str(&message),
        }
    }
}

impl core::error::Error for TextError {}
