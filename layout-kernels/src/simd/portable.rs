//! `Portable`: an array of bytes as a vector.

use super::Vector;

/// An array instead of a vector register: for processors without a supported
/// one, and for Miri.
#[derive(Clone, Copy)]
pub(crate) struct Portable([u8; 16]);

// SAFETY: `load`, `store` and `stream` touch the 16 bytes of the array.
unsafe impl Vector for Portable {
    const BYTES: usize = 16;
    const STREAMS: bool = false;
    type Half = Portable;
    type Tile = Portable;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises 16 readable bytes; an array of bytes has
        // no alignment.
        unsafe { from.cast::<Portable>().read() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller promises 16 writable bytes; an array of bytes has
        // no alignment.
        unsafe { to.cast::<Portable>().write(self) }
    }

    #[inline(always)]
    unsafe fn stream(self, to: *mut u8) {
        // SAFETY: what `stream` asks includes what `store` asks.
        unsafe { self.store(to) }
    }

    #[inline(always)]
    fn interleave_lanes<const U: usize>(self, other: Self) -> (Self, Self) {
        let mut both = [[0; 16]; 2];
        let mut i = 0;
        while i < 32 {
            let (unit, byte) = (i / U, i % U);
            let from = if unit % 2 == 0 { &self.0 } else { &other.0 };
            both[i / 16][i % 16] = from[unit / 2 * U + byte];
            i += 1;
        }
        (Portable(both[0]), Portable(both[1]))
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for (byte, other) in self.0.iter_mut().zip(other.0) {
            *byte |= other;
        }
        self
    }
}
