//! The regions of views and of regions, and loops over them by value.

use super::{RegionView, RegionViewMut};
use crate::layout::index_ranges::IndexRanges;
use crate::layout::region::RegionError;
use crate::view::iter::{Iter, IterMut};
use crate::view::mapping::Mapping;
use crate::view::part::region::window::Window;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// A region, one range of indices a dimension, without copying: a tuple, an
    /// array or a slice of ranges, see [`IndexRanges`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// assert_eq!(view.region((.., 4..))?.iter().sum::<i32>(), 8 + 10 + 20);
    /// assert_eq!(view.region(&[1..2, 1..3])?.to_row_major(), [3, 6]);
    /// assert!(view.region((.., 4..6)).is_err()); // column 5 is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region(
        &self,
        region: impl IndexRanges,
    ) -> Result<RegionView<'a, T, M::Borrowed<'_>>, RegionError> {
        RegionView::new(self.by_ref(), region)
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// A region to be read; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view_mut(&mut buffer)?;
    /// let region = view.region(&[1..3, 3..5])?;
    /// assert_eq!(region.to_row_major(), [7, 10, 17, 20]);
    /// assert!(view.region(&[1..3, 3..6]).is_err()); // column 5 is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region(
        &self,
        region: impl IndexRanges,
    ) -> Result<RegionView<'_, T, M::Borrowed<'_>>, RegionError> {
        RegionView::new(self.as_view(), region)
    }

    /// A region to be written; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let mut buffer = [0; 24];
    /// let mut view = layout.view_mut(&mut buffer)?;
    /// view.region_mut((.., 4..))?.iter_mut().for_each(|element| *element = 7);
    /// assert_eq!(buffer[8..12], [7, 0, 7, 0]); // next to the last column is padding
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn region_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<RegionViewMut<'_, T, M::Borrowed<'_>>, RegionError> {
        RegionViewMut::new(self.reborrow(), region)
    }
}

impl<'a, T, M: Mapping> RegionView<'a, T, M> {
    /// A region of this region, whose indices it counts; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within that of this region.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    /// let right = buffer.region((.., 2..))?;
    /// assert_eq!(right.region((1.., 1..))?.to_row_major(), [13, 14, 23, 24]);
    /// assert!(right.region((.., ..4)).is_err()); // column 5 of the array is padding
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    pub fn region(
        &self,
        region: impl IndexRanges,
    ) -> Result<RegionView<'a, T, M::Borrowed<'_>>, RegionError> {
        let (buffer, window) = self.view.by_ref().into_parts();
        let view = View::from_checked(buffer, window.part(region)?);
        Ok(RegionView { view })
    }
}

impl<T, M: Mapping> RegionViewMut<'_, T, M> {
    /// A region of this region, to be read; as [`RegionView::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within that of this region.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<i32, Fig1>::from_fn(|[i, j]| (10 * i + j) as i32);
    /// let right = buffer.region_mut((.., 2..))?;
    /// assert_eq!(right.region((2.., 2..))?.to_row_major(), [24]); // next to it is padding
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    pub fn region(
        &self,
        region: impl IndexRanges,
    ) -> Result<RegionView<'_, T, M::Borrowed<'_>>, RegionError> {
        let (buffer, window) = self.view.as_view().into_parts();
        let view = View::from_checked(buffer, window.part(region)?);
        Ok(RegionView { view })
    }

    /// A region of this region, to be written; as [`RegionView::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within that of this region.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(S32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<i32, Fig1>::zeroed();
    /// let mut right = buffer.region_mut((.., 2..))?;
    /// right.region_mut((2.., ..))?.fill(7);
    /// assert_eq!(buffer.as_slice()[16..], [7, 7, 0, 0, 7, 0, 0, 0]); // zeros are padding
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    pub fn region_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<RegionViewMut<'_, T, M::Borrowed<'_>>, RegionError> {
        let (buffer, window) = self.window_mut().into_parts();
        let view = ViewMut::from_checked(buffer, window.part(region)?);
        Ok(RegionViewMut { view })
    }
}

impl<'a, T, M: Mapping> IntoIterator for RegionView<'a, T, M> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, Window<M>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view.into_iter()
    }
}

impl<'a, T, M: Mapping> IntoIterator for RegionViewMut<'a, T, M> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, Window<M>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view.into_iter()
    }
}

impl<'r, T, M: Mapping> IntoIterator for &'r mut RegionViewMut<'_, T, M> {
    type Item = &'r mut T;
    type IntoIter = IterMut<'r, T, Window<M::Borrowed<'r>>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
