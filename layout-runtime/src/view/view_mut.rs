//! `ViewMut`: a mutable slice indexed through a layout.

use core::ops;

use crate::layout::error::{LayoutError, RegionError};
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::layout::{Index, Layout};
use crate::map::{
    Element, Mapping, NdIndex, Ranked, Subarray, WholeBuffer, buffer_len, first_position,
};
use crate::view::bytes::{AnyBitPattern, bytes_of, bytes_of_mut, cast_mut};
use crate::view::part::{Sides, regions, sides};
use crate::view::{LengthError, View, ViewError};

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

impl<'a, T, M: Mapping> ViewMut<'a, T, M> {
    /// Returns the element at an index; `None` out of bounds.
    #[inline]
    #[must_use]
    pub fn get(&self, index: impl NdIndex<M>) -> Option<&T> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY: as in `View::get`:
        // - `position` is that of an index in bounds, below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements.
        Some(unsafe { self.buffer.get_unchecked(position) })
    }

    /// Returns a mutable reference to the element at an index; `None` out of bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// let mut view = buffer.view_mut();
    /// *view.get_mut([2, 3]).unwrap() = 1.5;
    /// assert_eq!(view[[2, 3]], 1.5);
    /// assert!(view.get_mut([3, 0]).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, index: impl NdIndex<M>) -> Option<&mut T> {
        let position = index.position_in(&self.mapping)?;
        // SAFETY: as in `View::get`:
        // - `position` is that of an index in bounds, below `buffer_len`;
        // - `buffer` has exactly `buffer_len` elements.
        Some(unsafe { self.buffer.get_unchecked_mut(position) })
    }

    /// Returns the element at an index that is not checked.
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
        // - `buffer` has exactly `buffer_len` elements: `try_new` checked it.
        unsafe { self.buffer.get_unchecked(position) }
    }

    /// Returns a mutable reference to the element at an index that is not checked.
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
        // - `buffer` has exactly `buffer_len` elements: `try_new` checked it.
        unsafe { self.buffer.get_unchecked_mut(position) }
    }

    /// Returns the whole buffer, padding included.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[T]
    where
        M: WholeBuffer,
    {
        self.buffer
    }

    /// Returns the whole buffer, padding included.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// buffer.view_mut().as_mut_slice()[17] = 1.5;
    /// assert_eq!(buffer[[2, 3]], 1.5);
    /// ```
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [T]
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

    /// Returns a pointer to the first element; as [`View::as_ptr`].
    #[inline]
    #[must_use]
    pub fn as_ptr(&self) -> *const T {
        self.as_view().as_ptr()
    }

    /// Returns a mutable pointer to the first element; as [`View::as_ptr`].
    #[inline]
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        let first = first_position(&self.mapping);
        self.buffer.as_mut_ptr().wrapping_add(first)
    }

    /// Returns a read-only view of the same array.
    #[inline]
    #[must_use]
    pub fn as_view(&self) -> View<'_, T, M::Borrowed<'_>> {
        View {
            buffer: self.buffer,
            mapping: self.mapping.borrowed(),
        }
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
        ViewMut {
            buffer: self.buffer,
            mapping: self.mapping.borrowed(),
        }
    }

    regions! {
        [&self] region region_at row -> View<'_>: (self.buffer, &self.mapping);
        [&mut self] region_mut region_at_mut row_mut -> ViewMut<'_>: (self.buffer, &self.mapping);
    }

    /// Returns the same view with an owned layout; as [`View::into_owned_layout`].
    #[must_use]
    pub fn into_owned_layout(self) -> ViewMut<'a, T, M::Owned>
    where
        M: WholeBuffer,
    {
        ViewMut::from_checked(self.buffer, self.mapping.to_owned_mapping())
    }

    /// Returns the same view, indexed by arrays; as [`View::ranked`].
    ///
    /// # Errors
    ///
    /// When the array does not have `RANK` dimensions.
    pub fn ranked<const RANK: usize>(self) -> Result<ViewMut<'a, T, Ranked<M, RANK>>, LayoutError>
    where
        M: Mapping<Index = Index, WholeIndex = Index>,
    {
        Ok(ViewMut::from_checked(
            self.buffer,
            Ranked::new(self.mapping)?,
        ))
    }

    #[inline]
    pub(crate) fn try_new(buffer: &'a mut [T], mapping: M) -> Result<Self, LengthError> {
        LengthError::check(buffer.len(), &mapping)?;
        Ok(ViewMut { buffer, mapping })
    }

    /// Returns a view of a whole buffer. The caller has checked its length.
    #[inline]
    pub(crate) fn from_checked(buffer: &'a mut [T], mapping: M) -> Self {
        debug_assert_eq!(buffer.len(), buffer_len(&mapping));
        ViewMut { buffer, mapping }
    }

    /// Returns the buffer and the mapping.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [T], &M) {
        (self.buffer, &self.mapping)
    }

    /// Returns the buffer and the mapping.
    #[inline]
    pub(crate) fn into_parts(self) -> (&'a mut [T], M) {
        (self.buffer, self.mapping)
    }

    /// Returns the same buffer through a mapping of the same `buffer_len`.
    pub(crate) fn with_mapping<M2: Mapping>(self, mapping: M2) -> ViewMut<'a, T, M2> {
        assert_eq!(self.buffer.len(), buffer_len(&mapping));
        let buffer = self.buffer;
        ViewMut { buffer, mapping }
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
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> ViewMut<'_, T, Layout> {
        let layout = self.layout().permute_dimensions(permutation);
        ViewMut::from_checked(self.as_mut_slice(), layout)
    }

    #[track_caller]
    pub(crate) fn into_split(self, dim: usize, index: usize) -> Sides<ViewMut<'a, T, Subarray<M>>> {
        let (buffer, mapping) = self.into_parts();
        let [low, high] = sides(&mapping, dim, index)?;
        let (before, after) = (low.positions(), high.positions());
        // A part begins with one of its elements, which the other part does not contain.
        let cut = match after.is_empty() {
            true => before.end,
            false => after.start,
        };
        let (first, second) = buffer.split_at_mut(cut);
        Ok((
            ViewMut::from_checked(&mut first[before], low),
            ViewMut::from_checked(&mut second[..after.len()], high),
        ))
    }
}

impl<'a, T: Element + AnyBitPattern, M: WholeBuffer> ViewMut<'a, T, M> {
    /// Views bytes mutably as a buffer of any layout.
    ///
    /// # Errors
    ///
    /// As for [`Layout::view_bytes`].
    pub fn from_bytes(mapping: M, bytes: &'a mut [u8]) -> Result<Self, ViewError> {
        let buffer = {
            let layout = mapping.layout();
            layout.check_holds::<T>()?;
            cast_mut(bytes, &layout)?
        };
        Ok(ViewMut::from_checked(buffer, mapping))
    }
}

impl<T: AnyBitPattern, M: WholeBuffer> ViewMut<'_, T, M> {
    /// Returns the bytes of the whole buffer, padding included, in this machine's byte order,
    /// without the metadata of `M(n)`.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        bytes_of(self.as_slice())
    }

    /// Returns the bytes of the whole buffer, padding included, mutably.
    #[inline]
    #[must_use]
    pub fn as_bytes_mut(&mut self) -> &mut [u8] {
        bytes_of_mut(self.as_mut_slice())
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
