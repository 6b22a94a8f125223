//! What turns the positions that walks yield into elements, references and slices: the
//! `unsafe` code of the iterators.

mod operand;
mod tile;
mod zip;

use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

use crate::map::{Mapping, WholeBuffer};
#[cfg(feature = "rayon")]
use crate::view::iter::order::SplitInTwo;
use crate::view::iter::order::segment::Segment;
use crate::view::iter::order::segments::Segments;
use crate::view::iter::order::stretches::Stretches;
use crate::view::iter::order::tile::{TileAt, TilesLeft};
use crate::view::iter::order::{ElementPositions, Elements, LogicalOrder, LogicalPositions};
use crate::view::{View, ViewMut};

pub use operand::IntoZip;
pub use zip::Zip;

/// A mutable slice whose parts are lent for all of its lifetime, each once.
pub(crate) struct DisjointSlice<'a, T> {
    start: NonNull<T>,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

impl<'a, T> DisjointSlice<'a, T> {
    #[inline]
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        DisjointSlice {
            len: slice.len(),
            start: NonNull::from(slice).cast(),
            slice: PhantomData,
        }
    }

    /// Returns the same slice, for as long as this handle is borrowed.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> DisjointSlice<'_, T> {
        DisjointSlice { ..*self }
    }

    /// Where the slice begins.
    #[inline]
    pub(crate) fn as_ptr(&self) -> *const T {
        self.start.as_ptr()
    }

    /// Returns the element at a position.
    ///
    /// # Safety
    ///
    /// - `position` is less than the slice's length;
    /// - no part that was lent earlier and contains it is still in use.
    #[inline]
    pub(crate) unsafe fn element(&mut self, position: usize) -> &'a mut T {
        debug_assert!(position < self.len);
        // SAFETY: `add` needs a result within the allocation: the caller promises a `position` below
        // the slice's length.
        let mut element = unsafe { self.start.add(position) };
        // SAFETY: `as_mut` needs an initialised, aligned value without another reference to it in use:
        // - it is an element of a slice that is borrowed mutably for `'a`, and reached only through
        //   `self`;
        // - the caller promises that no part that contains it is still in use.
        unsafe { element.as_mut() }
    }

    /// Returns the elements at `len` positions. The range is compared with the length of the buffer,
    /// also in release.
    ///
    /// # Safety
    ///
    /// No part that was lent earlier and contains one of them is still in use.
    #[inline]
    pub(crate) unsafe fn slice(&mut self, position: usize, len: usize) -> &'a mut [T] {
        assert!(position.saturating_add(len) <= self.len);
        // SAFETY: `add` needs a result within the allocation or at its end: `position` has just been
        // compared with the slice's length.
        let start = unsafe { self.start.add(position) };
        // SAFETY: `as_mut` needs initialised, aligned values without another reference to them in use:
        // - they are elements of a slice that is borrowed mutably for `'a`, and reached only through
        //   `self`; the end of the range has just been compared with the slice's length;
        // - the caller promises that no part that contains one of them is still in use.
        unsafe { NonNull::slice_from_raw_parts(start, len).as_mut() }
    }
}

// SAFETY: it represents a `&'a mut [T]`, which is `Send` when `T` is.
unsafe impl<T: Send> Send for DisjointSlice<'_, T> {}
// SAFETY: a shared reference to it lends nothing; a `&'a mut [T]` is `Sync` when `T` is.
unsafe impl<T: Sync> Sync for DisjointSlice<'_, T> {}

impl<T> fmt::Debug for DisjointSlice<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a slice of {} elements", self.len)
    }
}

/// What gives the elements at the positions of a buffer.
pub(crate) trait ReadAt {
    /// An element, or a reference to one.
    type Item;

    /// Returns the element at a position.
    ///
    /// # Safety
    ///
    /// - `position` is below the length of the buffer;
    /// - if the item is a mutable reference, no other reference to the element is in use.
    unsafe fn read_at(&mut self, position: usize) -> Self::Item;

    /// [`fold`](Iterator::fold) of the elements that a walk reaches.
    #[inline]
    fn fold<W: Walk + Iterator<Item: Positioned>, A, F>(lent: Lent<Self, W>, init: A, f: F) -> A
    where
        Self: Sized,
        F: FnMut(A, <W::Item as Positioned>::With<Self::Item>) -> A,
    {
        lent.fold_with(init, f, |buffer, position| {
            // SAFETY: `item` needs a position that the walk of this `Lent` has yielded, passed once:
            // `fold_with` calls this function with each position that the walk yields, once.
            unsafe { item(buffer, position) }
        })
    }
}

