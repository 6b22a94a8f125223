//! `View::region`: regions of views.

use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::map::{Mapping, Region};
use crate::view::{View, ViewMut};

/// A region of an array: [`View::region`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let buffer: Vec<i32> = (0..24).collect();
/// let view = layout.view(&buffer)?;
/// let region = view.region((1.., 2..))?;
/// assert_eq!(region.dims(), [2, 3]);
/// assert_eq!(region[[1, 1]], 17); // element (2,3)
/// assert_eq!(region.to_row_major(), [6, 7, 10, 16, 17, 20]);
/// assert_eq!(region.get([1, 3]), None); // padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RegionView<'a, T, M> = View<'a, T, Region<M>>;

/// A mutable region of an array: [`ViewMut::region_mut`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
/// let mut buffer = [0; 24];
/// let mut view = layout.view_mut(&mut buffer)?;
/// let mut region = view.region_mut((1.., 2..))?;
/// region.fill(1);
/// region[[1, 1]] = 7; // element (2,3)
/// assert_eq!(view[[2, 3]], 7);
/// assert_eq!(buffer.iter().sum::<i32>(), 5 + 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type RegionViewMut<'a, T, M> = ViewMut<'a, T, Region<M>>;

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// A region of the array, given by one range of indices per dimension, without copying.
    /// `ranges` is a tuple, an array or a slice of ranges: see [`IndexRanges`]. The result
    /// is a view, whose indices count from the region's first index.
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<RegionView<'a, T, M::Whole<'_>>, RegionError> {
        Ok(View::from_checked(
            self.buffer(),
            Region::of(self.mapping(), ranges)?,
        ))
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// A region of the array; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<RegionView<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(self.mapping(), ranges)?;
        Ok(View::from_checked(self.buffer, region))
    }

    /// A mutable region of the array; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region_mut(
        &mut self,
        ranges: impl IndexRanges,
    ) -> Result<RegionViewMut<'_, T, M::Whole<'_>>, RegionError> {
        let (buffer, map) = self.parts();
        Ok(ViewMut::from_checked(buffer, Region::of(map, ranges)?))
    }
}
