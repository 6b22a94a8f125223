//! Equality of arrays in any two layouts.

use core::slice;

use super::order::LogicalPositions;
use super::order::pieces::{Lane, Lanes};
use super::order::small::{SMALL, all_indices, is_small};
use crate::array::Array;
use crate::array::aliases::View;
use crate::layout::Layout;
use crate::map::{Mapping, corner};
use crate::storage::{Ref, Storage};

/// The fewest elements of a piece for which whole pieces are compared.
const MIN_RUN: usize = 8;

/// The elements that are compared before the result is looked at.
const CHUNK: usize = 64;

/// True if dimensions and elements are equal. Layouts may differ; padding is not compared.
impl<S, M, R, N> PartialEq<Array<R, N>> for Array<S, M>
where
    S: Storage<Elem: PartialEq<R::Elem>>,
    M: Mapping,
    R: Storage,
    N: Mapping,
{
    fn eq(&self, other: &Array<R, N>) -> bool {
        if self.dims() != other.dims() {
            return false;
        }
        // A pointer, so that rustc looks at the code for packed elements only.
        let packed = const {
            if S::PACKED || R::PACKED {
                Some(Self::equals_in_order as fn(&Self, &Array<R, N>) -> bool)
            } else {
                None
            }
        };
        if let Some(equals) = packed {
            return equals(self, other);
        }
        if is_small(self.mapping()) && is_small(other.mapping()) {
            return self.equals_by_index(other);
        }
        let left = (self.elements(), self.mapping());
        let right = (other.elements(), other.mapping());
        // SAFETY: they are the elements of arrays of these mappings.
        unsafe { equal(left, right) }
    }
}

impl<S: Storage<Elem: Eq>, M: Mapping> Eq for Array<S, M> {}

impl<S: Storage, M: Mapping> Array<S, M> {
    /// Compares element by element, where some have no addresses.
    fn equals_in_order<R: Storage, N: Mapping>(&self, other: &Array<R, N>) -> bool
    where
        S::Elem: PartialEq<R::Elem>,
    {
        let positions = LogicalPositions::new(self.mapping().borrowed());
        let mut pairs = positions.zip(LogicalPositions::new(other.mapping().borrowed()));
        pairs.all(|(i, j)| {
            let with = |left: &S::Elem| {
                // SAFETY: it is the position of an element of `other`.
                unsafe {
                    other
                        .storage_ref()
                        .with(other.mapping(), j, |right| left == right)
                }
            };
            // SAFETY: it is the position of an element of this array.
            unsafe { self.storage_ref().with(self.mapping(), i, with) }
        })
    }
}

impl<S: Storage, M: Mapping> Array<S, M> {
    /// Compares few elements with addresses, in an array of the same dimensions.
    #[inline]
    fn equals_by_index<R: Storage, N: Mapping>(&self, other: &Array<R, N>) -> bool
    where
        S::Elem: PartialEq<R::Elem>,
    {
        let (left, right) = (self.elements(), other.elements());
        all_indices(self.dims(), |index: M::Index| {
            let i = self.mapping().offset_unspecified(index);
            let j = other.mapping().slice_offset_unspecified(index.as_ref());
            // SAFETY: they are the positions of elements.
            unsafe { same(left, i, right, j) }
        })
    }
}

/// [`eq`](PartialEq::eq) of elements with addresses, of arrays of the same dimensions.
///
/// # Safety
///
/// Each side is the memory and the mapping of an array.
unsafe fn equal<T: PartialEq<U>, U>(
    (left, of_left): (*const T, &impl Mapping),
    (right, of_right): (*const U, &impl Mapping),
) -> bool {
    if of_left.is_row_major() && of_right.is_row_major() {
        let len = of_left.num_elements();
        // SAFETY: the elements of a row-major array follow one another, from position 0 on.
        let left = unsafe { run(left, 0, len) };
        // SAFETY: as of the left one.
        let right = unsafe { run(right, 0, len) };
        return equal_runs(left, right);
    }
    let lanes = [Lane::of(of_left), Lane::of(of_right)];
    let lanes = Lanes::<2>::new(lanes, of_left.dims());
    let are_whole = corner(of_left).is_none() && corner(of_right).is_none();
    if are_whole && lanes.shared_run() < MIN_RUN && of_left.num_elements() > SMALL {
        let compare = |of_left: &Layout, of_right: &Layout| {
            // SAFETY: an array that is not a region has the layout of its whole buffer.
            let left = unsafe { whole(left, of_left) };
            // SAFETY: as for the left one.
            let right = unsafe { whole(right, of_right) };
            equal_in_order(left, right)
        };
        let equal = of_left.with_layout(|left| of_right.with_layout(|right| compare(left, right)));
        if let Some(Some(equal)) = equal {
            return equal;
        }
    }
    // SAFETY: the lanes are those of the arrays.
    unsafe { equal_pieces(left, right, &lanes) }
}

