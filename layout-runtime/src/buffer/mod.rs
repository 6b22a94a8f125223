//! `Buffer`: an owned buffer with its layout.

mod aligned;
mod construct;
mod convert;
mod copy;
mod forwards;
mod into_elements;
mod map;
pub(crate) mod packed;

use alloc::vec::Vec;
use core::fmt;
use core::ops;

use crate::map::{NdIndex, WholeBuffer, buffer_len};
use crate::view::getters::getters;
use crate::view::{View, ViewMut};
use aligned::AlignedSlice;
pub use into_elements::IntoElements;

/// An owned buffer with its layout: `padded_len` elements of type `T`, at a
/// multiple of 64 bytes.
///
/// `T` is the Rust type of an element, and `M` the mapping, which is a static layout or
/// [`Layout`](crate::Layout).
///
/// ```
/// use tiled_layout::{Buffer, Layout, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
///
/// let mut buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
/// assert_eq!(buffer[[2, 3]], 23.0);
/// buffer[[2, 3]] = -1.0;
/// assert_eq!(buffer.as_slice()[17], -1.0);
/// assert_eq!(buffer.as_slice().len(), 24); // 15 elements, and padding that holds 0.0
///
/// // The same for a layout known only at run time:
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let mut other = Buffer::from_fn_with(layout, |index| (10 * index[0] + index[1]) as f32)?;
/// other[[2, 3]] = -1.0;
/// assert_eq!(buffer, other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Making one
///
/// | what | static layout | run-time layout |
/// |---|---|---|
/// | zeros | `Buffer::zeroed()` | `Buffer::zeroed_with(layout)?` |
/// | `T::default()` | `Buffer::default()` | |
/// | one value | `Buffer::from_elem(value)` | `Buffer::from_elem_with(layout, value)?` |
/// | a function of the index | `Buffer::<f32, Fig1>::from_fn(f)` | `Buffer::from_fn_with(layout, f)?` |
/// | row-major data, without padding | `Buffer::from_row_major(&data)?` | `Buffer::from_row_major_with(layout, &data)?` |
/// | a whole buffer, padding included | `Buffer::from_vec(vec)?` | `Buffer::from_vec_with(layout, vec)?` |
///
/// Code that is generic over [`Stores`] uses the last column.
///
/// # Padding
///
/// Padding is always initialised. All constructors except `from_vec` fill it with the value
/// of the layout's `PAD(...=value)`, or with `T::default()` if there is none (`zeroed` with
/// zero); [`fill_padding`](Buffer::fill_padding) writes another value. Two buffers are
/// equal if their dimensions and elements are; layouts may differ, and padding is not
/// compared.
///
/// ```
/// use tiled_layout::{Buffer, Layout};
///
/// let layout = |text| Layout::parse(text).unwrap();
/// let tiled = Buffer::from_elem_with(layout("f32[3,5]{1,0:T(2,2)}"), 1.0f32)?;
/// let mut other = Buffer::from_elem_with(layout("f32[3,5]{0,1:T(4,4)}"), 1.0f32)?;
/// assert_eq!(tiled, other);
/// other.as_mut_slice()[3] = 7.0; // padding below the first column
/// assert_eq!(tiled, other);
/// other[[2, 4]] = 7.0;
/// assert_ne!(tiled, other);
/// assert_eq!(tiled, tiled.view()); // views are compared as buffers are
/// # Ok::<(), tiled_layout::ViewError>(())
/// ```
///
/// # No growth
///
/// The layout determines the number of elements. A buffer does not grow: it has no
/// `Extend`, no `push` and no `FromIterator`. Write values to an existing buffer:
///
/// ```
/// use tiled_layout::{Buffer, layout};
///
/// let mut buffer = Buffer::<f32, layout!(F32[3,5]<1,0:T(2,2)>)>::zeroed();
/// for (element, n) in buffer.iter_mut().zip(0u8..) {
///     *element = n.into();
/// }
/// assert_eq!(buffer[[2, 3]], 13.0);
/// assert_eq!(buffer.as_slice()[17..19], [13.0, 0.0]); // then padding
/// ```
///
/// [`Stores`]: crate::Stores
#[derive(Clone)]
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub struct Buffer<T: Copy, M> {
    memory: AlignedSlice<T>, // exactly `padded_len` elements
    mapping: M,
}

