//! The tiles of views.

use super::{TileView, TileViewMut, Tiles, TilesMut};
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// The tiles of the first level, in row-major order of their indices.
    /// Without a tile, each element is one.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// assert_eq!(view.tiles().len(), 6);
    /// for tile in view.tiles() {
    ///     // Of the tiles in the last row and column a part is padding.
    ///     let (i, j) = (tile.index()[0], tile.index()[1]);
    ///     assert_eq!(tile.origin(), [2 * i, 2 * j]);
    ///     assert_eq!(tile.extents(), [if i == 1 { 1 } else { 2 }, if j == 2 { 1 } else { 2 }]);
    ///     assert_eq!(tile.as_slice().unwrap().len(), 4);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tiles(&self) -> Tiles<'a, T, M::Borrowed<'_>> {
        Tiles::new(self.by_ref())
    }

    /// The tile at an index, which has one number for each of the layout's
    /// `tile_counts`; `None` out of bounds.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{1,0:T(2,2)}")?;
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let tile = view.tile([1, 2]).unwrap();
    /// assert_eq!(tile.as_slice(), Some(&[20, 21, 22, 23][..])); // one of them no padding
    /// assert!(tile.indexed_iter().eq([(layout.index(20).unwrap(), &20)]));
    /// assert!(view.tile([2, 0]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<TileView<'a, T, M::Borrowed<'_>>> {
        TileView::at(self.by_ref(), index.as_ref())
    }
}

impl<T, M: Mapping> ViewMut<'_, T, M> {
    /// The tiles of the first level; as [`View::tiles`].
    pub fn tiles(&self) -> Tiles<'_, T, M::Borrowed<'_>> {
        Tiles::new(self.as_view())
    }

    /// The tile at an index; as [`View::tile`].
    #[inline]
    #[must_use]
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<TileView<'_, T, M::Borrowed<'_>>> {
        TileView::at(self.as_view(), index.as_ref())
    }

    /// The tiles of the first level, to be written, in row-major order of
    /// their indices. Without a tile, each element is one.
    pub fn tiles_mut(&mut self) -> TilesMut<'_, T, M::Borrowed<'_>> {
        TilesMut::new(self.reborrow())
    }

    /// The tile at an index, to be written; as [`View::tile`].
    #[inline]
    #[must_use]
    pub fn tile_mut(
        &mut self,
        index: impl AsRef<[usize]>,
    ) -> Option<TileViewMut<'_, T, M::Borrowed<'_>>> {
        TileViewMut::at(self.reborrow(), index.as_ref())
    }
}
