//! Methods of a buffer that forward to its views.

use alloc::vec::Vec;

use super::Buffer;
use crate::layout::Layout;
use crate::layout::error::RegionError;
use crate::layout::index_ranges::{AxisIndices, IndexRanges};
use crate::map::{NdIndex, Region, WholeBuffer};
use crate::relayout::NoUninit;
use crate::view::iter::axes::{AxisIter, AxisIterMut};
use crate::view::iter::runs::{Runs, RunsMut};
use crate::view::iter::tiles::{TileView, TileViewMut, Tiles, TilesMut};
use crate::view::iter::zip::IntoZip;
use crate::view::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
use crate::view::part::{RegionView, RegionViewMut};
use crate::view::part::{Sides, SubarrayView, SubarrayViewMut};
use crate::view::{LengthError, View, ViewMut};

/// Methods of a buffer, one row each: the signature of the view's method, and the call on a
/// view that lives as long as the buffer's borrow.
macro_rules! forwards {
    (
        impl[$($generics:tt)*] $buffer:ty;
        $view:ident { $(
            $(#[$attribute:meta])*
            fn $read:ident($($argument:ident: $type:ty),*) -> $output:ty = |$of:ident| $call:expr;
        )* }
        $view_mut:ident { $(
            $(#[$attribute_mut:meta])*
            fn $write:ident($($argument_mut:ident: $type_mut:ty),*) -> $output_mut:ty
                = |$of_mut:ident| $call_mut:expr;
        )* }
    ) => {
        #[expect(clippy::missing_errors_doc, reason = "the view's method has them")]
        impl<$($generics)*> $buffer {
            $(
                #[doc = concat!("As [`", stringify!($view), "::", stringify!($read), "`](crate::", stringify!($view), "::", stringify!($read), ").")]
                $(#[$attribute])*
                #[inline]
                pub fn $read(&self $(, $argument: $type)*) -> $output {
                    let $of = self.view();
                    $call
                }
            )*
            $(
                #[doc = concat!("As [`", stringify!($view_mut), "::", stringify!($write), "`](crate::", stringify!($view_mut), "::", stringify!($write), ").")]
                $(#[$attribute_mut])*
                #[inline]
                pub fn $write(&mut self $(, $argument_mut: $type_mut)*) -> $output_mut {
                    #[allow(unused_mut, reason = "some calls take the view")]
                    let mut $of_mut = self.view_mut();
                    $call_mut
                }
            )*
        }
    };
}
pub(super) use forwards;

forwards! {
    impl[T: Copy, M: WholeBuffer] Buffer<T, M>;
    View {
        fn iter() -> Iter<'_, T, M::Borrowed<'_>> = |view| Iter::new(view);
        fn indexed_iter() -> IndexedIter<'_, T, M::Borrowed<'_>> = |view| IndexedIter::new(view);
        fn runs() -> Runs<'_, T, M::Borrowed<'_>> = |view| Runs::new(view);
        #[track_caller]
        fn runs_along(dim: usize) -> Runs<'_, T, M::Borrowed<'_>> = |view| Runs::along(view, dim);
        fn tiles() -> Tiles<'_, T, M::Borrowed<'_>> = |view| Tiles::new(view);
        fn tile(index: impl AsRef<[usize]>) -> Option<TileView<'_, T, M::Borrowed<'_>>>
            = |view| TileView::at(view, index.as_ref());
        #[must_use]
        fn tile_at(index: impl for<'v> NdIndex<M::Borrowed<'v>>)
            -> Option<TileView<'_, T, M::Borrowed<'_>>>
            = |view| TileView::of_element(view, index);
        fn subview(region: impl IndexRanges)
            -> Result<SubarrayView<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| view.into_subview(region);
        #[track_caller]
        fn index_axis(dim: usize, index: impl AxisIndices)
            -> Result<SubarrayView<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| view.into_axis(dim, index);
        #[track_caller]
        fn axis_iter(dim: usize) -> Result<AxisIter<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIter::new(view, dim);
        #[track_caller]
        fn axis_chunks_iter(dim: usize, size: usize)
            -> Result<AxisIter<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIter::chunks(view, dim, size);
        #[track_caller]
        fn split_at(dim: usize, index: usize) -> Sides<SubarrayView<'_, T, M::Borrowed<'_>>>
            = |view| view.into_split(dim, index);
        #[track_caller]
        #[must_use]
        fn permuted(permutation: &[usize]) -> View<'_, T, Layout>
            = |view| view.permuted(permutation);
    }
    ViewMut {
        fn iter_mut() -> IterMut<'_, T, M::Borrowed<'_>> = |view| IterMut::new(view);
        fn indexed_iter_mut() -> IndexedIterMut<'_, T, M::Borrowed<'_>>
            = |view| IndexedIterMut::new(view);
        fn runs_mut() -> RunsMut<'_, T, M::Borrowed<'_>> = |view| RunsMut::new(view);
        #[track_caller]
        fn runs_along_mut(dim: usize) -> RunsMut<'_, T, M::Borrowed<'_>>
            = |view| RunsMut::along(view, dim);
        fn tiles_mut() -> TilesMut<'_, T, M::Borrowed<'_>> = |view| TilesMut::new(view);
        fn tile_mut(index: impl AsRef<[usize]>) -> Option<TileViewMut<'_, T, M::Borrowed<'_>>>
            = |view| TileViewMut::at(view, index.as_ref());
        #[must_use]
        fn tile_at_mut(index: impl for<'v> NdIndex<M::Borrowed<'v>>)
            -> Option<TileViewMut<'_, T, M::Borrowed<'_>>>
            = |view| TileViewMut::of_element(view, index);
        fn subview_mut(region: impl IndexRanges)
            -> Result<SubarrayViewMut<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| view.into_subview(region);
        #[track_caller]
        fn index_axis_mut(dim: usize, index: impl AxisIndices)
            -> Result<SubarrayViewMut<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| view.into_axis(dim, index);
        #[track_caller]
        fn axis_iter_mut(dim: usize) -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIterMut::new(view, dim);
        #[track_caller]
        fn axis_chunks_iter_mut(dim: usize, size: usize)
            -> Result<AxisIterMut<'_, T, M::Borrowed<'_>>, RegionError>
            = |view| AxisIterMut::chunks(view, dim, size);
        #[track_caller]
        fn split_at_mut(dim: usize, index: usize) -> Sides<SubarrayViewMut<'_, T, M::Borrowed<'_>>>
            = |view| view.into_split(dim, index);
        fn fill(value: T) -> () = |view| view.fill(value);
        fn fill_padding(value: T) -> () = |view| view.fill_padding(value);
        fn map_inplace(f: impl FnMut(&mut T)) -> () = |view| view.map_inplace(f);
    }
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    /// The elements without padding, in row-major order; as [`View::to_row_major`].
    #[must_use]
    #[doc(alias = "untile")]
    pub fn to_row_major(&self) -> Vec<T>
    where
        T: NoUninit,
    {
        self.view().to_row_major()
    }

    /// As [`View::to_row_major_copied`].
    #[must_use]
    pub fn to_row_major_copied(&self) -> Vec<T> {
        self.view().to_row_major_copied()
    }

    /// As [`View::copy_to_row_major`].
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array.
    pub fn copy_to_row_major(&self, data: &mut [T]) -> Result<(), LengthError>
    where
        T: NoUninit,
    {
        self.view().copy_to_row_major(data)
    }

    /// As [`ViewMut::copy_from_row_major`].
    ///
    /// # Errors
    ///
    /// When `data` does not have exactly as many elements as the array.
    pub fn copy_from_row_major(&mut self, data: &[T]) -> Result<(), LengthError>
    where
        T: NoUninit,
    {
        self.view_mut().copy_from_row_major(data)
    }
}

impl<T: Copy, M: WholeBuffer> Buffer<T, M> {
    /// As [`View::region`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region(
        &self,
        ranges: impl IndexRanges,
    ) -> Result<RegionView<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(&self.mapping, ranges)?;
        Ok(View::from_checked(self.memory.as_slice(), region))
    }

    /// As [`ViewMut::region_mut`].
    ///
    /// # Errors
    ///
    /// When there is not one range per dimension, each within it.
    #[inline]
    pub fn region_mut(
        &mut self,
        ranges: impl IndexRanges,
    ) -> Result<RegionViewMut<'_, T, M::Whole<'_>>, RegionError> {
        let region = Region::of(&self.mapping, ranges)?;
        Ok(ViewMut::from_checked(self.memory.as_mut_slice(), region))
    }

    /// As [`ViewMut::permuted_mut`].
    ///
    /// # Panics
    ///
    /// When `permutation` does not name each dimension once.
    #[track_caller]
    #[must_use]
    pub fn permuted_mut(&mut self, permutation: &[usize]) -> ViewMut<'_, T, Layout> {
        let layout = self.layout().permute_dimensions(permutation);
        ViewMut::from_checked(self.as_mut_slice(), layout)
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
