//! `Operand`: what a `Zip` takes, and how it gives the elements of a piece.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use core::marker::PhantomData;
use core::mem;
use core::ptr::NonNull;

use super::pieces::{NoPositions, Positions, StridedPiece};
use crate::map::{Mapping, OwnIndex};
use crate::view::convert::AsView;
use crate::view::disjoint_slice::DisjointSlice;
use crate::view::{View, ViewMut};

/// The arguments of a [`Zip`](crate::Zip): views and buffers. A view by value, or a shared
/// reference, gives `&T`; a [`ViewMut`] by value, or an exclusive reference, gives `&mut
/// T`.
///
/// ```
/// use tiled_layout::{Buffer, Zip, iter::IntoZip, layout};
///
/// type Fig1 = layout!(F32[3,5]<1,0:T(2,2)>);
///
/// fn double<'a>(array: impl IntoZip<Item = &'a mut f32>) {
///     Zip::from(array).for_each(|element| *element *= 2.0);
/// }
/// let mut buffer = Buffer::<f32, Fig1>::from_elem(1.0);
/// double(&mut buffer);
/// double(buffer.view_mut());
/// assert_eq!(buffer.iter().sum::<f32>(), 15.0 * 4.0); // without the padding
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array that a `Zip` takes",
    label = "neither a view nor a buffer, by reference",
    note = "`&a` is read, `&mut a` is written",
    note = "several arrays are added one by one: `Zip::from(&mut a).and(&b).and(&c)`"
)]
pub trait IntoZip {
    /// A reference to an element.
    type Item;
    /// The index of an element.
    type Index;
    #[doc(hidden)]
    type Operand: Operand<Item = Self::Item> + HasDims<Index = Self::Index>;

    #[doc(hidden)]
    fn into_operand(self) -> Self::Operand;
}

/// An operand of a `Zip`: an array, whose elements have the positions of a mapping, or the
/// indices. Sealed.
#[doc(hidden)]
pub trait Operand {
    type Item;
    /// The elements of a piece, which are contiguous. As arguments of a function,
    /// slices are known not to overlap.
    type Slice;

    fn positions(&self) -> &dyn Positions;

    /// The elements of a contiguous piece; `lane` is the number of this operand.
    ///
    /// # Safety
    ///
    /// The positions are those of elements, and no two slices have an element in
    /// common.
    unsafe fn slice(&self, piece: &StridedPiece<'_>, lane: usize) -> Self::Slice;

    /// Where the slice starts; made once, because it may borrow the whole slice.
    type Start: Copy;

    fn start(slice: Self::Slice) -> Self::Start;

    /// Element `k` of a slice.
    ///
    /// # Safety
    ///
    /// `k` is less than the slice's length, and each element is requested once.
    unsafe fn of_slice(start: Self::Start, k: usize) -> Self::Item;

    /// Element `k` of any piece.
    ///
    /// # Safety
    ///
    /// As for `slice` and `of_slice`.
    unsafe fn item(&self, piece: &StridedPiece<'_>, lane: usize, k: usize) -> Self::Item;

    /// Prefetches contiguous elements, at any position.
    fn prefetch(&self, position: usize, len: usize);
}

/// An operand with dimensions.
#[doc(hidden)]
pub trait HasDims {
    type Index;

    fn dims(&self) -> &[usize];
}

/// A shared array.
#[derive(Debug)]
#[doc(hidden)]
pub struct Shared<'a, T, M> {
    buffer: &'a [T], // exactly `padded_len` elements
    mapping: M,
}

/// An exclusive array.
#[derive(Debug)]
#[doc(hidden)]
pub struct Exclusive<'a, T, M> {
    buffer: DisjointSlice<'a, T>, // exactly `padded_len` elements
    mapping: M,
}

/// The indices of the elements.
#[derive(Debug)]
#[doc(hidden)]
pub struct Indices<I>(pub(super) PhantomData<fn() -> I>);

/// Prefetches `len` elements from `position` on of an array that begins at `start`.
#[inline(always)] // in the innermost loops but one
fn prefetch<T>(start: *const T, position: usize, len: usize) {
    const LINE: usize = 64;
    let start = start.wrapping_add(position).cast::<u8>();
    for at in (0..len * size_of::<T>()).step_by(LINE) {
        prefetch_line(start.wrapping_add(at));
    }
}

