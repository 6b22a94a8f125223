//! The tiles of views.

use super::{TileView, TileViewMut, Tiles, TilesMut};
use crate::view::mapping::Mapping;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// The tiles of the first level, in row-major order of their indices. If the layout has
    /// no tile, each element is a tile.
    pub fn tiles(&self) -> Tiles<'a, T, M::Borrowed<'_>> {
        Tiles::new(self.by_ref())
    }

    /// The tile at an index, which has one number for each of the layout's
    /// `tile_counts`; `None` out of bounds.
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

    /// The tiles of the first level, mutably, in row-major order of their indices. If the
    /// layout has no tile, each element is a tile.
    pub fn tiles_mut(&mut self) -> TilesMut<'_, T, M::Borrowed<'_>> {
        TilesMut::new(self.reborrow())
    }

    /// The tile at an index, mutably; as [`View::tile`].
    #[inline]
    #[must_use]
    pub fn tile_mut(
        &mut self,
        index: impl AsRef<[usize]>,
    ) -> Option<TileViewMut<'_, T, M::Borrowed<'_>>> {
        TileViewMut::at(self.reborrow(), index.as_ref())
    }
}
