//! `AlignedSlice`: the memory of a buffer, at 64-byte boundaries.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The alignment of a buffer in bytes: a cache line, and the widest vector.
pub(crate) const ALIGNMENT: usize = 64;

#[repr(C, align(64))]
struct CacheLine([u8; ALIGNMENT]);

/// An owned slice that starts at a multiple of [`ALIGNMENT`] bytes.
pub(crate) struct AlignedSlice<T> {
    /// The memory of `len` elements. Its own `len` stays 0.
    memory: Vec<CacheLine>,
    /// How many elements are initialised, from the start of `memory`.
    len: usize,
    elements: PhantomData<T>,
}

impl<T: Copy> AlignedSlice<T> {
    /// Returns a slice of `len` copies of `value`. Panics when that is more than a `Vec` can hold.
    pub(crate) fn from_elem(value: T, len: usize) -> Self {
        Self::init(len, |elements| {
            elements.fill(MaybeUninit::new(value));
        })
    }

    pub(crate) fn from_slice(source: &[T]) -> Self {
        Self::init(source.len(), |elements| {
            for (element, value) in elements.iter_mut().zip(source) {
                element.write(*value);
            }
        })
    }

    /// Returns a slice of `len` elements. `fill` writes all of them.
    fn init(len: usize, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Self {
        const { assert!(align_of::<T>() <= ALIGNMENT) };
        let bytes = len.checked_mul(size_of::<T>()).expect("capacity overflow");
        let mut memory = Vec::with_capacity(bytes.div_ceil(ALIGNMENT));
        let start = memory.spare_capacity_mut().as_mut_ptr();
        // SAFETY:
        // - `start` is valid for `bytes` bytes, which the capacity covers, or
        //   dangling but aligned when there are none;
        // - it is aligned to `ALIGNMENT`, so to `T`;
        // - `MaybeUninit<T>` needs no initialised memory;
        // - nothing else refers to the memory while `memory` is not used.
        let elements = unsafe { core::slice::from_raw_parts_mut(start.cast(), len) };
        fill(elements);
        AlignedSlice {
            memory,
            len,
            elements: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        // SAFETY:
        // - `init` gave the memory room for `len` elements, aligned, and had
        //   them all written;
        // - the result borrows `self`, so nothing writes meanwhile.
        unsafe { core::slice::from_raw_parts(self.memory.as_ptr().cast(), self.len) }
    }

    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY:
        // - `init` gave the memory room for `len` elements, aligned, and had
        //   them all written;
        // - the result borrows `self` mutably, so that it is the only way to
        //   the memory.
        unsafe { core::slice::from_raw_parts_mut(self.memory.as_mut_ptr().cast(), self.len) }
    }
}

impl<T: Copy> Clone for AlignedSlice<T> {
    fn clone(&self) -> Self {
        Self::from_slice(self.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::{ALIGNMENT, AlignedSlice};

    #[test]
    fn aligned_initialised_and_written() {
        for len in [0, 1, 5, 64, 65, 200] {
            let mut slice = AlignedSlice::from_elem(7u16, len);
            assert_eq!(slice.as_slice().as_ptr().addr() % ALIGNMENT, 0);
            assert!(slice.as_slice().iter().all(|&value| value == 7));
            assert_eq!(slice.as_slice().len(), len);
            if let Some(last) = slice.as_mut_slice().last_mut() {
                *last = 8;
            }
            let copy = slice.clone();
            assert_eq!(copy.as_slice(), slice.as_slice());
            assert_eq!(copy.as_slice().as_ptr().addr() % ALIGNMENT, 0);
        }
        let complex = AlignedSlice::from_slice(&[[1.0f64, 2.0]; 3]);
        assert_eq!(complex.as_slice(), [[1.0, 2.0]; 3]);
        assert_eq!(AlignedSlice::from_slice(&[(); 3]).as_slice().len(), 3);
    }
}
