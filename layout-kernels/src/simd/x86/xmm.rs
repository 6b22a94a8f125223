//! SSE2, which every x86-64 has.

use core::arch::x86_64::*;

use super::super::{Task, Vector};
use crate::kernels::{At, lines};
use crate::plan::Nest;

/// 16 bytes: SSE2.
#[derive(Clone, Copy)]
pub(crate) struct Xmm(__m128i);

// SAFETY: `memory!` moves one register of 16 bytes.
unsafe impl Vector for Xmm {
    const BYTES: usize = 16;
    const STREAMS: bool = true;
    type Half = Xmm;
    type Tile = Xmm;

    memory! { _mm_loadu_si128 _mm_storeu_si128 _mm_stream_si128 _mm_or_si128 "avx2" }

    #[inline(always)]
    fn interleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self, other);
        unpack!(a b
            1 _mm_unpacklo_epi8 _mm_unpackhi_epi8
            2 _mm_unpacklo_epi16 _mm_unpackhi_epi16
            4 _mm_unpacklo_epi32 _mm_unpackhi_epi32
            8 _mm_unpacklo_epi64 _mm_unpackhi_epi64
        )
    }

    #[inline(always)]
    fn deinterleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        match U {
            1 => {
                let low = op!(_mm_set1_epi16(0xff));
                let (even_a, even_b) = (op!(_mm_and_si128(a, low)), op!(_mm_and_si128(b, low)));
                let (odd_a, odd_b) = (op!(_mm_srli_epi16::<8>(a)), op!(_mm_srli_epi16::<8>(b)));
                (
                    Xmm(op!(_mm_packus_epi16(even_a, even_b))),
                    Xmm(op!(_mm_packus_epi16(odd_a, odd_b))),
                )
            }
            2 => {
                // Sign-extended, so that packing does not saturate.
                let (even_a, even_b) = (op!(_mm_slli_epi32::<16>(a)), op!(_mm_slli_epi32::<16>(b)));
                let (even_a, even_b) = (
                    op!(_mm_srai_epi32::<16>(even_a)),
                    op!(_mm_srai_epi32::<16>(even_b)),
                );
                let (odd_a, odd_b) = (op!(_mm_srai_epi32::<16>(a)), op!(_mm_srai_epi32::<16>(b)));
                (
                    Xmm(op!(_mm_packs_epi32(even_a, even_b))),
                    Xmm(op!(_mm_packs_epi32(odd_a, odd_b))),
                )
            }
            4 => {
                let (a, b) = (op!(_mm_castsi128_ps(a)), op!(_mm_castsi128_ps(b)));
                let even = op!(_mm_shuffle_ps::<0b10_00_10_00>(a, b));
                let odd = op!(_mm_shuffle_ps::<0b11_01_11_01>(a, b));
                (
                    Xmm(op!(_mm_castps_si128(even))),
                    Xmm(op!(_mm_castps_si128(odd))),
                )
            }
            8 => (
                Xmm(op!(_mm_unpacklo_epi64(a, b))),
                Xmm(op!(_mm_unpackhi_epi64(a, b))),
            ),
            _ => (self, other),
        }
    }
}
