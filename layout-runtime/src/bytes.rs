//! Bytes as buffers: the length, the metadata before the data, the alignment.

use core::{any, fmt, slice};

use crate::element::ElementMarker;
use crate::holds::{Element, Holds};
use crate::layout::Layout;
use crate::mapping::Mapping;
use crate::static_layout::StaticLayout;
use crate::static_layout::parts::{Attributes, DimsList, Tiles};
use crate::view::{View, ViewError, ViewMut};

/// A Rust type of which any bits are a value, so that bytes can be seen as a
/// buffer of it: integers, floats and pairs of floats, and the types of the
/// features `half`, `num-complex` and `microfloat`. `bool` is not one of them:
/// see bytes of PRED as `u8`, or as `bool` through
/// [`packed_view`](Layout::packed_view).
///
/// With the feature `bytemuck` it is every `bytemuck::Pod`, types of your own
/// included. It is sealed.
///
/// # Safety
///
/// Any bits of the type's size are a value, all its bytes are initialized
/// (none is padding), and it holds no pointers and no cells.
#[diagnostic::on_unimplemented(
    message = "bytes cannot be seen as a buffer of `{Self}`",
    label = "not every bit pattern is known to be a `{Self}`",
    note = "integers and floats can; with the feature `bytemuck`, every `bytemuck::Pod`; bytes of PRED are seen as `u8`, or as `bool` through `packed_view`"
)]
pub unsafe trait AnyBits: Copy + sealed::AnyBits {}

pub(crate) mod sealed {
    pub trait AnyBits {}
}

/// Types that are `AnyBits` of themselves; with `bytemuck` they are as `Pod`.
macro_rules! any_bits {
    ($($rust:ty)*) => {$(
        #[cfg(not(feature = "bytemuck"))]
        impl $crate::bytes::sealed::AnyBits for $rust {}
        // SAFETY: a number, or an array or transparent wrapper of numbers: any
        // bits are a value, and no byte is padding.
        #[cfg(not(feature = "bytemuck"))]
        unsafe impl $crate::bytes::AnyBits for $rust {}
    )*};
}

any_bits! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 [f32; 2] [f64; 2] }

/// Bytes that are not the buffer of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum BytesError {
    /// Not as many bytes as the layout takes.
    Length {
        /// The bytes that there are.
        len: usize,
        /// The bytes of metadata before the data: `M(n)`.
        prefix: usize,
        /// The bytes of the data, padding included.
        padded_bytes: usize,
    },
    /// The data does not begin at a multiple of what the Rust type needs.
    Alignment {
        /// The bytes past such a multiple, less than `align`.
        excess: usize,
        /// The alignment of the Rust type, in bytes.
        align: usize,
        /// The name of the Rust type.
        rust: &'static str,
        /// The bytes of metadata before the data: `M(n)`.
        prefix: usize,
    },
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BytesError::Length {
                len,
                prefix,
                padded_bytes,
            } => {
                write!(f, "the buffer has {len} bytes, but the layout takes ")?;
                if prefix == 0 {
                    return write!(f, "{padded_bytes} with padding");
                }
                // Past `usize` for a prefix that no memory has.
                let total = prefix as u128 + padded_bytes as u128;
                write!(
                    f,
                    "{total}: {prefix} of metadata and {padded_bytes} with padding"
                )
            }
            BytesError::Alignment {
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
        }
    }
}

impl core::error::Error for BytesError {}

/// Checks the length of a buffer with its metadata.
#[inline]
fn check_len(len: usize, layout: &Layout) -> Result<usize, BytesError> {
    let (prefix, padded_bytes) = (layout.metadata_prefix_bytes(), layout.padded_bytes());
    if len.checked_sub(prefix) == Some(padded_bytes) {
        return Ok(prefix);
    }
    Err(BytesError::Length {
        len,
        prefix,
        padded_bytes,
    })
}

/// The data of a buffer, without the metadata before it: exactly
/// `padded_bytes`.
#[inline]
pub(crate) fn data<'a>(bytes: &'a [u8], layout: &Layout) -> Result<&'a [u8], BytesError> {
    let prefix = check_len(bytes.len(), layout)?;
    Ok(&bytes[prefix..])
}

