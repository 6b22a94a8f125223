//! `ViewError` and `LengthError`: why a slice, bytes or values do not fit a layout.

use core::any;
use core::fmt;

use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;

use crate::layout::Layout;
use crate::layout::error::{DimsText, LayoutError};
use crate::map::{InvalidStrides, Mapping};

/// The length of a buffer, or of row-major data, differs from the layout's.
///
/// # Examples
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer = tiled_layout::Buffer::<i32, Layout>::from_row_major_with(layout, &[1; 24]);
/// let error = buffer.unwrap_err();
/// assert!(error.to_string().starts_with("the data has 24 elements, but the array has 15"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LengthError {
    len: usize,
    padded_len: usize,
    num_elements: usize,
    /// Whether row-major data, without padding, was expected.
    row_major: bool,
    /// What messages call the slice: `buffer`, or `source` and `destination` of a copy.
    slice: &'static str,
}

impl LengthError {
    /// Checks the length of a buffer against `padded_len`.
    #[inline]
    pub(crate) fn check<M: Mapping>(len: usize, mapping: &M) -> Result<(), LengthError> {
        if len == mapping.buffer_len() {
            return Ok(());
        }
        Err(LengthError::of_buffer(len, mapping))
    }

    #[cold]
    fn of_buffer<M: Mapping>(len: usize, mapping: &M) -> LengthError {
        let (expected, elements) = (mapping.buffer_len(), mapping.num_elements());
        LengthError::of_len(len, expected, elements, "buffer")
    }

    /// Returns a buffer that does not have `padded_len` elements.
    #[cold]
    pub(crate) const fn of_layout(len: usize, layout: &Layout) -> LengthError {
        LengthError::of_len(len, layout.padded_len(), layout.num_elements(), "buffer")
    }

    /// Checks the length of row-major data, without padding, against
    /// `num_elements`.
    pub(crate) fn check_row_major<M: Mapping>(len: usize, mapping: &M) -> Result<(), LengthError> {
        if len == mapping.num_elements() {
            return Ok(());
        }
        Err(LengthError {
            len,
            padded_len: mapping.buffer_len(),
            num_elements: mapping.num_elements(),
            row_major: true,
            slice: "data",
        })
    }

    /// Returns an error made from the lengths alone, of a buffer that messages call `slice`.
    #[cold]
    pub(crate) const fn of_len(
        len: usize,
        padded_len: usize,
        num_elements: usize,
        slice: &'static str,
    ) -> LengthError {
        LengthError {
            len,
            padded_len,
            num_elements,
            row_major: false,
            slice,
        }
    }

    /// Returns the lengths, and the probable cause.
    pub(crate) const fn message(&self) -> ArrayString<256> {
        let (len, num_elements) = (self.len as u128, self.num_elements as u128);
        let mut text = ArrayString::new();
        text.str("the ").str(self.slice).str(" has ").grouped(len);
        if self.row_major {
            text.str(" elements, but the array has ")
                .grouped(num_elements);
            if self.len == self.padded_len {
                text.str("\nhelp: this is the length with padding; `layout.view(&data)?.to_owned()` takes a buffer that holds its padding too");
            }
            return text;
        }
        text.str(" elements, but the layout takes ")
            .grouped(self.padded_len as u128);
        text.str(" with padding (")
            .grouped(num_elements)
            .str(" without)");
        if self.len == self.num_elements {
            text.str("\nhelp: this is the length without padding; a buffer of this layout holds its padding too");
        }
        text
    }

    /// The elements that the buffer has.
    #[expect(
        clippy::len_without_is_empty,
        reason = "an error has a length to tell, not a content"
    )]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns the elements that the layout takes, padding included.
    #[must_use]
    pub const fn padded_len(&self) -> usize {
        self.padded_len
    }
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl fmt::Debug for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LengthError({self})")
    }
}

impl core::error::Error for LengthError {}

