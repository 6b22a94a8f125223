//! `Aligned`: the memory of a buffer, at 64-byte boundaries.

#[cfg(feature = "serde")]
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};

/// The alignment of a buffer in bytes: a cache line, and the widest vector.
pub(crate) const ALIGNMENT: usize = 64;

#[repr(C, align(64))]
struct CacheLine([u8; ALIGNMENT]);

/// The storage of a [`Buffer`](crate::Buffer): owned elements, which begin at a multiple of 64 bytes.
#[cfg_attr(docsrs, doc(cfg(feature = "alloc")))]
pub struct Aligned<T> {
    /// The memory of `len` elements. Its own `len` stays 0.
    memory: Vec<CacheLine>,
    /// How many elements are initialised, from the start of `memory`.
    len: usize,
    elements: PhantomData<T>,
}

impl<T: Copy> Aligned<T> {
    /// Returns a slice of `len` copies of `value`. Panics when that is more than a `Vec` can hold.
    pub(crate) fn from_elem(value: T, len: usize) -> Self {
        let memory = Vec::with_capacity(Self::cache_lines(len));
        Self::init(memory, len, |elements| {
            elements.fill(MaybeUninit::new(value));
        })
    }

    /// Returns a slice of `len` copies of `value`, or an error if there is not enough memory.
    #[cfg(feature = "serde")]
    pub(crate) fn try_from_elem(value: T, len: usize) -> Result<Self, TryReserveError> {
        let mut memory = Vec::new();
        memory.try_reserve_exact(Self::cache_lines(len))?;
        Ok(Self::init(memory, len, |elements| {
            elements.fill(MaybeUninit::new(value));
        }))
    }

    pub(crate) fn from_slice(source: &[T]) -> Self {
        let memory = Vec::with_capacity(Self::cache_lines(source.len()));
        Self::init(memory, source.len(), |elements| {
            for (element, value) in elements.iter_mut().zip(source) {
                element.write(*value);
            }
        })
    }

    /// Returns the number of cache lines that `len` elements need; more than a `Vec` can hold if
    /// their bytes exceed a `usize`.
    fn cache_lines(len: usize) -> usize {
        len.saturating_mul(size_of::<T>()).div_ceil(ALIGNMENT)
    }

    /// Returns a slice of `len` elements in `memory`, which is empty and has the capacity. `fill` writes
    /// all of them.
    fn init(
        mut memory: Vec<CacheLine>,
        len: usize,
        fill: impl FnOnce(&mut [MaybeUninit<T>]),
    ) -> Self {
        const { assert!(align_of::<T>() <= ALIGNMENT) };
        assert!(memory.is_empty() && memory.capacity() >= Self::cache_lines(len));
        let start = memory.spare_capacity_mut().as_mut_ptr();
        // SAFETY:
        // - `start` is valid for the bytes of `len` elements: the capacity covers them, as was just
        //   asserted, and no capacity covers a product that saturated; or it is dangling but aligned
        //   when there are none;
        // - it is aligned to `ALIGNMENT`, so to `T`;
        // - `MaybeUninit<T>` needs no initialised memory;
        // - nothing else refers to the memory while `memory` is not used.
        let elements = unsafe { core::slice::from_raw_parts_mut(start.cast(), len) };
        fill(elements);
        Aligned {
            memory,
            len,
            elements: PhantomData,
        }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY:
        // - `init` gave the memory room for `len` elements, aligned, and had
        //   them all written;
        // - the result borrows `self`, so nothing writes meanwhile.
        unsafe { core::slice::from_raw_parts(self.memory.as_ptr().cast(), self.len) }
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY:
        // - `init` gave the memory room for `len` elements, aligned, and had
        //   them all written;
        // - the result borrows `self` mutably, so that it is the only way to
        //   the memory.
        unsafe { core::slice::from_raw_parts_mut(self.memory.as_mut_ptr().cast(), self.len) }
    }
}

impl<T> fmt::Debug for Aligned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} aligned elements", self.len)
    }
}

impl<T: Copy> Clone for Aligned<T> {
    fn clone(&self) -> Self {
        Self::from_slice(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{ALIGNMENT, Aligned};

    #[test]
    fn aligned_initialised_and_written() {
        for len in [0, 1, 5, 64, 65, 200] {
            let mut slice = Aligned::from_elem(7u16, len);
            assert_eq!(slice.as_ptr().addr() % ALIGNMENT, 0);
            assert!(slice.iter().all(|&value| value == 7));
            assert_eq!(slice.len(), len);
            if let Some(last) = slice.last_mut() {
                *last = 8;
            }
            let copy = slice.clone();
            assert_eq!(*copy, *slice);
            assert_eq!(copy.as_ptr().addr() % ALIGNMENT, 0);
        }
        let complex = Aligned::from_slice(&[[1.0f64, 2.0]; 3]);
        assert_eq!(*complex, [[1.0, 2.0]; 3]);
        assert_eq!(Aligned::from_slice(&[(); 3]).len(), 3);
    }

    #[test]
    #[cfg(feature = "serde")]
    fn memory_that_there_is_not() {
        let few = Aligned::try_from_elem(7u16, 200).unwrap();
        assert_eq!(*few, [7; 200]);
        assert_eq!(few.as_ptr().addr() % ALIGNMENT, 0);
        for len in [usize::MAX, usize::MAX / 2, usize::MAX / 8] {
            assert!(Aligned::try_from_elem(7u64, len).is_err(), "{len}");
        }
        assert!(Aligned::try_from_elem(7u64, 0).unwrap().is_empty());
    }
}