/// The data of a buffer, without the metadata before it: exactly
/// `padded_bytes`.
#[inline]
pub(crate) fn data_mut<'a>(
    bytes: &'a mut [u8],
    layout: &Layout,
) -> Result<&'a mut [u8], BytesError> {
    let prefix = check_len(bytes.len(), layout)?;
    Ok(&mut bytes[prefix..])
}

/// Data seen as values of `T`. Its length is a multiple of their size.
#[inline]
fn cast<'a, T: AnyBits>(data: &'a [u8], layout: &Layout) -> Result<&'a [T], BytesError> {
    check_alignment::<T>(data, layout)?;
    // An empty slice may lie anywhere.
    if data.is_empty() {
        return Ok(&[]);
    }
    // SAFETY:
    // - the pointer is aligned for `T`: it has just been checked;
    // - `data` is one initialized allocation for `'a`, and the values take no
    //   more bytes than it has;
    // - any bits are a `T`, without cells: `T` is `AnyBits`.
    Ok(unsafe { slice::from_raw_parts(data.as_ptr().cast(), data.len() / size_of::<T>()) })
}

/// Data seen as values of `T`. Its length is a multiple of their size.
#[inline]
fn cast_mut<'a, T: AnyBits>(
    data: &'a mut [u8],
    layout: &Layout,
) -> Result<&'a mut [T], BytesError> {
    check_alignment::<T>(data, layout)?;
    if data.is_empty() {
        return Ok(&mut []);
    }
    // SAFETY: as in `cast`, and
    // - `data` is borrowed exclusively for `'a`;
    // - no byte of a `T` is padding, so that whatever is written leaves
    //   initialized bytes.
    Ok(unsafe { slice::from_raw_parts_mut(data.as_mut_ptr().cast(), data.len() / size_of::<T>()) })
}

#[inline]
fn check_alignment<T>(data: &[u8], layout: &Layout) -> Result<(), BytesError> {
    let align = align_of::<T>();
    let excess = data.as_ptr().addr() % align;
    if excess == 0 || data.is_empty() {
        return Ok(());
    }
    Err(BytesError::Alignment {
        excess,
        align,
        rust: any::type_name::<T>(),
        prefix: layout.metadata_prefix_bytes(),
    })
}

/// The bytes of a buffer.
#[inline]
fn bytes_of<T: AnyBits>(buffer: &[T]) -> &[u8] {
    // SAFETY: the bytes are those of `buffer`, borrowed as long; none of them
    // is padding, so all are initialized; a byte may lie anywhere.
    unsafe { slice::from_raw_parts(buffer.as_ptr().cast(), size_of_val(buffer)) }
}

impl Layout {
    /// A view of bytes that are a buffer of this layout, without copying. The
    /// bytes begin with the metadata of `M(n)`, where the layout has it; it is
    /// skipped.
    ///
    /// The bytes of a value lie in the order that this machine uses. XLA's
    /// buffers, and nearly all machines, have the least significant byte
    /// first; on a big-endian machine the bytes of each value must be swapped.
    ///
    /// # Errors
    ///
    /// When `T` does not hold the layout's elements, the bytes are not exactly
    /// those of `M(n)` and `padded_bytes`, or the data is not aligned for `T`.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// #[repr(align(4))]
    /// struct Aligned([u8; 96]); // 24 elements of 4 bytes, of which 15 are the array
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = Aligned([0; 96]);
    /// buffer.0[17 * 4..][..4].copy_from_slice(&1.5f32.to_ne_bytes());
    /// let view = layout.view_bytes::<f32>(&buffer.0)?;
    /// assert_eq!(view[[2, 3]], 1.5);
    ///
    /// let error = layout.view_bytes::<f32>(&buffer.0[1..]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the buffer has 95 bytes, but the layout takes 96 with padding"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view_bytes<'a, T: Holds + AnyBits>(
        &self,
        bytes: &'a [u8],
    ) -> Result<View<'a, T, Layout>, ViewError> {
        self.check_holds::<T>()?;
        let buffer = cast(data(bytes, self)?, self)?;
        Ok(View::from_checked(buffer, *self))
    }

    /// A view through which bytes that are a buffer of this layout can be
    /// written.
    ///
    /// # Errors
    ///
    /// As [`view_bytes`](Layout::view_bytes).
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// // 4 bytes of metadata, then 24 elements of one byte.
    /// let layout = Layout::parse("u8[3,5]{1,0:T(2,2)M(4)}")?;
    /// let mut bytes = [0; 28];
    /// layout.view_bytes_mut::<u8>(&mut bytes)?[[2, 3]] = 7;
    /// assert_eq!(bytes[4 + 17], 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view_bytes_mut<'a, T: Holds + AnyBits>(
        &self,
        bytes: &'a mut [u8],
    ) -> Result<ViewMut<'a, T, Layout>, ViewError> {
        self.check_holds::<T>()?;
        let buffer = cast_mut(data_mut(bytes, self)?, self)?;
        Ok(ViewMut::from_checked(buffer, *self))
    }
}

