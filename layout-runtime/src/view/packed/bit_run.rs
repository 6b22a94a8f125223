//! Runs of packed elements that begin with a byte, to and from values.

use super::bit_position::{self, BitPosition, Packing};
use super::element::PackedElement;
use crate::map::Mapping;

/// The fewest values that are checked at once, by vectors.
const CHUNK: usize = 64;

/// Values of `T` as packed elements of one type and width.
#[derive(Clone, Copy)]
pub(crate) struct Codec {
    packing: Packing,
}

impl Codec {
    /// Returns the codec of the elements of an array.
    pub(crate) fn of(mapping: &impl Mapping) -> Codec {
        let packing = Packing::of(mapping);
        Codec { packing }
    }

    /// Copies the bits of one element between positions.
    pub(crate) fn copy(self, (from, src): (&[u8], usize), (to, dst): (&mut [u8], usize)) {
        let bits = BitPosition::new(src, self.packing).read(from);
        BitPosition::new(dst, self.packing).write(to, bits);
    }

    /// Returns the bits of a value, which may be fewer than those that an element takes.
    fn width(self) -> u32 {
        self.packing.element.bits() as u32
    }

    /// Returns the value of low bits; the others are ignored.
    #[inline]
    fn value<T: PackedElement>(self, bits: u8) -> T {
        value_of(bits, self.width())
    }

    /// Returns the largest value and the smallest one of an integer type.
    pub(crate) fn range<T: PackedElement>(self, is_signed: bool) -> (T, T) {
        let all = bit_position::ones(self.width());
        match is_signed {
            true => (self.value(all ^ all >> 1), self.value(all >> 1)),
            false => (self.value(0), self.value(all)),
        }
    }

    /// Returns true if the element type has a value: its low bits make it again.
    #[inline]
    pub(crate) fn has<T: PackedElement>(self, value: T) -> bool {
        has(value, self.width())
    }

    /// Returns true if the element type has what `convert` makes of each element of `from`.
    pub(crate) fn has_all<T: PackedElement, U: Copy>(
        self,
        from: &[U],
        convert: impl Fn(U) -> Option<T> + Copy,
    ) -> bool {
        // Vectors shift bytes by a constant only: each common width has a loop of its own.
        match self.width() {
            1 => all(from, |value| convert(value).is_some_and(|to| has(to, 1))),
            2 => all(from, |value| convert(value).is_some_and(|to| has(to, 2))),
            4 => all(from, |value| convert(value).is_some_and(|to| has(to, 4))),
            width => all(from, |value| {
                convert(value).is_some_and(|to| has(to, width))
            }),
        }
    }

    /// Returns the element at a position of `bytes`.
    #[inline]
    pub(crate) fn get<T: PackedElement>(self, bytes: &[u8], position: usize) -> T {
        self.value(BitPosition::new(position, self.packing).read(bytes))
    }

    /// Writes a value, which fits, to the element at a position of `bytes`.
    #[inline]
    pub(crate) fn set<T: PackedElement>(self, bytes: &mut [u8], position: usize, value: T) {
        BitPosition::new(position, self.packing).write(bytes, value.to_bits());
    }

    /// Returns the number of the byte with which the element at a position begins; `None` if it begins within a byte.
    #[cfg(feature = "alloc")]
    pub(crate) fn byte_at(self, position: usize) -> Option<usize> {
        let bits = self.packing.bits();
        let rest = position % 8 * bits;
        rest.is_multiple_of(8)
            .then(|| position / 8 * bits + rest / 8)
    }

    /// Returns the bytes that some elements take.
    #[cfg(feature = "alloc")]
    pub(crate) fn bytes_of(self, elements: usize) -> usize {
        let bits = self.packing.bits();
        elements / 8 * bits + (elements % 8 * bits).div_ceil(8)
    }

