//! `BitPosition`: the byte and the bit offset of a packed element.

use layout_core::spec::element_type::ElementType;

use super::element::PackedElement;
use crate::map::Mapping;

/// The element type, and the bits of an element.
#[derive(Clone, Copy)]
pub(super) struct Packing {
    pub(super) element: ElementType,
    bits: usize,
    /// The bits that an element takes, if its value takes them all; otherwise 0.
    full: usize,
}

impl Packing {
    #[inline]
    pub(super) fn of<M: Mapping>(mapping: &M) -> Packing {
        let (element, bits) = (mapping.element_type(), mapping.element_bits());
        let full = if element.bits() == bits { bits } else { 0 };
        Packing {
            element,
            bits,
            full,
        }
    }

    #[inline]
    pub(super) fn full_width(self) -> usize {
        self.full
    }

    /// Returns the bits that an element takes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(super) fn bits(self) -> usize {
        self.bits
    }
}

/// Returns the element of `BITS` bits, 1, 2 or 4, at a position.
#[inline]
pub(super) fn read_full<const BITS: usize, T: PackedElement>(bytes: &[u8], position: usize) -> T {
    let per_byte = 8 / BITS;
    let bits = bytes[position / per_byte] >> (position % per_byte * BITS);
    T::from_bits(bits & ones(BITS as u32), BITS as u32)
}

/// Evaluates `$fold`, where `$read` reads the element at a position of bytes. Each usual width has
/// a loop of its own, in which shifts are by constants.
macro_rules! by_width {
    ($packing:expr, |$read:ident| $fold:expr) => {
        match $packing.full_width() {
            1 => {
                let $read = bit_position::read_full::<1, _>;
                $fold
            }
            2 => {
                let $read = bit_position::read_full::<2, _>;
                $fold
            }
            4 => {
                let $read = bit_position::read_full::<4, _>;
                $fold
            }
            _ => {
                let packing = $packing;
                let $read = move |bytes: &[u8], position| take_any(bytes, packing, position);
                $fold
            }
        }
    };
}
pub(super) use by_width;

/// The byte and the bit offset of one element.
#[derive(Clone, Copy)]
pub(super) struct BitPosition {
    byte: usize,
    /// The first bit within the byte, 0 the lowest.
    shift: u32,
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
    pub(super) fn new(position: usize, packing: Packing) -> BitPosition {
        let bits = packing.bits;
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
