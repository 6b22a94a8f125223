//! What the processor offers: which kernels, and orders to its caches.
//!
//! All functions between [`RelayoutPlan::run`](super::RelayoutPlan::run) and
//! the kernels are generic or `#[inline]`: the kernels are compiled in crates
//! that move arrays, and in no others.

#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
use super::array::Bytes;
use super::kernels::{self, At, LINE};
use super::nest::Nest;
use super::vector::Vector;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A kernel, which runs all loops of a nest.
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// Asks for what the module `kernels` says.
    pub(super) run: unsafe fn(&Nest, At),
    /// The bytes of its vector.
    pub(super) vector: usize,
    /// Whether it stores past the caches: it then asks for a nest that
    /// [fills lines](Nest::fills_lines).
    pub(super) streams: bool,
}

/// The kernel for a vector, which stores past the caches or not.
macro_rules! kernel {
    ($vector:ty, $streams:literal) => {
        Kernel {
            run: kernels::inner::<$vector, $streams>,
            vector: <$vector as Vector>::BYTES,
            streams: $streams,
        }
    };
}

/// The fastest kernels that the processor has; those that store past the
/// caches when `stream` asks for them.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[inline]
pub(super) fn kernel(_stream: bool) -> Kernel {
    kernel!(Bytes, false)
}

/// The fastest kernels that the processor has; those that store past the
/// caches when `stream` asks for them.
#[cfg(all(target_arch = "aarch64", not(miri)))]
#[inline]
pub(super) fn kernel(_stream: bool) -> Kernel {
    kernel!(super::neon::Neon, false)
}

/// Whether the processor has a feature: known while the program compiles, or
/// asked for where there is the standard library.
#[cfg(all(target_arch = "x86_64", not(miri)))]
macro_rules! has {
    ($($feature:tt)*) => {{
        #[cfg(feature = "std")]
        let has = true $(&& std::is_x86_feature_detected!($feature))*;
        #[cfg(not(feature = "std"))]
        let has = cfg!(all($(target_feature = $feature),*));
        has
    }};
}

/// The fastest kernels that the processor has; those that store past the
/// caches when `stream` asks for them.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
pub(super) fn kernel(stream: bool) -> Kernel {
    use super::x86::{Avx2, Avx512, Sse2};
    match (widest(), stream) {
        (64, false) => kernel!(Avx512, false),
        (64, true) => kernel!(Avx512, true),
        (32, false) => kernel!(Avx2, false),
        (32, true) => kernel!(Avx2, true),
        _ => kernel!(Sse2, false),
    }
}

/// The bytes of the widest vector that the processor has, asked for once.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
fn widest() -> usize {
    static WIDEST: AtomicUsize = AtomicUsize::new(0);
    once(&WIDEST, ask_widest)
}

/// What the processor says, asked for once.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
pub(super) fn once(said: &AtomicUsize, ask: fn() -> usize) -> usize {
    match said.load(Relaxed) {
        0 => {
            let says = ask();
            said.store(says, Relaxed);
            says
        }
        says => says,
    }
}

/// The bytes of the widest vector that the processor has.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[cold]
fn ask_widest() -> usize {
    match (
        has!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl"),
        has!("avx2"),
    ) {
        (true, _) => 64,
        (_, true) => 32,
        _ => 16,
    }
}

/// Orders stores past the caches before all later stores, as others are.
#[inline]
pub(super) fn finish_streaming() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE, which has it, is part of x86-64.
    unsafe {
        core::arch::x86_64::_mm_sfence()
    }
}

/// Copies bytes, whole cache lines of the destination past the caches.
///
/// # Panics
///
/// When the lengths differ.
#[inline]
pub(super) fn stream(from: &[u8], to: &mut [u8]) {
    assert!(
        from.len() == to.len(),
        "a copy has as many bytes on both sides"
    );
    let at = At {
        src: from.as_ptr(),
        dst: to.as_mut_ptr(),
    };
    #[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
    let lines = Bytes::lines;
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    let lines = super::neon::Neon::lines;
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    let lines = {
        use super::x86::{Avx2, Avx512, Sse2};
        match widest() {
            64 => Avx512::lines,
            32 => Avx2::lines,
            _ => Sse2::lines,
        }
    };
    // SAFETY: both slices have so many bytes, and the processor the vector.
    unsafe { lines(from.len(), at) }
}

/// Has the processor load the cache lines of `len` bytes, as [`prefetch_line`].
#[inline]
pub(super) fn prefetch(from: *const u8, len: usize) {
    for line in (0..len).step_by(LINE) {
        prefetch_line(from.wrapping_add(line));
    }
    prefetch_line(from.wrapping_add(len - 1));
}

/// Has the processor load a cache line, if it can, to the second-level cache:
/// it is not used soon.
#[inline(always)]
pub(super) fn prefetch_line(from: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: SSE is part of x86-64; a prefetch touches nothing, whatever
        // the address is.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = from;
}

/// All kernels that this processor can run.
#[cfg(all(test, feature = "alloc"))]
pub(super) fn all_kernels() -> alloc::vec::Vec<Kernel> {
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    return alloc::vec![kernel(false)];
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use super::x86::{Avx2, Avx512, Sse2};
        let mut all: alloc::vec::Vec<Kernel> = alloc::vec![kernel!(Sse2, false)];
        if widest() >= 32 {
            all.push(kernel!(Avx2, false));
            all.push(kernel!(Avx2, true));
        }
        if widest() >= 64 {
            all.push(kernel!(Avx512, false));
            all.push(kernel!(Avx512, true));
        }
        all
    }
}
