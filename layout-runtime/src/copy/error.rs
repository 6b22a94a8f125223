//! `CopyError`: why an array cannot be copied from one layout to another.

use core::fmt::{self, Write};

use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;

use crate::array::bytes::is_whole;
use crate::array::{LengthError, write_bytes};
use crate::layout::Layout;
use crate::layout::error::{DimsText, dims_text};
use crate::map::{InvalidStrides, Mapping};

/// What an error has for a value.
type ValueText = ArrayString<32>;

/// Why an array cannot be copied from one layout to another.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, CopyError, CopyPlan};
///
/// let rows = Layout::parse("f32[3,5]{1,0}")?;
/// let halves = Layout::parse("f16[3,5]{1,0:T(2,2)}")?;
/// let error = CopyPlan::new(&rows, &halves).unwrap_err();
/// assert_eq!(error, CopyError::ElementBits { src: 32, dst: 16 });
/// # Ok::<(), tiled_layout::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CopyError {
    /// The arrays differ in dimensions.
    Dims {
        /// The dimensions of the source, as text; long ones end in `...`.
        #[doc(hidden)]
        src: DimsText,
        /// The dimensions of the destination, as text.
        #[doc(hidden)]
        dst: DimsText,
    },
    /// The elements differ in their number of bits.
    ElementBits {
        /// The bits of an element of the source.
        src: usize,
        /// The bits of an element of the destination.
        dst: usize,
    },
    /// The element types differ.
    Element {
        /// The element type of the source.
        src: ElementType,
        /// The element type of the destination.
        dst: ElementType,
    },
    /// A value is out of range for the destination's element type, such as 8 for S4.
    Value {
        /// The value as `Debug` writes it, shortened if long.
        #[doc(hidden)]
        value: ValueText,
        /// The element type of the destination.
        element: ElementType,
        /// The index of the value, as text; a long one ends in `...`.
        #[doc(hidden)]
        index: DimsText,
    },
    /// A region does not have one origin and one extent per dimension.
    Rank {
        /// The length of the origin.
        origin: usize,
        /// The number of extents.
        extents: usize,
        /// The dimensions of the array.
        rank: usize,
    },
    /// A region extends past an array.
    Region {
        /// The dimension along which it does.
        dim: usize,
        /// The index at which the region begins.
        origin: usize,
        /// The elements of the region.
        extent: usize,
        /// The elements of the array.
        size: usize,
    },
    /// The elements of a destination of strides overlap.
    Strides(InvalidStrides),
    /// A slice does not have as many elements as its layout takes. The message names the
    /// source or the destination.
    Length(LengthError),
    /// A slice does not have as many bytes as its layout takes.
    Bytes {
        /// The slice.
        side: CopySide,
        /// The bytes of the slice.
        len: usize,
        /// The bytes of metadata before the data: `M(n)`.
        prefix: usize,
        /// The bytes of the data, padding included.
        padded_bytes: usize,
    },
    /// The slice's type does not have the size of an element.
    Size {
        /// The slice.
        side: CopySide,
        /// The bits of a value of the slice.
        value: usize,
        /// The bits of an element of the layout.
        element: usize,
    },
}

/// One of the two buffers of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopySide {
    /// The buffer that is read.
    Source,
    /// The buffer that is written.
    Destination,
}

impl CopySide {
    const fn name(self) -> &'static str {
        match self {
            CopySide::Source => "source",
            CopySide::Destination => "destination",
        }
    }

    /// Checks that a value has the size of an element.
    #[inline]
    pub(super) const fn check_size<T>(self, element: usize) -> Result<(), CopyError> {
        let value = size_of::<T>() * 8;
        if value == element {
            return Ok(());
        }
        Err(CopyError::Size {
            side: self,
            value,
            element,
        })
    }
}

