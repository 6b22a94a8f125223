//! `Ref`: elements that are read.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;
use core::ptr::NonNull;

use super::bytes::{Pod, bytes_of};
use super::{Parts, Slice, Storage, sealed};
use crate::map::Mapping;

/// The storage of a [`View`](crate::View): elements of a slice that are read.
///
/// It is a pointer and a length, not the slice: other parts of the same buffer may be written.
pub struct Ref<'a, T> {
    start: NonNull<T>,
    len: usize,
    slice: PhantomData<&'a [T]>,
}

impl<'a, T> Ref<'a, T> {
    #[inline]
    pub(crate) const fn new(slice: &'a [T]) -> Self {
        Ref {
            start: NonNull::from_ref(slice).cast(),
            len: slice.len(),
            slice: PhantomData,
        }
    }

    /// Returns the storage of `len` elements.
    ///
    /// # Safety
    ///
    /// They are in one allocation that lives for `'a`; those that the array has are initialised and
    /// aligned, and are not written for `'a`.
    #[inline]
    pub(crate) unsafe fn from_raw(start: NonNull<T>, len: usize) -> Self {
        Ref {
            start,
            len,
            slice: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn as_ptr(self) -> *const T {
        self.start.as_ptr()
    }

    /// Returns all elements.
    ///
    /// # Safety
    ///
    /// No position is written by another part of the buffer while the slice is in use.
    #[inline]
    pub(crate) unsafe fn into_slice(self) -> &'a [T] {
        let slice = NonNull::slice_from_raw_parts(self.start, self.len);
        // SAFETY: they are the initialised elements of a slice that is borrowed for `'a`, and the
        // caller keeps others from writing them.
        unsafe { slice.as_ref() }
    }
}

impl<T> Clone for Ref<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ref<'_, T> {}

// SAFETY: it represents a `&'a [T]`, which is `Send` when `T` is `Sync`.
unsafe impl<T: Sync> Send for Ref<'_, T> {}
// SAFETY: it represents a `&'a [T]`, which is `Sync` when `T` is `Sync`.
unsafe impl<T: Sync> Sync for Ref<'_, T> {}

impl<T> fmt::Debug for Ref<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a slice of {} elements", self.len)
    }
}

impl<T> sealed::Sealed for Ref<'_, T> {}

// SAFETY: it has the memory of one slice, which is borrowed for `'a`.
unsafe impl<'a, T> Storage for Ref<'a, T> {
    type Elem = T;
    type Item = &'a T;
    type Unit = T;
    type Run = &'a [T];
    type Shared<'s>
        = Ref<'a, T>
    where
        Self: 's;
    type Bytes<'s>
        = &'a [u8]
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
    fn shared(&self) -> Ref<'a, T> {
        *self
    }

    #[inline]
    fn units(&self) -> Ref<'a, T> {
        *self
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
    unsafe fn bytes(&self, units: Range<usize>) -> &'a [u8]
    where
        T: Pod,
    {
        assert!(units.start <= units.end && units.end <= self.len);
        // SAFETY: the range has just been compared with the length.
        let part = unsafe { self.narrowed(units) };
        // SAFETY: the caller keeps others from writing.
        bytes_of(unsafe { part.into_slice() })
    }

    #[inline(always)] // in the innermost loops
    unsafe fn item(&mut self, _: &impl Mapping, position: usize) -> &'a T {
        debug_assert!(position < self.len);
        // SAFETY: the caller passes the position of an element, which is below the length.
        let element = unsafe { self.start.add(position) };
        // SAFETY: it is an initialised element of a slice that is borrowed for `'a`, and nothing
        // writes the elements of this array meanwhile.
        unsafe { element.as_ref() }
    }

    #[inline(always)] // in the loops over runs
    unsafe fn run(&mut self, position: usize, len: usize) -> &'a [T] {
        assert!(position <= self.len && len <= self.len - position);
        // SAFETY: the range has just been compared with the length.
        let part = unsafe { self.narrowed(position..position + len) };
        // SAFETY: the caller passes positions of this array, which nothing writes meanwhile.
        unsafe { part.into_slice() }
    }

    #[inline(always)] // in the innermost loops
    unsafe fn with<R>(
        &self,
        mapping: &impl Mapping,
        position: usize,
        f: impl FnOnce(&T) -> R,
    ) -> R {
        let mut this = *self;
        // SAFETY: the caller keeps the obligations of `item`, which returns a shared reference.
        f(unsafe { this.item(mapping, position) })
    }
}

// SAFETY: a unit is a `T`.
unsafe impl<'a, T> Slice for Ref<'a, T> {
    type Slice<'s>
        = &'a [T]
    where
        Self: 's;

    #[inline]
    unsafe fn slice(&self) -> &'a [T] {
        // SAFETY: the caller keeps others from writing.
        unsafe { self.into_slice() }
    }
}

// SAFETY: a copy has the same memory.
unsafe impl<T> Parts for Ref<'_, T> {
    #[inline]
    unsafe fn part(&self) -> Self {
        *self
    }

    #[inline]
    unsafe fn narrowed(self, units: Range<usize>) -> Self {
        debug_assert!(units.start <= units.end && units.end <= self.len);
        // SAFETY: the caller passes a range within the memory.
        let start = unsafe { self.start.add(units.start) };
        let len = units.end - units.start; // `Range::len` would compare them in each run
        // SAFETY: they are elements of the same slice.
        unsafe { Ref::from_raw(start, len) }
    }
}
