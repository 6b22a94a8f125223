//! `Operand`: what a `Zip` loops over, and how it gives the elements of a piece.

use core::mem;
use core::slice;

use super::order::pieces::{Lane, NoPositions, StridedPiece};
use super::order::small::is_small;
use crate::array::Array;
use crate::map::{Mapping, OwnIndex};
use crate::storage::{Mut, Ref, Storage};

/// An operand of a `Zip`: an array, or the indices. Sealed.
///
/// A `Zip` cuts the [`lane`](Self::lane)s of its operands into pieces, which have no element in
/// common, and then asks each operand for the elements of each piece.
#[diagnostic::on_unimplemented(
    message = "`Zip` does not take `{Self}`",
    label = "neither a view nor a reference to an array of elements with addresses",
    note = "an owned array is passed by reference: `Zip::from(&mut a).and(&b)`",
    note = "packed elements have no addresses: `iter`, `copy_from_map` and `copy_from_indexed_map` read them"
)]
#[doc(hidden)]
pub trait Operand {
    type Item;
    /// The elements of a piece, which are contiguous. As arguments of a function, slices are
    /// known not to overlap.
    type Slice;
    /// The first element of a piece.
    type Start: Copy;

    /// The type of indices.
    type Index: OwnIndex;

    fn dims(&self) -> &[usize];

    fn lane(&self) -> Lane<'_>;

    /// Returns true if the operand has few elements, whose positions take a few instructions each.
    fn is_small(&self) -> bool;

    /// Returns true if all elements are one contiguous piece, in row-major order.
    fn is_row_major(&self) -> bool;

    /// Returns the element at an index as the first one of a piece.
    ///
    /// # Safety
    ///
    /// The index is in bounds.
    unsafe fn start_at(&self, index: &[usize]) -> Self::Start;

    /// Returns the first element of a piece.
    ///
    /// # Safety
    ///
    /// The piece was cut from an array of lanes in which `self.lane()` is number `lane`.
    unsafe fn start<const N: usize>(&self, piece: &StridedPiece<'_, N>, lane: usize)
    -> Self::Start;

    /// Returns the elements of a contiguous piece.
    ///
    /// # Safety
    ///
    /// `start` is the first element of a contiguous piece of `len` elements, and each element of the
    /// operand is requested once.
    unsafe fn slice(start: Self::Start, len: usize) -> Self::Slice;

    fn start_of(slice: Self::Slice) -> Self::Start;

    /// Returns the element at a distance from the first one.
    ///
    /// # Safety
    ///
    /// `start` is the first element of a piece, the element at the distance is one of the same piece,
    /// and each element of the operand is requested once.
    unsafe fn item(start: Self::Start, distance: usize) -> Self::Item;
}

/// The indices of the elements of an array, which has these dimensions.
#[derive(Debug)]
#[doc(hidden)]
pub struct Indices<I>(pub(super) I);

/// The operands that are arrays.
macro_rules! arrays {
    ($($storage:ident: $item:ty, $slice:ty, $as_ptr:ident, $at:ident => $element:expr, $len:ident => $elements:expr;)*) => {$(
        impl<'a, T, M: Mapping> Operand for Array<$storage<'a, T>, M> {
            type Item = $item;
            type Slice = $slice;
            type Start = *const T;

            type Index = M::Index;

            #[inline]
            fn dims(&self) -> &[usize] {
                self.dims()
            }

            fn lane(&self) -> Lane<'_> {
                Lane::of(self.mapping())
            }

            #[inline]
            fn is_small(&self) -> bool {
                is_small(self.mapping())
            }

            #[inline]
            fn is_row_major(&self) -> bool {
                self.mapping().is_row_major()
            }

            #[inline(always)] // in loops over few elements
            unsafe fn start_at(&self, index: &[usize]) -> *const T {
                let position = self.mapping().slice_offset_unspecified(index);
                // SAFETY: the caller promises that the index is in bounds, so that a `Mapping` keeps the
                // position below the length of the buffer.
                unsafe { self.storage_ref().units().as_ptr().add(position) }
            }

            #[inline(always)] // in the innermost loops but one
            unsafe fn start<const N: usize>(
                &self,
                piece: &StridedPiece<'_, N>,
                lane: usize,
            ) -> *const T {
                // SAFETY: `add` needs a result within the allocation: the caller promises that the piece
                // is cut from this operand's lane, so that this is the position of an element, which
                // a `Mapping` keeps below the length of the buffer.
                unsafe { self.storage_ref().units().as_ptr().add(piece.positions()[lane]) }
            }

            #[inline(always)] // so that lengths are known to be equal
            unsafe fn slice($at: *const T, $len: usize) -> Self::Slice {
                // SAFETY: `from_raw_parts` and `from_raw_parts_mut` need:
                // - initialised, aligned elements in one allocation for `'a`: the caller promises the
                //   start and the length of a contiguous piece, and its elements are in the buffer,
                //   which is borrowed for `'a`, mutably for `Mut`;
                // - for a mutable slice, no other reference to them: no two elements of an exclusive
                //   array have the same position, and the caller requests each once.
                unsafe { $elements }
            }

            #[inline(always)] // in the innermost loops but one
            fn start_of(slice: Self::Slice) -> *const T {
                slice.$as_ptr()
            }

            #[inline(always)] // in the innermost loop
            unsafe fn item(start: *const T, distance: usize) -> Self::Item {
                // A distance that goes backward wraps.
                let $at = start.wrapping_add(distance);
                // SAFETY: the reference needs an initialised, aligned element that lives for `'a`,
                // and, if mutable, no other reference to it:
                // - the element is in the buffer, which is borrowed for `'a`, mutably for
                //   `Mut`;
                // - no two elements of an exclusive array have the same position, and the caller
                //   requests each once.
                unsafe { $element }
            }
        }
    )*};
}