impl fmt::Display for CopySide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyError::Dims { src, dst } => write!(
                f,
                "an array of dimensions [{src}] cannot be copied to one of dimensions [{dst}]"
            ),
            CopyError::ElementBits { src, dst } => write!(
                f,
                "elements of {src} bits cannot be copied to elements of {dst} bits"
            ),
            CopyError::Element { src, dst } => {
                writeln!(
                    f,
                    "elements of type {src} cannot be copied to elements of type {dst}"
                )?;
                if src.bits() == dst.bits() {
                    write!(
                        f,
                        "help: to copy their bits, view the source's buffer through a layout of {dst}"
                    )
                } else {
                    f.write_str(
                        "help: `copy_from_map` converts them, and `try_copy_from` copies integers that fit \
                         packed ones",
                    )
                }
            }
            CopyError::Value {
                value,
                element,
                index,
            } => write!(
                f,
                "{value} at index [{index}] does not fit an element of type {element}"
            ),
            CopyError::Rank {
                origin,
                extents,
                rank,
            } => write!(
                f,
                "the origin has {origin} entries and the region {extents} extents, but the array has rank {rank}"
            ),
            CopyError::Region {
                dim,
                origin,
                extent,
                size,
            } => write!(
                f,
                "{extent} elements from index {origin} on are not within dimension {dim}, which has {size}"
            ),
            CopyError::Strides(error) => error.fmt(f),
            CopyError::Length(error) => error.fmt(f),
            CopyError::Bytes {
                side,
                len,
                prefix,
                padded_bytes,
            } => write_bytes(f, side.name(), *len, *prefix, *padded_bytes),
            CopyError::Size {
                side,
                value,
                element,
            } => {
                write!(
                    f,
                    "the {side}'s values have {value} bits, but the layout's elements {element}"
                )?;
                if !element.is_multiple_of(8) {
                    write!(f, "\nhelp: copy packed elements as bytes, with `run_bytes`")?;
                }
                Ok(())
            }
        }
    }
}

impl CopyError {
    #[cold]
    pub(super) fn value(value: &dyn fmt::Debug, element: ElementType, index: &[usize]) -> Self {
        let mut text = ArrayString::new();
        let _ = write!(text, "{value:?}"); // what does not fit is cut off
        CopyError::of_value(text, element, index)
    }

    #[cold]
    pub(super) fn of_value(value: ArrayString<32>, element: ElementType, index: &[usize]) -> Self {
        CopyError::Value {
            value,
            element,
            index: dims_text(index),
        }
    }
}

impl core::error::Error for CopyError {}

impl From<InvalidStrides> for CopyError {
    fn from(error: InvalidStrides) -> Self {
        CopyError::Strides(error)
    }
}

impl From<LengthError> for CopyError {
    fn from(error: LengthError) -> Self {
        CopyError::Length(error)
    }
}

/// Checks that arrays of layouts `src` and `dst` have the same dimensions and element
/// types.
pub(crate) const fn check(src: &Layout, dst: &Layout) -> Result<(), CopyError> {
    if let Err(error) = check_dims(src.dims(), dst.dims()) {
        return Err(error);
    }
    check_elements(src, dst)
}

/// Checks that the arrays of two mappings have the same dimensions and element types. Strides have no
/// element type.
pub(crate) fn check_arrays(src: &impl Mapping, dst: &impl Mapping) -> Result<(), CopyError> {
    check_dims(src.dims(), dst.dims())?;
    match (src.element(), dst.element()) {
        (Some(src), Some(dst)) => check_types(src, dst),
        _ => Ok(()),
    }
}

/// Checks that two arrays have the same dimensions.
pub(super) const fn check_dims(src: &[usize], dst: &[usize]) -> Result<(), CopyError> {
    let mut same = src.len() == dst.len();
    let mut dim = 0;
    while same && dim < src.len() {
        same = src[dim] == dst[dim];
        dim += 1;
    }
    if same {
        return Ok(());
    }
    Err(CopyError::Dims {
        src: dims_text(src),
        dst: dims_text(dst),
    })
}

