//! `PackedElement`: values made from the bits of packed elements.

use core::fmt;

/// A Rust type that holds the values of elements of at most 8 bits in packed
/// views.
///
/// | Rust type | values |
/// |---|---|
/// | `i8` | of S1 S2 S4 S8, sign extended: S4 holds -8 to 7 |
/// | `u8` | of U1 U2 U4 U8, and the raw bits of every other type |
/// | `bool` | of PRED |
/// | `microfloat::f4e2m1fn` and the others | of the floats of 8, 6 and 4 bits, with feature `microfloat` |
///
/// [`Element`](crate::Element) says which type holds which elements; implement both traits to
/// read values of a type of your own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` holds no packed elements",
    label = "not a type of values of at most 8 bits",
    note = "packed elements are read as `i8` (S4), `u8` (U4, and the bits of any type) or `bool` (PRED)",
    note = "elements of a byte or more are seen through `view`, or `view_bytes`"
)]
pub trait PackedElement: Copy + fmt::Debug {
    /// Makes a value from the low `width` bits, 1 to 8. The other bits are 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::PackedElement;
    ///
    /// assert_eq!(<i8 as PackedElement>::from_bits(0b1101, 4), -3); // an S4
    /// assert_eq!(<u8 as PackedElement>::from_bits(0b1101, 4), 13); // a U4
    /// ```
    fn from_bits(bits: u8, width: u32) -> Self;

    /// Returns the bits of the value. Bits past the element's width extend it by sign or zeros.
    ///
    /// # Examples
    ///
    /// ```
    /// use tiled_layout::PackedElement;
    ///
    /// assert_eq!((-3i8).to_bits() & 0b1111, 0b1101); // of an S4 the low 4 bits count
    /// ```
    fn to_bits(self) -> u8;
}

impl PackedElement for u8 {
    #[inline]
    fn from_bits(bits: u8, _: u32) -> u8 {
        bits
    }

    #[inline]
    fn to_bits(self) -> u8 {
        self
    }
}

impl PackedElement for i8 {
    #[inline]
    fn from_bits(bits: u8, width: u32) -> i8 {
        // Not two shifts: vectors shift bytes by a constant only.
        let sign = 1 << (width - 1);
        (bits ^ sign).wrapping_sub(sign) as i8
    }

    #[inline]
    fn to_bits(self) -> u8 {
        self as u8
    }
}

impl PackedElement for bool {
    #[inline]
    fn from_bits(bits: u8, _: u32) -> bool {
        bits != 0
    }

    #[inline]
    fn to_bits(self) -> u8 {
        u8::from(self)
    }
}