arrays! {
    Ref: &'a T, &'a [T], as_ptr, at => &*at, len => slice::from_raw_parts(at, len);
    Mut: &'a mut T, &'a mut [T], as_mut_ptr,
        at => &mut *at.cast_mut(), len => slice::from_raw_parts_mut(at.cast_mut(), len);
}

impl<I: OwnIndex + AsMut<[usize]>> Operand for Indices<I> {
    type Item = I;
    type Slice = Self::Start;
    /// The index of the piece but for its number in one dimension, which is 0; the
    /// dimension; and that number of the first element.
    type Start = (I, I::Axis, usize);

    type Index = I;

    #[inline]
    fn dims(&self) -> &[usize] {
        self.0.as_ref()
    }

    fn lane(&self) -> Lane<'_> {
        Lane::new(&NoPositions)
    }

    #[inline]
    fn is_small(&self) -> bool {
        true
    }

    #[inline]
    fn is_row_major(&self) -> bool {
        false
    }

    #[inline(always)] // in loops over few elements
    unsafe fn start_at(&self, index: &[usize]) -> Self::Start {
        let mut row = self.0;
        row.as_mut().copy_from_slice(index);
        let (rank, dim) = (index.len(), index.len().saturating_sub(1));
        let at = row.as_mut().get_mut(dim).map_or(0, mem::take);
        (row, I::axis(dim, rank), at)
    }

    #[inline(always)] // in the innermost loops but one
    unsafe fn start<const N: usize>(&self, piece: &StridedPiece<'_, N>, _: usize) -> Self::Start {
        let (dim, mut row) = piece.index::<I>();
        let rank = row.as_ref().len();
        let start = row.as_mut().get_mut(dim).map_or(0, mem::take);
        (row, I::axis(dim, rank), start)
    }

    #[inline(always)] // in the innermost loops but one
    unsafe fn slice(start: Self::Start, _: usize) -> Self::Start {
        start
    }

    #[inline(always)] // in the innermost loops but one
    fn start_of(start: Self::Start) -> Self::Start {
        start
    }

    #[inline(always)] // in the innermost loop
    unsafe fn item((row, axis, start): Self::Start, distance: usize) -> I {
        row.with_coordinate(&axis, start + distance)
    }
}