/// Checks that the elements of `src` and `dst` have the same size and type.
pub(super) const fn check_elements(src: &Layout, dst: &Layout) -> Result<(), CopyError> {
    let src = (src.element_type(), src.element_bits());
    check_types(src, (dst.element_type(), dst.element_bits()))
}

/// Checks that element types, with the bits of an element, are the same.
const fn check_types(
    (src, src_bits): (ElementType, usize),
    (dst, dst_bits): (ElementType, usize),
) -> Result<(), CopyError> {
    if src_bits != dst_bits {
        return Err(CopyError::ElementBits {
            src: src_bits,
            dst: dst_bits,
        });
    }
    if src as u8 != dst as u8 {
        return Err(CopyError::Element { src, dst });
    }
    Ok(())
}

/// Checks that a region is within an array of some dimensions.
pub(super) const fn check_region(
    dims: &[usize],
    origin: &[usize],
    extents: &[usize],
) -> Result<(), CopyError> {
    let rank = dims.len();
    if origin.len() != rank || extents.len() != rank {
        return Err(CopyError::Rank {
            origin: origin.len(),
            extents: extents.len(),
            rank,
        });
    }
    let mut dim = 0;
    while dim < rank {
        let size = dims[dim];
        if origin[dim] > size || extents[dim] > size - origin[dim] {
            return Err(CopyError::Region {
                dim,
                origin: origin[dim],
                extent: extents[dim],
                size,
            });
        }
        dim += 1;
    }
    Ok(())
}

const _: () = assert!(
    size_of::<CopyError>() <= 128,
    "errors are returned by value"
);

/// The sizes that a buffer is checked for before a copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct BufferSize {
    side: CopySide,
    num_elements: usize,
    padded_len: usize,
    prefix: usize,
    padded_bytes: usize,
    element_bits: usize,
}

impl BufferSize {
    #[inline]
    pub(super) const fn of(layout: &Layout, side: CopySide) -> BufferSize {
        BufferSize {
            side,
            num_elements: layout.num_elements(),
            padded_len: layout.padded_len(),
            prefix: layout.metadata_prefix_bytes(),
            padded_bytes: layout.padded_bytes(),
            element_bits: layout.element_bits(),
        }
    }

    /// Returns those of an array whose elements have this many bits.
    pub(super) fn of_array(map: &impl Mapping, side: CopySide, bits: usize) -> BufferSize {
        let of_layout = map.with_layout(|layout| BufferSize::of(layout, side));
        of_layout.unwrap_or(BufferSize {
            side,
            num_elements: map.num_elements(),
            padded_len: map.buffer_len(),
            prefix: 0,
            // No slice is as long as a product that saturates.
            padded_bytes: map.buffer_len().saturating_mul(bits) / 8,
            element_bits: bits,
        })
    }

    /// Returns the bits of an element.
    pub(super) const fn element_bits(&self) -> usize {
        self.element_bits
    }

    /// Checks that a slice is a whole buffer, without metadata.
    #[inline]
    pub(super) fn check_slice<T>(&self, slice: &[T]) -> Result<(), CopyError> {
        self.side.check_size::<T>(self.element_bits)?;
        if slice.len() == self.padded_len {
            return Ok(());
        }
        let (len, name) = (slice.len(), self.side.name());
        let error = LengthError::of_len(len, self.padded_len, self.num_elements, name);
        Err(CopyError::Length(error))
    }

    /// Checks that bytes are a whole buffer, which begins with the metadata of `M(n)`, and
    /// returns where the data begins.
    #[inline]
    pub(super) fn check_bytes(&self, slice: &[u8]) -> Result<usize, CopyError> {
        if is_whole(slice.len(), self.prefix, self.padded_bytes) {
            return Ok(self.prefix);
        }
        Err(CopyError::Bytes {
            side: self.side,
            len: slice.len(),
            prefix: self.prefix,
            padded_bytes: self.padded_bytes,
        })
    }
}