/// Why a slice, bytes or values cannot be elements of a layout.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, ViewError};
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let error = layout.view(&[0.0f32; 24]).unwrap_err(); // 15 elements, and padding
/// assert!(matches!(error, ViewError::Element { bits: 32, rust: "f32", .. }));
/// assert_eq!(
///     error.to_string(),
///     "a buffer of `f32` cannot hold elements of type s32 of 32 bits"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ViewError {
    /// The buffer's length is not that of the layout.
    Length(LengthError),
    /// The number of bytes differs from what the layout takes.
    Bytes {
        /// The bytes that there are.
        len: usize,
        /// The bytes of metadata before the data: `M(n)`.
        prefix: usize,
        /// The bytes of the data, padding included.
        padded_bytes: usize,
    },
    /// The data is not aligned for the Rust type.
    Alignment {
        /// The address of the data modulo `align`.
        excess: usize,
        /// The alignment of the Rust type, in bytes.
        align: usize,
        /// The name of the Rust type.
        rust: &'static str,
        /// The bytes of metadata before the data: `M(n)`.
        prefix: usize,
    },
    /// The element type does not have the value, such as 8 in S4.
    Value {
        /// The value as `Debug` writes it, shortened if long.
        #[doc(hidden)]
        value: ArrayString<32>,
        /// The element type that does not have the value.
        element: ElementType,
        /// The index of the value in row-major data; `None` for a single value.
        number: Option<usize>,
    },
    /// The buffer's Rust type does not hold the layout's elements.
    Element {
        /// The layout's element type.
        element: ElementType,
        /// The width of an element in the buffer, in bits.
        bits: usize,
        /// The name of the Rust type.
        rust: &'static str,
    },
    /// There is no layout with the element type asked for.
    Layout(LayoutError),
    /// Dimensions and strides are not an array in a container:
    /// [`Array::strided`](crate::Array::strided).
    Strides(InvalidStrides),
    /// The dimensions of an array of another crate differ from the layout's (feature `ndarray`).
    Dims {
        /// The array's dimensions, as text; long ones end in `...`.
        #[doc(hidden)]
        found: DimsText,
        /// The layout's.
        #[doc(hidden)]
        expected: DimsText,
    },
}

impl From<InvalidStrides> for ViewError {
    fn from(error: InvalidStrides) -> ViewError {
        ViewError::Strides(error)
    }
}

impl ViewError {
    /// Returns a value of `T` is not an element of the layout.
    pub(crate) fn not_held<T>(layout: &Layout) -> ViewError {
        ViewError::Element {
            element: layout.element_type(),
            bits: layout.element_bits(),
            rust: any::type_name::<T>(),
        }
    }

    /// Returns the error of an element type that does not have a value.
    #[cold]
    #[inline(never)]
    pub(crate) fn value(value: ArrayString<32>, element: ElementType) -> ViewError {
        ViewError::Value {
            value,
            element,
            number: None,
        }
    }

    /// Returns the error for element `at` of row-major data.
    pub(crate) fn at(mut self, at: usize) -> ViewError {
        if let ViewError::Value { number, .. } = &mut self {
            *number = Some(at);
        }
        self
    }
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ViewError::Length(error) => error.fmt(f),
            ViewError::Strides(error) => error.fmt(f),
            ViewError::Bytes {
                len,
                prefix,
                padded_bytes,
            } => write_bytes(f, "buffer", len, prefix, padded_bytes),
            ViewError::Alignment {
                excess,
                align,
                rust,
                prefix,
            } => {
                write!(
                    f,
                    "the data begins at an address {excess} past a multiple of {align}, the alignment of `{rust}` in bytes"
                )?;
                if prefix % align != 0 {
                    write!(f, "\nhelp: before it are {prefix} bytes of metadata")?;
                }
                Ok(())
            }
            ViewError::Value {
                value,
                element,
                number,
            } => {
                let (value, width) = (value.as_str(), element.bits());
                write!(
                    f,
                    "{value} does not fit an element of type {element}, which has {width} bits"
                )?;
                match number {
                    Some(number) => write!(f, " (element {number} of the data)"),
                    None => Ok(()),
                }
            }
            ViewError::Element {
                element,
                bits,
                rust,
            } => write!(
                f,
                "a buffer of `{rust}` cannot hold elements of type {element} of {bits} bits"
            ),
            ViewError::Layout(error) => error.fmt(f),
            ViewError::Dims { found, expected } => write!(
                f,
                "the array has dimensions [{found}], but the layout [{expected}]"
            ),
        }
    }
}

/// Writes that the bytes, which the message calls `slice`, are not metadata and data.
pub(crate) fn write_bytes(
    f: &mut fmt::Formatter<'_>,
    slice: &str,
    len: usize,
    prefix: usize,
    padded_bytes: usize,
) -> fmt::Result {
    write!(f, "the {slice} has {len} bytes, but the layout takes ")?;
    if prefix == 0 {
        return write!(f, "{padded_bytes} with padding");
    }
    // In `u128`, because a large prefix overflows `usize`.
    let total = prefix as u128 + padded_bytes as u128;
    write!(
        f,
        "{total}: {prefix} of metadata and {padded_bytes} with padding"
    )
}

impl core::error::Error for ViewError {}

impl From<LengthError> for ViewError {
    fn from(error: LengthError) -> Self {
        ViewError::Length(error)
    }
}
