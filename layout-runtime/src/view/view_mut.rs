//! `ViewMut`: a mutable slice indexed through a layout.

use core::ops;

use super::{LengthError, View};
use crate::map::{Mapping, NdIndex, WholeBuffer, buffer_len, first_position};

/// A mutable slice seen as the array that a layout describes.
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0.0f32; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// view[[2, 3]] = 1.0;
/// *view.get_mut([2, 4]).unwrap() = 2.0;
/// assert_eq!((buffer[17], buffer[20]), (1.0, 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ViewMut<'a, T, M> {
    pub(super) buffer: &'a mut [T], // exactly `buffer_len(&mapping)` elements
    pub(super) mapping: M,
}

impl<'a, T, M: Mapping> ViewMut<'a, T, M> {
    #[inline]
    pub(crate) fn new(buffer: &'a mut [T], mapping: M) -> Result<Self, LengthError> {
        LengthError::check(buffer.len(), &mapping)?;
        Ok(ViewMut { buffer, mapping })
    }

    /// A view of a whole buffer. The caller has checked its length.
    #[inline]
    pub(crate) fn from_checked(buffer: &'a mut [T], mapping: M) -> Self {
        debug_assert_eq!(buffer.len(), buffer_len(&mapping));
        ViewMut { buffer, mapping }
    }

    /// The buffer and the mapping.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [T], &M) {
        (self.buffer, &self.mapping)
    }

    /// The buffer and the mapping.
    #[inline]
    pub(crate) fn into_parts(self) -> (&'a mut [T], M) {
        (self.buffer, self.mapping)
    }

    /// The same buffer through a mapping of the same `buffer_len`.
    pub(crate) fn with_mapping<M2: Mapping>(self, mapping: M2) -> ViewMut<'a, T, M2> {
        assert_eq!(self.buffer.len(), buffer_len(&mapping));
        let buffer = self.buffer;
        ViewMut { buffer, mapping }
    }

    /// A read-only view of the same array.
    #[inline]
    #[must_use]
    pub fn as_view(&self) -> View<'_, T, M::Borrowed<'_>> {
        View {
            buffer: self.buffer,
            mapping: self.mapping.borrowed(),
        }
    }

    /// A mutable view of the same array with a shorter lifetime.
    ///
    /// ```
    /// use tiled_layout::{Layout, Mapping, ViewMut};
    ///
    /// fn clear<M: Mapping>(mut view: ViewMut<'_, i32, M>) {
    ///     view.iter_mut().for_each(|element| *element = 0);
    /// }
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [1; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// clear(view.reborrow());
    /// view[[2, 3]] = 7; // `view` has not been moved
    /// assert_eq!(buffer.iter().sum::<i32>(), 7 + 9); // 9 positions are padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn reborrow(&mut self) -> ViewMut<'_, T, M::Borrowed<'_>> {
        ViewMut {
            buffer: self.buffer,
            mapping: self.mapping.borrowed(),
        }
    }

    /// A pointer to the first element; as [`View::as_ptr`].
    #[inline]
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        self.as_view().as_ptr()
    }

    /// A mutable pointer to the first element; as [`View::as_ptr`].
    #[inline]
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        let first = first_position(&self.mapping);
        self.buffer.as_mut_ptr().wrapping_add(first)
    }

    /// The element at an index; `None` out of bounds.
    #[inline]
    #[must_use]
    pub fn get(&self, index: impl NdIndex<M>) -> Option<&T> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY: as in `View::get`:
        // - `position` is that of an index in bounds, below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements.
        Some(unsafe { self.buffer.get_unchecked(position) })
    }

    /// A mutable reference to the element at an index; `None` out of bounds.
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, index: impl NdIndex<M>) -> Option<&mut T> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY: as in `View::get`:
        // - `position` is that of an index in bounds, below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements.
        Some(unsafe { self.buffer.get_unchecked_mut(position) })
    }

    /// The element at an index that is not checked.
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
        //   `position` is below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements: `new` checked it.
        unsafe { self.buffer.get_unchecked(position) }
    }

    /// A mutable reference to the element at an index that is not checked.
    ///
    /// # Safety
    ///
    /// The index is in bounds: each number is less than its dimension.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked_mut(&mut self, index: impl NdIndex<M>) -> &mut T {
        let position = index.position_in_unchecked(&self.mapping);
        // SAFETY:
        // - the caller promises that the index is in bounds, so that
        //   `position` is below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements: `new` checked it.
        unsafe { self.buffer.get_unchecked_mut(position) }
    }

    /// The whole buffer, padding included.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T]
    where
        M: WholeBuffer,
    {
        self.buffer
    }

    /// The whole buffer, padding included.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T]
    where
        M: WholeBuffer,
    {
        self.buffer
    }

    /// The whole buffer, padding included, for the lifetime of the view's borrow.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let slice = layout.view_mut(&mut buffer)?.into_slice();
    /// slice.fill(1); // 15 elements, and padding
    /// assert_eq!(buffer.iter().sum::<i32>(), 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn into_slice(self) -> &'a mut [T]
    where
        M: WholeBuffer,
    {
        self.buffer
    }
}

/// The whole buffer, padding included.
impl<T, M: WholeBuffer> AsMut<[T]> for ViewMut<'_, T, M> {
    fn as_mut(&mut self) -> &mut [T] {
        self.buffer
    }
}

impl<T, M: Mapping, I: NdIndex<M>> ops::IndexMut<I> for ViewMut<'_, T, M> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        match index.position_in(&self.mapping) {
            // SAFETY: as in `View::get`:
            // - `position` is that of an index in bounds, below `buffer_len`;
            // - `buffer` has exactly `buffer_len` elements.
            Some(position) => unsafe { self.buffer.get_unchecked_mut(position) },
            None => index.fail_in(&self.mapping),
        }
    }
}
