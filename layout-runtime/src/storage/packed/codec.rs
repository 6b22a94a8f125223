//! `Codec`: how values are packed elements, one at a position or runs that begin with a byte.

use core::fmt::{self, Write};

use layout_core::spec::element_type::ElementType;
use layout_core::util::array_string::ArrayString;

use super::bit_position::{BitPosition, ones};
use super::element::PackedElement;
use crate::map::Mapping;

/// The fewest values that are checked at once, by vectors.
const CHUNK: usize = 64;

/// Values as packed elements: their type, the bits of a value, and the bits that an element takes,
/// which may be more.
#[derive(Clone, Copy)]
pub(crate) struct Codec {
    element: ElementType,
    width: u32,
    bits: usize,
}

impl Codec {
    /// Returns the codec of the elements of an array.
    #[inline]
    pub(crate) fn of<M: Mapping>(mapping: &M) -> Codec {
        let Some((element, bits)) = mapping.element() else {
            unreachable!("packed elements have a layout")
        };
        Codec {
            element,
            width: element.bits() as u32,
            bits,
        }
    }

    /// Returns the bits that an element takes, if its value takes them all; otherwise 0.
    #[inline]
    pub(super) fn full_width(self) -> usize {
        if self.width as usize == self.bits {
            self.bits
        } else {
            0
        }
    }

    #[inline]
    fn at(self, position: usize) -> BitPosition {
        BitPosition::new(position, self.bits)
    }

    /// Returns the element at a position of `bytes`.
    #[inline(always)] // a call would keep an iterator in memory
    pub(crate) fn get<T: PackedElement>(self, bytes: &[u8], position: usize) -> T {
        match self.full_width() {
            1 => read_full::<1, _>(bytes, position),
            2 => read_full::<2, _>(bytes, position),
            4 => read_full::<4, _>(bytes, position),
            _ => self.value(self.at(position).read(bytes)),
        }
    }

    /// Writes a value, which fits, to the element at a position of `bytes`.
    #[inline]
    pub(crate) fn set<T: PackedElement>(self, bytes: &mut [u8], position: usize, value: T) {
        self.at(position).write(bytes, value.to_bits());
    }

    /// Copies the bits of one element between positions.
    pub(crate) fn copy(self, (from, src): (&[u8], usize), (to, dst): (&mut [u8], usize)) {
        let bits = self.at(src).read(from);
        self.at(dst).write(to, bits);
    }

    /// Returns the value of low bits; the others are ignored.
    #[inline]
    fn value<T: PackedElement>(self, bits: u8) -> T {
        T::from_bits(bits & ones(self.width), self.width)
    }

    /// Returns the largest value and the smallest one of an integer type.
    pub(crate) fn range<T: PackedElement>(self, is_signed: bool) -> (T, T) {
        let all = ones(self.width);
        if is_signed {
            (self.value(all ^ all >> 1), self.value(all >> 1))
        } else {
            (self.value(0), self.value(all))
        }
    }

    /// Returns true if the element type has a value: its low bits make it again.
    #[inline]
    pub(crate) fn has<T: PackedElement>(self, value: T) -> bool {
        let bits = value.to_bits();
        self.value::<T>(bits).to_bits() == bits
    }

    /// Returns a value as text, shortened if long, and the element type, if that does not have it.
    #[inline]
    pub(super) fn misfit<T: PackedElement>(
        self,
        value: T,
    ) -> Option<(ArrayString<32>, ElementType)> {
        (!self.has(value)).then(|| (text_of(&value), self.element))
    }

    /// Returns true if the element type has what `convert` makes of each element of `from`.
    pub(crate) fn has_all<T: PackedElement, U: Copy>(
        self,
        from: &[U],
        convert: impl Fn(U) -> Option<T> + Copy,
    ) -> bool {
        // All of a chunk, so that vectors can do it.
        let has = |&value: &U| convert(value).is_some_and(|to| self.has(to));
        let mut chunks = from.chunks(CHUNK);
        chunks.all(|chunk| chunk.iter().fold(true, |all, value| all & has(value)))
    }

    /// Returns the number of the byte with which the element at a position begins; `None` if it
    /// begins within a byte.
    pub(crate) fn byte_at(self, position: usize) -> Option<usize> {
        let at = self.at(position);
        (at.shift == 0).then_some(at.byte)
    }

    /// Returns the bytes that some elements take.
    #[cfg(feature = "alloc")]
    pub(crate) fn bytes_of(self, elements: usize) -> usize {
        let end = self.at(elements);
        end.byte + usize::from(end.shift > 0)
    }

    /// Returns the bits of an element.
    pub(crate) fn bits(self) -> usize {
        self.bits
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
        mut convert: impl FnMut(T) -> U,
    ) {
        let mut value = |bits| convert(self.value(bits));
        match self.bits {
            1 => unpack_bytes::<1, 8, _>(bytes, to, value),
            2 => unpack_bytes::<2, 4, _>(bytes, to, value),
            4 => unpack_bytes::<4, 2, _>(bytes, to, value),
            8 => unpack_bytes::<8, 1, _>(bytes, to, value),
            bits => {
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
        mut convert: impl FnMut(U) -> T,
    ) {
        let bits = self.bits;
        let mask = ones(bits as u32);
        let mut value = |from| convert(from).to_bits() & mask;
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

/// Returns a value as `Debug` writes it; what does not fit is cut off.
#[cold]
#[inline(never)]
fn text_of(value: &dyn fmt::Debug) -> ArrayString<32> {
    let mut text = ArrayString::new();
    let _ = write!(text, "{value:?}");
    text
}

/// Returns the element of `BITS` bits, 1, 2 or 4, at a position.
#[inline]
pub(super) fn read_full<const BITS: usize, T: PackedElement>(bytes: &[u8], position: usize) -> T {
    let per_byte = 8 / BITS;
    let bits = bytes[position / per_byte] >> (position % per_byte * BITS);
    T::from_bits(bits & ones(BITS as u32), BITS as u32)
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
    mut value: impl FnMut(u8) -> U,
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
    mut value: impl FnMut(U) -> u8,
) {
    let mut byte_of = |from: &[U]| {
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
