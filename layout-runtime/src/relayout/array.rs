//! An array of bytes as a vector: the portable kernels.

use super::vector::Vector;

/// An array in place of a vector register: for processors without one that is
/// known here, and for Miri.
#[derive(Clone, Copy)]
pub(super) struct Bytes([u8; 16]);

// SAFETY: `load`, `store` and `stream` touch the 16 bytes of the array.
unsafe impl Vector for Bytes {
    const BYTES: usize = 16;
    type Half = Bytes;
    type Tile = Bytes;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises 16 readable bytes; an array of bytes has
        // no alignment.
        unsafe { from.cast::<Bytes>().read() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller promises 16 writable bytes; an array of bytes has
        // no alignment.
        unsafe { to.cast::<Bytes>().write(self) }
    }

    #[inline(always)]
    unsafe fn stream(self, to: *mut u8) {
        // SAFETY: what `stream` asks includes what `store` asks.
        unsafe { self.store(to) }
    }

    #[inline(always)]
    fn interleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let mut both = [[0; 16]; 2];
        let mut i = 0;
        while i < 32 {
            let (unit, byte) = (i / U, i % U);
            let from = if unit % 2 == 0 { &self.0 } else { &other.0 };
            both[i / 16][i % 16] = from[unit / 2 * U + byte];
            i += 1;
        }
        (Bytes(both[0]), Bytes(both[1]))
    }

    #[inline(always)]
    fn deinterleave<const U: usize>(self, other: Self) -> (Self, Self) {
        let both = [self.0, other.0];
        let mut parts = [[0; 16]; 2];
        let mut i = 0;
        while i < 32 {
            let (unit, byte) = (i / U, i % U);
            parts[unit % 2][unit / 2 * U + byte] = both[i / 16][i % 16];
            i += 1;
        }
        (Bytes(parts[0]), Bytes(parts[1]))
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for (byte, other) in self.0.iter_mut().zip(other.0) {
            *byte |= other;
        }
        self
    }
}
