//! What the processor offers: which kernels, and how large its caches are.

#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
use super::array::Bytes;
use super::kernels::{self, At};
use super::nest::Nest;

/// A kernel with the loop directly around it.
pub(super) type Kernel = unsafe fn(&Nest, At);

/// The kernels over arrays of bytes.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
unsafe fn portable(nest: &Nest, at: At) {
    // SAFETY: the caller promises what the kernels ask; arrays need nothing of
    // the processor.
    unsafe { kernels::inner::<Bytes, false>(nest, at) }
}

/// The fastest kernels that the processor has; those that store past the
/// caches when `stream` asks for them.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(super) fn kernel(_stream: bool) -> Kernel {
    portable
}

/// The kernels of NEON, which all AArch64 has.
#[cfg(all(target_arch = "aarch64", not(miri)))]
unsafe fn neon(nest: &Nest, at: At) {
    // SAFETY: the caller promises what the kernels ask.
    unsafe { kernels::inner::<super::neon::Neon, false>(nest, at) }
}

/// The fastest kernels that the processor has; those that store past the
/// caches when `stream` asks for them.
#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(super) fn kernel(_stream: bool) -> Kernel {
    neon
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86 {
    use super::{At, Nest, kernels};
    use crate::relayout::x86::{Avx2, Avx512, Sse2};

    /// The kernels of one vector, compiled for the processors that have it.
    macro_rules! kernels_for {
        ($($name:ident $stream:literal $vector:ident $features:literal;)*) => {$(
            #[target_feature(enable = $features)]
            pub(super) unsafe fn $name(nest: &Nest, at: At) {
                // SAFETY: the caller promises what the kernels ask, and with
                // the features that the processor has the vector.
                unsafe { kernels::inner::<$vector, $stream>(nest, at) }
            }
        )*};
    }

    kernels_for! {
        sse2 false Sse2 "sse2";
        sse2_streaming true Sse2 "sse2";
        avx2 false Avx2 "avx2";
        avx2_streaming true Avx2 "avx2";
        avx512 false Avx512 "avx2,avx512f,avx512bw,avx512dq,avx512vl";
        avx512_streaming true Avx512 "avx2,avx512f,avx512bw,avx512dq,avx512vl";
    }
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
    match (
        has!("avx2" "avx512f" "avx512bw" "avx512dq" "avx512vl"),
        has!("avx2"),
        stream,
    ) {
        (true, _, false) => x86::avx512,
        (true, _, true) => x86::avx512_streaming,
        (_, true, false) => x86::avx2,
        (_, true, true) => x86::avx2_streaming,
        (_, _, false) => x86::sse2,
        (_, _, true) => x86::sse2_streaming,
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
