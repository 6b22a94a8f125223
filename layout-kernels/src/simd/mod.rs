//! Vector registers, and prefetch instructions.
//!
//! There are no AVX-512 vectors: they gain only while both sides fit the first-level cache, and
//! kernels of a third width take more time to compile and more machine code.

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod neon;
#[cfg(any(test, miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod portable;
mod vector;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(crate) use neon::Neon;
#[cfg(any(test, miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) use portable::Portable;
pub(crate) use vector::{At, Task, Vector};
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use x86::Avx2;
#[cfg(all(test, unix, target_arch = "x86_64", not(miri)))]
pub(crate) use x86::Xmm;

#[cfg(all(target_arch = "x86_64", not(miri)))]
use core::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};

/// The entry of a byte shuffle that gives 0.
pub(crate) const NONE: u8 = 0x80;

/// Prefetches a cache line into the second-level cache, for use some time later.
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

/// Prefetches a cache line into the first-level cache, for use soon.
#[inline(always)]
pub(crate) fn prefetch_soon(line: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE is part of x86-64; a prefetch touches nothing, whatever the
    // address is.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(line.cast())
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = line;
}
