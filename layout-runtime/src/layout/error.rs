//! `LayoutError`: why a layout cannot be made, or differs from the requested one;
//! `RegionError`: why ranges are not a region, or why a region has no layout of its own.

use core::fmt;

use layout_core::parse::error::const_message;
use layout_core::spec::display;
use layout_core::spec::error_kind::ErrorKind;
use layout_core::util::array_string::ArrayString;

use crate::layout::padding_waste::PaddingWaste;
use crate::layout::{Index, Layout};

/// Why a layout cannot be made, or why it differs from the requested one.
///
/// # Examples
///
/// ```
/// use tiled_layout::{ElementType, Layout, LayoutError, error::ErrorKind, layout};
///
/// let plain = Layout::row_major(ElementType::F32, &[3, 5])?;
/// let error = plain.with_tiles(&[&[2, 0]]).unwrap_err();
/// assert_eq!(error, LayoutError::Invalid(ErrorKind::ZeroTile));
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
/// let error = Fig1::try_from(plain).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the layout is `f32[3,5]{1,0}`, but `f32[3,5]{1,0:T(2,2)}` was expected",
/// );
/// # Ok::<(), LayoutError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayoutError {
    /// The numbers are not a valid layout. The message is the same as for a
    /// [`ParseError`](crate::ParseError), but shows no text.
    Invalid(ErrorKind),
    /// A dimension differs from the number in the type of a
    /// [`PartialLayout`](crate::PartialLayout).
    Dim {
        /// The dimension.
        dim: usize,
        /// The dimension's size in the type, in elements.
        expected: usize,
        /// The size that was given, in elements.
        found: usize,
        /// The text of the type.
        layout: &'static str,
    },
    /// The array's number of dimensions differs from the requested one:
    /// [`ranked`](crate::Layout::ranked).
    Rank {
        /// The number of dimensions of the array.
        rank: usize,
        /// The requested number of dimensions.
        expected: usize,
    },
    /// A permutation does not name each dimension once:
    /// [`permute_dimensions`](crate::Layout::permute_dimensions).
    Permutation {
        /// The permutation as text, truncated if long.
        #[doc(hidden)]
        permutation: LayoutText,
        /// The number of dimensions of the array.
        rank: usize,
    },
    /// A run-time layout is not the static or partial one that was expected.
    Mismatch {
        /// The text of the static or partial layout.
        expected: &'static str,
        /// The text of the layout that was found, truncated if long.
        #[doc(hidden)]
        found: ArrayString<86>,
    },
    /// A buffer of one layout is not a buffer of the second.
    Bitcast {
        /// The text of the layout that the buffer has, truncated if long.
        #[doc(hidden)]
        from: LayoutText,
        /// The text of the requested layout, truncated if long.
        #[doc(hidden)]
        to: LayoutText,
        /// What differs.
        difference: LayoutDifference,
    },
    /// Padding takes more than was allowed:
    /// [`check_padding`](crate::Layout::check_padding).
    Padding(PaddingWaste),
}

/// A layout's text, truncated so that `LayoutError` has 112 bytes, and [`Error`](crate::Error)
/// 120.
type LayoutText = ArrayString<42>;

/// The first difference between two layouts that do not describe one buffer, in
/// [`LayoutError::Bitcast`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LayoutDifference {
    /// Element types, or bits of an element.
    Element,
    /// The elements without padding, of the two layouts.
    NumElements(usize, usize),
    /// The elements with padding.
    PaddedLen(usize, usize),
    /// The bytes of metadata before the data.
    Prefix(usize, usize),
    /// The positions of elements.
    Positions,
    /// Unknown: this many elements have equal positions, and further elements are not compared.
    Unknown(usize),
}

impl LayoutError {
    /// Returns a run-time layout where a static or partial one was expected.
    pub(crate) const fn mismatch(expected: &'static str, found: &Layout) -> LayoutError {
        LayoutError::Mismatch {
            expected,
            found: ArrayString::shortened(display::print(&found.spec()).as_str()),
        }
    }

