//! `BitPosition`: the byte and the bit offset of a packed element.

/// The byte and the bit offset of one element.
#[derive(Clone, Copy)]
pub(super) struct BitPosition {
    pub(super) byte: usize,
    /// The first bit within the byte, 0 the lowest.
    pub(super) shift: u32,
    /// The bits that the element takes, 1 to 8.
    bits: u32,
}

/// Returns a byte whose low `bits` bits are set; `bits` is 1 to 8.
#[inline]
pub(super) const fn ones(bits: u32) -> u8 {
    u8::MAX >> (8 - bits)
}

impl BitPosition {
    #[inline]
    pub(super) fn new(position: usize, bits: usize) -> BitPosition {
        // Eight elements take `bits` bytes. Counting bytes first avoids an overflow of the
        // number of bits.
        let rest = position % 8 * bits;
        BitPosition {
            byte: position / 8 * bits + rest / 8,
            shift: (rest % 8) as u32,
            bits: bits as u32,
        }
    }

    /// Returns true if the element continues in the next byte.
    #[inline]
    fn straddles(self) -> bool {
        self.shift + self.bits > 8
    }

    #[inline]
    pub(super) fn read(self, bytes: &[u8]) -> u8 {
        let mut bits = bytes[self.byte] >> self.shift;
        if self.straddles() {
            bits |= bytes[self.byte + 1] << (8 - self.shift);
        }
        bits & ones(self.bits)
    }

    #[inline]
    pub(super) fn write(self, bytes: &mut [u8], value: u8) {
        let mask = ones(self.bits);
        let mut put = |byte: usize, mask: u8, value: u8| {
            bytes[byte] = bytes[byte] & !mask | value & mask;
        };
        put(self.byte, mask << self.shift, value << self.shift);
        if self.straddles() {
            let kept = 8 - self.shift;
            put(self.byte + 1, mask >> kept, value >> kept);
        }
    }
}
