//! The vector registers of AArch64: NEON, which all of them have.

use core::arch::aarch64::*;

use super::Vector;

/// 16 bytes.
#[derive(Clone, Copy)]
pub(crate) struct Neon(uint8x16_t);

/// One instruction.
macro_rules! op {
    ($instruction:expr) => {
        // SAFETY: all AArch64 has NEON; this instruction touches no memory.
        unsafe { $instruction }
    };
}

/// Two instructions on units of one size, for the first and second result.
macro_rules! both {
    ($a:ident $b:ident $to:ident $first:ident $second:ident $from:ident) => {{
        let (a, b) = (op!($to($a)), op!($to($b)));
        let (first, second) = (op!($first(a, b)), op!($second(a, b)));
        (Neon(op!($from(first))), Neon(op!($from(second))))
    }};
}

// SAFETY: `load`, `store` and `stream` copy one register of 16 bytes.
unsafe impl Vector for Neon {
    const BYTES: usize = 16;
    const STREAMS: bool = false;
    type Half = Neon;
    type Tile = Neon;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises 16 readable bytes, at any address.
        Neon(unsafe { vld1q_u8(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller promises 16 writable bytes, at any address.
        unsafe { vst1q_u8(to, self.0) }
    }

    #[inline(always)]
    unsafe fn stream(self, to: *mut u8) {
        // NEON has no non-temporal store of one register.
        // SAFETY: what `stream` asks includes what `store` asks.
        unsafe { self.store(to) }
    }

    #[inline(always)]
    fn interleave_lanes<const U: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        match U {
            1 => both!(a b vreinterpretq_s8_u8 vzip1q_s8 vzip2q_s8 vreinterpretq_u8_s8),
            2 => both!(a b vreinterpretq_u16_u8 vzip1q_u16 vzip2q_u16 vreinterpretq_u8_u16),
            4 => both!(a b vreinterpretq_u32_u8 vzip1q_u32 vzip2q_u32 vreinterpretq_u8_u32),
            8 => both!(a b vreinterpretq_u64_u8 vzip1q_u64 vzip2q_u64 vreinterpretq_u8_u64),
            _ => (self, other),
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Neon(op!(vorrq_u8(self.0, other.0)))
    }

    #[inline(always)]
    fn shuffle_lanes(self, order: Self) -> Self {
        Neon(op!(vqtbl1q_u8(self.0, order.0)))
    }
}