    /// Returns a list of numbers that is not a permutation of `rank` dimensions.
    pub(crate) const fn permutation(numbers: &[usize], rank: usize) -> LayoutError {
        LayoutError::Permutation {
            permutation: ArrayString::shortened(dims_text(numbers).as_str()),
            rank,
        }
    }

    /// What `Display` writes, for panics in const evaluation.
    pub(crate) const fn message(&self) -> ArrayString<2048> {
        let mut text = ArrayString::new();
        match self {
            LayoutError::Invalid(kind) => text.str(const_message(*kind).as_str()),
            LayoutError::Dim {
                dim,
                expected,
                found,
                layout,
            } => {
                text.str("dimension ").num(*dim as u128);
                text.str(" is ").grouped(*found as u128);
                text.str(", but it is ").grouped(*expected as u128);
                text.str(" in `").str(layout).str("`")
            }
            LayoutError::Rank { rank, expected } => {
                text.str("the array has ").num(*rank as u128);
                text.str(if *rank == 1 {
                    " dimension"
                } else {
                    " dimensions"
                });
                text.str(", not ").num(*expected as u128)
            }
            LayoutError::Permutation { permutation, rank } => {
                text.str("the permutation [").str(permutation.as_str());
                text.str("] does not name each of ").num(*rank as u128);
                text.str(" dimensions once")
            }
            LayoutError::Mismatch { expected, found } => {
                text.str("the layout is `").str(found.as_str());
                text.str("`, but `").str(expected).str("` was expected")
            }
            LayoutError::Bitcast {
                from,
                to,
                difference,
            } => {
                text.str("a buffer of `").str(from.as_str());
                text.str("` cannot be read as `")
                    .str(to.as_str())
                    .str("`: ");
                difference.message(&mut text);
                &mut text
            }
            LayoutError::Padding(waste) => return waste.message(None),
        };
        text
    }
}