getters! {
    [T: Copy, M] Buffer<T, M>;
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    /// The same memory through a mapping of the same `padded_len`.
    pub(crate) fn with_mapping<M2: WholeBuffer>(self, mapping: M2) -> Buffer<T, M2> {
        assert_eq!(self.as_slice().len(), buffer_len(&mapping));
        let memory = self.memory;
        Buffer { memory, mapping }
    }

    /// A view of the array.
    #[inline]
    #[must_use]
    pub fn view(&self) -> View<'_, T, M::Borrowed<'_>> {
        View::from_checked(self.memory.as_slice(), self.mapping.borrowed())
    }

    /// A mutable view of the array.
    #[inline]
    #[must_use]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, M::Borrowed<'_>> {
        ViewMut::from_checked(self.memory.as_mut_slice(), self.mapping.borrowed())
    }

    /// The whole buffer, padding included.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self.memory.as_slice()
    }

    /// The whole buffer, padding included.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.memory.as_mut_slice()
    }

    /// A pointer to the first element; as [`View::as_ptr`].
    #[inline]
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        self.view().as_ptr()
    }

    /// A mutable pointer to the first element; as [`View::as_ptr`].
    #[inline]
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.view_mut().as_mut_ptr()
    }

    /// A copy of the whole buffer, padding included. It must copy, because a `Vec` frees
    /// its memory with the alignment of `T`.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.memory.as_slice().to_vec()
    }

    /// The element at an index; `None` out of bounds.
    #[inline]
    #[must_use]
    pub fn get(&self, index: impl NdIndex<M>) -> Option<&T> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY:
        // - `position` is that of an index in bounds of the mapping, which is
        //   sealed and keeps it below `padded_len`;
        // - the buffer has exactly `padded_len` elements.
        Some(unsafe { self.memory.as_slice().get_unchecked(position) })
    }

    /// A mutable reference to the element at an index; `None` out of bounds.
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, index: impl NdIndex<M>) -> Option<&mut T> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY: as in `get`:
        // - `position` is that of an index in bounds, below `padded_len`;
        // - the buffer has exactly `padded_len` elements.
        Some(unsafe { self.memory.as_mut_slice().get_unchecked_mut(position) })
    }

    /// The element at an index, without a bounds check.
    ///
    /// # Safety
    ///
    /// The index is in bounds: each number is less than its dimension.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked(&self, index: impl NdIndex<M>) -> &T {
        let position = index.position_in_unchecked(&self.mapping);
        // SAFETY:
        // - the caller promises that the index is in bounds, so that
        //   `position` is below `padded_len`;
        // - the buffer has exactly `padded_len` elements.
        unsafe { self.memory.as_slice().get_unchecked(position) }
    }
}

impl<T: Copy, M: WholeBuffer, I: NdIndex<M>> ops::Index<I> for Buffer<T, M> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &T {
        match index.position_in(&self.mapping) {
            // SAFETY: as in `get`:
            // - `position` is that of an index in bounds, below `padded_len`;
            // - the buffer has exactly `padded_len` elements.
            Some(position) => unsafe { self.memory.as_slice().get_unchecked(position) },
            None => index.fail_in(&self.mapping),
        }
    }
}

impl<T: Copy, M: WholeBuffer, I: NdIndex<M>> ops::IndexMut<I> for Buffer<T, M> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        // Not `get_mut`: its result would borrow `self` in both arms.
        match index.position_in(&self.mapping) {
            // SAFETY: as in `get`:
            // - `position` is that of an index in bounds, below `padded_len`;
            // - the buffer has exactly `padded_len` elements.
            Some(position) => unsafe { self.memory.as_mut_slice().get_unchecked_mut(position) },
            None => index.fail_in(&self.mapping),
        }
    }
}

/// The logical array as nested lists, then the layout, as for [`View`].
impl<T: Copy + fmt::Debug, M: WholeBuffer> fmt::Debug for Buffer<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.view().fmt(f)
    }
}
