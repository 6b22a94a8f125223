//! Methods of a buffer that forward to its views.

use alloc::vec::Vec;

use super::Buffer;
use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::map::{NdIndex, Subarray, WholeBuffer};
use crate::view::iter::axes::{AxisIter, AxisIterMut};
use crate::view::iter::lend::IntoZip;
use crate::view::iter::runs::{Runs, RunsMut};
use crate::view::iter::tiles::{TileView, TileViewMut, Tiles, TilesMut};
use crate::view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
use crate::view::no_uninit::NoUninit;
use crate::view::part::{Sides, regions};
use crate::view::{LengthError, View, ViewMut};

/// Methods of a buffer, one row each: the signature of the view's method, and the call on a
/// view that lives as long as the buffer's borrow.
macro_rules! forwards {
    ($([$this:ident: $receiver:ty] $make_view:expr => { $(
        $(#[$attribute:meta])*
        fn $name:ident($($argument:ident: $type:ty),*) -> $output:ty = |$view:ident| $call:expr;
    )* })*) => {
        impl<T: Copy, M: WholeBuffer> Buffer<T, M> {$($(
            $(#[$attribute])*
            #[inline]
            pub fn $name($this: $receiver $(, $argument: $type)*) -> $output {
                #[allow(unused_mut, reason = "some calls take the view")]
                let mut $view = $make_view;
                $call
            }
        )*)*}
    };
}

forwards! {
    [self: &Self] self.view() => {
        /// Returns the elements in logical, row-major order; as [`View::iter`](crate::View::iter).
        fn iter() -> Iter<'_, T, M::Borrowed<'_>> = |view| Iter::new(view);
        /// Returns the elements in logical, row-major order, each with its index; as
        /// [`View::indexed_iter`](crate::View::indexed_iter).
        fn indexed_iter() -> IndexedIter<'_, T, M::Borrowed<'_>> = |view| IndexedIter::new(view);
        /// Returns the array as slices: the longest contiguous runs along the last dimension, in
        /// logical order, each with the index of its first element; as
        /// [`View::runs`](crate::View::runs).
        fn runs() -> Runs<'_, T, M::Borrowed<'_>> = |view| Runs::new(view);
        /// Returns the array as slices along dimension `dim`: the longest contiguous runs, each
        /// with the index of its first element; as [`View::runs_along`](crate::View::runs_along).
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`.
        #[track_caller]
        fn runs_along(dim: usize) -> Runs<'_, T, M::Borrowed<'_>> = |view| Runs::along(view, dim);
        /// Returns the tiles of the first level in physical order: row-major order of their
        /// indices, which have one number for each of the layout's `tile_counts`; as
        /// [`View::tiles`](crate::View::tiles).
        fn tiles() -> Tiles<'_, T, M::Borrowed<'_>> = |view| Tiles::new(view);
        /// Returns the tile at an index of tiles in physical order: one number for each of the
        /// layout's `tile_counts`, major to minor; `None` out of bounds; as
        /// [`View::tile`](crate::View::tile).
        fn tile(index: impl AsRef<[usize]>) -> Option<TileView<'_, T, M::Borrowed<'_>>>
            = |view| TileView::at(view, index.as_ref());
        /// Returns the tile of the element at a logical index; `None` out of bounds; as
        /// [`View::tile_at`](crate::View::tile_at).
        #[must_use]
        fn tile_at(index: impl for<'v> NdIndex<M::Borrowed<'v>>)
            -> Option<TileView<'_, T, M::Borrowed<'_>>>
            = |view| TileView::of_element(view, index);
        /// Returns a region of the array as an array with its own layout, without copying; as
        /// [`View::subview`](crate::View::subview).
        ///
        /// # Errors
        ///
        /// If there is not one range per dimension, each within bounds; if no such layout gives
        /// the region's elements their positions; if its padding would overlap other elements
        /// or the end of the buffer; and if a formula is not flat.
        fn subview(region: impl IndexRanges)
            -> Result<View<'_, T, Subarray<M::Borrowed<'_>>>, RegionError>
            = |view| view.into_subview(region);
        /// Returns the array at `index` along dimension `dim`, without that dimension and without
        /// copying; as [`View::index_axis`](crate::View::index_axis).
        ///
        /// # Errors
        ///
        /// When an index is not within its dimension, or when the elements have no layout of
        /// their own: a dimension is tiled, or these dimensions are not the most major.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`, or none for one of the indices.
        #[track_caller]
        fn index_axis(dim: usize, index: impl AxisIndices)
            -> Result<View<'_, T, Subarray<M::Borrowed<'_>>>, RegionError>
            = |view| view.into_axis(dim, index);
        /// Iterates over the indices of dimension `dim`: each item is the array at one index,
        /// without that dimension and without copying, as
        /// [`index_axis`](crate::View::index_axis) returns it; as
        /// [`View::axis_iter`](crate::View::axis_iter).
        ///
        /// # Errors
        ///
        /// When the items have no layout of their own: the dimension is tiled, or not the most
        /// major.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`.
        #[doc(alias = "outer_iter")]
        #[track_caller]
        fn axis_iter(dim: usize) -> Result<AxisIter<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIter::new(view, dim, None);
        /// Iterates over chunks of `size` indices of dimension `dim`, without copying; the last
        /// chunk may be shorter; as [`View::axis_chunks_iter`](crate::View::axis_chunks_iter).
        ///
        /// # Errors
        ///
        /// When chunks have no layout of their own: a chunk ends within a tile, or the
        /// dimension is not the most major. [`region`](crate::View::region)s of the same
        /// indices always exist.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`, or `size` is 0.
        #[track_caller]
        fn axis_chunks_iter(dim: usize, size: usize)
            -> Result<AxisIter<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIter::new(view, dim, Some(size));
        /// Splits the array in two along dimension `dim`: the indices before `index`, and the
        /// indices from `index` on; without copying; as
        /// [`View::split_at`](crate::View::split_at).
        ///
        /// # Errors
        ///
        /// When `index` is past the dimension, or when a part has no layout of its own: `index`
        /// is not at the edge of a tile, or the dimension is not the most major.
        /// [`region`](crate::View::region)s of the same indices always exist.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`.
        #[track_caller]
        fn split_at(dim: usize, index: usize) -> Sides<View<'_, T, Subarray<M::Borrowed<'_>>>>
            = |view| view.into_split(dim, index);
        /// Returns the same buffer as an array whose dimension `i` is dimension `permutation[i]` of
        /// this one: a transpose that copies nothing; as [`View::permuted`](crate::View::permuted).
        ///
        /// # Panics
        ///
        /// When `permutation` does not name each dimension once.
        #[track_caller]
        #[must_use]
        #[doc(alias("t", "transpose", "swap_axes"))]
        fn permuted(permutation: &[usize]) -> View<'_, T, Layout>
            = |view| view.permuted(permutation);
    }
    [self: &mut Self] self.view_mut() => {
        /// Mutable references to the elements, in logical, row-major order; as
        /// [`ViewMut::iter_mut`](crate::ViewMut::iter_mut).
        fn iter_mut() -> IterMut<'_, T, M::Borrowed<'_>> = |view| IterMut::new(view);
        /// Mutable references to the elements, in logical, row-major order, each with its
        /// index; as [`ViewMut::indexed_iter_mut`](crate::ViewMut::indexed_iter_mut).
        fn indexed_iter_mut() -> IndexedIterMut<'_, T, M::Borrowed<'_>>
            = |view| IndexedIterMut::new(view);
        /// Returns the array as mutable slices: the longest contiguous runs along the last
        /// dimension, in logical order, each with the index of its first element; as
        /// [`ViewMut::runs_mut`](crate::ViewMut::runs_mut).
        fn runs_mut() -> RunsMut<'_, T, M::Borrowed<'_>> = |view| RunsMut::new(view);
        /// Returns the array as mutable slices along dimension `dim`; as
        /// [`ViewMut::runs_along_mut`](crate::ViewMut::runs_along_mut).
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`.
        #[track_caller]
        fn runs_along_mut(dim: usize) -> RunsMut<'_, T, M::Borrowed<'_>>
            = |view| RunsMut::along(view, dim);
        /// Returns the tiles of the first level, mutably, in row-major order of their indices; as
        /// [`ViewMut::tiles_mut`](crate::ViewMut::tiles_mut).
        fn tiles_mut() -> TilesMut<'_, T, M::Borrowed<'_>> = |view| TilesMut::new(view);
        /// Returns the tile at an index of tiles in physical order, mutably; as
        /// [`ViewMut::tile_mut`](crate::ViewMut::tile_mut).
        fn tile_mut(index: impl AsRef<[usize]>) -> Option<TileViewMut<'_, T, M::Borrowed<'_>>>
            = |view| TileViewMut::at(view, index.as_ref());
        /// Returns the tile of the element at a logical index, mutably; as
        /// [`ViewMut::tile_at_mut`](crate::ViewMut::tile_at_mut).
        #[must_use]
        fn tile_at_mut(index: impl for<'v> NdIndex<M::Borrowed<'v>>)
            -> Option<TileViewMut<'_, T, M::Borrowed<'_>>>
            = |view| TileViewMut::of_element(view, index);
        /// Returns a region as a mutable array with its own layout; as
        /// [`ViewMut::subview_mut`](crate::ViewMut::subview_mut).
        ///
        /// # Errors
        ///
        /// If there is not one range per dimension, each within bounds; if no such layout gives
        /// the region's elements their positions; if its padding would overlap other elements
        /// or the end of the buffer; and if a formula is not flat.
        fn subview_mut(region: impl IndexRanges)
            -> Result<ViewMut<'_, T, Subarray<M::Borrowed<'_>>>, RegionError>
            = |view| view.into_subview(region);
        /// Returns the mutable array at `index` along dimension `dim`; as
        /// [`ViewMut::index_axis_mut`](crate::ViewMut::index_axis_mut).
        ///
        /// # Errors
        ///
        /// When an index is not within its dimension, or when the elements have no layout of
        /// their own: a dimension is tiled, or these dimensions are not the most major.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`.
        #[track_caller]
        fn index_axis_mut(dim: usize, index: impl AxisIndices)
            -> Result<ViewMut<'_, T, Subarray<M::Borrowed<'_>>>, RegionError>
            = |view| view.into_axis(dim, index);
        /// Iterates mutably over the indices of dimension `dim`; as
        /// [`ViewMut::axis_iter_mut`](crate::ViewMut::axis_iter_mut).
        ///
        /// # Errors
        ///
        /// When the items have no layout of their own: the dimension is tiled, or not the most
        /// major.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`.
        #[doc(alias = "outer_iter_mut")]
        #[track_caller]
        fn axis_iter_mut(dim: usize) -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIterMut::new(view, dim, None);
        /// Iterates mutably over chunks of `size` indices of dimension `dim`; as
        /// [`ViewMut::axis_chunks_iter_mut`](crate::ViewMut::axis_chunks_iter_mut).
        ///
        /// # Errors
        ///
        /// When chunks have no layout of their own: a chunk ends within a tile, or the
        /// dimension is not the most major. [`region`](crate::View::region)s of the same
        /// indices always exist.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`, or `size` is 0.
        #[track_caller]
        fn axis_chunks_iter_mut(dim: usize, size: usize)
            -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIterMut::new(view, dim, Some(size));
        /// Splits the array in two mutable parts along a dimension; as
        /// [`ViewMut::split_at_mut`](crate::ViewMut::split_at_mut).
        ///
        /// # Errors
        ///
        /// When `index` is past the dimension, or when a part has no layout of its own: `index`
        /// is not at the edge of a tile, or the dimension is not the most major.
        /// [`region`](crate::View::region)s of the same indices always exist.
        ///
        /// # Panics
        ///
        /// When there is no dimension `dim`.
        #[track_caller]
        fn split_at_mut(dim: usize, index: usize) -> Sides<ViewMut<'_, T, Subarray<M::Borrowed<'_>>>>
            = |view| view.into_split(dim, index);
        /// Writes a value to all elements; padding is not touched; as
        /// [`ViewMut::fill`](crate::ViewMut::fill).
        fn fill(value: T) -> () = |view| view.fill(value);
        /// Writes a value to all padding; elements are not touched; as
        /// [`ViewMut::fill_padding`](crate::ViewMut::fill_padding).
        fn fill_padding(value: T) -> () = |view| view.fill_padding(value);
        /// Calls a function with a mutable reference to each element; as
        /// [`ViewMut::map_inplace`](crate::ViewMut::map_inplace).
        fn map_inplace(f: impl FnMut(&mut T)) -> () = |view| view.map_inplace(f);
    }
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    /// Returns the elements without padding, in row-major order; as [`View::to_row_major`].
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::{Buffer, layout};
    ///
    /// layout! { type Fig1 = F32[3,5]<1,0:T(2,2)>; }
    ///
    /// let buffer = Buffer::<f32, Fig1>::from_fn(|[i, j]| (10 * i + j) as f32);
    /// assert_eq!(buffer.to_row_major()[..6], [0.0, 1.0, 2.0, 3.0, 4.0, 10.0]);
    /// ```
    #[must_use]
    #[doc(alias("to_vec", "untile"))]
    pub fn to_row_major(&self) -> Vec<T>
    where
        T: NoUninit,
    {
        self.view().to_row_major()
    }

    /// Returns the elements of any `Copy` type, which may have uninitialised bytes, without
    /// padding, in row-major order; as
    /// [`View::to_row_major_copied`](crate::View::to_row_major_copied).
    #[must_use]
    pub fn to_row_major_copied(&self) -> Vec<T> {
        self.view().to_row_major_copied()
    }

    /// Copies the elements, without padding and in row-major order, to `data`; as
    /// [`View::copy_to_row_major`](crate::View::copy_to_row_major).
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array. Nothing is written
    /// then.
    pub fn copy_to_row_major(&self, data: &mut [T]) -> Result<(), LengthError>
    where
        T: NoUninit,
    {
        self.view().copy_to_row_major(data)
    }

    /// Writes all elements from row-major data without padding; as
    /// [`ViewMut::copy_from_row_major`](crate::ViewMut::copy_from_row_major).
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array. Nothing is written
    /// then.
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), LengthError>
    where
        T: NoUninit,
    {
        self.view_mut().copy_from_row_major(data)
    }
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    regions! {
        [&self] region region_at row -> View<'_>: (self.memory.as_slice(), &self.mapping);
        [&mut self] region_mut region_at_mut row_mut -> ViewMut<'_>:
            (self.memory.as_mut_slice(), &self.mapping);
    }

    /// Returns the same buffer with permuted dimensions, mutably; as
    /// [`ViewMut::permuted_mut`](crate::ViewMut::permuted_mut).
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    #[track_caller]
    #[must_use]
    #[doc(alias("t", "transpose", "swap_axes"))]
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> ViewMut<'_, T, Layout> {
        let layout = self.layout().permuted(permutation);
        self.view_mut().with_mapping(layout)
    }
}

impl<'a, T: Copy, M: WholeBuffer> IntoZip for &'a mut Buffer<T, M> {
    type Item = &'a mut T;
    type Index = M::Index;
    type Operand = <ViewMut<'a, T, M::Borrowed<'a>> as IntoZip>::Operand;

    fn into_operand(self) -> Self::Operand {
        self.view_mut().into_operand()
    }
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    /// Calls `f` with each element and the element of `other` at the same index, in any
    /// order; as [`ViewMut::zip_mut_with`].
    ///
    /// # Panics
    ///
    /// When the arrays differ in their dimensions.
    #[track_caller]
    pub fn zip_mut_with<'b, U: 'b>(
        &mut self,
        other: impl IntoZip<Item = &'b U>,
        f: impl FnMut(&mut T, &U),
    ) {
        self.view_mut().zip_mut_with(other, f);
    }
}
