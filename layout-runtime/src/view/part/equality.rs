//! Equality of arrays, in whatever layouts.

use crate::view::mapping::Mapping;
use crate::view::part::region::{RegionView, RegionViewMut};
use crate::view::{View, ViewMut};

/// The same dimensions and equal elements.
pub(crate) fn equal<T: PartialEq<U>, U>(
    left: View<'_, T, impl Mapping>,
    right: View<'_, U, impl Mapping>,
) -> bool {
    left.dims() == right.dims() && left.iter().zip(right.iter()).all(|(a, b)| a == b)
}

/// `PartialEq` between types whose methods `$l` and `$r` give views.
macro_rules! equalities {
    ($([$($copy:tt)*] $left:ty: $l:ident, $($right:ty: $r:ident),*;)*) => {
        $(equalities! { @left [$($copy)*] $left: $l, $($right: $r),* })*
    };
    (@left $copy:tt $left:ty: $l:ident, $($right:ty: $r:ident),*) => {
        $(equalities! { @pair $copy $left: $l, $right: $r })*
    };
    (@pair [$($copy:tt)*] $left:ty: $l:ident, $right:ty: $r:ident) => {
        /// The same dimensions and equal elements, in whatever layouts; padding
        /// does not count.
        impl<T, U, M, N> PartialEq<$right> for $left
        where
            T: $($copy)* PartialEq<U>,
            U: $($copy)*,
            M: Mapping,
            N: Mapping,
        {
            fn eq(&self, other: &$right) -> bool {
                $crate::view::part::equality::equal(self.$l(), other.$r())
            }
        }
    };
}
#[cfg(feature = "alloc")]
pub(crate) use equalities;

equalities! {
    [] View<'_, T, M>: by_ref, View<'_, U, N>: by_ref, ViewMut<'_, U, N>: as_view,
        RegionView<'_, U, N>: window, RegionViewMut<'_, U, N>: window;
    [] ViewMut<'_, T, M>: as_view, View<'_, U, N>: by_ref, ViewMut<'_, U, N>: as_view,
        RegionView<'_, U, N>: window, RegionViewMut<'_, U, N>: window;
    [] RegionView<'_, T, M>: window, View<'_, U, N>: by_ref, ViewMut<'_, U, N>: as_view,
        RegionView<'_, U, N>: window, RegionViewMut<'_, U, N>: window;
    [] RegionViewMut<'_, T, M>: window, View<'_, U, N>: by_ref, ViewMut<'_, U, N>: as_view,
        RegionView<'_, U, N>: window, RegionViewMut<'_, U, N>: window;
}

impl<T: Eq, M: Mapping> Eq for View<'_, T, M> {}
impl<T: Eq, M: Mapping> Eq for ViewMut<'_, T, M> {}
impl<T: Eq, M: Mapping> Eq for RegionView<'_, T, M> {}
impl<T: Eq, M: Mapping> Eq for RegionViewMut<'_, T, M> {}
