//! `PaddingValue`: the value of padding, and its bits in each element type.

use crate::spec::element_type::ElementType;

/// The padding value of `PAD(...=value)`.
///
/// # Examples
///
/// ```
/// use tiled_layout::{Layout, PaddingValue};
///
/// let layout = Layout::parse("f32[2,3]{0,1:PAD(3,5=lowest)}").unwrap();
/// assert_eq!(layout.pad().unwrap().value, PaddingValue::Lowest);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PaddingValue {
    /// Zero.
    Zero,
    /// One.
    One,
    /// The lowest value of the element type.
    Lowest,
    /// The highest value of the element type.
    Highest,
    /// No value is promised; the default.
    #[default]
    Unknown,
}

impl PaddingValue {
    /// All values, with their names in the notation, in the order of the variants.
    pub const ALL: &'static [(PaddingValue, &'static str)] = &[
        (PaddingValue::Zero, "zero"),
        (PaddingValue::One, "one"),
        (PaddingValue::Lowest, "lowest"),
        (PaddingValue::Highest, "highest"),
        (PaddingValue::Unknown, "unknown"),
    ];

    /// Returns the name in the notation.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(tiled_layout::PaddingValue::Zero.name(), "zero");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        PaddingValue::ALL[self as usize].1
    }

    /// Returns the value of a name in any case.
    pub(crate) const fn named(name: &[u8]) -> Option<PaddingValue> {
        let mut i = 0;
        while i < PaddingValue::ALL.len() {
            let (value, other) = PaddingValue::ALL[i];
            if name.eq_ignore_ascii_case(other.as_bytes()) {
                return Some(value);
            }
            i += 1;
        }
        None
    }
}

/// Returns the bits of a padding value in an element type, sign-extended; `None` when the type
/// has no such value.
///
/// The lowest and the highest value of a float are its infinities, if it has
/// them. Complex numbers have no order.
pub const fn padding_bits(element: ElementType, value: PaddingValue) -> Option<i128> {
    use ElementType::*;
    let sign = 1 << (element.bits() - 1);
    Some(match (value, element) {
        (PaddingValue::Unknown, _) => return None,
        (PaddingValue::Zero, _) => 0,

        (PaddingValue::One, S1) => return None, // its only values are 0 and -1
        (PaddingValue::One, PRED) => 1,
        (PaddingValue::One, S2 | S4 | S8 | S16 | S32 | S64) => 1,
        (PaddingValue::One, U1 | U2 | U4 | U8 | U16 | U32 | U64) => 1,
        (PaddingValue::One, F16) => 0x3c00,
        (PaddingValue::One, BF16) => 0x3f80,
        (PaddingValue::One, F32 | C64) => 0x3f80_0000,
        (PaddingValue::One, F64 | C128) => 0x3ff0_0000_0000_0000,
        (PaddingValue::One, F8E5M2) => 0x3c,
        (PaddingValue::One, F8E4M3 | F8E4M3FN) => 0x38,
        (PaddingValue::One, F8E4M3B11FNUZ) => 0x58,
        (PaddingValue::One, F8E5M2FNUZ | F8E4M3FNUZ) => 0x40,
        (PaddingValue::One, F8E3M4) => 0x30,
        (PaddingValue::One, F8E8M0FNU) => 0x7f,
        (PaddingValue::One, F4E2M1FN) => 0x2,
        (PaddingValue::One, F6E2M3FN) => 0x8,
        (PaddingValue::One, F6E3M2FN) => 0xc,

        (PaddingValue::Highest, PRED) => 1,
        (PaddingValue::Highest, S1 | S2 | S4 | S8 | S16 | S32 | S64) => sign - 1,
        (PaddingValue::Highest, U1 | U2 | U4 | U8 | U16 | U32 | U64) => 2 * sign - 1,
        (PaddingValue::Highest, F16) => 0x7c00,
        (PaddingValue::Highest, BF16) => 0x7f80,
        (PaddingValue::Highest, F32) => 0x7f80_0000,
        (PaddingValue::Highest, F64) => 0x7ff0_0000_0000_0000,
        (PaddingValue::Highest, F8E5M2) => 0x7c,
        (PaddingValue::Highest, F8E4M3) => 0x78,
        (PaddingValue::Highest, F8E3M4) => 0x70,
        (PaddingValue::Highest, F8E4M3FN) => 0x7e,
        (PaddingValue::Highest, F8E4M3B11FNUZ | F8E5M2FNUZ | F8E4M3FNUZ) => 0x7f,
        (PaddingValue::Highest, F8E8M0FNU) => 0xfe,
        (PaddingValue::Highest, F4E2M1FN) => 0x7,
        (PaddingValue::Highest, F6E2M3FN | F6E3M2FN) => 0x1f,

        (PaddingValue::Lowest, PRED | U1 | U2 | U4 | U8 | U16 | U32 | U64 | F8E8M0FNU) => 0,
        (PaddingValue::Lowest, S1 | S2 | S4 | S8 | S16 | S32 | S64) => -sign,

        (PaddingValue::Highest | PaddingValue::Lowest, C64 | C128) => return None,
        (PaddingValue::Lowest, _) => match padding_bits(element, PaddingValue::Highest) {
            Some(highest) => sign | highest,
            None => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::PaddingValue;

    /// A variant is the index of its row.
    #[test]
    fn rows_are_in_the_order_of_the_variants() {
        for (row, &(value, _)) in PaddingValue::ALL.iter().enumerate() {
            assert_eq!(value as usize, row, "{value:?}");
        }
    }
}
