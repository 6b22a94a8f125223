//! `LineBuffer`: a cache line of each of some columns, or rows, copied together
//! while they are transposed. Columns whose pitch is a multiple of a large power
//! of two map to few sets of a cache, whose lines evict each other before they are
//! used up (conflict misses); those of two loops have no one pitch.

use core::mem::MaybeUninit;

use crate::kernels::{At, LINE, line};
use crate::plan::{Axis, SETS};
use crate::simd::Vector;

/// The most columns of a buffer.
pub(super) const MAX_COLUMNS: usize = 96;

/// Whether the lines of columns that are `pitch` bytes apart map to few sets of
/// a cache.
#[inline(always)]
pub(crate) const fn conflict(pitch: usize) -> bool {
    pitch.is_multiple_of(512)
}

/// Whether the smallest cache does not keep a line of each of so many columns, or
/// rows, that are `pitch` bytes apart.
#[inline(always)]
pub(super) fn overflow(lines: usize, pitch: usize) -> bool {
    const WAYS: usize = 8;
    lines > (SETS >> pitch.trailing_zeros().min(SETS.ilog2())) * WAYS
}

/// They are whole lines here as well: what lies across two pages is read back
/// only when all earlier stores are done, also those with non-temporal stores.
#[repr(align(64))]
pub(super) struct LineBuffer([MaybeUninit<u8>; MAX_COLUMNS * LINE]);

impl LineBuffer {
    /// From column to column.
    pub(super) const PITCH: usize = LINE;

    #[inline(always)]
    pub(super) const fn new() -> LineBuffer {
        LineBuffer([MaybeUninit::uninit(); _])
    }

    /// Where they are.
    #[inline(always)]
    pub(super) const fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    /// Copies a line of each column to where it returns.
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
