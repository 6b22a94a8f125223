//! `Mut`: elements that are read and written.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use core::ptr::NonNull;

use super::bytes::{Pod, bytes_of};
use super::{Parts, Ref, Slice, Storage, StorageMut, sealed};
use crate::map::Mapping;

/// The storage of a [`ViewMut`](crate::ViewMut): elements of a slice that are read and written.
///
/// It is a pointer and a length, not the slice: other parts of the same buffer, with other
/// positions, may be in use at the same time.
pub struct Mut<'a, T> {
    start: NonNull<T>,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

impl<'a, T> Mut<'a, T> {
    #[inline]
    pub(crate) const fn new(slice: &'a mut [T]) -> Self {
        Mut {
            len: slice.len(),
            start: NonNull::from_mut(slice).cast(),
            slice: PhantomData,
        }
    }

    /// Returns the storage of `len` elements.
    ///
    /// # Safety
    ///
    /// They are in one allocation that lives for `'a`; those that the array has are initialised and
    /// aligned, and nothing else uses them for `'a`.
    #[cfg(feature = "ndarray")]
    pub(crate) unsafe fn from_raw(start: NonNull<T>, len: usize) -> Self {
        Mut {
            start,
            len,
            slice: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut T {
        self.start.as_ptr()
    }

    /// Returns all elements.
    ///
    /// # Safety
    ///
    /// No position is read or written by another part of the buffer while the slice is in use.
    #[inline]
    pub(crate) unsafe fn into_slice(self) -> &'a mut [T] {
        let mut slice = NonNull::slice_from_raw_parts(self.start, self.len);
        // SAFETY: they are the initialised elements of a slice that is borrowed mutably for `'a`,
        // and the caller keeps other parts from reading and writing them.
        unsafe { slice.as_mut() }
    }
}

// SAFETY: it represents a `&'a mut [T]`, which is `Send` when `T` is.
unsafe impl<T: Send> Send for Mut<'_, T> {}
// SAFETY: a shared reference to it reads only, as one to a `&'a mut [T]`, which is `Sync` when `T`
// is.
unsafe impl<T: Sync> Sync for Mut<'_, T> {}

impl<T> fmt::Debug for Mut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a slice of {} elements", self.len)
    }
}

impl<T> sealed::Sealed for Mut<'_, T> {}

// SAFETY: it has the memory of one slice, which is borrowed mutably for `'a`.
unsafe impl<'a, T> Storage for Mut<'a, T> {
    type Elem = T;
    type Item = &'a mut T;
    type Unit = T;
    type Run = &'a mut [T];
    type Shared<'s>
        = Ref<'s, T>
    where
        Self: 's;
    type Bytes<'s>
        = &'s [u8]
    where
        Self: 's;
    #[cfg(feature = "alloc")]
    type Aligned = super::Aligned<T>;

    const PACKED: bool = false;

    #[inline]
    fn units_of(mapping: &impl Mapping) -> usize {
        mapping.buffer_len()
    }

    #[inline]
    fn shared(&self) -> Ref<'_, T> {
        self.units()
    }

    #[inline]
    fn units(&self) -> Ref<'_, T> {
        // SAFETY: the slice is borrowed mutably by this storage, which is borrowed as long.
        unsafe { Ref::from_raw(self.start, self.len) }
    }

    #[cfg(feature = "alloc")]
    unsafe fn to_aligned(&self) -> super::Aligned<T>
    where
        T: Copy,
    {
        // SAFETY: the caller keeps others from writing.
        super::Aligned::from_slice(unsafe { self.units().into_slice() })
    }

    #[inline]
    unsafe fn bytes(&self, units: Range<usize>) -> &[u8]
    where
        T: Pod,
    {
        assert!(units.start <= units.end && units.end <= self.len);
        // SAFETY: the range has just been compared with the length.
        let part = unsafe { self.units().narrowed(units) };
        // SAFETY: the caller keeps others from writing.
        bytes_of(unsafe { part.into_slice() })
    }

    #[inline(always)] // in the innermost loops
    unsafe fn item(&mut self, _: &impl Mapping, position: usize) -> &'a mut T {
        debug_assert!(position < self.len);
        // SAFETY: the caller passes the position of an element, which is below the length.
        let mut element = unsafe { self.start.add(position) };
        // SAFETY: it is an initialised element of a slice that is borrowed mutably for `'a`, and the
        // caller keeps no other reference to it.
        unsafe { element.as_mut() }
    }

    #[inline(always)] // in the loops over runs
    unsafe fn run(&mut self, position: usize, len: usize) -> &'a mut [T] {
        assert!(position <= self.len && len <= self.len - position);
        // SAFETY: the caller keeps no other reference to these elements.
        let part = unsafe { self.part() };
        // SAFETY: the range has just been compared with the length.
        let part = unsafe { part.narrowed(position..position + len) };
        // SAFETY: the caller keeps no other reference to these elements.
        unsafe { part.into_slice() }
    }

    #[inline(always)] // in the innermost loops
    unsafe fn with<R>(
        &self,
        mapping: &impl Mapping,
        position: usize,
        f: impl FnOnce(&T) -> R,
    ) -> R {
        // SAFETY: the caller keeps the obligation.
        unsafe { self.units().with(mapping, position, f) }
    }
}

