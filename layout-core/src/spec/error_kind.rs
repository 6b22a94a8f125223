//! `ErrorKind`: the kinds of errors in a layout.

use core::fmt;

use crate::spec::element_type::ElementType;
use crate::spec::section::Section;

/// The kind of an error in a layout.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, error::ErrorKind};
///
/// let kind = |text| *Layout::parse(text).unwrap_err().kind();
/// assert_eq!(kind("f32[3,5]{1,0:T(0,2)}"), ErrorKind::ZeroTile);
/// assert_eq!(kind("f32[3,5]{1,0:T(2,2)"), ErrorKind::Unclosed { expected: '}' });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    // The text as a whole.
    /// No text.
    Empty,
    /// The element type is missing, or the text has something else instead.
    NoElement,
    /// An element type that XLA does not have.
    UnknownElement,
    /// A shape that has no layout itself.
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
    /// A token that the grammar does not allow here.
    Expected(Expected),
    /// A character that is not ASCII and looks like one that is.
    LookAlike,
    /// Text after the end of the layout.
    TrailingText,
    /// A valid layout that differs from the requested static one.
    AnotherLayout {
        /// The text of the requested one.
        expected: &'static str,
    },

    // Numbers and lists of them.
    /// A missing number.
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
    /// A string instead of a number.
    Quoted(What),
    /// Dimensions written as `2x2`.
    TimesSign,
    /// A name in a text, which cannot have names.
    Name(What),
    /// An expression without braces.
    BareExpression,
    /// A name or expression in a position for which the macro accepts integers only.
    NotLiteral(What),
    /// A number with a leading zero: `024`.
    LeadingZero(What),
    /// An integer in Rust's notation: `0x80`, `1_024`.
    NotDecimal(What),
    /// Not a number.
    NotANumber(What),
    /// A number too large for a size.
    TooLarge(What),
    /// A number above the limit of its section. The limit of `M(n)` is what the data leaves of
    /// `isize::MAX` bytes.
    AboveLimit {
        /// The meaning of the number.
        what: What,
        /// The largest number allowed.
        limit: usize,
    },
    /// A dimension without a bound, `?`.
    Unbounded,
    /// More than one number in a section that has one.
    OneNumber(What),
    /// More entries than a list can have.
    TooMany {
        /// The meaning of the entries.
        what: What,
        /// The most entries.
        limit: usize,
    },

    // minor_to_major.
    /// A name before the numbers: `major_to_minor=`.
    OrderName,
    /// Not one entry per dimension.
    OrderCount {
        /// Entries found.
        found: usize,
        /// Dimensions of the array.
        rank: usize,
    },
    /// An entry that is not the number of a dimension.
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
        /// Its first index, counted from 0.
        first: u8,
        /// The index of its repetition.
        second: u8,
        /// A dimension that is not named.
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
    /// More tiles than a layout can have.
    TooManyTiles {
        /// The most tiles.
        limit: usize,
    },
    /// More physical dimensions than a layout can have.
    PhysicalRank {
        /// The physical dimensions after this tile.
        rank: usize,
    },

    // Sections.
    /// Nothing after `:`.
    MissingSections,
    /// A comma or another separator between sections.
    SectionSeparator,
    /// A section without its numbers, or with no parentheses around them.
    BareSection {
        /// The section.
        section: Section,
    },
    /// A letter that names no section.
    UnknownSection,
    /// A section in the wrong case.
    SectionCase {
        /// The section.
        section: Section,
    },
    /// A section that is repeated.
    RepeatedSection {
        /// The section.
        section: Section,
    },
    /// A section after one that it must precede.
    SectionOrder {
        /// The section.
        section: Section,
        /// The section that it must precede.
        after: Section,
    },
    /// A section of sparse arrays.
    Sparse {
        /// The section.
        section: Section,
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
    /// A word that is not the name of a padding value.
    PadValue,

    // Sizes.
    /// A buffer of more than `isize::MAX` bytes.
    Overflow {
        /// The bytes with padding, if they fit in 128 bits.
        bytes: Option<LargeCount>,
        /// True if tiles or sections may add padding.
        padding: bool,
    },
    /// More than `isize::MAX` elements, although their bits fit in a buffer.
    ElementOverflow {
        /// The elements with padding.
        elements: LargeCount,
    },
    /// An empty buffer whose strides are past `isize::MAX`.
    StrideOverflow {
        /// The product of all physical dimensions that are not 0, if it fits in 128 bits.
        elements: Option<LargeCount>,
    },
}

