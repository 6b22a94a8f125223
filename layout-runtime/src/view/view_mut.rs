//! `ViewMut`: a mutable slice indexed through a layout.

use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::map::{Mapping, Subarray, WholeBuffer};
use crate::view::View;
use crate::view::access::{reads, writes};
use crate::view::part::{Sides, regions, sides};

/// A mutable slice seen as the array that a layout describes.
///
/// # Examples
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

reads! { [T, M] ViewMut<'_, T, M>, '_ }
writes! { [T, M] ViewMut<'_, T, M> }

impl<'a, T, M: Mapping> ViewMut<'a, T, M> {
    /// Returns the whole buffer, padding included.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T]
    where
        M: WholeBuffer,
    {
        self.buffer
    }

    /// Returns the whole buffer, padding included, for the lifetime of the view's borrow.
    ///
    /// # Examples
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

    /// Returns a read-only view of the same array.
    #[inline]
    #[must_use]
    pub fn as_view(&self) -> View<'_, T, M::Borrowed<'_>> {
        // SAFETY: this view's buffer and mapping.
        unsafe { View::new_unchecked(self.buffer, self.mapping.borrowed()) }
    }

    /// Returns a mutable view of the same array with a shorter lifetime.
    ///
    /// # Examples
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
        // SAFETY: this view's buffer and mapping.
        unsafe { ViewMut::new_unchecked(self.buffer, self.mapping.borrowed()) }
    }

    regions! {
        [&self] region region_at row -> View<'_>: (self.buffer, &self.mapping);
        [&mut self] region_mut region_at_mut row_mut -> ViewMut<'_>: (self.buffer, &self.mapping);
    }

    #[inline]
    fn buffer(&self) -> &[T] {
        self.buffer
    }

    /// Returns the buffer and the mapping.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [T], &M) {
        (self.buffer, &self.mapping)
    }
}

impl<'a, T, M: WholeBuffer> ViewMut<'a, T, M> {
    /// Returns a region as a mutable array with its own layout; as [`View::subview`].
    ///
    /// # Errors
    ///
    /// As for [`View::subview`].
    #[inline]
    pub fn subview_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<ViewMut<'_, T, Subarray<M::Borrowed<'_>>>, RegionError> {
        self.reborrow().into_subview(region)
    }

    /// Returns the mutable array at `index` along dimension `dim`; as [`View::index_axis`].
    ///
    /// # Errors
    ///
    /// As for [`View::index_axis`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[inline]
    #[track_caller]
    pub fn index_axis_mut(
        &mut self,
        dim: usize,
        index: impl AxisIndices,
    ) -> Result<ViewMut<'_, T, Subarray<M::Borrowed<'_>>>, RegionError> {
        self.reborrow().into_axis(dim, index)
    }

    /// Splits the array in two mutable parts along a dimension; as [`View::split_at`].
    ///
    /// # Errors
    ///
    /// As for [`View::split_at`].
    ///
    /// # Panics
    ///
    /// When there is no dimension `dim`.
    #[track_caller]
    pub fn split_at_mut(
        &mut self,
        dim: usize,
        index: usize,
    ) -> Sides<ViewMut<'_, T, Subarray<M::Borrowed<'_>>>> {
        self.reborrow().into_split(dim, index)
    }

    /// Returns the same buffer with permuted dimensions, mutably; as [`View::permuted`].
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    #[track_caller]
    #[must_use]
    #[doc(alias("t", "transpose", "swap_axes"))]
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> ViewMut<'_, T, Layout> {
        let layout = self.layout().permuted(permutation);
        self.reborrow().with_mapping(layout)
    }

    #[track_caller]
    pub(crate) fn into_split(self, dim: usize, index: usize) -> Sides<ViewMut<'a, T, Subarray<M>>> {
        let (buffer, mapping) = self.into_parts();
        let [low, high] = sides(&mapping, dim, index)?;
        let (before, after) = (low.positions(), high.positions());
        // A part begins with one of its elements, which the other part does not contain.
        let cut = if after.is_empty() {
            before.end
        } else {
            after.start
        };
        let (first, second) = buffer.split_at_mut(cut);
        let (first, second) = (&mut first[before], &mut second[..after.len()]);
        // SAFETY: the slice has the positions of the part: `padded_len` of it.
        let low = unsafe { ViewMut::new_unchecked(first, low) };
        // SAFETY: the same.
        let high = unsafe { ViewMut::new_unchecked(second, high) };
        Ok((low, high))
    }
}
