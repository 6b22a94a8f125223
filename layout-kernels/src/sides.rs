//! `Source` and `Destination`: the memory that a copy reads and the memory that it writes.
//!
//! Both are a pointer and a length, not slices: other parts of the same buffer may be in use
//! while the copy runs, and a slice would claim them.
//!
//! ```text
//! one side     e e e e . . . . e e e e . . . .    `e`: bytes of elements; `.`: gaps
//! ```
//!
//! The *gaps* of a copy are the bytes between its elements. A slice owns its gaps: a kernel may
//! load them, and store what it loaded. Gaps of raw parts may belong to others: no kernel touches
//! them, except with prefetches.

use core::marker::PhantomData;
use core::slice;

/// A number of bytes, at most `isize::MAX`, and in the highest bit if others may use the gaps: two
/// registers then hold a side, as a slice.
#[derive(Clone, Copy, Debug)]
struct SideLen(usize);

impl SideLen {
    const SHARES_GAPS: usize = 1 << (usize::BITS - 1);

    #[inline(always)]
    const fn get(self) -> usize {
        self.0 & !Self::SHARES_GAPS
    }

    #[inline(always)]
    const fn owns_gaps(self) -> bool {
        self.0 & Self::SHARES_GAPS == 0
    }

    /// Returns the length and the owner of the gaps of the first `len` bytes, or of the last ones.
    #[inline(always)]
    const fn part(self, len: usize) -> SideLen {
        SideLen(self.0 & Self::SHARES_GAPS | len)
    }
}

/// Panics unless `len` bytes from byte `start` on are within `size` bytes.
#[inline(always)]
#[track_caller]
const fn check_bounds(size: usize, start: usize, len: usize) {
    // In this order: a constant length is subtracted once, outside of a loop over elements.
    assert!(
        len <= size && start <= size - len,
        "the buffers are as long as what the copy touches"
    );
}

/// The memory that a copy reads: a slice, or the elements of a part of a buffer.
///
/// *Readable elements*: [`from_raw_parts`](Source::from_raw_parts) was promised, or a slice gives,
/// that all bytes with bits of elements can be read, and if the gaps are owned, all bytes.
///
/// # Examples
///
/// ```
/// use layout_kernels::Source;
///
/// let source = Source::new(&[1, 2, 3]);
/// assert_eq!(source.tail(1).len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    start: *const u8,
    len: SideLen,
    lifetime: PhantomData<&'a [u8]>,
}

// SAFETY: what is readable by one thread is by all, as of `&[u8]`.
unsafe impl Send for Source<'_> {}
// SAFETY: the same.
unsafe impl Sync for Source<'_> {}

impl<'a> Source<'a> {
    /// Returns the bytes of a slice, which owns its gaps.
    #[must_use]
    #[inline(always)]
    pub const fn new(bytes: &'a [u8]) -> Source<'a> {
        Source {
            start: bytes.as_ptr(),
            len: SideLen(bytes.len()),
            lifetime: PhantomData,
        }
    }

    /// Returns `len` bytes from `start` on, of which others may use the gaps.
    ///
    /// # Safety
    ///
    /// - The bytes are within one allocation, and at most `isize::MAX`.
    /// - Each byte that has a bit of an element of a copy that gets this source can be read by any
    ///   thread and is initialised, and nothing writes it while the copy runs.
    #[must_use]
    #[inline(always)]
    pub const unsafe fn from_raw_parts(start: *const u8, len: usize) -> Source<'a> {
        Source {
            start,
            len: SideLen(len | SideLen::SHARES_GAPS),
            lifetime: PhantomData,
        }
    }

    /// Returns the number of bytes.
    #[must_use]
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.len.get()
    }

    /// Returns true if there are no bytes.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the address of the first byte.
    #[must_use]
    #[inline(always)]
    pub const fn as_ptr(self) -> *const u8 {
        self.start
    }

    /// Returns the bytes from byte `start` on.
    ///
    /// # Panics
    ///
    /// When there are fewer bytes.
    #[must_use]
    #[inline(always)]
    #[track_caller]
    pub const fn tail(self, start: usize) -> Source<'a> {
        check_bounds(self.len(), start, 0);
        Source {
            start: self.start.wrapping_add(start),
            len: self.len.part(self.len() - start),
            ..self
        }
    }

    /// Returns true if nothing else writes the bytes between the elements.
    #[inline(always)]
    pub(crate) const fn owns_gaps(self) -> bool {
        self.len.owns_gaps()
    }

    /// Returns a byte that has a bit of an element.
    ///
    /// # Panics
    ///
    /// When it is out of bounds.
    #[inline(always)]
    #[track_caller]
    pub(crate) const fn byte(self, at: usize) -> u8 {
        self.bytes(at, 1)[0]
    }

    /// Returns `len` bytes from byte `start` on, each of which has a bit of an element.
    ///
    /// # Panics
    ///
    /// When they are out of bounds.
    #[inline(always)]
    #[track_caller]
    pub(crate) const fn bytes(self, start: usize, len: usize) -> &'a [u8] {
        check_bounds(self.len(), start, len);
        // SAFETY: *readable elements*, and the bytes are in bounds.
        unsafe { slice::from_raw_parts(self.start.wrapping_add(start), len) }
    }
}