    /// Reads elements that begin with `bytes`.
    ///
    /// ```text
    /// byte     7..4 3..0 | 7..4 3..0      of 4 bits
    /// element     1    0 |    3    2
    /// ```
    #[cfg(feature = "alloc")]
    pub(crate) fn unpack<T: PackedElement, U>(
        self,
        bytes: &[u8],
        to: &mut [U],
        convert: impl Fn(T) -> U + Copy,
    ) {
        let value = |bits| convert(self.value(bits));
        // Vectors shift bytes by a constant only: a value that takes all bits of its element
        // has a width that is known here.
        match (self.packing.bits(), self.width()) {
            (1, 1) => unpack_bytes::<1, 8, _>(bytes, to, |bits| convert(value_of(bits, 1))),
            (2, 2) => unpack_bytes::<2, 4, _>(bytes, to, |bits| convert(value_of(bits, 2))),
            (4, 4) => unpack_bytes::<4, 2, _>(bytes, to, |bits| convert(value_of(bits, 4))),
            (8, _) => unpack_bytes::<8, 1, _>(bytes, to, value),
            (bits, _) => {
                // Eight elements are `bits` whole bytes.
                for (word, to) in bytes.chunks(bits).zip(to.chunks_mut(8)) {
                    let word = word_of(word);
                    for (k, to) in to.iter_mut().enumerate() {
                        *to = value((word >> (k * bits)) as u8);
                    }
                }
            }
        }
    }

    /// Writes elements that begin with `bytes`. Bits of the last byte past them are 0.
    #[cfg(feature = "alloc")]
    pub(crate) fn pack<T: PackedElement, U: Copy>(
        self,
        from: &[U],
        bytes: &mut [u8],
        convert: impl Fn(U) -> T + Copy,
    ) {
        let bits = self.packing.bits();
        let mask = bit_position::ones(bits as u32);
        let value = |from| convert(from).to_bits() & mask;
        match bits {
            1 => pack_bytes::<1, 8, _>(from, bytes, value),
            2 => pack_bytes::<2, 4, _>(from, bytes, value),
            4 => pack_bytes::<4, 2, _>(from, bytes, value),
            8 => pack_bytes::<8, 1, _>(from, bytes, value),
            _ => {
                for (from, to) in from.chunks(8).zip(bytes.chunks_mut(bits)) {
                    let mut word = 0;
                    for (k, &from) in from.iter().enumerate() {
                        word |= u64::from(value(from)) << (k * bits);
                    }
                    to.copy_from_slice(&word.to_le_bytes()[..to.len()]);
                }
            }
        }
    }
}

/// Returns the value of the low `width` bits; the others are ignored.
#[inline]
fn value_of<T: PackedElement>(bits: u8, width: u32) -> T {
    T::from_bits(bits & bit_position::ones(width), width)
}

/// Returns true if elements of `width` bits have a value: its low bits make it again.
#[inline]
fn has<T: PackedElement>(value: T, width: u32) -> bool {
    let bits = value.to_bits();
    value_of::<T>(bits, width).to_bits() == bits
}

/// Returns true if `fits` is true of all values.
#[inline]
fn all<U: Copy>(values: &[U], fits: impl Fn(U) -> bool) -> bool {
    // All of a chunk, so that vectors can do it.
    let mut chunks = values.chunks(CHUNK);
    chunks.all(|chunk| chunk.iter().fold(true, |all, &value| all & fits(value)))
}

/// At most 8 bytes as a number, the first one lowest.
#[cfg(feature = "alloc")]
fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// `PER_BYTE` elements of `BITS` bits are a byte.
#[cfg(feature = "alloc")]
#[inline]
fn unpack_bytes<const BITS: usize, const PER_BYTE: usize, U>(
    bytes: &[u8],
    to: &mut [U],
    value: impl Fn(u8) -> U,
) {
    let (groups, rest) = to.as_chunks_mut::<PER_BYTE>();
    let (whole, last) = bytes.split_at(groups.len());
    for (&byte, to) in whole.iter().zip(groups) {
        for (k, to) in to.iter_mut().enumerate() {
            *to = value(byte >> (k * BITS));
        }
    }
    for (k, to) in rest.iter_mut().enumerate() {
        *to = value(last[0] >> (k * BITS));
    }
}

/// Returns the reverse; `value` gives no other bits than those of an element.
#[cfg(feature = "alloc")]
#[inline]
fn pack_bytes<const BITS: usize, const PER_BYTE: usize, U: Copy>(
    from: &[U],
    bytes: &mut [u8],
    value: impl Fn(U) -> u8,
) {
    let byte_of = |from: &[U]| {
        let bits = from.iter().enumerate();
        bits.fold(0, |byte, (k, &from)| byte | value(from) << (k * BITS))
    };
    let (groups, rest) = from.as_chunks::<PER_BYTE>();
    let (whole, last) = bytes.split_at_mut(groups.len());
    for (from, byte) in groups.iter().zip(whole) {
        *byte = byte_of(from);
    }
    if !rest.is_empty() {
        last[0] = byte_of(rest);
    }
}
