//! `View::get`: elements by their index, and the whole buffer.

use super::View;
use crate::map::{Mapping, NdIndex, WholeBuffer, first_position};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// A pointer to the first element, whose index is 0 in each dimension; with
    /// [`logical_strides`](View::logical_strides), what routines such as `gemm` expect of a
    /// matrix. It may access the whole buffer for `'a`. If the array has no elements, it
    /// points to the start of the buffer.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[16,256]{1,0:T(8,128)}")?;
    /// let buffer: Vec<f32> = (0..4096u16).map(f32::from).collect();
    /// let view = layout.view(&buffer)?;
    /// assert_eq!(view.logical_strides(), None); // tiles split both dimensions
    ///
    /// let part = view.region((2..7, 100..120))?; // within one tile
    /// let strides = part.logical_strides().unwrap();
    /// assert_eq!(strides, [128, 1]);
    /// // SAFETY: element (4,19) of the region.
    /// let last = unsafe { *part.as_ptr().offset(4 * strides[0] + 19 * strides[1]) };
    /// assert_eq!(last, part[[4, 19]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        let first = first_position(&self.mapping);
        self.buffer.as_ptr().wrapping_add(first)
    }

    /// The element at an index; `None` out of bounds.
    #[inline]
    #[must_use]
    pub fn get(&self, index: impl NdIndex<M>) -> Option<&'a T> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY:
        // - `position` is that of an index in bounds of the mapping, which is
        //   sealed and keeps it below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements: `new` checked it.
        Some(unsafe { self.buffer.get_unchecked(position) })
    }

    /// The element at an index, without a bounds check.
    ///
    /// # Safety
    ///
    /// The index is in bounds: each number is less than its dimension.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("f32[3,5]{1,0:T(2,2)}")?;
    /// let buffer = [1.0f32; 24];
    /// let view = layout.view(&buffer)?;
    /// // SAFETY: 2 < 3 and 4 < 5.
    /// assert_eq!(*unsafe { view.get_unchecked([2, 4]) }, 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked(&self, index: impl NdIndex<M>) -> &'a T {
        let position = index.position_in_unchecked(&self.mapping);
        // SAFETY:
        // - the caller promises that the index is in bounds, so that
        //   `position` is below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements: `new` checked it.
        unsafe { self.buffer.get_unchecked(position) }
    }

    /// The whole buffer, padding included.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// assert_eq!(view.as_slice().len(), 24); // 15 elements, and padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &'a [T]
    where
        M: WholeBuffer,
    {
        self.buffer
    }
}
