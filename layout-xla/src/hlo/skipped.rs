//! `Skipped`: a part of a text that is not an array, and why.

use core::fmt;
use core::ops::Range;

use super::line::Line;

/// A part of the text that begins like an instruction or a shape and is not an array with a
/// layout. Iteration continues after it.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo::{self, Reason};
///
/// let text = "ENTRY e {\n  after = token[] after-all()";
/// let skipped = hlo::layouts(text).next().unwrap().unwrap_err();
/// assert_eq!(skipped.reason(), Reason::Token);
/// assert_eq!(&text[skipped.range()], "token[]");
/// assert_eq!(skipped.to_string(), "line 2: a token holds no data");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skipped {
    line: usize,
    start: usize,
    end: usize,
    reason: Reason,
}

impl Skipped {
    /// Returns a range of bytes of a line.
    pub(super) fn new(line: Line<'_>, range: Range<usize>, reason: Reason) -> Skipped {
        Skipped {
            line: line.number,
            start: line.start + range.start,
            end: line.start + range.end,
            reason,
        }
    }

    /// Returns the number of its line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// Its range of bytes in the whole text.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Why it was skipped.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

/// Why a part of the text was skipped. `Display` says it in a few words.
///
/// # Examples
///
/// ```
/// use tiled_layout::xla::hlo::Reason;
///
/// assert_eq!(Reason::Dynamic.to_string(), "a dynamic dimension: its size is not known");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// A tensor of StableHLO with a dynamic dimension that has a bound:
    /// `tensor<?xf32, #stablehlo.bounds<8>>`.
    Dynamic,
    /// A shape with a dimension without a bound: `f32[?]`.
    Unbounded,
    /// `token[]`.
    Token,
    /// `opaque[]`.
    Opaque,
    /// A tensor of StableHLO or other MLIR text with an encoding, such as `#ttnn_layout`, which
    /// decides how its elements are stored.
    Encoding,
    /// A sparse array: its layout has `D(...)`.
    Sparse,
    /// A bracket is not closed by the end of the line.
    Unclosed,
    /// Text that is not a shape in the place of one.
    NotAShape,
    /// No opcode with its `(` after the result.
    NoOpcode,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Dynamic => "a dynamic dimension: its size is not known",
            Reason::Unbounded => "a dimension without a bound",
            Reason::Token => "a token holds no data",
            Reason::Opaque => "an opaque value has no layout",
            Reason::Encoding => "an encoding, which decides the bytes, is not read",
            Reason::Sparse => "a sparse array has no dense layout",
            Reason::Unclosed => "a bracket is not closed",
            Reason::NotAShape => "not a shape",
            Reason::NoOpcode => "no opcode after the result",
        })
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl core::error::Error for Skipped {}