impl LayoutDifference {
    const fn message(&self, text: &mut ArrayString<2048>) {
        match *self {
            LayoutDifference::Element => text.str("its elements are of another type or size"),
            LayoutDifference::NumElements(from, to) => {
                text.str("the array has ").grouped(from as u128);
                text.str(" elements, not ").grouped(to as u128)
            }
            LayoutDifference::PaddedLen(from, to) => {
                text.str("it has ").grouped(from as u128);
                text.str(" positions, not ").grouped(to as u128)
            }
            LayoutDifference::Prefix(from, to) => {
                text.str("it has ").grouped(from as u128);
                text.str(" bytes of metadata, not ").grouped(to as u128)
            }
            LayoutDifference::Positions => text.str("elements lie at other positions"),
            LayoutDifference::Unknown(elements) => {
                text.str("not known, because no difference is found in the first ");
                text.grouped(elements as u128).str(" elements")
            }
        };
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for LayoutError {}

/// Why ranges are not a region of an array, or why a region has no layout of its own, so
/// that it cannot be viewed as an array.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, RegionError};
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let error = layout.byte_ranges(&[0..2, 2..6]).unwrap_err(); // column 5 is padding
/// let past = RegionError::OutOfBounds { dim: 1, start: 2, end: 6, extent: 5 };
/// assert_eq!(error, past);
///
/// // Two regions without a layout of their own.
/// let buffer: Vec<i32> = (0..24).collect();
/// let error = layout.view(&buffer)?.region((1.., ..))?.into_whole().unwrap_err();
/// assert_eq!(error, RegionError::WithinTile { dim: 0, index: 1 });
///
/// // The first row shares its tiles with the second one.
/// let error = layout.view(&buffer)?.row(0).into_whole().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the region has no layout: its padding would overlap element [1, 0]"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RegionError {
    /// Not one range or index per dimension.
    Rank {
        /// How many ranges and indices there are.
        given: usize,
        /// How many dimensions the array has.
        rank: usize,
    },
    /// A range that ends before it starts.
    Backwards {
        /// The dimension.
        dim: usize,
        /// The start of its range.
        start: usize,
        /// The end of its range.
        end: usize,
    },
    /// A range that ends past the dimension.
    OutOfBounds {
        /// The dimension.
        dim: usize,
        /// The start of its range.
        start: usize,
        /// The end of its range.
        end: usize,
        /// The size of the dimension, in elements.
        extent: usize,
    },
    /// A dimension has no such index.
    IndexOutOfBounds {
        /// The dimension.
        dim: usize,
        /// The index in it.
        index: usize,
        /// The size of the dimension, in elements.
        extent: usize,
    },
    /// The region begins within a tile, not at its edge.
    WithinTile {
        /// The dimension.
        dim: usize,
        /// The region's first index in it.
        index: usize,
    },
    /// Other elements are between those of the region.
    Scattered {
        /// A dimension whose stride is larger than in an array of the region's
        /// dimensions.
        dim: usize,
        /// The stride, in elements.
        distance: usize,
        /// The stride in an array of the region's dimensions, in elements.
        expected: usize,
    },
    /// The padding of the region's own layout would overlap an element outside the region:
    /// the region ends within a tile, not at its edge.
    Occupied {
        /// The index of that element.
        index: Index,
    },
    /// The region's own layout, with its padding, would extend past the buffer.
    PastEnd {
        /// The length of the buffer, in elements.
        padded_len: usize,
    },
    /// A later tile splits across the tiles of the first level, so that these
    /// are not contiguous. An error of
    /// [`Layout::tile_layout`](crate::Layout::tile_layout).
    SplitTiles,
    /// One tile has more than `isize::MAX` bytes, in an array without elements. An error of
    /// [`Layout::tile_layout`](crate::Layout::tile_layout).
    LargeTile,
    /// A later tile splits an earlier one unevenly, so that parts of the array have no
    /// layout of their own.
    Uneven,
    /// The part's first or last packed element shares a byte with other elements.
    WithinByte,
}

impl fmt::Display for RegionError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RegionError::Rank { given, rank } => write!(
                f,
                "the region has {given} ranges and indices, but the array has {rank} dimensions"
            ),
            RegionError::Backwards { dim, start, end } => write!(
                f,
                "the region's range {start}..{end} in dimension {dim} ends before it starts"
            ),
            RegionError::OutOfBounds {
                dim,
                start,
                end,
                extent,
            } => write!(
                f,
                "the region's range {start}..{end} in dimension {dim} goes past its size {extent}"
            ),
            RegionError::IndexOutOfBounds { dim, index, extent } => write!(
                f,
                "index {index} is out of bounds of dimension {dim}, whose size is {extent}"
            ),
            RegionError::WithinTile { dim, index } => write!(
                f,
                "index {index} in dimension {dim} lies within a tile, so that the region has no layout of its own"
            ),
            RegionError::Scattered {
                dim,
                distance,
                expected,
            } => write!(
                f,
                "the region has no layout of its own: along dimension {dim} its elements are {distance} apart, and {expected} would be contiguous"
            ),
            RegionError::Occupied { index } => write!(
                f,
                "the region has no layout: its padding would overlap element {index:?}"
            ),
            RegionError::PastEnd { padded_len } => write!(
                f,
                "the region has no layout: it would go past the end of the buffer, which has {padded_len} elements"
            ),
            RegionError::SplitTiles => write!(
                f,
                "a later tile splits across the tiles of the first level, so that these have no layout of their own"
            ),
            RegionError::LargeTile => write!(
                f,
                "one tile is larger than the largest buffer, which has {} bytes",
                isize::MAX
            ),
            RegionError::Uneven => write!(
                f,
                "the layout's tiles cut one another unevenly, so that the region has no layout of its own"
            ),
            RegionError::WithinByte => write!(
                f,
                "the region has no memory of its own: its first or last element shares a byte with others"
            ),
        }
    }
}

impl core::error::Error for RegionError {}

/// What an error has for the dimensions of each side.
pub(crate) type DimsText = ArrayString<48>;

/// Dimensions as XLA writes them.
pub(crate) const fn dims_text(dims: &[usize]) -> DimsText {
    let mut text = ArrayString::<252>::new();
    text.list(dims);
    ArrayString::shortened(text.as_str())
}