// SAFETY: the borrow is mutable, and other parts of it have other positions.
unsafe impl<T> StorageMut for Mut<'_, T> {
    type Exclusive<'s>
        = Mut<'s, T>
    where
        Self: 's;

    #[inline]
    fn exclusive(&mut self) -> Mut<'_, T> {
        self.units_mut()
    }

    #[inline]
    fn units_mut(&mut self) -> Mut<'_, T> {
        Mut { ..*self }
    }

    #[inline(always)] // in the innermost loops
    unsafe fn write(&mut self, _: &impl Mapping, position: usize, value: T) {
        debug_assert!(position < self.len);
        // SAFETY: the caller passes a position of the buffer.
        let mut element = unsafe { self.start.add(position) };
        // SAFETY: it is an initialised element of a slice that is borrowed mutably, and no other
        // part has its position.
        unsafe { *element.as_mut() = value };
    }
}

// SAFETY: a unit is a `T`.
unsafe impl<'a, T> Slice for Mut<'a, T> {
    type Slice<'s>
        = &'s [T]
    where
        Self: 's;

    #[inline]
    unsafe fn slice(&self) -> &[T] {
        // SAFETY: the caller keeps others from writing.
        unsafe { self.units().into_slice() }
    }
}

// SAFETY: it has the same pointer and length.
unsafe impl<T> Parts for Mut<'_, T> {
    #[inline]
    unsafe fn part(&self) -> Self {
        Mut { ..*self }
    }

    #[inline]
    unsafe fn narrowed(self, units: Range<usize>) -> Self {
        debug_assert!(units.start <= units.end && units.end <= self.len);
        // SAFETY: the caller passes a range within the memory.
        let start = unsafe { self.start.add(units.start) };
        Mut {
            start,
            len: units.end - units.start, // as of `Ref`
            slice: PhantomData,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mut, Parts};
    use crate::layout::Layout;
    use crate::storage::Storage;

    fn element<'a>(storage: &mut Mut<'a, i32>, position: usize) -> &'a mut i32 {
        let layout = Layout::parse("s32[8]").unwrap();
        // SAFETY: the test requests each position within the slice once.
        unsafe { storage.item(&layout, position) }
    }

    fn slice<'a>(storage: &mut Mut<'a, i32>, position: usize, len: usize) -> &'a mut [i32] {
        // SAFETY: the test requests each position within the slice once.
        unsafe { storage.run(position, len) }
    }

    /// All parts are in use at once, and outlive the storage that gave them.
    #[test]
    fn disjoint_parts() {
        let mut memory = [0; 8];
        let mut storage = Mut::new(&mut memory);
        // SAFETY: this storage gives positions 5 to 7, the first one 0 to 4.
        let mut other = unsafe { storage.part() };
        let (four, zero) = (element(&mut storage, 4), element(&mut storage, 0));
        let seven = element(&mut other, 7);
        let (one, none) = (slice(&mut storage, 1, 3), slice(&mut storage, 8, 0));
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

    /// An element may be requested again after its last use.
    #[test]
    fn requested_again() {
        let mut memory = [0; 4];
        let mut storage = Mut::new(&mut memory);
        for _ in 0..3 {
            slice(&mut storage, 1, 1)[0] += 1;
            slice(&mut storage, 0, 4)[1] += 1; // the first slice is no longer in use
        }
        assert_eq!(memory, [0, 6, 0, 0]);
    }

    #[test]
    #[should_panic(expected = "len <= self.len - position")]
    fn runs_are_within_the_memory() {
        slice(&mut Mut::new(&mut [0; 4]), 3, 2);
    }
}
