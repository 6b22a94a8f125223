//! `ParseError` and `ErrorKind`: what is wrong with a layout, where, and what
//! to write instead.

mod explain;

use core::fmt;
use core::ops::Range;

use crate::element::ElementType;
use crate::text::Text;
use explain::Explanation;

/// What is wrong with a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    // The text as a whole.
    /// No text.
    Empty,
    /// An element type that XLA does not have; the nearest one that it has.
    UnknownElement {
        /// The element type that was probably meant.
        nearest: Option<ElementType>,
    },
    /// A shape without a layout of its own.
    NotAnArray(NotAnArray),
    /// No `[...]` after the element type.
    NoDimensions,
    /// A bracket of the wrong kind.
    WrongBracket {
        /// The bracket to write.
        expected: char,
    },
    /// No closing bracket.
    Unclosed {
        /// The missing bracket.
        expected: char,
    },
    /// Something else than what the grammar has at this place.
    Expected(Expected),
    /// Text after the end of the layout.
    TrailingText,

    // Numbers and lists of them.
    /// No number where one is needed.
    MissingNumber(What),
    /// A comma with no number after it.
    TrailingComma,
    /// Two numbers with no comma between.
    MissingComma,
    /// A separator that is not a comma.
    WrongSeparator,
    /// A number below zero.
    Negative(What),
    /// A number with a fraction.
    Fraction(What),
    /// A number with a type after it, such as `3usize`.
    Suffix(What),
    /// A string in place of a number.
    Quoted(What),
    /// Dimensions written as `2x2`.
    TimesSign,
    /// A name where the text has no names.
    Name(What),
    /// An expression without braces.
    BareExpression,
    /// A name or expression where the macro takes integers only.
    NotLiteral(What),
    /// Not a number.
    NotANumber(What),
    /// A number too large for a size.
    TooLarge(What),
    /// A number above what its section takes.
    AboveLimit {
        /// What the number is.
        what: What,
        /// The largest number allowed.
        limit: usize,
    },
    /// A dimension without a bound, `?`.
    Unbounded,
    /// More entries than a list can have.
    TooMany {
        /// What the entries are.
        what: What,
        /// The most entries.
        limit: usize,
    },

    // minor_to_major.
    /// Not one entry a dimension.
    OrderCount {
        /// Entries found.
        found: usize,
        /// Dimensions of the array.
        rank: usize,
    },
    /// An entry that is no dimension.
    OrderRange {
        /// The entry.
        entry: usize,
        /// Dimensions of the array.
        rank: usize,
    },
    /// A dimension named twice.
    OrderRepeated {
        /// The dimension.
        entry: usize,
        /// Where it stands first, counted from 0.
        first: usize,
        /// Where it stands again.
        second: usize,
        /// The smallest dimension that is not named.
        missing: usize,
    },

    // Tiles.
    /// A tile entry of 0.
    ZeroTile,
    /// A tile entry past `isize::MAX`.
    TileTooLarge {
        /// The entry.
        entry: usize,
    },
    /// `*` in the last, most minor entry.
    CombineMostMinor,
    /// `T()`.
    EmptyTile,
    /// `T` with nothing after it.
    BareTile,
    /// `**`.
    DoubleStar,
    /// More physical dimensions than a layout can have.
    PhysicalRank {
        /// The physical dimensions after this tile.
        rank: usize,
    },

    // Sections.
    /// Nothing after `:`.
    NoSections,
    /// A letter that names no section.
    UnknownSection,
    /// A section in the wrong case.
    SectionCase {
        /// The section.
        section: &'static str,
    },
    /// A section that stands twice.
    RepeatedSection {
        /// The section.
        section: &'static str,
    },
    /// A section after one that it must precede.
    SectionOrder {
        /// The section.
        section: &'static str,
        /// The section before it in the text.
        after: &'static str,
    },
    /// A section of sparse arrays.
    Sparse {
        /// The section.
        section: &'static str,
    },
    /// `E(n)` with fewer bits than the element type has, or far too many.
    ElementBits {
        /// The bits.
        bits: usize,
        /// The element type.
        element: ElementType,
    },
    /// `L(0)`.
    ZeroAlign,
    /// `SC` of a dimension that does not exist.
    SplitDimension {
        /// The dimension, counted physically.
        dimension: usize,
        /// Dimensions of the array.
        rank: usize,
    },
    /// `SC` of one dimension twice.
    SplitRepeated {
        /// The dimension, counted physically.
        dimension: usize,
    },
    /// `SC` indices that do not ascend from above 0.
    SplitOrder {
        /// The index.
        index: usize,
        /// The index before it, or 0.
        previous: usize,
    },
    /// An `SC` index past its dimension.
    SplitRange {
        /// The index.
        index: usize,
        /// The dimension, counted physically.
        dimension: usize,
        /// The size of that dimension.
        size: usize,
    },
    /// `PAD` with a wrong number of widths.
    PadCount {
        /// Widths found.
        found: usize,
        /// Dimensions of the array.
        rank: usize,
    },
    /// A width of `PAD` below its dimension.
    PadNarrower {
        /// The dimension.
        dim: usize,
        /// Its width.
        width: usize,
        /// Its size.
        size: usize,
    },
    /// A word that names no padding value.
    PadValue,

    // Sizes.
    /// A buffer of more than `isize::MAX` bytes.
    Overflow {
        /// The bytes with padding, where 128 bits can count them.
        bytes: Option<u128>,
    },
}

/// What XLA can write that is not an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAnArray {
    /// `(f32[2], s32[])`.
    Tuple,
    /// `token[]`.
    Token,
    /// `opaque[]`.
    Opaque,
    /// `b(f32[2])`.
    Buffer,
}

/// What the grammar has at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// `{` or `<`, or the end.
    Layout,
    /// The `(` of a section.
    SectionOpen,
    /// `:` between a dimension and its split indices.
    SplitColon,
    /// `,`, `:` or the closing bracket.
    OrderEnd,
}

/// What a number is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A dimension of the array.
    Dimension,
    /// An entry of `minor_to_major`.
    Order,
    /// An entry of a tile.
    Tile,
    /// The number of `L(n)`.
    Align,
    /// The number of `E(n)`.
    Bits,
    /// The number of `S(n)`.
    Space,
    /// A number of `SC(dimension:index,...)`.
    Split,
    /// The number of `M(n)`.
    Prefix,
    /// A width of `PAD(...)`.
    Pad,
}

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