impl<E, const RANK: usize, D, O, T, A> StaticLayout<E, RANK, D, O, T, A>
where
    E: ElementMarker,
    D: DimsList<RANK>,
    O: DimsList<RANK>,
    T: Tiles,
    A: Attributes,
{
    /// A view of bytes that are a buffer of this layout, without copying. The
    /// bytes begin with the metadata of `M(n)`, where the layout has it; it is
    /// skipped. For the order of a value's bytes, see
    /// [`Layout::view_bytes`].
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`, or
    /// the data is not aligned for `R`.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// // type Fig1 = layout!(U8[3,5]<1,0:T(2,2)M(4)>);
    /// type Fig1 = StaticLayout<U8, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), (Prefix<4>,)>;
    ///
    /// let mut bytes = [0; 4 + Fig1::PADDED_BYTES]; // metadata, then 24 elements
    /// bytes[4 + 17] = 7;
    /// assert_eq!(Fig1::view_bytes::<u8>(&bytes)?[[2, 3]], 7);
    /// assert!(Fig1::view_bytes::<u8>(&bytes[4..]).is_err());
    /// # Ok::<(), layout_runtime::BytesError>(())
    /// ```
    #[inline]
    pub fn view_bytes<R>(bytes: &[u8]) -> Result<View<'_, R, Self>, BytesError>
    where
        R: Element<E> + AnyBits,
    {
        const { Self::assert_holds::<R>() };
        let buffer = cast(data(bytes, Self::LAYOUT_REF)?, Self::LAYOUT_REF)?;
        Ok(View::from_checked(buffer, StaticLayout::StaticLayout))
    }

    /// A view through which bytes that are a buffer of this layout can be
    /// written.
    ///
    /// # Errors
    ///
    /// When the bytes are not exactly those of `M(n)` and `PADDED_BYTES`, or
    /// the data is not aligned for `R`.
    ///
    /// ```
    /// # use layout_runtime::__private::*;
    /// // type Fig1 = layout!(U8[3,5]<1,0:T(2,2)>);
    /// type Fig1 = StaticLayout<U8, 2, Dims2<3, 5>, Order2<1, 0>, (Tile2<2, 2>,), ()>;
    ///
    /// let mut bytes = [0; Fig1::PADDED_BYTES];
    /// Fig1::view_bytes_mut::<u8>(&mut bytes)?[[2, 3]] = 7;
    /// assert_eq!(bytes[17], 7);
    /// # Ok::<(), layout_runtime::BytesError>(())
    /// ```
    #[inline]
    pub fn view_bytes_mut<R>(bytes: &mut [u8]) -> Result<ViewMut<'_, R, Self>, BytesError>
    where
        R: Element<E> + AnyBits,
    {
        const { Self::assert_holds::<R>() };
        let buffer = cast_mut(data_mut(bytes, Self::LAYOUT_REF)?, Self::LAYOUT_REF)?;
        Ok(ViewMut::from_checked(buffer, StaticLayout::StaticLayout))
    }
}

impl<'a, T: AnyBits, M: Mapping> View<'a, T, M> {
    /// The bytes of the whole buffer, padding included, as this machine orders
    /// them; metadata of `M(n)` is not among them.
    ///
    /// ```
    /// # use layout_runtime::Layout;
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let buffer = [1.0f32; 24];
    /// let bytes = layout.view(&buffer)?.as_bytes();
    /// assert_eq!(bytes.len(), 96);
    /// assert_eq!(bytes[17 * 4..][..4], 1.0f32.to_ne_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        bytes_of(self.as_slice())
    }
}

impl<T: AnyBits, M: Mapping> ViewMut<'_, T, M> {
    /// The bytes of the whole buffer, padding included, as this machine orders
    /// them; metadata of `M(n)` is not among them.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        bytes_of(self.as_slice())
    }
}
