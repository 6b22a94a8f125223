//! Prefetch instructions, of processors that have them.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use core::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};

/// Prefetches a cache line to the second-level cache: it is not used soon.
#[inline(always)]
pub(crate) fn prefetch_line(from: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE is part of x86-64; a prefetch touches nothing, whatever the
    // address is.
    unsafe {
        _mm_prefetch::<_MM_HINT_T1>(from.cast())
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = from;
}

/// Prefetches a cache line to the first-level cache: it is read or written soon.
#[inline(always)]
pub(crate) fn prefetch_soon(line: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: as in `prefetch_line`.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.cast())
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = line;
}