/// What a walk yields: a position, or an index with its position.
pub(crate) trait Positioned {
    /// The same with an item in place of the position.
    type With<T>;

    fn with<T>(self, item: impl FnOnce(usize) -> T) -> Self::With<T>;
}

impl Positioned for usize {
    type With<T> = T;

    #[inline(always)] // in the innermost loops
    fn with<T>(self, item: impl FnOnce(usize) -> T) -> T {
        item(self)
    }
}

impl<I> Positioned for (I, usize) {
    type With<T> = (I, T);

    #[inline(always)] // in the innermost loops
    fn with<T>(self, item: impl FnOnce(usize) -> T) -> (I, T) {
        (self.0, item(self.1))
    }
}

/// What yields the positions of a mapping: one by one, or as runs, segments or tiles.
///
/// # Safety
///
/// Every position that it yields is below the length of the mapping's buffer, and it yields no
/// position twice; nor do the halves that it is split into.
pub(crate) unsafe trait Walk {}

// SAFETY: it yields the elements along one dimension at each index of the others, which are in
// bounds, from either end; no two elements have the same position.
unsafe impl<M: Mapping> Walk for Segments<M> {}
// SAFETY: it yields the elements of `Segments`, one by one.
unsafe impl<M: Mapping> Walk for LogicalOrder<M> {}
// SAFETY: it joins elements of a `LogicalOrder` whose positions follow one another.
unsafe impl<M: Mapping> Walk for Stretches<M> {}
// SAFETY: it yields the positions of a `LogicalOrder`.
unsafe impl<M: Mapping> Walk for LogicalPositions<M> {}
// SAFETY: it splits the tile's elements in rows, which `TileRows` yields once.
unsafe impl<M: WholeBuffer> Walk for ElementPositions<M> {}
// SAFETY: it yields the same rows, with their indices.
unsafe impl<M: WholeBuffer> Walk for Elements<M> {}
// SAFETY: it has the positions of one tile, which are below `padded_len`.
unsafe impl<M: WholeBuffer> Walk for TileAt<M> {}
// SAFETY: it yields each tile of the grid once, from either end; no two tiles have a position in
// common.
unsafe impl<M: WholeBuffer> Walk for TilesLeft<M> {}

/// What gives the slices of a buffer.
pub(crate) trait ReadRun {
    /// A slice.
    type Run;

    /// Returns the elements at `len` positions. The range is compared with the length of the buffer,
    /// also in release.
    ///
    /// # Safety
    ///
    /// If the slice is mutable, no other reference to the elements is in use.
    unsafe fn run_at(&mut self, position: usize, len: usize) -> Self::Run;
}

/// What several handles may refer to.
pub(crate) trait Share {
    /// Returns a second handle to the same buffer.
    ///
    /// # Safety
    ///
    /// If what it lends is mutable, no element is lent by both handles.
    unsafe fn share(&self) -> Self;
}

impl<B: Copy> Share for B {
    #[inline]
    unsafe fn share(&self) -> Self {
        *self
    }
}

impl<T> Share for DisjointSlice<'_, T> {
    #[inline]
    unsafe fn share(&self) -> Self {
        DisjointSlice { ..*self }
    }
}

impl<'a, T> ReadAt for &'a [T] {
    type Item = &'a T;

    #[inline]
    unsafe fn read_at(&mut self, position: usize) -> &'a T {
        debug_assert!(position < self.len());
        // SAFETY: `get_unchecked` needs a position below the slice's length: `read_at`'s caller
        // promises it.
        unsafe { self.get_unchecked(position) }
    }
}

impl<'a, T> ReadRun for &'a [T] {
    type Run = &'a [T];

    #[inline]
    unsafe fn run_at(&mut self, position: usize, len: usize) -> &'a [T] {
        &self[position..position + len]
    }
}

impl<'a, T> ReadAt for DisjointSlice<'a, T> {
    type Item = &'a mut T;

    #[inline]
    unsafe fn read_at(&mut self, position: usize) -> &'a mut T {
        // SAFETY: `element` needs a position below the length, and no part in use that contains it:
        // `read_at`'s caller promises both for mutable references.
        unsafe { self.element(position) }
    }
}

impl<'a, T> ReadRun for DisjointSlice<'a, T> {
    type Run = &'a mut [T];

    #[inline]
    unsafe fn run_at(&mut self, position: usize, len: usize) -> &'a mut [T] {
        // SAFETY: `slice` needs that no part in use contains one of the elements: `run_at`'s caller
        // promises it for mutable slices.
        unsafe { self.slice(position, len) }
    }
}

/// A view that is taken apart, to lend its elements.
pub(crate) trait Lend {
    type Buffer;
    type Mapping: Mapping;

