//! `TextError`: why a text of another system is not a layout, or why a layout cannot be
//! written in its notation.

use core::fmt;
use core::ops::Range;

use layout_core::parse::excerpt::Excerpt;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::spec::message::Explanation;
use layout_core::util::array_string::ArrayString;

/// The most bytes of a text that an error carries: with them, [`Error`](crate::Error)
/// has no more than 120 bytes.
const WINDOW: usize = 56;

/// What is wrong with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The notation requires this here.
    Expected(&'static str),
    /// Something that no layout can express, or that is not supported.
    Refused(&'static str),
    /// [`Refused`](Self::Refused), with what to write instead.
    Helped(&'static Helped),
    /// Not one entry per dimension.
    Count {
        what: &'static str,
        found: u32,
        rank: u32,
    },
    /// A number that is too large for a size.
    TooLarge,
    /// A layout that the validator refuses; the range is the refused part.
    Invalid(ErrorKind),
    /// A layout that the system's notation cannot express.
    Unwritable(&'static str, &'static str),
}

/// What is refused, and what to write instead.
#[derive(PartialEq, Eq, Debug)]
pub struct Helped {
    pub what: &'static str,
    pub help: &'static str,
}

impl Problem {
    /// `found` entries for `rank` dimensions.
    pub fn count(what: &'static str, found: usize, rank: usize) -> Problem {
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        Problem::Count {
            what,
            found: number(found),
            rank: number(rank),
        }
    }
}

/// Why a text in the notation of another system is not a layout, or why a layout cannot be
/// written in it.
///
/// `Display` shows the text with carets under the error, and what to write
/// instead.
///
/// ```
/// use tiled_layout::notation::{System, jax, onednn};
/// use tiled_layout::{ElementType, Layout};
///
/// let error = onednn::parse("aBcd16", ElementType::F32, &[20, 37, 3, 2]).unwrap_err();
/// assert_eq!(error.message(), "expected the letter of a blocked dimension");
/// assert_eq!(error.range(), 6..6);
///
/// // A layout that JAX cannot express.
/// let layout = Layout::parse("f32[1000]{0:T(128)L(1024)}").unwrap();
/// let error = jax::print(&layout).unwrap_err();
/// assert_eq!(error.unwritable(), Some(System::Jax));
/// assert_eq!(error.to_string(), "a JAX `Layout` cannot say it: `L(n)` rounds up the buffer");
/// ```
#[derive(Clone, Copy)]
pub struct TextError {
    problem: Problem,
    excerpt: Excerpt<WINDOW>,
}

impl TextError {
    /// A problem with a range of bytes of `text`.
    pub fn new(problem: Problem, text: &str, range: Range<usize>) -> TextError {
        let excerpt = Excerpt::new(text, range.start, range.end);
        TextError { problem, excerpt }
    }

    /// A layout that `system` cannot express.
    pub fn no_spelling(notation: &'static str, reason: &'static str) -> TextError {
        TextError::new(Problem::Unwritable(notation, reason), "", 0..0)
    }

    /// The system whose notation cannot express the layout; `None` for an error in a text.
    #[must_use]
    pub fn unwritable(&self) -> Option<&'static str> {
        match self.problem {
            Problem::Unwritable(notation, _) => Some(notation),
            _ => None,
        }
    }

    /// The range of bytes of the text in error; empty if a layout cannot be written.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.excerpt.range()
    }

    /// The message: one line, without position.
    #[must_use]
    pub fn message(&self) -> ArrayString<256> {
        use fmt::Write;

        let mut message = ArrayString::new();
        match self.problem {
            Problem::Expected(what) => message.str("expected ").str(what),
            Problem::Refused(what) => message.str(what),
            Problem::Helped(helped) => message.str(helped.what),
            Problem::Count { what, found, rank } => {
                let dimensions = if rank == 1 { "dimension" } else { "dimensions" };
                // A text that does not fit is truncated, which is no error.
                let _ = write!(message, "{found} {what} for {rank} {dimensions}");
                &mut message
            }
            Problem::TooLarge => message.str("number is too large for a size"),
            Problem::Invalid(_) => return self.explanation().message,
            Problem::Unwritable(notation, reason) => {
                message.str(notation).str(" cannot say it: ").str(reason)
            }
        };
        message
    }

    /// What to write instead, if that is known.
    #[must_use]
    pub fn help(&self) -> Option<ArrayString<256>> {
        match self.problem {
            Problem::Helped(helped) => Some(ArrayString::shortened(helped.help)),
            Problem::Invalid(_) => self.explanation().help(),
            _ => None,
        }
    }

    /// The words of the validator, about the text in error if that is short.
    fn explanation(&self) -> Explanation {
        match (self.problem, self.excerpt.found()) {
            (Problem::Invalid(kind), (found, true)) => Explanation::new(kind, found),
            (Problem::Invalid(kind), _) => Explanation::new(kind, b""),
            _ => Explanation::new(ErrorKind::Empty, b""),
        }
    }
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
        if self.unwritable().is_some() {
            return f.write_str(&message);
        }
        f.write_str(&self.excerpt.shown(&message, help.as_deref(), None))
    }
}

impl core::error::Error for TextError {}
