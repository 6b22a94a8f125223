//! `SubviewError`: why a region is no array of its own.

use core::fmt;

use crate::layout::Index;
use crate::layout::region::RegionError;

/// Why a region cannot be seen as an array of its own without copying.
///
/// ```
/// use tiled_layout::{Layout, SubviewError};
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let error = layout.view(&buffer)?.subview(&[1..3, 0..5]).unwrap_err();
/// assert_eq!(error, SubviewError::WithinTile { dim: 0, index: 1 });
///
/// // The first row shares its tiles with the second one.
/// let error = layout.view(&buffer)?.subview(&[0..1, 0..5]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "as an array of its own the region would have padding where element [1, 0] lies"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SubviewError {
    /// The ranges are not a region of the array.
    Region(RegionError),
    /// A dimension has no such index. An error of
    /// [`index_axis`](crate::View::index_axis).
    IndexOutOfBounds {
        /// The dimension.
        dim: usize,
        /// The index in it.
        index: usize,
        /// The size of the dimension, in elements.
        extent: usize,
    },
    /// The elements at one index of a dimension are no array of their own:
    /// the dimension is tiled, or it is not the most major one. An error of
    /// [`index_axis`](crate::View::index_axis).
    Axis {
        /// The dimension.
        dim: usize,
        /// The index in it.
        index: usize,
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
    /// The padding of the region's own array would overlap another element: the
    /// region ends within a tile, not at its edge.
    Occupied {
        /// That element, which is not one of the region.
        index: Index,
    },
    /// The region's own array, with its padding, would not end within the
    /// buffer.
    PastEnd {
        /// The length of the buffer, in elements.
        padded_len: usize,
    },
    /// A later tile splits across the tiles of the first level, so that these
    /// are not contiguous. An error of
    /// [`Layout::tile_layout`](crate::Layout::tile_layout).
    SplitTiles,
    /// A later tile splits an earlier one unevenly, so parts of the array are
    /// not laid out like arrays.
    Uneven,
}

impl fmt::Display for SubviewError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SubviewError::Region(error) => error.fmt(f),
            SubviewError::IndexOutOfBounds { dim, index, extent } => write!(
                f,
                "index {index} is out of bounds of dimension {dim}, whose size is {extent}"
            ),
            SubviewError::Axis { dim, index } => write!(
                f,
                "the elements at index {index} of dimension {dim} are no array of their own: the dimension is tiled, or it is not the most major one"
            ),
            SubviewError::WithinTile { dim, index } => write!(
                f,
                "index {index} in dimension {dim} lies within a tile, so that the region is no array of its own"
            ),
            SubviewError::Scattered {
                dim,
                distance,
                expected,
            } => write!(
                f,
                "along dimension {dim} the region's elements lie {distance} apart, in an array of their own it would be {expected}"
            ),
            SubviewError::Occupied { index } => write!(
                f,
                "as an array of its own the region would have padding where element {index:?} lies"
            ),
            SubviewError::PastEnd { padded_len } => write!(
                f,
                "as an array of its own the region would go past the end of the buffer, which has {padded_len} elements"
            ),
            SubviewError::SplitTiles => write!(
                f,
                "a later tile splits across the tiles of the first level, so that these are no arrays of their own"
            ),
            SubviewError::Uneven => write!(
                f,
                "the layout's tiles cut one another unevenly, so that the region is no array of its own"
            ),
        }
    }
}

impl core::error::Error for SubviewError {}

impl From<RegionError> for SubviewError {
    #[inline]
    fn from(error: RegionError) -> Self {
        SubviewError::Region(error)
    }
}