/// The memory that a copy writes: a mutable slice, or the elements of a part of a buffer.
///
/// *Writable elements*: [`from_raw_parts`](Destination::from_raw_parts) was promised, or a slice
/// gives, that all bytes with bits of elements can be read and written, and if the gaps are owned,
/// all bytes.
///
/// # Examples
///
/// ```
/// use layout_kernels::{Destination, Source};
///
/// let mut bytes = [0; 4];
/// let mut destination = Destination::new(&mut bytes);
/// destination.copy(1, Source::new(&[1, 2, 3]), 0, 2);
/// assert_eq!(bytes, [0, 1, 2, 0]);
/// ```
#[derive(Debug)]
pub struct Destination<'a> {
    start: *mut u8,
    len: SideLen,
    lifetime: PhantomData<&'a mut [u8]>,
}

// SAFETY: it is used by one thread at a time, as `&mut [u8]`.
unsafe impl Send for Destination<'_> {}

impl<'a> Destination<'a> {
    /// Returns the bytes of a slice, which owns its gaps.
    #[must_use]
    #[inline(always)]
    pub const fn new(bytes: &'a mut [u8]) -> Destination<'a> {
        Destination {
            len: SideLen(bytes.len()),
            start: bytes.as_mut_ptr(),
            lifetime: PhantomData,
        }
    }

    /// Returns `len` bytes from `start` on, of which others may use the gaps.
    ///
    /// # Safety
    ///
    /// - The bytes are within one allocation, and at most `isize::MAX`.
    /// - Each byte that has a bit of an element of a copy that gets this destination can be read
    ///   and written by any thread and is initialised, and nothing else reads or writes it while
    ///   the copy runs. So if elements have less than a byte, what shares a byte with one belongs
    ///   to the copy too.
    #[must_use]
    #[inline(always)]
    pub const unsafe fn from_raw_parts(start: *mut u8, len: usize) -> Destination<'a> {
        Destination {
            start,
            len: SideLen(len | SideLen::SHARES_GAPS),
            lifetime: PhantomData,
        }
    }

    /// Returns the same bytes for a shorter time.
    #[must_use]
    #[inline(always)]
    pub const fn reborrow(&mut self) -> Destination<'_> {
        Destination {
            start: self.start,
            len: self.len,
            lifetime: PhantomData,
        }
    }

    /// Returns the number of bytes.
    #[must_use]
    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len.get()
    }

    /// Returns true if there are no bytes.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the address of the first byte.
    #[must_use]
    #[inline(always)]
    pub const fn as_mut_ptr(&mut self) -> *mut u8 {
        self.start
    }

    /// Returns the bytes from byte `start` on.
    ///
    /// # Panics
    ///
    /// When there are fewer bytes.
    #[must_use]
    #[inline(always)]
    #[track_caller]
    pub const fn tail(&mut self, start: usize) -> Destination<'_> {
        check_bounds(self.len(), start, 0);
        Destination {
            start: self.start.wrapping_add(start),
            len: self.len.part(self.len() - start),
            lifetime: PhantomData,
        }
    }

    /// Copies `len` contiguous bytes of elements, from byte `from` of the source to byte `to`.
    ///
    /// # Panics
    ///
    /// When they are out of bounds of a buffer.
    #[inline(always)]
    #[track_caller]
    pub const fn copy(&mut self, to: usize, src: Source<'_>, from: usize, len: usize) {
        check_bounds(src.len(), from, len);
        check_bounds(self.len(), to, len);
        let from = src.start.wrapping_add(from);
        let to = self.start.wrapping_add(to);
        // SAFETY: *readable* and *writable elements*, in bounds; what is written here nothing
        // else uses, so they do not overlap.
        unsafe { to.copy_from_nonoverlapping(from, len) }
    }

    /// Returns true if nothing else uses the bytes between the elements.
    #[inline(always)]
    pub(crate) const fn owns_gaps(&self) -> bool {
        self.len.owns_gaps()
    }

    /// Returns the address of the first byte, as a number.
    #[inline(always)]
    pub(crate) fn addr(&self) -> usize {
        self.start.addr()
    }

    /// Returns the first `at` bytes, and the others.
    ///
    /// # Panics
    ///
    /// When there are fewer bytes.
    #[cfg(feature = "rayon")]
    #[track_caller]
    pub(crate) fn split_at(self, at: usize) -> (Destination<'a>, Destination<'a>) {
        check_bounds(self.len(), at, 0);
        let part = |start, len| Destination {
            start: self.start.wrapping_add(start),
            len: self.len.part(len),
            lifetime: PhantomData,
        };
        (part(0, at), part(at, self.len() - at))
    }

    /// Sets the bits of a byte that `mask` has, which are those of elements.
    ///
    /// # Panics
    ///
    /// When it is out of bounds.
    #[inline(always)]
    #[track_caller]
    pub(crate) const fn set_bits(&mut self, at: usize, mask: u8, bits: u8) {
        let byte = &mut self.bytes(at, 1)[0];
        *byte = *byte & !mask | bits & mask;
    }

    /// Returns `len` bytes from byte `start` on, each of which has a bit of an element.
    ///
    /// # Panics
    ///
    /// When they are out of bounds.
    #[inline(always)]
    #[track_caller]
    pub(crate) const fn bytes(&mut self, start: usize, len: usize) -> &mut [u8] {
        check_bounds(self.len(), start, len);
        // SAFETY: *writable elements*, and the bytes are in bounds; the borrow is mutable.
        unsafe { slice::from_raw_parts_mut(self.start.wrapping_add(start), len) }
    }
}
