//! Tiles and subviews of buffers, as those of views.

use super::Buffer;
use crate::layout::Layout;
use crate::layout::index_ranges::IndexRanges;
use crate::layout::part::error::SubviewError;
use crate::layout::region::RegionError;
use crate::view::iter::tiles::{TileView, TileViewMut, Tiles, TilesMut};
use crate::view::mapping::Mapping;
use crate::view::part::region::{Region, RegionView, RegionViewMut};
use crate::view::{View, ViewMut};

impl<T: Copy, M: Mapping> Buffer<T, M> {
    /// The tiles of the first level; as [`View::tiles`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_elem(1.0);
    /// let sums: Vec<f32> = buffer
    ///     .tiles()
    ///     .map(|tile| tile.as_slice().unwrap().iter().sum())
    ///     .collect();
    /// assert_eq!(sums, [4.0, 4.0, 2.0, 2.0, 2.0, 1.0]); // padding is zero
    /// ```
    pub fn tiles(&self) -> Tiles<'_, T, M::Borrowed<'_>> {
        Tiles::new(self.view())
    }

    /// The tiles of the first level, to be written; as [`ViewMut::tiles_mut`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// for mut tile in buffer.tiles_mut() {
    ///     let first = tile.index()[1] as f32;
    ///     tile.as_mut_slice().unwrap().fill(first);
    /// }
    /// assert_eq!(buffer[[2, 4]], 2.0);
    /// assert_eq!(buffer.as_slice()[21], 2.0); // next to it, padding of the same tile
    /// ```
    pub fn tiles_mut(&mut self) -> TilesMut<'_, T, M::Borrowed<'_>> {
        TilesMut::new(self.view_mut())
    }

    /// The tile at an index; as [`View::tile`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let tile = buffer.tile([1, 2]).unwrap();
    /// assert_eq!(tile.as_slice().unwrap(), [24.0, 0.0, 0.0, 0.0]); // one element
    /// assert!(buffer.tile([1, 3]).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<TileView<'_, T, M::Borrowed<'_>>> {
        TileView::at(self.view(), index.as_ref())
    }

    /// The tile at an index, to be written; as [`ViewMut::tile_mut`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// buffer.tile_mut([1, 2]).unwrap().as_mut_slice().unwrap().fill(1.0);
    /// assert_eq!(buffer.iter().sum::<f32>(), 1.0); // the other three are padding
    /// ```
    #[inline]
    #[must_use]
    pub fn tile_mut(
        &mut self,
        index: impl AsRef<[usize]>,
    ) -> Option<TileViewMut<'_, T, M::Borrowed<'_>>> {
        TileViewMut::at(self.view_mut(), index.as_ref())
    }

    /// A region as an array of its own, without copying; as [`View::subview`].
    ///
    /// # Errors
    ///
    /// As for [`View::subview`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// let last_row = buffer.subview((2.., ..))?;
    /// assert!(last_row.iter().eq(&[20.0, 21.0, 22.0, 23.0, 24.0]));
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    pub fn subview(&self, region: impl IndexRanges) -> Result<View<'_, T, Layout>, SubviewError> {
        self.view().subview(region)
    }

    /// A region as an array of its own, to be written; as
    /// [`ViewMut::subview_mut`].
    ///
    /// # Errors
    ///
    /// As for [`View::subview`].
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// buffer.subview_mut((2.., ..))?.iter_mut().for_each(|element| *element = 1.0);
    /// assert_eq!(buffer.as_slice()[12..18], [1.0, 1.0, 0.0, 0.0, 1.0, 1.0]);
    /// # Ok::<(), tiled_layout::SubviewError>(())
    /// ```
    pub fn subview_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<ViewMut<'_, T, Layout>, SubviewError> {
        self.view_mut().into_subview(region)
    }

    /// A region, one range of indices a dimension; as [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// assert_eq!(buffer.region((1.., 3..))?.to_row_major(), [13.0, 14.0, 23.0, 24.0]);
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    pub fn region(
        &self,
        region: impl IndexRanges,
    ) -> Result<RegionView<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(&self.mapping, region)?;
        Ok(View::from_checked(self.memory.as_slice(), region))
    }

    /// A region to be written; as [`ViewMut::region_mut`].
    ///
    /// # Errors
    ///
    /// When there is not one range a dimension, each within it.
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
    /// let mut buffer = Buffer::<f32, Fig1>::zeroed();
    /// for element in buffer.region_mut((1.., 3..))?.iter_mut() {
    ///     *element = 1.0;
    /// }
    /// assert_eq!(buffer.to_row_major()[8..], [1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
    /// # Ok::<(), tiled_layout::RegionError>(())
    /// ```
    pub fn region_mut(
        &mut self,
        region: impl IndexRanges,
    ) -> Result<RegionViewMut<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(&self.mapping, region)?;
        Ok(ViewMut::from_checked(self.memory.as_mut_slice(), region))
    }
}