/// Returns the array of a whole buffer.
///
/// # Safety
///
/// It is the memory and the layout of an array that is shared for `'a`.
unsafe fn whole<'a, T>(memory: *const T, layout: &'a Layout) -> View<'a, T, &'a Layout> {
    // SAFETY: the memory has the elements of the layout.
    let buffer = unsafe { slice::from_raw_parts(memory, layout.padded_len()) };
    // SAFETY: it is the buffer of the layout.
    unsafe { Array::new_unchecked(Ref::new(buffer), layout) }
}

/// [`equal`], element by element.
#[inline(never)] // once for all layouts
fn equal_in_order<T: PartialEq<U>, U>(
    left: View<'_, T, &Layout>,
    right: View<'_, U, &Layout>,
) -> bool {
    left.into_iter().zip(right).all(|(a, b)| a == b)
}

/// Returns true if two elements are equal.
///
/// # Safety
///
/// They are the positions of elements in the memory of two arrays.
#[inline]
unsafe fn same<T: PartialEq<U>, U>(left: *const T, i: usize, right: *const U, j: usize) -> bool {
    // SAFETY: it is the position of an element.
    let left = unsafe { run(left, i, 1) };
    // SAFETY: it is the position of an element.
    let right = unsafe { run(right, j, 1) };
    left[0] == right[0]
}

/// Returns elements that follow one another.
///
/// # Safety
///
/// They are elements of an array in this memory, which is shared for `'a`.
#[inline]
unsafe fn run<'a, T>(memory: *const T, position: usize, len: usize) -> &'a [T] {
    // SAFETY: the position is in the memory.
    let start = unsafe { memory.add(position) };
    // SAFETY: the caller passes initialised elements, which are shared.
    unsafe { slice::from_raw_parts(start, len) }
}

/// [`equal`], piece by piece.
///
/// # Safety
///
/// The lanes are those of two arrays in this memory.
#[inline(never)] // once for all layouts
unsafe fn equal_pieces<T: PartialEq<U>, U>(
    left: *const T,
    right: *const U,
    lanes: &Lanes<'_, 2>,
) -> bool {
    lanes.all(|piece| {
        let (&[i, j], &[a, b], len) = (piece.positions(), piece.steps(), piece.len());
        if !piece.is_contiguous() {
            return (0..len).all(|k| {
                let (i, j) = (
                    k.wrapping_mul(a).wrapping_add(i),
                    k.wrapping_mul(b).wrapping_add(j),
                );
                // SAFETY: they are the positions of elements of the piece.
                unsafe { same(left, i, right, j) }
            });
        }
        // SAFETY: the elements of a contiguous piece follow one another, from its first one on, and
        // are shared while the arrays are.
        let left = unsafe { run(left, i, len) };
        // SAFETY: they are the elements of the same piece, in the other array.
        let right = unsafe { run(right, j, len) };
        equal_runs(left, right)
    })
}

/// Compares elements that follow one another. There is no early exit within a chunk, so that LLVM
/// vectorises the comparison.
#[inline]
fn equal_runs<T: PartialEq<U>, U>(left: &[T], right: &[U]) -> bool {
    let mut chunks = left.chunks(CHUNK).zip(right.chunks(CHUNK));
    chunks.all(|(left, right)| {
        let pairs = left.iter().zip(right);
        pairs.fold(true, |equal, (a, b)| equal & (a == b))
    })
}