    /// Returns the buffer, of exactly as many elements as the mapping's `buffer_len`, and the
    /// mapping.
    fn into_lent(self) -> (Self::Buffer, Self::Mapping);
}

impl<'a, T, M: Mapping> Lend for View<'a, T, M> {
    type Buffer = &'a [T];
    type Mapping = M;

    #[inline]
    fn into_lent(self) -> (&'a [T], M) {
        self.into_parts()
    }
}

impl<'a, T, M: Mapping> Lend for ViewMut<'a, T, M> {
    type Buffer = DisjointSlice<'a, T>;
    type Mapping = M;

    #[inline]
    fn into_lent(self) -> (DisjointSlice<'a, T>, M) {
        let (buffer, mapping) = self.into_parts();
        (DisjointSlice::new(buffer), mapping)
    }
}

/// The elements of one view, each lent once: at the positions of the indices that a walk of the
/// view's mapping yields.
#[derive(Clone)]
pub(crate) struct Lent<B, W> {
    buffer: B,
    walk: W,
}

/// Returns the element at a position that the walk of a [`Lent`] yields.
///
/// # Safety
///
/// The walk of the [`Lent`] that `buffer` is of has yielded the position, and each one is passed
/// once.
#[inline(always)] // in the innermost loops
unsafe fn item<B: ReadAt>(buffer: &mut B, position: usize) -> B::Item {
    // SAFETY: `read_at` needs:
    // - a position below the length of the buffer: a `Walk` yields only those of its mapping's
    //   buffer, and `Lent::new` has the buffer of the same view;
    // - no other reference in use: a `Walk` yields no position twice, and the caller passes each
    //   once.
    unsafe { buffer.read_at(position) }
}

/// Returns the elements of a run that the walk of a [`Lent`] yields.
///
/// # Safety
///
/// The walk of the [`Lent`] that `buffer` is of has yielded these positions, and each one is passed
/// once.
#[inline]
unsafe fn run<B: ReadRun>(buffer: &mut B, position: usize, len: usize) -> B::Run {
    // SAFETY: `run_at` needs that no other reference to the elements is in use: a `Walk` yields no
    // position twice, and the caller passes each once.
    unsafe { buffer.run_at(position, len) }
}

impl<B, W: Walk> Lent<B, W> {
    /// Returns the elements of a view that a walk of its mapping reaches.
    ///
    /// # Safety
    ///
    /// What `walk` returns is a walk of the mapping that it is given.
    #[inline]
    pub(crate) unsafe fn new<V: Lend<Buffer = B>>(
        view: V,
        walk: impl FnOnce(V::Mapping) -> W,
    ) -> Self {
        let (buffer, mapping) = view.into_lent();
        let walk = walk(mapping);
        Lent { buffer, walk }
    }
}

impl<B, W> Lent<B, W> {
    #[inline]
    pub(crate) fn walk(&self) -> &W {
        &self.walk
    }

    #[inline]
    pub(crate) fn buffer(&self) -> &B {
        &self.buffer
    }
}

impl<B: ReadAt, W: Walk + Iterator<Item: Positioned>> Lent<B, W> {
    /// [`fold`](Iterator::fold), in which `read` reads the elements.
    #[inline]
    pub(crate) fn fold_with<A>(
        self,
        init: A,
        mut f: impl FnMut(A, <W::Item as Positioned>::With<B::Item>) -> A,
        read: impl Fn(&mut B, usize) -> B::Item,
    ) -> A {
        let Lent { mut buffer, walk } = self;
        walk.fold(init, |value, at| {
            f(value, at.with(|position| read(&mut buffer, position)))
        })
    }
}

impl<B: ReadAt, W: Walk + Iterator<Item: Positioned>> Iterator for Lent<B, W> {
    type Item = <W::Item as Positioned>::With<B::Item>;

    #[inline(always)] // a call would keep the walk in memory
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.walk.next()?;
        Some(at.with(|position| {
            // SAFETY: `item` needs a position that the walk of this `Lent` has yielded, passed once:
            // `self.walk` has just yielded it, and `with` calls this function once.
            unsafe { item(&mut self.buffer, position) }
        }))
    }

    #[inline(always)] // as `next`
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.walk.size_hint()
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, f: F) -> A {
        B::fold(self, init, f)
    }
}

impl<B: ReadAt, W: Walk + DoubleEndedIterator<Item: Positioned>> DoubleEndedIterator
    for Lent<B, W>
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let at = self.walk.next_back()?;
        Some(at.with(|position| {
            // SAFETY: `item` needs a position that the walk of this `Lent` has yielded, passed once:
            // `self.walk` has just yielded it, and `with` calls this function once.
            unsafe { item(&mut self.buffer, position) }
        }))
    }
}

