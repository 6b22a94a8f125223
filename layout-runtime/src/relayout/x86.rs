//! The vector registers of x86: SSE2, which every x86-64 has, AVX2 and AVX-512.

use core::arch::x86_64::*;

use super::kernels::At;
use super::nest::Nest;
use super::vector::{Lanes, Task, Vector};

/// One instruction of the vector whose method this is.
macro_rules! op {
    ($instruction:expr) => {
        // SAFETY: a value of the vector exists, so the processor has its
        // instructions; this one touches no memory.
        unsafe { $instruction }
    };
}

/// `run`, `load`, `store` and `stream` of a vector that is one register.
macro_rules! memory {
    ($load:ident $store:ident $stream:ident $features:literal) => {
        #[inline(always)]
        unsafe fn run<T: Task>(nest: &Nest, at: At) {
            #[inline(never)]
            #[target_feature(enable = $features)]
            unsafe fn compiled<T: Task>(nest: &Nest, at: At) {
                // SAFETY: the caller promises what the task asks.
                unsafe { T::run(nest, at) }
            }
            // SAFETY: the caller promises the processor and what the task asks.
            unsafe { compiled::<T>(nest, at) }
        }

        #[inline(always)]
        unsafe fn load(from: *const u8) -> Self {
            // SAFETY: the caller promises the instruction and the bytes, which
            // it takes at any address.
            Self(unsafe { $load(from.cast()) })
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut u8) {
            // SAFETY: the caller promises the bytes, which it takes at any
            // address; a value exists, so the processor has the instruction.
            unsafe { $store(to.cast(), self.0) }
        }

        #[inline(always)]
        unsafe fn stream(self, to: *mut u8) {
            // SAFETY: the caller promises the bytes and that the address is a
            // multiple of the vector's size; a value exists, so the processor
            // has the instruction.
            unsafe { $stream(to.cast(), self.0) }
        }
    };
}

/// 16 bytes: SSE2.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

// SAFETY: `memory!` moves one register of 16 bytes.
unsafe impl Vector for Sse2 {
    const BYTES: usize = 16;
    type Half = Sse2;
    type Tile = Sse2;

    memory! { _mm_loadu_si128 _mm_storeu_si128 _mm_stream_si128 "sse2" }

    #[inline(always)]
    fn interleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        match U {
            1 => (
                Sse2(op!(_mm_unpacklo_epi8(a, b))),
                Sse2(op!(_mm_unpackhi_epi8(a, b))),
            ),
            2 => (
                Sse2(op!(_mm_unpacklo_epi16(a, b))),
                Sse2(op!(_mm_unpackhi_epi16(a, b))),
            ),
            4 => (
                Sse2(op!(_mm_unpacklo_epi32(a, b))),
                Sse2(op!(_mm_unpackhi_epi32(a, b))),
            ),
            8 => (
                Sse2(op!(_mm_unpacklo_epi64(a, b))),
                Sse2(op!(_mm_unpackhi_epi64(a, b))),
            ),
            _ => (self, other),
        }
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
                    Sse2(op!(_mm_packus_epi16(even_a, even_b))),
                    Sse2(op!(_mm_packus_epi16(odd_a, odd_b))),
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
                    Sse2(op!(_mm_packs_epi32(even_a, even_b))),
                    Sse2(op!(_mm_packs_epi32(odd_a, odd_b))),
                )
            }
            4 => {
                let (a, b) = (op!(_mm_castsi128_ps(a)), op!(_mm_castsi128_ps(b)));
                let even = op!(_mm_shuffle_ps::<0b10_00_10_00>(a, b));
                let odd = op!(_mm_shuffle_ps::<0b11_01_11_01>(a, b));
                (
                    Sse2(op!(_mm_castps_si128(even))),
                    Sse2(op!(_mm_castps_si128(odd))),
                )
            }
            8 => (
                Sse2(op!(_mm_unpacklo_epi64(a, b))),
                Sse2(op!(_mm_unpackhi_epi64(a, b))),
            ),
            _ => (self, other),
        }
    }
}

// SAFETY: the only lane is what `load` and `store` touch.
unsafe impl Lanes for Sse2 {}

/// 32 bytes: AVX2. Its instructions work on two lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

impl Avx2 {
    /// The low lanes of both, and the high lanes of both.
    #[inline(always)]
    fn lanes(low: __m256i, high: __m256i) -> (Self, Self) {
        (
            Avx2(op!(_mm256_permute2x128_si256::<0x20>(low, high))),
            Avx2(op!(_mm256_permute2x128_si256::<0x31>(low, high))),
        )
    }

    /// The even and the odd groups of 8 bytes of `a` followed by `b`.
    #[inline(always)]
    fn eights(a: __m256i, b: __m256i) -> (Self, Self) {
        let (even, odd) = (
            op!(_mm256_unpacklo_epi64(a, b)),
            op!(_mm256_unpackhi_epi64(a, b)),
        );
        Self::sorted(even, odd)
    }

