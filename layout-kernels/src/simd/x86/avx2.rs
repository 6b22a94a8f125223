//! AVX2.

use core::arch::x86_64::*;

use super::super::{At, Task, Vector};
use super::Unaligned;
use super::Xmm;

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
    fn join_lanes(self, other: Self) -> (Self, Self) {
        (
            Self(op!(_mm256_permute2x128_si256::<0x20>(self.0, other.0))),
            Self(op!(_mm256_permute2x128_si256::<0x31>(self.0, other.0))),
        )
    }
}
