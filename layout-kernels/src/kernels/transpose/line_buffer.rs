//! `LineBuffer`: a contiguous copy of one cache line of each of some columns, or rows,
//! while they are transposed. It serves two purposes. Columns whose pitch is a multiple of
//! a large power of two map to few cache sets, and their lines evict each other before they
//! are used up (conflict misses). Columns of two loops have no single pitch.

use core::mem::MaybeUninit;

use crate::kernels::{At, LINE, line};
use crate::plan::{Axis, SETS};
use crate::simd::Vector;

/// The most columns of a buffer.
pub(super) const MAX_COLUMNS: usize = 96;

/// Returns true if the lines of columns `pitch` bytes apart map to few sets of a cache.
#[inline(always)]
pub(crate) const fn conflict(pitch: usize) -> bool {
    pitch.is_multiple_of(512)
}

/// Returns true if the lines of columns `pitch` bytes apart map to one set of the first-level
/// cache.
#[inline(always)]
pub(super) const fn share_a_set(pitch: usize) -> bool {
    pitch.is_multiple_of(SETS)
}

/// The buffer is aligned to cache lines: a load across two pages waits until all earlier
/// stores are done, including non-temporal ones.
#[repr(align(64))]
pub(super) struct LineBuffer([MaybeUninit<u8>; MAX_COLUMNS * LINE]);

impl LineBuffer {
    /// The bytes from column to column.
    pub(super) const PITCH: usize = LINE;

    #[inline(always)]
    pub(super) const fn new() -> LineBuffer {
        LineBuffer([MaybeUninit::uninit(); _])
    }

    /// Returns the first line.
    #[inline(always)]
    pub(super) const fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    /// Copies a line of each column into the buffer, and returns its start.
    ///
    /// # Safety
    ///
    /// In each of the columns, which are at most `MAX_COLUMNS`, there is a line, and the
    /// processor has the vector.
    #[inline(always)]
    pub(super) unsafe fn fill<V: Vector>(&mut self, from: *const u8, columns: &Axis) -> *const u8 {
        let dst = self.start();
        let columns = Axis {
            dst: Self::PITCH,
            ..*columns
        };
        for column in 0..columns.extent {
            let at = At { src: from, dst }.step(column, &columns);
            // SAFETY: the caller promises a line of each column; the buffer has
            // as many.
            unsafe { line::<V, false>(at) }
        }
        dst
    }
}
