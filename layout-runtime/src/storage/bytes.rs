//! `Pod` and `Zeroable`: types that bytes are seen as.

use core::slice;

use super::no_uninit::NoUninit;
use crate::layout::static_layout::StaticLayout;

/// A Rust type for which every bit pattern is a valid value, so that bytes can be viewed as
/// a buffer of it: integers, floats and pairs of floats, and the types of the features
/// `half`, `num-complex` and `microfloat`. `bool` is not one of them: view bytes of PRED as
/// `u8`, or as `bool` through [`packed_view`](crate::Layout::packed_view).
///
/// It means what `bytemuck::Pod` means. With the feature `bytemuck`, every `bytemuck::Pod`
/// implements it: implement that trait instead.
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
pub unsafe trait Pod: Zeroable + NoUninit {}

/// A Rust type for which all-zero bytes are a valid value: every
/// [`Pod`], and `bool`. `Buffer::zeroed` makes buffers of
/// them.
///
/// It means what `bytemuck::Zeroable` means. With the feature `bytemuck`, every
/// `bytemuck::Zeroable` implements it: implement that trait instead.
///
/// # Safety
///
/// A value of the type may consist of zero bytes alone.
#[diagnostic::on_unimplemented(
    message = "zero bytes are not known to be a `{Self}`",
    label = "not a type that can be zeroed",
    note = "`Buffer::default()` and `Buffer::from_elem(value)` make buffers of any type that has a `Default`",
    note = "types of other crates can be zeroed with the feature of the crate: `half`, `microfloat`, `num-complex`; `bytemuck` for every `bytemuck::Zeroable`"
)]
pub unsafe trait Zeroable: Sized {}

// SAFETY: the byte 0 is `false`.
#[cfg(not(feature = "bytemuck"))]
unsafe impl Zeroable for bool {}

// Layouts are not elements. With this, one in place of the element type is one error: that of
// the layout's place.
// SAFETY: its only value, `Value`, has no bytes: the other variant holds an `Infallible`.
#[doc(hidden)]
unsafe impl<E, const RANK: usize, D, O, T, A> Zeroable for StaticLayout<E, RANK, D, O, T, A> {}

/// Returns the value whose bytes are all zero.
#[cfg(feature = "alloc")]
pub(crate) fn zero<T: Zeroable>() -> T {
    // SAFETY: zero bytes are a `T`: it is `Zeroable`.
    unsafe { core::mem::zeroed() }
}

/// Types that implement `Pod` here; with the feature `bytemuck`, they implement `bytemuck::Pod`.
macro_rules! pod {
    ($($rust:ty)*) => {$(
        // SAFETY: a number, or an array or transparent wrapper of numbers: any
        // bits are a value, and no byte is padding.
        #[cfg(not(feature = "bytemuck"))]
        unsafe impl $crate::storage::bytes::Pod for $rust {}
        // SAFETY: zero bytes are a value, as any are.
        #[cfg(not(feature = "bytemuck"))]
        unsafe impl $crate::storage::bytes::Zeroable for $rust {}
    )*};
}
#[cfg(any(feature = "half", feature = "microfloat", feature = "num-complex"))]
pub(crate) use pod;

pod! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 [f32; 2] [f64; 2] }

/// Bytes as values of `T`, without the bytes of a partial value at the end; `None` if they are not
/// aligned for it.
#[inline]
pub(crate) fn elements<T: Pod>(data: &[u8]) -> Option<&[T]> {
    // An empty slice may have any address.
    if data.is_empty() || size_of::<T>() == 0 {
        return Some(&[]);
    }
    if !data.as_ptr().cast::<T>().is_aligned() {
        return None;
    }
    // SAFETY:
    // - the pointer is aligned for `T`: it has just been checked;
    // - `data` is one initialized allocation for its lifetime, and the values take no more bytes
    //   than it has;
    // - any bits are a `T`, without cells: `T` is `Pod`.
    Some(unsafe { slice::from_raw_parts(data.as_ptr().cast(), data.len() / size_of::<T>()) })
}

/// [`elements`], mutably.
#[inline]
pub(crate) fn elements_mut<T: Pod>(data: &mut [u8]) -> Option<&mut [T]> {
    if data.is_empty() || size_of::<T>() == 0 {
        return Some(&mut []);
    }
    if !data.as_ptr().cast::<T>().is_aligned() {
        return None;
    }
    // SAFETY: as in `elements`, and
    // - `data` is borrowed exclusively for its lifetime;
    // - no byte of a `T` is padding, so that whatever is written leaves initialized bytes.
    Some(unsafe {
        slice::from_raw_parts_mut(data.as_mut_ptr().cast(), data.len() / size_of::<T>())
    })
}

/// Returns the bytes of a buffer.
#[inline]
pub(crate) fn bytes_of<T: Pod>(buffer: &[T]) -> &[u8] {
    // SAFETY: the bytes are those of `buffer`, borrowed as long; none of them
    // is padding, so all are initialized; a byte has alignment 1.
    unsafe { slice::from_raw_parts(buffer.as_ptr().cast(), size_of_val(buffer)) }
}

/// Returns the bytes of a buffer, mutably.
#[inline]
pub(crate) fn bytes_of_mut<T: Pod>(buffer: &mut [T]) -> &mut [u8] {
    // SAFETY: as in `bytes_of`, and
    // - `buffer` is borrowed exclusively as long;
    // - whatever bytes are written, they are values of `T`.
    unsafe { slice::from_raw_parts_mut(buffer.as_mut_ptr().cast(), size_of_val(buffer)) }
}
