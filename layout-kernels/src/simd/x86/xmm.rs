//! 16 bytes, with AVX2 instructions.

use core::arch::x86_64::*;

use super::super::{At, Task, Vector};
use super::Unaligned;

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