/// Prefetches a cache line.
#[inline(always)]
fn prefetch_line(line: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE is part of x86-64; a prefetch touches nothing, whatever the address is.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.cast())
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = line;
}

/// The position of element `k` of a piece.
#[inline(always)] // in the innermost loop
fn position(piece: &StridedPiece<'_>, lane: usize, k: usize) -> usize {
    piece.positions[lane] + k * piece.steps[lane]
}

impl<'a, T, M: Mapping> Operand for Shared<'a, T, M> {
    type Item = &'a T;
    type Slice = &'a [T];
    type Start = &'a [T];

    #[inline(always)] // in the innermost loops but one
    fn start(slice: &'a [T]) -> &'a [T] {
        slice
    }

    fn positions(&self) -> &dyn Positions {
        &self.mapping
    }

    #[inline(always)] // so that lengths are known to be equal
    unsafe fn slice(&self, piece: &StridedPiece<'_>, lane: usize) -> &'a [T] {
        &self.buffer[piece.positions[lane]..][..piece.len]
    }

    #[inline(always)] // in the innermost loop
    unsafe fn of_slice(slice: &'a [T], k: usize) -> &'a T {
        // SAFETY: the caller promises `k` to be less than the length of the slice, which
        // `start` is.
        unsafe { slice.get_unchecked(k) }
    }

    #[inline(always)] // in the innermost loop
    unsafe fn item(&self, piece: &StridedPiece<'_>, lane: usize, k: usize) -> &'a T {
        let position = position(piece, lane, k);
        debug_assert!(position < self.buffer.len());
        // SAFETY:
        // - it is the position of an element, which the sealed mapping keeps below
        //   `padded_len`: the caller promises the piece to have such, and `k` to be
        //   within it;
        // - `buffer` has exactly `padded_len` elements.
        unsafe { self.buffer.get_unchecked(position) }
    }

    #[inline(always)] // in the innermost loops but one
    fn prefetch(&self, position: usize, len: usize) {
        prefetch(self.buffer.as_ptr(), position, len);
    }
}

impl<'a, T, M: Mapping> Operand for Exclusive<'a, T, M> {
    type Item = &'a mut T;
    type Slice = &'a mut [T];
    type Start = NonNull<T>;

    #[inline(always)] // in the innermost loops but one
    fn start(slice: &'a mut [T]) -> NonNull<T> {
        NonNull::from(slice).cast()
    }

    fn positions(&self) -> &dyn Positions {
        &self.mapping
    }

    #[inline(always)] // so that lengths are known to be equal
    unsafe fn slice(&self, piece: &StridedPiece<'_>, lane: usize) -> &'a mut [T] {
        // SAFETY: `self` holds the exclusive borrow of the buffer, and of its handles only
        // this one reaches these elements: the caller requests each by one piece only.
        let mut buffer = unsafe { self.buffer.share() };
        // SAFETY:
        // - these are positions of elements, which are below `padded_len`, the
        //   buffer's length, as in `Shared`;
        // - each element is in one slice, and no two elements of a layout have the
        //   same position.
        unsafe { buffer.slice(piece.positions[lane], piece.len) }
    }

    #[inline(always)] // in the innermost loop
    unsafe fn of_slice(start: NonNull<T>, k: usize) -> &'a mut T {
        // SAFETY: `start` points to the first element of a slice; the caller promises `k` to be
        // less than its length, so that the pointer stays within it.
        let mut element = unsafe { start.add(k) };
        // SAFETY: the slice is borrowed for `'a`, and nothing else reaches the element:
        // the caller requests each one once.
        unsafe { element.as_mut() }
    }

    #[inline(always)] // in the innermost loop
    unsafe fn item(&self, piece: &StridedPiece<'_>, lane: usize, k: usize) -> &'a mut T {
        let position = position(piece, lane, k);
        // SAFETY: `self` holds the exclusive borrow of the buffer, and of its handles only
        // this one reaches the element: the caller requests each once.
        let mut buffer = unsafe { self.buffer.share() };
        // SAFETY:
        // - it is the position of an element, below `padded_len`, the buffer's length, as in
        //   `Shared`: the caller promises the piece, and `k` to be within it;
        // - no two elements of a layout have the same position.
        unsafe { buffer.element(position) }
    }

    #[inline(always)] // in the innermost loops but one
    fn prefetch(&self, position: usize, len: usize) {
        prefetch(self.buffer.as_ptr(), position, len);
    }
}

/// The index of a piece's first element.
#[inline(always)] // in the innermost loops but one
fn row_index<I: OwnIndex + AsMut<[usize]>>(piece: &StridedPiece<'_>) -> I {
    let mut index = I::from_dims(piece.index);
    if let Some(number) = index.as_mut().get_mut(piece.row_dim) {
        *number += piece.row;
    }
    index
}

impl<I: OwnIndex + AsMut<[usize]>> Operand for Indices<I> {
    type Item = I;
    /// The index of the piece but for its number in one dimension, which is 0; the
    /// dimension; and that number of the first element.
    type Slice = (I, I::Axis, usize);
    type Start = Self::Slice;

    #[inline(always)] // in the innermost loops but one
    fn start(slice: Self::Slice) -> Self::Slice {
        slice
    }

    fn positions(&self) -> &dyn Positions {
        &NoPositions
    }

    #[inline(always)] // in the innermost loops but one
    unsafe fn slice(&self, piece: &StridedPiece<'_>, _: usize) -> Self::Slice {
        let mut row = row_index::<I>(piece);
        let start = row.as_mut().get_mut(piece.dim).map_or(0, mem::take);
        (row, I::axis(piece.dim, piece.index.len()), start)
    }

    #[inline(always)] // in the innermost loop
    unsafe fn of_slice((row, axis, start): Self::Slice, k: usize) -> I {
        row.with_coordinate(&axis, start + k)
    }

    #[inline(always)] // in the innermost loop
    unsafe fn item(&self, piece: &StridedPiece<'_>, _: usize, k: usize) -> I {
        let mut index = row_index::<I>(piece);
        if let Some(place) = index.as_mut().get_mut(piece.dim) {
            *place += k;
        }
        index
    }

    fn prefetch(&self, _: usize, _: usize) {}
}

macro_rules! has_dims {
    ($($name:ident)*) => {$(
        impl<T, M: Mapping> HasDims for $name<'_, T, M> {
            type Index = M::Index;

            fn dims(&self) -> &[usize] {
                self.mapping.dims()
            }
        }
    )*};
}

has_dims! { Shared Exclusive }

impl<'a, T, M: Mapping> IntoZip for View<'a, T, M> {
    type Item = &'a T;
    type Index = M::Index;
    type Operand = Shared<'a, T, M>;

    fn into_operand(self) -> Shared<'a, T, M> {
        let (buffer, mapping) = self.into_parts();
        Shared { buffer, mapping }
    }
}

impl<'a, V: AsView + ?Sized> IntoZip for &'a V {
    type Item = &'a V::Elem;
    type Index = <V::Mapping<'a> as Mapping>::Index;
    type Operand = Shared<'a, V::Elem, V::Mapping<'a>>;

    fn into_operand(self) -> Self::Operand {
        self.as_view().into_operand()
    }
}

impl<'a, T, M: Mapping> IntoZip for ViewMut<'a, T, M> {
    type Item = &'a mut T;
    type Index = M::Index;
    type Operand = Exclusive<'a, T, M>;

    fn into_operand(self) -> Exclusive<'a, T, M> {
        let (buffer, mapping) = self.into_parts();
        let buffer = DisjointSlice::new(buffer);
        Exclusive { buffer, mapping }
    }
}

impl<'v, T, M: Mapping> IntoZip for &'v mut ViewMut<'_, T, M> {
    type Item = &'v mut T;
    type Index = M::Index;
    type Operand = Exclusive<'v, T, M::Borrowed<'v>>;

    fn into_operand(self) -> Self::Operand {
        self.reborrow().into_operand()
    }
}
