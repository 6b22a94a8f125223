//! Equality of arrays in any two layouts.

use crate::map::Mapping;
use crate::view::iter::zip::pieces::Lanes;
use crate::view::{View, ViewMut};

/// The fewest elements of a piece for which whole pieces are compared.
const MIN_RUN: usize = 8;
const CHUNK: usize = 64;

/// The same dimensions and equal elements.
pub(crate) fn equal<T: PartialEq<U>, U>(
    left: View<'_, T, impl Mapping>,
    right: View<'_, U, impl Mapping>,
) -> bool {
    if left.dims() != right.dims() {
        return false;
    }
    let lanes = Lanes::new([&left.mapping, &right.mapping], left.dims());
    if lanes.shared_run() < MIN_RUN {
        return left.iter().zip(right.iter()).all(|(a, b)| a == b);
    }
    let (left, right) = (left.buffer, right.buffer);
    lanes.each_piece(0..lanes.rows(), 0..lanes.extent(), &mut |piece| {
        let (&[i, j], &[a, b]) = (piece.positions, piece.steps) else {
            return false; // there are two arrays
        };
        if !piece.contiguous {
            return (0..piece.len).all(|k| left[i + k * a] == right[j + k * b]);
        }
        let (left, right) = (&left[i..i + piece.len], &right[j..j + piece.len]);
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
