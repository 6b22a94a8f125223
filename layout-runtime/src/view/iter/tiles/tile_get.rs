//! The elements of a tile by their index in it.

use core::ops;

use layout_core::spec::Dims;

use super::{TileAt, TileView, TileViewMut};
use crate::view::mapping::Mapping;

impl<M: Mapping> TileAt<M> {
    /// The position of the element at an index in the tile.
    fn position(&self, index: &[usize]) -> Option<usize> {
        let extents = self.grid.extents(&self.index);
        let within = index.iter().zip(&extents).all(|(&i, &extent)| i < extent);
        if index.len() != extents.len() || !within {
            return None;
        }
        let index = self.logical(&Dims::from_slice(index))?;
        self.mapping.slice_position(&index)
    }
}

impl<'a, T, M: Mapping> TileView<'a, T, M> {
    /// The element at an index in the tile: one number for each of the tile's
    /// [`extents`](TileView::extents); `None` past them. Indexing the tile's
    /// [`view`](TileView::view), which has its own layout, is faster.
    #[must_use]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<&'a T> {
        Some(&self.buffer[self.place.position(index.as_ref())?])
    }

    /// The elements of the tile, row by row, without padding.
    pub fn iter(&self) -> impl Iterator<Item = &'a T> {
        self.indexed_iter().map(|(_, element)| element)
    }
}

impl<T, M: Mapping, I: AsRef<[usize]>> ops::Index<I> for TileView<'_, T, M> {
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

impl<T, M: Mapping> TileViewMut<'_, T, M> {
    /// A mutable reference to the element at an index in the tile; as [`TileView::get`].
    #[must_use]
    pub fn get_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut T> {
        let position = self.place.position(index.as_ref())?;
        // SAFETY:
        // - a position of an index in bounds is below `padded_len`, the
        //   buffer's length;
        // - the index is in this tile, which has one `TileViewMut`; that is
        //   borrowed mutably while the element is.
        Some(unsafe { self.buffer.element(position) })
    }

    /// Mutable references to the elements of the tile, row by row, without padding.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.indexed_iter_mut().map(|(_, element)| element)
    }
}