impl ErrorKind {
    /// Returns true if it is a syntax error after which the rest of the text is
    /// unreliable: further errors there may follow from this one.
    pub const fn hides_rest(self) -> bool {
        matches!(
            self,
            ErrorKind::NoElement
                | ErrorKind::NotAnArray(_)
                | ErrorKind::NoDimensions
                | ErrorKind::WrongBracket { .. }
                | ErrorKind::Unclosed { .. }
                | ErrorKind::Expected(
                    Expected::Layout
                        | Expected::Order
                        | Expected::Parenthesis
                        | Expected::SectionsColon
                        | Expected::OrderEnd
                )
                | ErrorKind::TrailingText
                | ErrorKind::NotANumber(_)
                | ErrorKind::Quoted(_)
                | ErrorKind::OrderName
                | ErrorKind::UnknownSection
                | ErrorKind::BareSection { .. }
        )
    }
}

/// Shapes that XLA writes that are not arrays.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, error::{ErrorKind, NotAnArray}};
///
/// let error = Layout::parse("(f32[2], s32[])").unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::NotAnArray(NotAnArray::Tuple));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAnArray {
    /// `(f32[2], s32[])`.
    Tuple,
    /// `token[]`.
    Token,
    /// `opaque[]`.
    Opaque,
    /// `b(f32[2])`.
    BufferShape,
}

/// The token that the grammar expects.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, error::{ErrorKind, Expected}};
///
/// let error = Layout::parse("f32[3,5]{1,0 T(2,2)}").unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::Expected(Expected::SectionsColon));
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// `{` or `<`, or the end.
    Layout,
    /// `<=` before a bound.
    Bound,
    /// minor_to_major, after a `:`.
    Order,
    /// `(` after the name of a section.
    Parenthesis,
    /// `:` between minor_to_major and the sections.
    SectionsColon,
    /// `:` between a dimension and its split indices.
    SplitColon,
    /// `,`, `:` or the closing bracket.
    OrderEnd,
}

/// The meaning of a number.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, error::{ErrorKind, What}};
///
/// let error = Layout::parse("f32[3,5]{1,0:T(2,2)S(128)}").unwrap_err();
/// assert_eq!(error.kind(), &ErrorKind::AboveLimit { what: What::MemorySpace, limit: 127 });
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A dimension of the array.
    Dimension,
    /// An entry of `minor_to_major`.
    Order,
    /// An entry of a tile.
    Tile,
    /// The number of `L(n)`.
    Alignment,
    /// The number of `E(n)`.
    ElementBits,
    /// The number of `S(n)`.
    MemorySpace,
    /// A number of `SC(dimension:index,...)`.
    Split,
    /// The number of `M(n)`.
    MetadataBytes,
    /// A width of `PAD(...)`.
    Pad,
}

/// A number of up to 128 bits, such as the bytes of a buffer that is too large.
/// It is aligned as a `u64` to keep errors small.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, error::ErrorKind};
///
/// let error = Layout::parse("u8[4294967296,4294967296]{1,0:T(8,128)}").unwrap_err();
/// let ErrorKind::Overflow { bytes: Some(bytes), .. } = *error.kind() else {
///     unreachable!()
/// };
/// assert_eq!(bytes.get(), 1 << 64); // of 1 byte each, without padding
/// assert_eq!(bytes.to_string(), "18446744073709551616");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(Rust, packed(8))]
pub struct LargeCount(u128);

impl LargeCount {
    pub(crate) const fn new(number: u128) -> LargeCount {
        LargeCount(number)
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> u128 {
        self.0
    }
}

impl fmt::Display for LargeCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Debug for LargeCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
