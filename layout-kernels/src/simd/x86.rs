//! The vector registers of x86: AVX2, with 32 and with 16 bytes.

use core::arch::x86_64::*;

use super::{At, Task, Vector};

/// One instruction, within a method of the vector that it belongs to.
macro_rules! op {
    ($instruction:expr) => {
        // SAFETY: a value of the vector exists, so the processor has its
        // instructions; this one touches no memory.
        unsafe { $instruction }
    };
}

/// `interleave_lanes`: the instructions for the low halves and for the high halves, by the
/// bytes of a unit.
macro_rules! unpack {
    ($a:ident $b:ident $($unit:literal $low:ident $high:ident)*) => {
        match U {
            $($unit => (
                Self(op!($low($a.0, $b.0))),
                Self(op!($high($a.0, $b.0))),
            ),)*
            _ => ($a, $b),
        }
    };
}

/// `execute`, `load`, `store`, `stream` and `or` for a vector that is one register.
macro_rules! memory {
    ($stream:ident $or:ident $features:literal) => {
        #[inline(always)]
        unsafe fn execute<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
            /// # Safety
            ///
            /// As `execute`.
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn compiled<P: ?Sized, T: Task<P>>(planned: &P, at: At) {
                // SAFETY: the caller promises the task's requirements.
                unsafe { T::execute(planned, at) }
            }
            // SAFETY: the caller promises the processor and the task's
            // requirements.
            unsafe { compiled::<P, T>(planned, at) }
        }

        #[inline(always)]
        unsafe fn load(from: *const u8) -> Self {
            // SAFETY: the caller promises the instruction and the bytes, which
            // it takes at any address.
            unsafe { (*from.cast::<Unaligned<Self>>()).0 }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u8) {
            // SAFETY: the caller promises the bytes, which it takes at any
            // address; a value exists, so the processor has the instruction.
            unsafe { *to.cast::<Unaligned<Self>>() = Unaligned(self) }
        }

        #[inline(always)]
        unsafe fn stream(self, to: *mut u8) {
            // SAFETY: the caller promises the bytes and that the address is a
            // multiple of the vector's size; a value exists, so the processor
            // has the instruction.
            unsafe { $stream(to.cast(), self.0) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(op!($or(self.0, other.0)))
        }
    };
}

/// A vector at any address. With debug assertions, the load and store intrinsics
/// copy through the stack; this does not.
#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Unaligned<V>(V);

/// 32 bytes: AVX2. Its instructions work on two lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(pub(super) __m256i);

// SAFETY: `memory!` copies one register of 32 bytes; `load_lanes` and `store_lanes` copy 16
// bytes per lane.
unsafe impl Vector for Avx2 {
    const BYTES: usize = 32;
    const STREAMS: bool = true;
    type Half = Xmm;
    type Tile = Avx2;

    memory! { _mm256_stream_si256 _mm256_or_si256 "avx2" }

    #[inline(always)]
    unsafe fn load_lanes(from: *const u8, pitch: usize) -> Self {
        // SAFETY: the caller promises the instruction and the first lane.
        let low = unsafe { _mm_loadu_si128(from.cast()) };
        // SAFETY: the same, the second lane.
        let high = unsafe { _mm_loadu_si128(from.wrapping_add(pitch).cast()) };
        Self(op!(_mm256_set_m128i(high, low)))
    }

    #[inline(always)]
    unsafe fn store_lanes(self, to: *mut u8, pitch: usize) {
        let (low, high) = (
            op!(_mm256_castsi256_si128(self.0)),
            op!(_mm256_extracti128_si256::<1>(self.0)),
        );
        // SAFETY: the caller promises the first lane; a value exists, so the
        // processor has the instruction.
        unsafe { _mm_storeu_si128(to.cast(), low) }
        // SAFETY: the same, the second lane.
        unsafe { _mm_storeu_si128(to.wrapping_add(pitch).cast(), high) }
    }

    #[inline(always)]
    fn shuffle_lanes(self, order: Self) -> Self {
        Self(op!(_mm256_shuffle_epi8(self.0, order.0)))
    }

    #[inline(always)]
    fn interleave_lanes<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self, other);
        unpack!(a b
            1 _mm256_unpacklo_epi8 _mm256_unpackhi_epi8
            2 _mm256_unpacklo_epi16 _mm256_unpackhi_epi16
            4 _mm256_unpacklo_epi32 _mm256_unpackhi_epi32
            8 _mm256_unpacklo_epi64 _mm256_unpackhi_epi64
        )
    }

    #[inline(always)]
    fn join_twelves(self) -> Self {
        let order = op!(_mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
        Self(op!(_mm256_permutevar8x32_epi32(self.0, order)))
    }

    #[inline(always)]
    fn join_lanes(self, other: Self) -> (Self, Self) {
        (
            Self(op!(_mm256_permute2x128_si256::<0x20>(self.0, other.0))),
            Self(op!(_mm256_permute2x128_si256::<0x31>(self.0, other.0))),
        )
    }
}

/// 16 bytes, with the instructions of AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Xmm(__m128i);

// SAFETY: `memory!` copies one register of 16 bytes.
unsafe impl Vector for Xmm {
    const BYTES: usize = 16;
    const STREAMS: bool = false;
    type Half = Xmm;
    type Tile = Xmm;

    memory! { _mm_stream_si128 _mm_or_si128 "avx2" }

    #[inline(always)]
    fn interleave_lanes<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self, other);
        unpack!(a b
            1 _mm_unpacklo_epi8 _mm_unpackhi_epi8
            2 _mm_unpacklo_epi16 _mm_unpackhi_epi16
            4 _mm_unpacklo_epi32 _mm_unpackhi_epi32
            8 _mm_unpacklo_epi64 _mm_unpackhi_epi64
        )
    }

    #[inline(always)]
    fn shuffle_lanes(self, order: Self) -> Self {
        Self(op!(_mm_shuffle_epi8(self.0, order.0)))
    }
}
