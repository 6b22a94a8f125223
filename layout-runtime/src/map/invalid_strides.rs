//! `InvalidStrides`: why dimensions and strides are not an array in a container.

use core::fmt;

use layout_core::spec::MAX_RANK;

/// Why dimensions and strides are not an array in a container:
/// [`Array::strided`](crate::Array::strided).
///
/// # Examples
///
/// ```
/// use tiled_layout::Array;
///
/// let error = Array::strided(&[0.0f32; 14], [3, 5], &[5, 1], 0).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the array has positions 0 to 14, but the container has only 14 elements"
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum InvalidStrides {
    /// There are more than 12 dimensions, or not one stride for each.
    Rank {
        /// The number of dimensions.
        dims: usize,
        /// The number of strides.
        strides: usize,
    },
    /// The elements have no bytes, or more than `isize::MAX` together: a stride of 0 repeats them.
    Size {
        /// The bytes of all elements; `usize::MAX` if they are more.
        bytes: usize,
    },
    /// A position is not within the container.
    OutOfBounds {
        /// The lowest position, in elements; negative if it is before the container.
        lowest: isize,
        /// The highest position, in elements.
        highest: usize,
        /// The elements of the container.
        len: usize,
    },
    /// Elements that are written may overlap: the stride of a dimension is less than the elements
    /// that the dimensions of smaller strides span.
    Overlap {
        /// The dimension.
        dim: usize,
        /// Its stride, in elements.
        stride: isize,
        /// The least stride without an overlap, in elements.
        least: usize,
    },
    /// A stride in bytes, or the first byte, is not a multiple of the element's size.
    Bytes {
        /// The dimension; `None` for the first byte.
        dim: Option<usize>,
        /// The stride or the first byte.
        bytes: isize,
        /// The bytes of an element.
        size: usize,
    },
}

impl fmt::Display for InvalidStrides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            InvalidStrides::Rank { dims, strides } if dims == strides => {
                write!(f, "the array has {dims} dimensions, more than {MAX_RANK}")
            }
            InvalidStrides::Rank { dims, strides } => {
                write!(f, "the array has {dims} dimensions, but {strides} strides")
            }
            InvalidStrides::Size { bytes: 0 } => f.write_str("the elements have no bytes"),
            InvalidStrides::Size { bytes: usize::MAX } => {
                f.write_str("the elements have more bytes than there are addresses")
            }
            InvalidStrides::Size { bytes } => {
                write!(f, "the elements have {bytes} bytes, more than `isize::MAX`")
            }
            InvalidStrides::OutOfBounds {
                lowest,
                highest,
                len,
            } => write!(
                f,
                "the array has positions {lowest} to {highest}, but the container has only {len} elements"
            ),
            InvalidStrides::Overlap { dim, stride, least } => write!(
                f,
                "elements overlap: dimension {dim} has a stride of {stride}, which must be at \
                 least {least} or at most -{least}"
            ),
            InvalidStrides::Bytes { dim, bytes, size } => {
                match dim {
                    Some(dim) => write!(f, "the stride of dimension {dim} is")?,
                    None => write!(f, "the first element begins at byte")?,
                }
                write!(
                    f,
                    " {bytes}, which is not a multiple of {size}, the bytes of an element"
                )
            }
        }
    }
}
