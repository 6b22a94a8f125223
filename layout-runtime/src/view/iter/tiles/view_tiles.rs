//! The tiles of views.

use core::ops;

use super::{TileView, TileViewMut, Tiles, TilesMut};
use crate::map::{Mapping, NdIndex, WholeBuffer};
use crate::view::iter::element;
use crate::view::{View, ViewMut};

impl<'a, T, M: Mapping> View<'a, T, M> {
    /// The tiles of the first level in physical order: row-major order of their indices, which
    /// have one number for each of the layout's `tile_counts`. If the layout has no tile, each
    /// element is a tile.
    pub fn tiles(&self) -> Tiles<'a, T, M::Borrowed<'_>>
    where
        M: WholeBuffer,
    {
        Tiles::new(self.by_ref())
    }

    /// The tile at an index of tiles in physical order: one number for each of the layout's
    /// `tile_counts`, major to minor; `None` out of bounds. [`tile_at`](View::tile_at) finds
    /// the tile of an element.
    #[inline]
    #[must_use]
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<TileView<'a, T, M::Borrowed<'_>>>
    where
        M: WholeBuffer,
    {
        TileView::at(self.by_ref(), index.as_ref())
    }

    /// The tile of the element at a logical index; `None` out of bounds.
    ///
    /// ```
    /// use tiled_layout::Layout;
    ///
    /// let layout = Layout::parse("s32[3,5]{0,1:T(2,2)}")?; // columns are the major dimension
    /// let buffer: Vec<i32> = (0..24).collect();
    /// let view = layout.view(&buffer)?;
    /// let tile = view.tile_at([2, 3]).unwrap();
    /// assert_eq!(tile.ranges(), [2..3, 2..4]);
    /// assert_eq!(tile.index(), [1, 1]);
    /// assert!(view.tile_at([3, 0]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tile_at<'v>(
        &'v self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<TileView<'a, T, M::Borrowed<'v>>>
    where
        M: WholeBuffer,
    {
        TileView::of_element(self.by_ref(), index)
    }
}

impl<T, M: WholeBuffer> ViewMut<'_, T, M> {
    /// The tiles of the first level; as [`View::tiles`].
    pub fn tiles(&self) -> Tiles<'_, T, M::Borrowed<'_>> {
        Tiles::new(self.as_view())
    }

    /// The tile at an index of tiles in physical order; as [`View::tile`].
    #[inline]
    #[must_use]
    pub fn tile(&self, index: impl AsRef<[usize]>) -> Option<TileView<'_, T, M::Borrowed<'_>>> {
        TileView::at(self.as_view(), index.as_ref())
    }

    /// The tile of the element at a logical index; as [`View::tile_at`].
    #[must_use]
    pub fn tile_at<'v>(
        &'v self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<TileView<'v, T, M::Borrowed<'v>>> {
        TileView::of_element(self.as_view(), index)
    }

    /// The tiles of the first level, mutably, in row-major order of their indices. If the
    /// layout has no tile, each element is a tile.
    pub fn tiles_mut(&mut self) -> TilesMut<'_, T, M::Borrowed<'_>> {
        TilesMut::new(self.reborrow())
    }

    /// The tile of the element at a logical index, mutably; as [`View::tile_at`].
    #[must_use]
    pub fn tile_at_mut<'v>(
        &'v mut self,
        index: impl NdIndex<M::Borrowed<'v>>,
    ) -> Option<TileViewMut<'v, T, M::Borrowed<'v>>> {
        TileViewMut::of_element(self.reborrow(), index)
    }

    /// The tile at an index of tiles in physical order, mutably; as [`View::tile`].
    #[inline]
    #[must_use]
    pub fn tile_mut(
        &mut self,
        index: impl AsRef<[usize]>,
    ) -> Option<TileViewMut<'_, T, M::Borrowed<'_>>> {
        TileViewMut::at(self.reborrow(), index.as_ref())
    }
}

impl<'a, T, M: WholeBuffer> TileView<'a, T, M> {
    /// The element at an index within the tile, in physical order: one number for each of the
    /// tile's [`extents`](TileView::extents); `None` past them. Indexing the tile's
    /// [`view`](TileView::view), which has its own layout, is faster.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<&'a T> {
        Some(&self.buffer[self.tile.position(index.as_ref())?])
    }

    /// The elements of the tile in physical order, row by row, without padding.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &'a T> {
        let buffer = self.buffer;
        self.tile
            .element_positions()
            .map(move |position| element(buffer, position))
    }
}

impl<T, M: WholeBuffer, I: AsRef<[usize]>> ops::Index<I> for TileView<'_, T, M> {
    type Output = T;

    #[track_caller]
    fn index(&self, index: I) -> &T {
        let index = index.as_ref();
        match self.get(index) {
            Some(element) => element,
            None => panic!(
                "index {index:?} is out of bounds of a tile of extents {:?}",
                self.extents()
            ),
        }
    }
}

impl<T, M: WholeBuffer> TileViewMut<'_, T, M> {
    /// A mutable reference to the element at an index within the tile, in physical order; as
    /// [`TileView::get`].
    #[must_use]
    pub fn get_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut T> {
        let position = self.tile.position(index.as_ref())?;
        // SAFETY:
        // - a position of an index in bounds is below `padded_len`, the
        //   buffer's length;
        // - the index is in this tile, which has one `TileViewMut`; that is
        //   borrowed mutably while the element is.
        Some(unsafe { self.buffer.element(position) })
    }

    /// Mutable references to the elements of the tile in physical order, row by row, without
    /// padding.
    #[inline]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        let TileViewMut { buffer, tile } = self;
        tile.element_positions().map(move |position| {
            // SAFETY:
            // - a position of an index in bounds is below `padded_len`, the
            //   buffer's length;
            // - each element is given once, and only by its tile, which is
            //   borrowed mutably while the elements are.
            unsafe { buffer.element(position) }
        })
    }
}
