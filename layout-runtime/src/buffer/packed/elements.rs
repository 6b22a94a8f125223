//! The elements of a `PackedBuffer`: one, all, and iterators.

use alloc::vec::Vec;

use super::PackedBuffer;
use crate::buffer::forwards::forwards;
use crate::map::{NdIndex, WholeBuffer};
use crate::view::packed::{
    PackedElement, PackedIndexedIter, PackedIter, PackedTileView, PackedTiles,
};
use crate::view::{LengthError, ViewError};

impl<T: PackedElement, M: WholeBuffer> PackedBuffer<T, M> {
    /// Returns the element at an index; `None` out of bounds.
    #[inline]
    #[must_use]
    pub fn get(&self, index: impl NdIndex<M>) -> Option<T> {
        let position = index.position_in(&self.mapping)?;
        Some(self.view().at_position(position))
    }

    /// Writes an element; as [`PackedViewMut::set`](crate::PackedViewMut::set).
    ///
    /// # Panics
    ///
    /// When the index is out of bounds, or the element type does not have the value.
    #[inline]
    #[track_caller]
    pub fn set(&mut self, index: impl NdIndex<M>, value: T) {
        match index.position_in(&self.mapping) {
            Some(position) => self.view_mut().set_position(position, value),
            None => index.fail_in(&self.mapping),
        }
    }

    /// Writes an element, if the element type has the value; as
    /// [`PackedViewMut::try_set`](crate::PackedViewMut::try_set).
    ///
    /// # Errors
    ///
    /// When the element type does not have the value: 8 in S4, 4 in U2. Nothing is written
    /// then.
    ///
    /// # Panics
    ///
    /// When the index is out of bounds.
    #[inline]
    #[track_caller]
    pub fn try_set(&mut self, index: impl NdIndex<M>, value: T) -> Result<(), ViewError> {
        match index.position_in(&self.mapping) {
            Some(position) => self.view_mut().try_set_position(position, value),
            None => index.fail_in(&self.mapping),
        }
    }
}

forwards! {
    impl[T: PackedElement, M: WholeBuffer] PackedBuffer<T, M>;
    PackedView {
        /// Returns the elements in logical, row-major order; as
        /// [`PackedView::iter`](crate::PackedView::iter).
        fn iter() -> PackedIter<'_, T, M::Borrowed<'_>> = |view| view.into_iter();
        /// Returns the elements in logical, row-major order, with their indices; as
        /// [`PackedView::indexed_iter`](crate::PackedView::indexed_iter).
        fn indexed_iter() -> PackedIndexedIter<'_, T, M::Borrowed<'_>>
            = |view| PackedIndexedIter::new(view);
        /// Returns the tiles of the first level in physical order; as
        /// [`PackedView::tiles`](crate::PackedView::tiles).
        fn tiles() -> PackedTiles<'_, T, M::Borrowed<'_>> = |view| PackedTiles::new(view);
        /// Returns the tile at an index of tiles in physical order: one number for each of the
        /// layout's `tile_counts`; `None` out of bounds; as
        /// [`PackedView::tile`](crate::PackedView::tile).
        fn tile(index: impl AsRef<[usize]>) -> Option<PackedTileView<'_, T, M::Borrowed<'_>>>
            = |view| PackedTileView::at(view, index.as_ref());
        /// Returns the tile of the element at a logical index; as
        /// [`PackedView::tile_at`](crate::PackedView::tile_at).
        #[must_use]
        fn tile_at(index: impl for<'v> NdIndex<M::Borrowed<'v>>)
            -> Option<PackedTileView<'_, T, M::Borrowed<'_>>>
            = |view| PackedTileView::of_element(view, index);
        /// Returns the elements without padding, in row-major order; as
        /// [`PackedView::to_row_major`](crate::PackedView::to_row_major).
        #[must_use]
        fn to_row_major() -> Vec<T> = |view| view.to_row_major();
        /// Copies the elements, without padding and in row-major order, to `data`; as
        /// [`PackedView::copy_to_row_major`](crate::PackedView::copy_to_row_major).
        ///
        /// # Errors
        ///
        /// When `data` does not have exactly as many elements as the array. Nothing is written
        /// then.
        fn copy_to_row_major(data: &mut [T]) -> Result<(), LengthError>
            = |view| view.copy_to_row_major(data);
    }
    PackedViewMut {
        /// Writes one value to all elements; padding is not changed; as
        /// [`PackedViewMut::fill`](crate::PackedViewMut::fill).
        ///
        /// # Panics
        ///
        /// When the element type does not have the value.
        #[track_caller]
        fn fill(value: T) -> () = |view| view.fill(value);
        /// Writes a value to all padding; elements are not changed; as
        /// [`PackedViewMut::fill_padding`](crate::PackedViewMut::fill_padding).
        ///
        /// # Panics
        ///
        /// When the element type does not have the value.
        #[track_caller]
        fn fill_padding(value: T) -> () = |view| view.fill_padding(value);
        /// Writes all elements from row-major data without padding; as
        /// [`PackedViewMut::copy_from_row_major`](crate::PackedViewMut::copy_from_row_major).
        ///
        /// # Errors
        ///
        /// When `data` does not have exactly `num_elements` elements, or the element type does
        /// not have one of the values. Nothing is written then.
        fn copy_from_row_major(data: &[T]) -> Result<(), ViewError>
            = |view| view.copy_from_row_major(data);
    }
}

impl<'a, T: PackedElement, M: WholeBuffer> IntoIterator for &'a PackedBuffer<T, M> {
    type Item = T;
    type IntoIter = PackedIter<'a, T, M::Borrowed<'a>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.view().into_iter()
    }
}
