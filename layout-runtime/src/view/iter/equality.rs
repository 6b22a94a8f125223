//! Equality of arrays in any two layouts.

use crate::layout::Layout;
use crate::map::{Mapping, corner, layout_of};
use crate::view::iter::order::pieces::{Lane, Lanes};
use crate::view::{View, ViewMut};

/// The fewest elements of a piece for which whole pieces are compared.
const MIN_RUN: usize = 8;

/// The elements that are compared before the result is looked at.
const CHUNK: usize = 64;

/// Returns the same dimensions and equal elements.
pub(crate) fn equal<T: PartialEq<U>, U>(
    left: View<'_, T, impl Mapping>,
    right: View<'_, U, impl Mapping>,
) -> bool {
    if left.dims() != right.dims() {
        return false;
    }
    let lanes = [Lane::of(&left.mapping), Lane::of(&right.mapping)];
    let lanes = Lanes::<2>::new(lanes, left.dims());
    let are_whole = corner(&left.mapping).is_none() && corner(&right.mapping).is_none();
    if are_whole && lanes.shared_run() < MIN_RUN {
        let (of_left, of_right) = (layout_of(&left.mapping), layout_of(&right.mapping));
        // SAFETY: an array that is not a region has the layout of its whole buffer.
        let left = unsafe { View::new_unchecked(left.buffer, &of_left) };
        // SAFETY: as for the left one.
        let right = unsafe { View::new_unchecked(right.buffer, &of_right) };
        return equal_in_order(left, right);
    }
    equal_pieces(left.buffer, right.buffer, &lanes)
}

/// [`equal`], element by element.
#[inline(never)] // once for all layouts
fn equal_in_order<T: PartialEq<U>, U>(
    left: View<'_, T, &Layout>,
    right: View<'_, U, &Layout>,
) -> bool {
    left.iter().zip(right.iter()).all(|(a, b)| a == b)
}

/// [`equal`], piece by piece.
#[inline(never)] // once for all layouts
fn equal_pieces<T: PartialEq<U>, U>(left: &[T], right: &[U], lanes: &Lanes<'_, 2>) -> bool {
    lanes.all(|piece| {
        let (&[i, j], &[a, b], len) = (piece.positions(), piece.steps(), piece.len());
        if !piece.is_contiguous() {
            return (0..len).all(|k| left[i + k * a] == right[j + k * b]);
        }
        let (left, right) = (&left[i..i + len], &right[j..j + len]);
        // No early exit within a chunk, so that LLVM vectorises the comparison.
        let mut chunks = left.chunks(CHUNK).zip(right.chunks(CHUNK));
        chunks.all(|(left, right)| {
            let pairs = left.iter().zip(right);
            pairs.fold(true, |equal, (a, b)| equal & (a == b))
        })
    })
}

/// `PartialEq` between two types with mappings `M` and `N`. The methods `$l` and `$r` make
/// views of them, which `$equal` compares.
macro_rules! equalities {
    ($equal:path: $([$($bound:tt)*] $left:ty: $m:ident, $l:ident => { $($right:ty: $n:ident, $r:ident;)* })*) => {
        $(equalities! { @left $equal: [$($bound)*] $left: $m, $l => $($right: $n, $r;)* })*
    };
    (@left $equal:path: $bound:tt $left:ty: $m:ident, $l:ident => $($right:ty: $n:ident, $r:ident;)*) => {
        $(equalities! { @pair $equal: $bound $left: $m, $l => $right: $n, $r })*
    };
    (@pair $equal:path: [$($bound:tt)*] $left:ty: $m:ident, $l:ident => $right:ty: $n:ident, $r:ident) => {
        /// True if dimensions and elements are equal. Layouts may differ; padding is not
        /// compared.
        impl<T, U, M, N> PartialEq<$right> for $left
        where
            T: $($bound)* PartialEq<U>,
            U: $($bound)*,
            M: $m,
            N: $n,
        {
            fn eq(&self, other: &$right) -> bool {
                $equal(self.$l(), other.$r())
            }
        }
    };
}
pub(crate) use equalities;

equalities! { equal:
    [] View<'_, T, M>: Mapping, by_ref => {
        View<'_, U, N>: Mapping, by_ref;
        ViewMut<'_, U, N>: Mapping, as_view;
    }
    [] ViewMut<'_, T, M>: Mapping, as_view => {
        View<'_, U, N>: Mapping, by_ref;
        ViewMut<'_, U, N>: Mapping, as_view;
    }
}

impl<T: Eq, M: Mapping> Eq for View<'_, T, M> {}
impl<T: Eq, M: Mapping> Eq for ViewMut<'_, T, M> {}
