//! `PackedRegionView` and `PackedRegionViewMut`: a region of a packed array.

use super::{PackedView, PackedViewMut};
use crate::layout::error::RegionError;
use crate::layout::index_ranges::IndexRanges;
use crate::map::{Mapping, Region};

/// A region of a packed array: [`PackedView::region`].
///
/// ```
/// use tiled_layout::Layout;
///
/// let layout = Layout::parse("s4[3,5]{1,0:T(2,2)E(4)}")?;
/// let mut bytes = [0; 12]; // 24 positions of 4 bits
/// let mut view = layout.packed_view_mut::<i8>(&mut bytes)?;
/// view.region_mut((1.., 3..))?.fill(-3);
/// view.set([2, 4], 7);
/// let region = view.region((1.., 3..))?;
/// assert_eq!(region.to_row_major(), [-3, -3, -3, 7]);
/// assert_eq!(region.get([2, 0]), None); // padding
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type PackedRegionView<'a, T, M> = PackedView<'a, T, Region<M>>;

/// A mutable region of a packed array: [`PackedViewMut::region_mut`].
pub type PackedRegionViewMut<'a, T, M> = PackedViewMut<'a, T, Region<M>>;

impl<'a, T, M: Mapping> PackedView<'a, T, M> {
    /// A region of the array, given by one range of indices per dimension, without copying;
    /// as [`View::region`](crate::View::region).
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<PackedRegionView<'a, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(&self.mapping, ranges)?;
        Ok(PackedView::from_checked(self.bytes, region))
    }
}

impl<T, M: Mapping> PackedViewMut<'_, T, M> {
    /// A region of the array; as [`PackedView::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<PackedRegionView<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(&self.mapping, ranges)?;
        Ok(PackedView::from_checked(self.bytes, region))
    }

    /// A mutable region of the array; as [`PackedView::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    pub fn region_mut(
        &mut self,
        ranges: impl IndexRanges,
    ) -> Result<PackedRegionViewMut<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(&self.mapping, ranges)?;
        Ok(PackedViewMut::from_checked(self.bytes, region))
    }
}
