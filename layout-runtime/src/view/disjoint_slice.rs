//! `DisjointSlice`: a mutable slice that is lent in disjoint parts, in any
//! order.

use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

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

    /// A second handle to the same slice.
    ///
    /// # Safety
    ///
    /// No part is lent by both handles.
    pub(crate) unsafe fn share(&self) -> Self {
        DisjointSlice { ..*self }
    }

    /// Where the slice begins.
    #[inline]
    pub(crate) fn as_ptr(&self) -> *const T {
        self.start.as_ptr()
    }

    /// Where the slice begins, mutably.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut T {
        self.start.as_ptr()
    }

    /// The element at a position.
    ///
    /// # Safety
    ///
    /// - `position` is less than the slice's length;
    /// - no part that was lent earlier and contains it is still in use.
    #[inline]
    pub(crate) unsafe fn element(&mut self, position: usize) -> &'a mut T {
        debug_assert!(position < self.len);
        // SAFETY: the caller keeps `position` within the slice.
        let mut element = unsafe { self.start.add(position) };
        // SAFETY:
        // - it is an initialised, aligned element of a slice that is borrowed
        //   mutably for `'a`, and reached only through `self`;
        // - the caller no longer uses other references to the element.
        unsafe { element.as_mut() }
    }

    /// The elements at `len` positions.
    ///
    /// # Safety
    ///
    /// - `position + len` is at most the slice's length;
    /// - no part that was lent earlier and contains one of them is still in use.
    #[inline]
    pub(crate) unsafe fn slice(&mut self, position: usize, len: usize) -> &'a mut [T] {
        debug_assert!(position + len <= self.len);
        // SAFETY: the caller keeps `position` within the slice, or at its end.
        let start = unsafe { self.start.add(position) };
        // SAFETY:
        // - these are initialised, aligned elements of a slice that is borrowed
        //   mutably for `'a`, and reached only through `self`;
        // - the caller no longer uses other references to the elements.
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

/// The element at a position that an iterator yields.
#[inline]
pub(crate) fn element<T>(buffer: &[T], position: usize) -> &T {
    debug_assert!(position < buffer.len());
    // SAFETY:
    // - an iterator yields the positions of in-bounds indices of its mapping,
    //   which is sealed and keeps them below `padded_len`;
    // - the iterators' `buffer` has exactly `padded_len` elements.
    unsafe { buffer.get_unchecked(position) }
}

/// The fewest elements of a part of a parallel loop. A smaller array is one part, which the
/// calling thread takes: to wake another one takes longer than the part.
#[cfg(feature = "rayon")]
pub(crate) const MIN_PART: usize = 1 << 14;

/// An iterator that can be split in two.
#[cfg(feature = "rayon")]
pub(crate) trait Split: Iterator + Sized {
    /// The number of elements in the remaining items, and maybe of padding.
    fn num_elements(&self) -> usize;

    /// The two halves; `None` as the second when there are too few items to split.
    fn split(self) -> (Self, Option<Self>);
}

#[cfg(test)]
mod tests {
    use super::DisjointSlice;

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
            // SAFETY: positions 0 to 3 of 4; the same.
            let all = unsafe { exclusive.slice(0, 4) };
            all[1] += 1;
        }
        assert_eq!(memory, [0, 6, 0, 0]);
    }
}
