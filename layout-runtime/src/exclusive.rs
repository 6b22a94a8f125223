//! `Exclusive`: a mutable slice that is handed out in disjoint parts, in any
//! order.

use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// A mutable slice whose parts are lent for all of its lifetime, each once.
pub(crate) struct Exclusive<'a, T> {
    start: NonNull<T>,
    len: usize,
    slice: PhantomData<&'a mut [T]>,
}

impl<'a, T> Exclusive<'a, T> {
    #[inline]
    pub(crate) fn new(slice: &'a mut [T]) -> Self {
        Exclusive {
            len: slice.len(),
            start: NonNull::from(slice).cast(),
            slice: PhantomData,
        }
    }

    /// Another way to the same slice.
    ///
    /// # Safety
    ///
    /// No part is lent by both.
    #[cfg(feature = "rayon")]
    pub(crate) unsafe fn share(&self) -> Self {
        Exclusive { ..*self }
    }

    /// The element at a position.
    ///
    /// # Safety
    ///
    /// - `position` is less than the slice's length;
    /// - no part that holds the position is lent twice.
    #[inline]
    pub(crate) unsafe fn element(&mut self, position: usize) -> &'a mut T {
        debug_assert!(position < self.len);
        // SAFETY: the caller keeps `position` within the slice.
        let mut element = unsafe { self.start.add(position) };
        // SAFETY:
        // - it is an initialised, aligned element of a slice that is borrowed
        //   mutably for `'a`, and reached only through `self`;
        // - the caller asks for the position only once, so that no other
        //   reference to the element exists.
        unsafe { element.as_mut() }
    }

    /// The elements at `len` positions.
    ///
    /// # Safety
    ///
    /// - `position + len` is at most the slice's length;
    /// - no part that holds one of the positions is lent twice.
    #[inline]
    pub(crate) unsafe fn slice(&mut self, position: usize, len: usize) -> &'a mut [T] {
        debug_assert!(position + len <= self.len);
        // SAFETY: the caller keeps `position` within the slice, or at its end.
        let start = unsafe { self.start.add(position) };
        // SAFETY:
        // - these are initialised, aligned elements of a slice that is borrowed
        //   mutably for `'a`, and reached only through `self`;
        // - the caller asks for the positions only once, so that no other
        //   reference to the elements exists.
        unsafe { NonNull::slice_from_raw_parts(start, len).as_mut() }
    }
}

// SAFETY: it stands for a `&'a mut [T]`, which is `Send` when `T` is.
unsafe impl<T: Send> Send for Exclusive<'_, T> {}
// SAFETY: through a shared reference it gives nothing away; a `&'a mut [T]`
// is `Sync` when `T` is.
unsafe impl<T: Sync> Sync for Exclusive<'_, T> {}

impl<T> fmt::Debug for Exclusive<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a slice of {} elements", self.len)
    }
}
