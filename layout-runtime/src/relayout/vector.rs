//! `Vector`: what the kernels ask of a vector register, and arrays of bytes
//! that stand for one where there is none.

/// A vector register of `BYTES` bytes, seen as units of `U` bytes: 1, 2, 4, 8
/// or 16. A value of it exists only where the processor has it, because `load`
/// is the only way to get one.
///
/// # Safety
///
/// `load`, `store` and `stream` touch `BYTES` bytes.
pub(super) unsafe trait Vector: Copy {
    /// A power of two from 16 to 64.
    const BYTES: usize;

    /// A vector of half as many bytes; itself when there is none.
    type Half: Vector;

    /// # Safety
    ///
    /// `BYTES` bytes can be read at `from`, and the processor has this vector.
    unsafe fn load(from: *const u8) -> Self;

    /// # Safety
    ///
    /// `BYTES` bytes can be written at `to`.
    unsafe fn store(self, to: *mut u8);

    /// Stores past the caches, where there is such a store.
    ///
    /// # Safety
    ///
    /// As `store`, and `to` is a multiple of `BYTES`.
    unsafe fn stream(self, to: *mut u8);

    /// `self[0], other[0], self[1], other[1], ...`: the first half and the
    /// second half.
    fn interleave<const U: usize>(self, other: Self) -> (Self, Self);

    /// The even and the odd units of `self` followed by `other`: the inverse
    /// of `interleave`.
    fn deinterleave<const U: usize>(self, other: Self) -> (Self, Self);
}

/// An array in place of a vector register: for processors without one that is
/// known here, and for Miri.
#[derive(Clone, Copy)]
pub(super) struct Bytes([u8; 16]);

// SAFETY: `load`, `store` and `stream` touch the 16 bytes of the array.
unsafe impl Vector for Bytes {
    const BYTES: usize = 16;
    type Half = Bytes;

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
}