    /// Groups of 8 bytes from `a, b, a, b` to `a, a, b, b`, twice.
    #[inline(always)]
    fn sorted(even: __m256i, odd: __m256i) -> (Self, Self) {
        (
            Avx2(op!(_mm256_permute4x64_epi64::<0b11_01_10_00>(even))),
            Avx2(op!(_mm256_permute4x64_epi64::<0b11_01_10_00>(odd))),
        )
    }
}

// SAFETY: `memory!` moves one register of 32 bytes.
unsafe impl Vector for Avx2 {
    const BYTES: usize = 32;
    type Half = Sse2;
    type Tile = Avx2;

    memory! { _mm256_loadu_si256 _mm256_storeu_si256 _mm256_stream_si256 "avx2" }

    #[inline(always)]
    fn interleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let (low, high) = self.interleave_lanes::<U>(other);
        Self::lanes(low.0, high.0)
    }

    #[inline(always)]
    fn deinterleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        match U {
            1 | 2 => {
                let order = op!(_mm256_broadcastsi128_si256(evens_then_odds::<U>()));
                let (a, b) = (
                    op!(_mm256_shuffle_epi8(a, order)),
                    op!(_mm256_shuffle_epi8(b, order)),
                );
                Self::eights(a, b)
            }
            4 => {
                let (a, b) = (op!(_mm256_castsi256_ps(a)), op!(_mm256_castsi256_ps(b)));
                let even = op!(_mm256_shuffle_ps::<0b10_00_10_00>(a, b));
                let odd = op!(_mm256_shuffle_ps::<0b11_01_11_01>(a, b));
                Self::sorted(
                    op!(_mm256_castps_si256(even)),
                    op!(_mm256_castps_si256(odd)),
                )
            }
            8 => Self::eights(a, b),
            _ => Self::lanes(a, b),
        }
    }
}

// SAFETY: `load_lanes` and `store_lanes` move one register of 16 bytes a lane.
unsafe impl Lanes for Avx2 {
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
        let (a, b) = (self.0, other.0);
        match U {
            1 => (
                Avx2(op!(_mm256_unpacklo_epi8(a, b))),
                Avx2(op!(_mm256_unpackhi_epi8(a, b))),
            ),
            2 => (
                Avx2(op!(_mm256_unpacklo_epi16(a, b))),
                Avx2(op!(_mm256_unpackhi_epi16(a, b))),
            ),
            4 => (
                Avx2(op!(_mm256_unpacklo_epi32(a, b))),
                Avx2(op!(_mm256_unpackhi_epi32(a, b))),
            ),
            8 => (
                Avx2(op!(_mm256_unpacklo_epi64(a, b))),
                Avx2(op!(_mm256_unpackhi_epi64(a, b))),
            ),
            _ => (self, other),
        }
    }
}

/// The order that puts the even units of 16 bytes before the odd ones.
#[inline(always)]
fn evens_then_odds<const U: usize>() -> __m128i {
    let order: [u8; 16] = match U {
        1 => [0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15],
        _ => [0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15],
    };
    // SAFETY: both are 16 bytes without padding, of any value.
    unsafe { core::mem::transmute(order) }
}

/// 64 bytes: AVX-512 F and BW. Its instructions on bytes and pairs of bytes
/// work on four lanes of 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

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
    fn spread(self) -> __m512i {
        let order = [0u64, 4, 1, 5, 2, 6, 3, 7];
        // SAFETY: both are 64 bytes without padding, of any value.
        let order = unsafe { core::mem::transmute::<[u64; 8], __m512i>(order) };
        op!(_mm512_permutexvar_epi64(order, self.0))
    }
}

// SAFETY: `memory!` moves one register of 64 bytes.
unsafe impl Vector for Avx512 {
    const BYTES: usize = 64;
    type Half = Avx2;
    type Tile = Avx2;

    memory! { _mm512_loadu_si512 _mm512_storeu_si512 _mm512_stream_si512 "avx2,avx512f,avx512bw,avx512dq,avx512vl" }

    #[inline(always)]
    fn interleave<const U: usize>(self, other: Self) -> (Self, Self) {
        match U {
            1 => {
                let (a, b) = (self.spread(), other.spread());
                (
                    Avx512(op!(_mm512_unpacklo_epi8(a, b))),
                    Avx512(op!(_mm512_unpackhi_epi8(a, b))),
                )
            }
            2 => {
                let (a, b) = (self.spread(), other.spread());
                (
                    Avx512(op!(_mm512_unpacklo_epi16(a, b))),
                    Avx512(op!(_mm512_unpackhi_epi16(a, b))),
                )
            }
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
}
