//! `View::get`: elements by their index, and the whole buffer.

use super::View;
use crate::view::mapping::nd_index::NdIndex;
use crate::view::mapping::{Mapping, PositionMap};

impl<'a, T, M: PositionMap> View<'a, T, M> {
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
}

impl<'a, T, M: Mapping> View<'a, T, M> {
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
    pub fn as_slice(&self) -> &'a [T] {
        self.buffer
    }
}