impl<B: ReadRun, M: Mapping> Lent<B, Stretches<M>> {
    #[inline(always)] // a call would keep the walk in memory
    pub(crate) fn next(&mut self) -> Option<(M::Index, B::Run)> {
        let (index, position, len) = self.walk.next()?;
        // SAFETY: `run` needs positions that the walk of this `Lent` has yielded, passed once:
        // `self.walk` has just yielded them.
        let elements = unsafe { run(&mut self.buffer, position, len) };
        Some((index, elements))
    }

    pub(crate) fn next_back(&mut self) -> Option<(M::Index, B::Run)> {
        let (index, position, len) = self.walk.next_back()?;
        // SAFETY: `run` needs positions that the walk of this `Lent` has yielded, passed once:
        // `self.walk` has just yielded them.
        let elements = unsafe { run(&mut self.buffer, position, len) };
        Some((index, elements))
    }
}

impl<T, M: Mapping> Lent<DisjointSlice<'_, T>, Segments<M>> {
    /// Calls a function with each element.
    #[inline]
    pub(crate) fn for_each(self, mut f: impl FnMut(&mut T)) {
        let Lent { mut buffer, walk } = self;
        let step = walk.run_pattern().step();
        walk.fold((), |(), _, _, Segment { position, len }| match step {
            // SAFETY: `run` needs positions that the walk of this `Lent` has yielded, passed once: `walk`
            // has just yielded the segment, whose elements are contiguous.
            1 => unsafe { run(&mut buffer, position, len) }
                .iter_mut()
                .for_each(&mut f),
            _ => (0..len).for_each(|k| {
                // SAFETY: `item` needs a position that the walk of this `Lent` has yielded, passed
                // once: `walk` has just yielded `len` elements, `step` apart, and `k` is each number
                // below `len`, once.
                f(unsafe { item(&mut buffer, position + k * step) })
            }),
        });
    }
}

/// The halves of what a walk reaches.
#[cfg(feature = "rayon")]
impl<B: Share, W: SplitInTwo> SplitInTwo for Lent<B, W> {
    fn num_elements(&self) -> usize {
        self.walk.num_elements()
    }

    fn split(self) -> (Self, Option<Self>) {
        let Lent { buffer, walk } = self;
        let (walk, rest) = walk.split();
        let rest = rest.map(|walk| Lent {
            // SAFETY: `share` needs that no element is lent by both handles: the halves of a `Walk`
            // yield no position twice.
            buffer: unsafe { buffer.share() },
            walk,
        });
        (Lent { buffer, walk }, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::{DisjointSlice, Share};

    fn element<'a>(exclusive: &mut DisjointSlice<'a, i32>, position: usize) -> &'a mut i32 {
        // SAFETY: the test requests each position within the slice once.
        unsafe { exclusive.element(position) }
    }

    fn slice<'a>(
        exclusive: &mut DisjointSlice<'a, i32>,
        position: usize,
        len: usize,
    ) -> &'a mut [i32] {
        // SAFETY: the test requests each position within the slice once.
        unsafe { exclusive.slice(position, len) }
    }

    /// All parts are in use at once, and outlive the handle that lent them.
    #[test]
    fn disjoint_parts() {
        let mut memory = [0; 8];
        let mut exclusive = DisjointSlice::new(&mut memory);
        // SAFETY: this handle lends positions 5 to 7, the first one 0 to 4.
        let mut other = unsafe { exclusive.share() };
        let (four, zero) = (element(&mut exclusive, 4), element(&mut exclusive, 0));
        let seven = element(&mut other, 7);
        let (one, none) = (slice(&mut exclusive, 1, 3), slice(&mut exclusive, 8, 0));
        let five = slice(&mut other, 5, 2);
        *four = 4;
        *seven = 7;
        one.copy_from_slice(&[1, 2, 3]);
        *zero = 10;
        five.copy_from_slice(&[5, 6]);
        assert!(none.is_empty());
        *four += 10;
        assert_eq!(memory, [10, 1, 2, 3, 14, 5, 6, 7]);
    }

    /// A part may be lent again after its last use.
    #[test]
    fn lent_again() {
        let mut memory = [0; 4];
        let mut exclusive = DisjointSlice::new(&mut memory);
        for _ in 0..3 {
            // SAFETY: position 1 of 4; the reference ends before the next one.
            *unsafe { exclusive.element(1) } += 1;
            // SAFETY: positions 0 to 3 of 4; the reference ends before the next one.
            let all = unsafe { exclusive.slice(0, 4) };
            all[1] += 1;
        }
        assert_eq!(memory, [0, 6, 0, 0]);
    }
}
