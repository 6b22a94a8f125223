//! AVX-512.

use core::arch::x86_64::*;

use super::{Avx2, evens_then_odds};
use crate::relayout::kernels::{At, lines};
use crate::relayout::nest::Nest;
use crate::relayout::vector::{Task, Vector};

/// 64 bytes: AVX-512 F and BW. Its instructions on bytes and pairs of bytes
/// work on four lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(in crate::relayout) struct Avx512(__m512i);

impl Avx512 {
    /// Groups of 8 bytes of `a` followed by `b`, by number: two choices.
    #[inline(always)]
    fn eights(a: __m512i, b: __m512i, first: [u64; 8], second: [u64; 8]) -> (Self, Self) {
        // SAFETY: both are 64 bytes without padding, of any value.
        let first = unsafe { core::mem::transmute::<[u64; 8], __m512i>(first) };
        // SAFETY: as above.
        let second = unsafe { core::mem::transmute::<[u64; 8], __m512i>(second) };
        (
            Avx512(op!(_mm512_permutex2var_epi64(a, first, b))),
            Avx512(op!(_mm512_permutex2var_epi64(a, second, b))),
        )
    }

    /// Groups of 4 bytes of `a` followed by `b`, by number: two choices.
    #[inline(always)]
    fn fours(a: __m512i, b: __m512i, first: [u32; 16], second: [u32; 16]) -> (Self, Self) {
        // SAFETY: both are 64 bytes without padding, of any value.
        let first = unsafe { core::mem::transmute::<[u32; 16], __m512i>(first) };
        // SAFETY: as above.
        let second = unsafe { core::mem::transmute::<[u32; 16], __m512i>(second) };
        (
            Avx512(op!(_mm512_permutex2var_epi32(a, first, b))),
            Avx512(op!(_mm512_permutex2var_epi32(a, second, b))),
        )
    }

    /// The groups of 8 bytes in the order in which interleaving within the
    /// lanes gives whole vectors.
    #[inline(always)]
    fn spread(self) -> Self {
        let order = [0u64, 4, 1, 5, 2, 6, 3, 7];
        // SAFETY: both are 64 bytes without padding, of any value.
        let order = unsafe { core::mem::transmute::<[u64; 8], __m512i>(order) };
        Self(op!(_mm512_permutexvar_epi64(order, self.0)))
    }
}

// SAFETY: `memory!` moves one register of 64 bytes, `load_lanes` and
// `store_lanes` one of 16 bytes a lane.
unsafe impl Vector for Avx512 {
    const BYTES: usize = 64;
    type Half = Avx2;
    type Tile = Avx2;

    memory! { _mm512_loadu_si512 _mm512_storeu_si512 _mm512_stream_si512 _mm512_or_si512 "avx2,avx512f,avx512bw,avx512dq,avx512vl" }

    #[inline(always)]
    fn interleave<const U: usize>(self, other: Self) -> (Self, Self) {
        match U {
            // Interleaving within the lanes then gives whole vectors.
            1 | 2 => self.spread().interleave_lanes::<U>(other.spread()),
            4 => Self::fours(
                self.0,
                other.0,
                [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23],
                [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31],
            ),
            8 => Self::eights(
                self.0,
                other.0,
                [0, 8, 1, 9, 2, 10, 3, 11],
                [4, 12, 5, 13, 6, 14, 7, 15],
            ),
            _ => Self::eights(
                self.0,
                other.0,
                [0, 1, 8, 9, 2, 3, 10, 11],
                [4, 5, 12, 13, 6, 7, 14, 15],
            ),
        }
    }

    #[inline(always)]
    fn deinterleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let (even, odd) = ([0, 2, 4, 6, 8, 10, 12, 14], [1, 3, 5, 7, 9, 11, 13, 15]);
        match U {
            1 | 2 => {
                let order = op!(_mm512_broadcast_i32x4(evens_then_odds::<U>()));
                let a = op!(_mm512_shuffle_epi8(self.0, order));
                let b = op!(_mm512_shuffle_epi8(other.0, order));
                Self::eights(a, b, even, odd)
            }
            4 => Self::fours(
                self.0,
                other.0,
                [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30],
                [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31],
            ),
            8 => Self::eights(self.0, other.0, even, odd),
            _ => Self::eights(
                self.0,
                other.0,
                [0, 1, 4, 5, 8, 9, 12, 13],
                [2, 3, 6, 7, 10, 11, 14, 15],
            ),
        }
    }
    #[inline(always)]
    unsafe fn load_lanes(from: *const u8, pitches: [usize; 2]) -> Self {
        // SAFETY: the caller promises the instruction and the first two lanes.
        let low = unsafe { Avx2::load_lanes(from, pitches) };
        // SAFETY: the same, the last two lanes.
        let high = unsafe { Avx2::load_lanes(from.wrapping_add(pitches[1]), pitches) };
        let low = op!(_mm512_castsi256_si512(low.0));
        Self(op!(_mm512_inserti64x4::<1>(low, high.0)))
    }

    #[inline(always)]
    unsafe fn store_lanes(self, to: *mut u8, pitches: [usize; 2]) {
        let (low, high) = (
            Avx2(op!(_mm512_castsi512_si256(self.0))),
            Avx2(op!(_mm512_extracti64x4_epi64::<1>(self.0))),
        );
        // SAFETY: the caller promises the first two lanes.
        unsafe { low.store_lanes(to, pitches) }
        // SAFETY: the same, the last two lanes.
        unsafe { high.store_lanes(to.wrapping_add(pitches[1]), pitches) }
    }

    #[inline(always)]
    fn shuffle_lanes(self, order: Self) -> Self {
        Self(op!(_mm512_shuffle_epi8(self.0, order.0)))
    }

    #[inline(always)]
    fn interleave_lanes<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self, other);
        unpack!(a b
            1 _mm512_unpacklo_epi8 _mm512_unpackhi_epi8
            2 _mm512_unpacklo_epi16 _mm512_unpackhi_epi16
            4 _mm512_unpacklo_epi32 _mm512_unpackhi_epi32
            8 _mm512_unpacklo_epi64 _mm512_unpackhi_epi64
        )
    }
}
