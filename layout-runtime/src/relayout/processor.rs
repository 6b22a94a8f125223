//! What the processor offers: which kernels, and orders to its caches.
//!
//! All functions between [`RelayoutPlan::run`](super::RelayoutPlan::run) and
//! the kernels are generic or `#[inline]`: the kernels are compiled in crates
//! that move arrays, and in no others.

#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
use super::array::Bytes;
use super::kernels::{self, At};
use super::nest::{Inner, Nest};

/// A kernel with the loop directly around it.
pub(super) type Kernel = unsafe fn(&Nest, At);

/// The fastest kernels that the processor has; those that store past the
/// caches when `stream` asks for them.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[inline]
pub(super) fn kernel(_stream: bool) -> Kernel {
    kernels::inner::<Bytes, false>
}

/// The fastest kernels that the processor has; those that store past the
/// caches when `stream` asks for them.
#[cfg(all(target_arch = "aarch64", not(miri)))]
#[inline]
pub(super) fn kernel(_stream: bool) -> Kernel {
    kernels::inner::<super::neon::Neon, false>
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
        (64, false) => kernels::inner::<Avx512, false>,
        (64, true) => kernels::inner::<Avx512, true>,
        (32, false) => kernels::inner::<Avx2, false>,
        (32, true) => kernels::inner::<Avx2, true>,
        _ => kernels::inner::<Sse2, false>,
    }
}

/// The bytes of the widest vector that the processor has, asked for once.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
fn widest() -> u8 {
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    static WIDEST: AtomicU8 = AtomicU8::new(0);
    match WIDEST.load(Relaxed) {
        0 => {}
        bytes => return bytes,
    }
    let bytes = match (
        has!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl"),
        has!("avx2"),
    ) {
        (true, _) => 64,
        (_, true) => 32,
        _ => 16,
    };
    WIDEST.store(bytes, Relaxed);
    bytes
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

/// Has the processor load the cache lines that the runs of a nest begin and
/// end in, where they take only a part of them; touches nothing.
pub(super) fn prefetch_run_ends(nest: &Nest, at: At) {
    let Inner::Run { len } = nest.inner else {
        return;
    };
    for i in 0..nest.repeat.extent {
        let run = at.step(i, &nest.repeat).dst;
        for end in [run, run.wrapping_add(len)] {
            if !end.addr().is_multiple_of(64) {
                prefetch(end);
            }
        }
    }
}

/// Has the processor load a cache line.
#[inline]
fn prefetch(line: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE is part of x86-64; a prefetch touches nothing, whatever the
    // address is.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(line.cast())
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = line;
}

/// All kernels that this processor can run.
#[cfg(all(test, feature = "alloc"))]
pub(super) fn all_kernels() -> alloc::vec::Vec<Kernel> {
    #[cfg(any(miri, not(target_arch = "x86_64")))]
    return alloc::vec![kernel(false)];
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use super::x86::{Avx2, Avx512, Sse2};
        let mut all: alloc::vec::Vec<Kernel> = alloc::vec![kernels::inner::<Sse2, false>];
        if widest() >= 32 {
            all.push(kernels::inner::<Avx2, false>);
            all.push(kernels::inner::<Avx2, true>);
        }
        if widest() >= 64 {
            all.push(kernels::inner::<Avx512, false>);
            all.push(kernels::inner::<Avx512, true>);
        }
        all
    }
}
