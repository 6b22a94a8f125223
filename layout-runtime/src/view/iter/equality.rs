//! Equality of arrays, in whatever layouts.

use crate::view::mapping::PositionMap;
use crate::view::{View, ViewMut};

/// The same dimensions and equal elements.
pub(crate) fn equal<T: PartialEq<U>, U>(
    left: View<'_, T, impl PositionMap>,
    right: View<'_, U, impl PositionMap>,
) -> bool {
    left.dims() == right.dims() && left.iter().zip(right.iter()).all(|(a, b)| a == b)
}

/// `PartialEq` between types, of maps `M` and `N`, whose methods `$l` and `$r` give
/// views.
macro_rules! equalities {
    ($([$($copy:tt)*] $left:ty: $m:ident, $l:ident => { $($right:ty: $n:ident, $r:ident;)* })*) => {
        $(equalities! { @left [$($copy)*] $left: $m, $l => $($right: $n, $r;)* })*
    };
    (@left $copy:tt $left:ty: $m:ident, $l:ident => $($right:ty: $n:ident, $r:ident;)*) => {
        $(equalities! { @pair $copy $left: $m, $l => $right: $n, $r })*
    };
    (@pair [$($copy:tt)*] $left:ty: $m:ident, $l:ident => $right:ty: $n:ident, $r:ident) => {
        /// The same dimensions and equal elements, in whatever layouts; padding
        /// does not count.
        impl<T, U, M, N> PartialEq<$right> for $left
        where
            T: $($copy)* PartialEq<U>,
            U: $($copy)*,
            M: $m,
            N: $n,
        {
            fn eq(&self, other: &$right) -> bool {
                $crate::view::iter::equality::equal(self.$l(), other.$r())
            }
        }
    };
}
#[cfg(feature = "alloc")]
pub(crate) use equalities;

equalities! {
    [] View<'_, T, M>: PositionMap, by_ref => {
        View<'_, U, N>: PositionMap, by_ref;
        ViewMut<'_, U, N>: PositionMap, as_view;
    }
    [] ViewMut<'_, T, M>: PositionMap, as_view => {
        View<'_, U, N>: PositionMap, by_ref;
        ViewMut<'_, U, N>: PositionMap, as_view;
    }
}

impl<T: Eq, M: PositionMap> Eq for View<'_, T, M> {}
impl<T: Eq, M: PositionMap> Eq for ViewMut<'_, T, M> {}
